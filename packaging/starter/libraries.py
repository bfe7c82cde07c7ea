"""The system libraries that Qt's wheels expect on Linux: look for them, and install them or say how."""

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence

from starter.messages import StopError, say

OFFSCREEN = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",  # brings a font along, so that text shows
    "libdbus-1.so.3": "libdbus-1-3",
}
"""What Qt always loads, for a picture without a display too: the library, and Debian's package of it."""

X11 = {
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
}
"""What a window on an X server loads as well."""

WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
"""What a window on a Wayland desktop loads as well. Where there is an X server too, Qt may choose either."""


def needed(environ: Mapping[str, str], *, window: bool) -> dict[str, str]:
    """Return what Qt loads to draw, and for a window on the displays that the environment names."""
    libraries = dict(OFFSCREEN)
    if window and environ.get("DISPLAY"):
        libraries.update(X11)
    if window and environ.get("WAYLAND_DISPLAY"):
        libraries.update(WAYLAND)
    return libraries


def provide(libraries: Mapping[str, str], packages: Sequence[str] = ()) -> None:
    """See to it that the libraries load, and that further Debian packages are there.

    Args:
        libraries: the names to load, each with Debian's package of it.
        packages: packages known to be missing.

    Raises:
        StopError: something is missing that this user cannot install; the message has the line to type.
    """
    missing = absent(libraries) if sys.platform == "linux" else []
    wanted = [*packages, *(libraries[name] for name in missing)]
    if not wanted:
        return
    if shutil.which("apt-get") is None:
        raise StopError(
            f"This system lacks {', '.join([*packages, *missing])}. "
            "Install that with its package manager, then run the same command again."
        )
    if os.geteuid() != 0:
        raise StopError(
            "The system lacks some packages. Type this line, then run the same command again:\n\n"
            f"    {line_to_type(wanted)}\n"
        )
    _install(wanted)
    if still := absent(libraries):
        raise StopError(f"apt installed {' '.join(wanted)}, and yet these do not load: {', '.join(still)}.")


def absent(libraries: Mapping[str, str]) -> list[str]:
    """Return those of the libraries that do not load."""
    return [name for name in libraries if not _loads(name)]


def line_to_type(packages: Sequence[str]) -> str:
    """Return the one line that installs the packages, by the means this system has of becoming root."""
    line = f"apt-get update && apt-get install --yes {' '.join(packages)}"
    if shutil.which("sudo"):
        return line.replace("apt-get", "sudo apt-get")
    return f"su -c {shlex.quote(line)}"


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


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
