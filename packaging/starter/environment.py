"""The Python environment in ``.venv``: made when missing, filled, and left alone when nothing changed."""

import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from starter import package_index
from starter.messages import CONNECT, StopError, say

_EDITABLE = (21, 3)
"""The first pip that installs a checkout with this kind of ``pyproject.toml`` editable."""

_PIP = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "PIP_PROGRESS_BAR": "off",
    "PIP_RETRIES": "2",  # without a network, the default takes minutes to say so
    "PIP_USER": "0",
}
_PROBE = """
import pip, sys
print(sys.implementation.cache_tag, sys.prefix != sys.base_prefix, pip.__version__)
"""
_LARGE_DOWNLOAD = re.compile(r"\s*Downloading (?:\S*/)?([^\s/-]+)-([^\s/-]+)-\S+ \(([\d.]+ MB)\)")
_UNREACHABLE = re.compile(
    r"Max retries exceeded|Failed to (?:establish|connect)|name resolution|ConnectionError|"
    r"ConnectTimeout|ReadTimeout|NetworkConnection|ProxyError|SSLError|CERTIFICATE_VERIFY_FAILED"
)


class PipError(StopError):
    """pip reached the package index, and yet could not install what was asked for."""


class Environment:
    """The environment of one checkout.

    A stamp in it says for which Python, folder and ``pyproject.toml`` it was filled: while they stay
    the same, a start costs the reading of two small files.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.python = self.program("python")
        self._stamp = self.folder / "carla-replay-viewer.json"

    def program(self, name: str) -> Path:
        """Return the path of a command that is installed in the environment."""
        if os.name == "nt":
            return self.folder / "Scripts" / f"{name}.exe"
        return self.folder / "bin" / name

    def prepare(self, extra: str = "") -> None:
        """Make the environment fit for the program, and with extras for more.

        Args:
            extra: names of extras, separated by commas. The first has to be there; the others are left out
                where they cannot be installed, as what has no wheel for this Python.

        Raises:
            StopError: the network, the disk or the owner of the checkout does not allow it.
        """
        stamped = self._read_stamp()
        wanted = self._stamp_of(extra or stamped.get("extra", ""))
        if stamped == wanted and self.python.exists():
            return
        self._claim()
        moved = any(stamped.get(key, wanted[key]) != wanted[key] for key in ("folder", "python"))
        if moved or self._pip_version() is None:
            self._make()
        self._fill(wanted["extra"])
        self._stamp.write_text(json.dumps(wanted, indent=4), encoding="utf-8")

    def missing_packages(self) -> list[str]:
        """Return the Debian packages without which the environment cannot be made."""
        if self.python.exists() or _has_ensurepip():
            return []
        # pip brings certificates along, but first it has to be fetched.
        return [] if package_index.has_certificates() else ["ca-certificates"]

    def _claim(self) -> None:
        """See that the environment is ours to change.

        Raises:
            StopError: it is another user's.
        """
        for folder in (self.folder, self.root):
            if folder.exists():
                if os.access(folder, os.W_OK):
                    return
                own = f"~/{shlex.quote(self.root.name)}"
                raise StopError(
                    f"{folder} cannot be written: it belongs to another user. "
                    "Copy the checkout to a folder of your own, then run the command from there:\n\n"
                    f"    cp -r {shlex.quote(str(self.root))} {own} && cd {own}\n",
                    status=2,
                )

    def _stamp_of(self, extra: str) -> dict[str, str]:
        project = (self.root / "pyproject.toml").read_bytes()
        return {
            "folder": str(self.folder),
            "python": f"{sys.implementation.cache_tag} {sys.platform}",
            "project": hashlib.sha256(project).hexdigest(),
            "extra": extra,
        }

    def _read_stamp(self) -> dict[str, str]:
        try:
            return dict(json.loads(self._stamp.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return {}

    def _pip_version(self) -> tuple[int, ...] | None:
        """Return the version of its pip; None without one, and in what is no environment of this Python."""
        try:
            answer = subprocess.run(
                [self.python, "-c", _PROBE], check=False, capture_output=True, text=True, cwd=self.folder
            )
        except OSError:
            return None
        tag, is_environment, version = (*answer.stdout.split(), "", "", "")[:3]
        if answer.returncode != 0 or tag != sys.implementation.cache_tag or is_environment != "True":
            return None
        return tuple(map(int, re.findall(r"\d+", version)[:2]))

    def _make(self) -> None:
        say(f"Making the Python environment {self.folder}")
        if self.folder.is_symlink() or self.folder.is_file():
            self.folder.unlink()
        elif self.folder.exists():
            shutil.rmtree(self.folder)
        venv.create(self.folder, with_pip=_has_ensurepip(), symlinks=os.name != "nt")
        if not _has_ensurepip():
            self._install_pip()

    def _install_pip(self) -> None:
        say("Fetching pip, which this Python came without")
        with tempfile.TemporaryDirectory() as folder:
            wheel = package_index.fetch_pip(Path(folder), sys.version_info[:2])
            self._pip([wheel / "pip", "install", "--no-index", "--no-deps", wheel])

    def _fill(self, extra: str) -> None:
        if (self._pip_version() or ()) < _EDITABLE:
            say("Bringing pip up to date")
            self._pip(["-m", "pip", "install", "--upgrade", "pip"])
        say("Installing the program and what it needs; the first time, that is about 100 MB to download")
        try:
            self._install(extra)
        except PipError:
            first, *others = extra.split(",")
            if not others:
                raise
            self._install(first)
            for other in others:
                self._install_if_possible(other)

    def _install_if_possible(self, extra: str) -> None:
        try:
            self._install(extra)
        except PipError as error:
            reason = str(error).rstrip().rpartition("\n")[2]
            say(f"The extra {extra} is left out: it cannot be installed for this Python ({reason})")

    def _install(self, extra: str) -> None:
        self._pip(["-m", "pip", "install", "--editable", f".[{extra}]" if extra else "."])

    def _pip(self, arguments: Sequence[str | Path]) -> None:
        """Run pip quietly, but name what takes long."""
        output, told = [], ""
        with subprocess.Popen(
            [self.python, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            cwd=self.root,
            env={**os.environ, **_PIP},
        ) as process:
            for line in process.stdout or ():
                output.append(line)
                if (news := _news(line)) and news != told:
                    say(f"  {news}")
                    told = news
        if process.returncode != 0:
            said = "".join(output)
            raise (StopError if _UNREACHABLE.search(said) else PipError)(explanation(said))


def _news(line: str) -> str:
    """Return what a line of pip's output says to one who waits; nothing for most lines."""
    if large := _LARGE_DOWNLOAD.match(line):
        return f"downloading {large[1]} {large[2]}, {large[3]}"
    if line.startswith("Installing collected packages"):
        return "unpacking"
    if "Retrying" in line:
        return "the network does not answer; trying again"
    return ""


def explanation(output: str) -> str:
    """Say in a sentence why pip failed; where it is not known, let pip say it."""
    if _UNREACHABLE.search(output):
        return f"The package index {package_index.address()} could not be reached. {CONNECT}"
    return f"pip could not install what the program needs:\n\n{output[-3000:].strip()}"


def _has_ensurepip() -> bool:
    return importlib.util.find_spec("ensurepip") is not None
