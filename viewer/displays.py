"""Whether there is a display to open a window on, asked on Linux before Qt is: without one, Qt aborts.

It needs the standard library and nothing else of the program: where nothing is installed yet,
``packaging/starter.py`` loads it by its path.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping

_VARIABLES = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
"""The environment variable that names the display, by Qt's name for its kind."""


def needs_display(environ: Mapping[str, str], system: str = sys.platform) -> bool:
    """Return whether a window needs one of these displays: not elsewhere, nor on a platform one chose."""
    return system == "linux" and set(_chosen(environ)) <= set(_VARIABLES)


def named(environ: Mapping[str, str], system: str = sys.platform) -> dict[str, str]:
    """Return the names of the displays on which a window may open, by their kind (``xcb``, ``wayland``)."""
    if not needs_display(environ, system):
        return {}
    kinds = _chosen(environ) or list(_VARIABLES)
    return {kind: environ[_VARIABLES[kind]] for kind in kinds if environ.get(_VARIABLES[kind])}


def no_window(environ: Mapping[str, str], render: str, system: str = sys.platform) -> str:
    """Say why no window can open; nothing when one can.

    Args:
        environ: the environment.
        render: the line to type for a picture instead.
        system: what ``sys.platform`` says.

    """
    if not needs_display(environ, system):
        return ""
    found = named(environ, system)
    if not found:
        variables = " or ".join(_VARIABLES[kind] for kind in _chosen(environ) or _VARIABLES)
        reason = f"There is no display here ({variables} would name one)"
    elif not any(_answers(kind, name) for kind, name in found.items()):
        asked = " and ".join(f"{_VARIABLES[kind]}={name}" for kind, name in found.items())
        reason = f"The display does not answer or does not let this user in ({asked})"
    else:
        return ""
    return f"{reason}, so no window can open. A picture needs none:\n\n    {render}\n"


def _chosen(environ: Mapping[str, str]) -> list[str]:
    """Return the platforms that ``QT_QPA_PLATFORM`` names, without what they are told (``xcb:a=b;vnc``)."""
    parts = (part.partition(":")[0] for part in environ.get("QT_QPA_PLATFORM", "").split(";"))
    return [part for part in parts if part]


def _answers(kind: str, name: str) -> bool:
    """Return whether a display lets us connect; it is asked as Qt will ask, by the same library."""
    try:
        return _ask_wayland(name) if kind == "wayland" else _ask_x(name)
    except OSError:  # the library does not load
        return False


def _ask_x(name: str) -> bool:
    library = ctypes.CDLL("libxcb.so.1")
    library.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(library.xcb_connect(name.encode(), None))  # never null
    answers = not library.xcb_connection_has_error(connection)
    library.xcb_disconnect(connection)
    return answers


def _ask_wayland(name: str) -> bool:
    library = ctypes.CDLL("libwayland-client.so.0")
    library.wl_display_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(library.wl_display_connect(name.encode()))
    if connection.value is None:
        return False
    library.wl_display_disconnect(connection)
    return True
