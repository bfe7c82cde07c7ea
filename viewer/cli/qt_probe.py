"""Whether Qt can start here, asked before it is imported: otherwise it ends in a traceback, or aborts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from viewer import displays, system_libraries


def ready_to_draw() -> bool:
    """Let Qt draw without a display; or say what keeps it from that and what to do about it."""
    if refusal := _missing():
        print(refusal, file=sys.stderr)
        return False
    # The picture must not depend on the screen that happens to be there.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from viewer.ui.quick_imports import import_quickly

    import_quickly()
    return True


def cannot_show(render: str) -> str:
    """Say what keeps Qt from showing a window, and what to do about it; nothing when it can.

    Args:
        render: the line to type for a picture instead.

    """
    return _missing(displays.named(os.environ)) or displays.no_window(os.environ, render)


def _missing(kinds: Iterable[str] = ()) -> str:
    lacking = system_libraries.missing(kinds) if _qt_is_bundled() else {}
    return system_libraries.advice(lacking) if lacking else ""


def _qt_is_bundled() -> bool:
    """Return whether PySide6 is a wheel, which brings Qt along; other builds know their libraries."""
    found = find_spec("PySide6")
    return found is not None and found.origin is not None and (Path(found.origin).parent / "Qt").is_dir()
