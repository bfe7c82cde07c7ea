"""How the window writes a moment now."""

from __future__ import annotations

from collections.abc import Callable

from viewer.ui import format as fmt
from viewer.ui.times.display import TimeDisplay


def writer(display: TimeDisplay) -> Callable[[float], str]:
    """Return a function that writes elapsed seconds in the form shown when it is called."""

    def write(elapsed: float) -> str:
        return fmt.moment_text(elapsed, display.scale)

    return write
