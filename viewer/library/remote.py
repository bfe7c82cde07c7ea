"""Recordings on an object store: listed there, and fetched to the own disk while they are surveyed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from viewer.export.errors import require

EXTRA = "cluster"


class RemoteFile(NamedTuple):
    """A file below a URL: its own URL, size in bytes, and when it was written in nanoseconds since 1970."""

    url: str
    size: int
    modified: int


def list_files(url: str) -> Iterator[RemoteFile]:
    """Yield all files below a URL.

    Raises:
        MissingExtraError: the libraries are not installed.
        OSError: there is nothing, or it cannot be listed.

    """
    files = _files(url)
    with _as_os_error():
        found: dict[str, dict[str, Any]] = files.find(url, detail=True)
    for path, facts in sorted(found.items()):
        yield RemoteFile(str(files.unstrip_protocol(path)), int(facts["size"] or 0), _nanoseconds(facts))


def start_of(url: str, size: int) -> bytes:
    """Return so many bytes at the beginning of a file; OSError if it cannot be read."""
    with _as_os_error():
        start: bytes = _files(url).cat_file(url, start=0, end=size)
    return start


@contextmanager
def fetched(url: str) -> Iterator[Path]:
    """Give a copy of a file on the own disk, with its name; it is deleted after the block.

    Raises:
        OSError: it is not there any more, or there is no room for it.

    """
    with TemporaryDirectory(prefix="recording-") as folder:
        path = Path(folder) / PurePosixPath(url).name
        with _as_os_error():
            _files(url).get_file(url, str(path))
        yield path


@contextmanager
def all_fetched(paths: Iterable[Path | str]) -> Iterator[tuple[Path, ...]]:
    """Give files on the own disk: of URLs copies, which are deleted after the block, but of no lost ones."""
    with ExitStack() as stack:
        found = []
        for each in paths:
            with suppress(OSError):
                found.append(stack.enter_context(fetched(each)) if isinstance(each, str) else each)
        yield tuple(found)


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Translate what a store says in errors of its own: nobody answers, or nobody is let in."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"{error}") from error


def _files(url: str) -> Any:  # noqa: ANN401 - fsspec has no types
    require(EXTRA, ("fsspec",), f"reading {url.partition(':')[0]}: addresses")
    import fsspec

    return fsspec.core.url_to_fs(url)[0]


def _nanoseconds(facts: dict[str, Any]) -> int:
    """Return when a file was written; 0 where the store does not tell."""
    written = facts.get("LastModified") or facts.get("mtime") or facts.get("last_modified")
    if isinstance(written, datetime):
        return int(written.timestamp() * 1e9)
    return int(float(written) * 1e9) if isinstance(written, (int, float)) else 0
