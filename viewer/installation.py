"""How this program is installed: the command that starts it, and the command that adds packages to it.

Messages never tell people to install the program by its name from PyPI, where no package has that name.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import site
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from viewer.program import PROGRAM

_BUNDLED = "this packaged program has no pip: install the program from its source with {}, as its README says"


def how_to_install(extra: str) -> str:
    """Return the shell command that installs the packages of ``extra``, an optional part of this program.

    If there is no such command, return why.
    """
    if _is_bundled():
        return _BUNDLED.format(f"the extra {extra}")
    needed = list(_requirements(extra))
    if not needed:  # the source was never installed
        return f"install the extra {extra} of this program, as its README says"
    packages = [name for name, is_made in needed if is_made]
    if not packages:
        names = " and ".join(name for name, _ in needed)
        return f"there is no {names} for Python {sys.version_info[0]}.{sys.version_info[1]} on this system"
    return how_to_add(packages)


def how_to_add(packages: Sequence[str]) -> str:
    """Return the shell command that installs ``packages`` for this program.

    Where no command can install them, a phrase is returned that says what to do instead.
    """
    if _is_bundled():
        return _BUNDLED.format(" and ".join(packages))
    prefix, python = Path(sys.prefix), _from_here(sys.executable)
    if (prefix / "pipx_metadata.json").exists() and shutil.which("pipx"):
        words = ["pipx", "inject", prefix.name]
    elif find_spec("pip") is not None:
        words = [python, "-m", "pip", "install", *_options()]
    elif shutil.which("uv"):
        words = ["uv", "pip", "install", "--python", python]
    elif find_spec("ensurepip") is not None:
        return f"{_joined(python, '-m', 'ensurepip')} && {_joined(python, '-m', 'pip', 'install', *packages)}"
    else:
        return f"install {' and '.join(packages)} into {sys.prefix}"
    return _joined(*words, *packages)


def _joined(*words: str) -> str:
    """Return ``words``, a program and its arguments, as one command line, quoted for the system's shell."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def launcher() -> Path | None:
    """Return the absolute path of the file that starts this program; None if there is none."""
    name = f"{PROGRAM}.exe" if os.name == "nt" else PROGRAM
    if _is_bundled():
        return Path(sys.executable)
    users = Path(site.getuserbase(), "Scripts" if os.name == "nt" else "bin")
    folders = (Path(sys.argv[0]).parent.resolve(), Path(sysconfig.get_path("scripts")), users)
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def own_name() -> str:
    """Return what to type in a shell to start this program: its name, a path, or ``… -m viewer``."""
    if shutil.which(PROGRAM):
        return PROGRAM
    path = launcher()
    return (
        shlex.quote(_from_here(str(path))) if path else f"{shlex.quote(_from_here(sys.executable))} -m viewer"
    )


def _is_bundled() -> bool:
    """Return whether this is a packaged program (PyInstaller), which has no pip."""
    return bool(getattr(sys, "frozen", False))


def _requirements(extra: str) -> Iterator[tuple[str, bool]]:
    """Yield the name of each package of ``extra``, an optional part of this program.

    Each comes with True if the package exists for this Python and system, else False.
    """
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - slow to import

    try:
        lines = requires(PROGRAM) or []
    except PackageNotFoundError:
        return
    for line in lines:
        requirement, _, marker = line.replace("'", '"').partition(";")
        if f'extra == "{extra}"' not in marker:
            continue
        if others := re.match(rf"{PROGRAM}\[(.+)\]", requirement):
            for other in others[1].split(","):
                yield from _requirements(other.strip())
        elif named := re.match(r"[\w.-]+(\[.+?\])?", requirement):
            below = re.search(r'python_version < "3\.(\d+)"', marker)
            systems = re.findall(r'sys_platform == "(\w+)"', marker)
            is_for_python = below is None or sys.version_info < (3, int(below[1]))
            yield named[0], is_for_python and (not systems or sys.platform in systems)


def _options() -> Iterator[str]:
    """Yield the options with which pip installs packages where this program is installed.

    In a virtual environment there are none. Elsewhere they are --user if the program is in the user's site
    folder, and --break-system-packages if the system forbids pip.
    """
    if sys.prefix != sys.base_prefix:
        return
    if site.ENABLE_USER_SITE and Path(__file__).is_relative_to(site.getusersitepackages()):
        yield "--user"
    if Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").exists():
        yield "--break-system-packages"


def _from_here(path: str) -> str:
    """Return ``path`` relative to the current folder if it is inside that folder, else unchanged."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (OSError, ValueError):  # not inside the current folder, or that was deleted
        return path
