"""The packages of the system that the program needs: install what is missing, or say how.

Which libraries those are, and where a window can open, the program itself knows. Nothing of it is installed
yet, so that ``viewer/system_libraries.py`` and ``viewer/displays.py`` are loaded by their paths.
"""

import os
import shutil
import subprocess
from collections.abc import Collection, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from starter.messages import StopError, say

if TYPE_CHECKING:
    from viewer import displays, system_libraries
else:

    def _load(name: str) -> ModuleType:
        path = Path(__file__).resolve().parents[2] / "viewer" / f"{name}.py"
        spec = spec_from_file_location(name, path)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    displays, system_libraries = _load("displays"), _load("system_libraries")

__all__ = ["displays", "font_advice", "provide", "system_libraries"]


def provide(kinds: Collection[str] = (), packages: Sequence[str] = ()) -> None:
    """See to it that what Qt needs loads, and that further Debian packages are there.

    Args:
        kinds: the kinds of display on which a window may open.
        packages: packages known to be missing.

    Raises:
        StopError: something is missing that this user cannot install; the message has the line to type.
    """
    missing = system_libraries.missing(kinds)
    wanted = [*packages, *missing.values()]
    if not wanted:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise StopError(system_libraries.advice(missing, packages), status=2)
    _install(wanted)
    if still := system_libraries.missing(kinds):
        raise StopError(f"apt installed {' '.join(wanted)}, and yet these do not load: {', '.join(still)}.")


def font_advice() -> str:
    """Return which font to install where the system only has the wide one, else nothing."""
    if (program := shutil.which("fc-match")) is None:
        return ""
    asked = [program, "--format=%{family}", "sans-serif"]
    family = subprocess.run(asked, check=False, capture_output=True, text=True, errors="replace").stdout
    listed = subprocess.run(
        [program, "--format=%{family}", "Inter"], check=False, capture_output=True, text=True
    )
    if family != "DejaVu Sans" or "Inter" in listed.stdout:
        return ""
    return "The window reads better in Inter: apt-get install fonts-inter"


def _install(packages: Sequence[str]) -> None:
    say(f"Installing with apt: {' '.join(packages)}")
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    # A machine may have package lists of today, of last year, or none: they are fetched when needed.
    if _apt(install).returncode == 0:
        return
    _apt(["apt-get", "update"])
    if (attempt := _apt(install)).returncode != 0:
        raise StopError(f"apt could not install {' '.join(packages)}:\n\n{attempt.stdout}")


def _apt(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    )
