"""What Qt needs on Linux, checked before Qt is loaded: system libraries, and a display for windows.

Without a display Qt aborts the process. Only the standard library is imported here, because
``packaging/starter.py`` loads this file by its path before anything is installed.
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
    "libfontconfig.so.1": "libfontconfig1",  # its package brings a font, so that text is visible
    "libdbus-1.so.3": "libdbus-1-3",
}
"""System libraries that Qt loads even without a display, each with the name of its Debian package.

Where a package has a new name (``libglib2.0-0t64``), apt also accepts the old one.
"""

_NETWORK = {"libgssapi_krb5.so.2": "libgssapi-krb5-2"}
"""System library that Qt needs for the local sockets of a window, with its Debian package."""

DISPLAYS = {
    "xcb": {
        **_NETWORK,
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
        **_NETWORK,
        "libwayland-client.so.0": "libwayland-client0",
        "libwayland-cursor.so.0": "libwayland-cursor0",
        "libwayland-egl.so.1": "libwayland-egl1",
    },
}
"""System libraries that Qt also needs to open a window, by name of Qt's platform: ``xcb``, ``wayland``.

For each library it has the name of the Debian package.
"""


def missing(displays: Iterable[str] = ()) -> dict[str, str]:
    """Return the libraries that Qt needs and that cannot be loaded, each with its Debian package.

    Args:
        displays: Qt platforms (``xcb``, ``wayland``) of the displays on which a window may open. Qt uses one
            that works: if one platform has all its libraries, nothing is missing for the others.
    """
    if sys.platform != "linux":
        return {}
    lacking = [_absent(DISPLAYS[kind]) for kind in displays]
    result = _absent(OFFSCREEN)
    if all(lacking):
        for libraries in lacking:
            result |= libraries
    return result


def _absent(libraries: Mapping[str, str]) -> dict[str, str]:
    """Return those of the system ``libraries``, each with its Debian package, that cannot be loaded."""
    found = {}
    for name, package in libraries.items():
        try:
            ctypes.CDLL(name)
        except OSError:  # noqa: PERF203 - every library is tried
            found[name] = package
    return found


def advice(libraries: Mapping[str, str], packages: Sequence[str] = ()) -> str:
    """Return as text which packages are missing and the command that installs them.

    Args:
        libraries: libraries that cannot be loaded, each with its Debian package.
        packages: other Debian packages that are missing.
    """
    if shutil.which("apt-get") is None:
        return (
            f"This system lacks {', '.join([*packages, *libraries])}. "
            "Install that with its package manager, then run the same command again."
        )
    line = f"apt-get update && apt-get install --yes {' '.join([*packages, *libraries.values()])}"
    if os.geteuid() != 0:
        line = (
            line.replace("apt-get", "sudo apt-get") if shutil.which("sudo") else f"su -c {shlex.quote(line)}"
        )
    return f"The system lacks some packages. Type this line, then run the same command again:\n\n    {line}\n"


# -- displays

_VARIABLES = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
"""Environment variable that names the display, by Qt's platform name."""


def display_names(environ: Mapping[str, str], system: str = sys.platform) -> dict[str, str]:
    """Return the names of the displays on which a window may open, by Qt platform: ``{"xcb": ":0"}``.

    Args:
        environ: environment variables.
        system: value of ``sys.platform``.
    """
    if not _needs_display(environ, system):
        return {}
    kinds = _chosen(environ) or list(_VARIABLES)
    return {kind: environ[_VARIABLES[kind]] for kind in kinds if environ.get(_VARIABLES[kind])}


def why_no_window(environ: Mapping[str, str], render: str, system: str = sys.platform) -> str:
    """Return as text why no window can be opened; empty if one can.

    Args:
        environ: environment variables.
        render: command line to suggest for drawing a picture instead.
        system: value of ``sys.platform``.
    """
    if not _needs_display(environ, system):
        return ""
    found = display_names(environ, system)
    if not found:
        variables = " or ".join(_VARIABLES[kind] for kind in _chosen(environ) or _VARIABLES)
        reason = f"There is no display here ({variables} would name one)"
    elif not any(_answers(kind, name) for kind, name in found.items()):
        asked = " and ".join(f"{_VARIABLES[kind]}={name}" for kind, name in found.items())
        reason = f"The display does not answer or does not let this user in ({asked})"
    else:
        return ""
    return f"{reason}, so no window can open. A picture needs none:\n\n    {render}\n"


def _needs_display(environ: Mapping[str, str], system: str) -> bool:
    """Return whether a window needs X11 or Wayland: on Linux, unless QT_QPA_PLATFORM names something else."""
    return system == "linux" and set(_chosen(environ)) <= set(_VARIABLES)


def _chosen(environ: Mapping[str, str]) -> list[str]:
    """Return the Qt platforms that QT_QPA_PLATFORM names, without options: xcb, vnc for ``xcb:a=b;vnc``."""
    parts = (part.partition(":")[0] for part in environ.get("QT_QPA_PLATFORM", "").split(";"))
    return [part for part in parts if part]


def _answers(kind: str, name: str) -> bool:
    """Return whether the display ``name`` accepts a connection; ``kind`` is Qt's platform, xcb or wayland.

    The connection is tried with the C library that Qt uses: libxcb or libwayland-client.
    """
    try:
        library = ctypes.CDLL("libwayland-client.so.0" if kind == "wayland" else "libxcb.so.1")
    except OSError:
        return False
    connect = library.wl_display_connect if kind == "wayland" else library.xcb_connect
    connect.restype = ctypes.c_void_p
    words = (name.encode(),) if kind == "wayland" else (name.encode(), None)
    connection = ctypes.c_void_p(connect(*words))
    if kind == "wayland":
        answers, leave = connection.value is not None, library.wl_display_disconnect
    else:  # xcb never returns a null connection
        answers, leave = not library.xcb_connection_has_error(connection), library.xcb_disconnect
    if connection.value is not None:
        leave(connection)
    return answers
