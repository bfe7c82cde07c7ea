"""The package index that pip is configured for, and pip itself for a Python that came without it.

Debian and Ubuntu leave ``ensurepip`` to a package of its own. pip's wheel runs from where it lies and can
install itself, so all that is missing is to find it.
"""

import base64
import configparser
import hashlib
import os
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin, urlsplit, urlunsplit

from starter.messages import CONNECT, StopError

_WHEEL = re.compile(r"pip-(\d+(?:\.\d+)*)-py3-none-any\.whl")
_PYPI = "https://pypi.org/simple"
_SECONDS = 60


class Link(NamedTuple):
    """A file that the index offers."""

    url: str
    requires_python: str


def address() -> str:
    """Return the address of the index, without the name and password it may carry."""
    return _public(setting("index-url", _PYPI))


def fetch_pip(folder: Path, python: tuple[int, int]) -> Path:
    """Download pip's newest wheel for a Python version into a folder.

    Raises:
        StopError: the index cannot be reached, or what came from it is not right.
    """
    page = f"{setting('index-url', _PYPI).rstrip('/')}/pip/"
    link = newest(links(page, _get(page).decode()), python)
    url, digest = urldefrag(link)
    content = _get(url)
    if digest.startswith("sha256=") and digest != f"sha256={hashlib.sha256(content).hexdigest()}":
        raise StopError(f"{_public(url)} arrived damaged. Run the same command again.")
    wheel = folder / url.rpartition("/")[2]
    wheel.write_bytes(content)
    return wheel


def has_certificates() -> bool:
    """Return whether a secure connection could be trusted: a bare Debian has no certificates at all."""
    paths = ssl.get_default_verify_paths()
    folder = Path(paths.capath) if paths.capath else None
    return bool(setting("cert", "") or paths.cafile or (folder and any(folder.iterdir())))


def newest(offered: Iterable[Link], python: tuple[int, int]) -> str:
    """Return the address of pip's newest final release that runs on a Python version."""
    found = {}
    for link in offered:
        name = _WHEEL.fullmatch(urlsplit(link.url).path.rpartition("/")[2])
        if name and _lowest(link.requires_python) <= python:
            found[tuple(map(int, name[1].split(".")))] = link.url
    if not found:
        raise StopError(f"The package index has no pip for Python {python[0]}.{python[1]}.")
    return found[max(found)]


def links(page: str, html: str) -> list[Link]:
    """Return the files that a page of the index offers.

    See https://packaging.python.org/en/latest/specifications/simple-repository-api/
    """
    reader = _LinkReader()
    reader.feed(html)
    return [Link(urljoin(page, link.url), link.requires_python) for link in reader.links]


def setting(name: str, default: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return one of pip's settings, looked up where pip looks on Linux.

    See https://pip.pypa.io/en/stable/topics/configuration/
    """
    if value := environ.get(f"PIP_{name.upper().replace('-', '_')}"):
        return value
    home = Path(environ.get("HOME", "/"))
    files = configparser.RawConfigParser()
    files.read(  # of two files, the later one wins
        [
            "/etc/xdg/pip/pip.conf",
            "/etc/pip.conf",
            home / ".pip/pip.conf",
            Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip/pip.conf",
            environ.get("PIP_CONFIG_FILE", os.devnull),
        ]
    )
    for section in ("install", "global"):
        if files.has_option(section, name):
            return files.get(section, name)
    return default


class _LinkReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[Link] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "a" and "data-yanked" not in attributes:
            link = Link(attributes.get("href") or "", attributes.get("data-requires-python") or "")
            self.links.append(link)


def _lowest(requires_python: str) -> tuple[int, int]:
    bound = re.search(r">=\s*(\d+)(?:\.(\d+))?", requires_python)
    return (int(bound[1]), int(bound[2] or 0)) if bound else (0, 0)


def _get(url: str) -> bytes:
    context = ssl.create_default_context(cafile=setting("cert", "") or None)
    try:
        with urllib.request.urlopen(_request(url), timeout=_SECONDS, context=context) as answer:
            return bytes(answer.read())
    except (urllib.error.URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise StopError(f"{_public(url)} could not be reached ({reason}). {CONNECT}") from error


def _request(url: str) -> urllib.request.Request:
    """Ask for a page as pip does, with the name and password that its address may carry."""
    request = urllib.request.Request(_public(url), headers={"Accept": "text/html, */*"})
    parts = urlsplit(url)
    if parts.username:
        secret = f"{parts.username}:{parts.password or ''}".encode()
        request.add_header("Authorization", f"Basic {base64.b64encode(secret).decode()}")
    return request


def _public(url: str) -> str:
    """Return the address without the name and password it may carry."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
