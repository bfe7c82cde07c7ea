"""The system libraries that Qt's wheels expect on Linux, and what to type where some are missing.

It needs the standard library and nothing else of the program: where nothing is installed yet,
``packaging/starter.py`` loads it by its path.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence

OFFSCREEN = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",  # brings a font along, so that text shows
    "libdbus-1.so.3": "libdbus-1-3",
}
"""What Qt always loads, for a picture without a display too: the library, and Debian's package of it.

Of a package that was renamed for 64-bit times (``libglib2.0-0t64``), apt knows the old name as well.
"""

DISPLAYS = {
    "xcb": {
        "libX11-xcb.so.1": "libx11-xcb1",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-image.so.0": "libxcb-image0",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-randr.so.0": "libxcb-randr0",
        "libxcb-render.so.0": "libxcb-render0",
        "libxcb-render-util.so.0": "libxcb-render-util0",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxcb-sync.so.1": "libxcb-sync1",
        "libxcb-xfixes.so.0": "libxcb-xfixes0",
        "libxcb-xkb.so.1": "libxcb-xkb1",
    },
    "wayland": {
        "libwayland-client.so.0": "libwayland-client0",
        "libwayland-cursor.so.0": "libwayland-cursor0",
        "libwayland-egl.so.1": "libwayland-egl1",
    },
}
"""What a window loads as well, by Qt's name for the kind of display."""


def missing(displays: Iterable[str] = ()) -> dict[str, str]:
    """Return which libraries do not load that Qt needs, each with Debian's package of it.

    Args:
        displays: kinds of display on which a window may open. Qt takes one that works: as long as all that
            one of them needs is there, nothing is missing for the others.

    """
    if sys.platform != "linux":
        return {}
    lacking = [absent(DISPLAYS[kind]) for kind in displays]
    result = absent(OFFSCREEN)
    if all(lacking):
        for libraries in lacking:
            result |= libraries
    return result


def absent(libraries: Mapping[str, str]) -> dict[str, str]:
    """Return those of the libraries that do not load."""
    return {name: package for name, package in libraries.items() if not _loads(name)}


def advice(libraries: Mapping[str, str], packages: Sequence[str] = ()) -> str:
    """Say what is missing and what to do about it.

    Args:
        libraries: what does not load, each with Debian's package of it.
        packages: further packages that are missing.

    """
    if shutil.which("apt-get") is None:
        return (
            f"This system lacks {', '.join([*packages, *libraries])}. "
            "Install that with its package manager, then run the same command again."
        )
    line = line_to_type([*packages, *libraries.values()])
    return f"The system lacks some packages. Type this line, then run the same command again:\n\n    {line}\n"


def line_to_type(packages: Sequence[str]) -> str:
    """Return the one line that installs the packages, by the means this user has of being root."""
    line = f"apt-get update && apt-get install --yes {' '.join(packages)}"
    if os.geteuid() == 0:
        return line
    if shutil.which("sudo"):
        return line.replace("apt-get", "sudo apt-get")
    return f"su -c {shlex.quote(line)}"


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
