"""How a command tells another program how far it is: a line on its error stream, now and then."""

from __future__ import annotations

from contextlib import suppress

VARIABLE = "CARLA_VIEWER_PROGRESS"
"""Environment variable that asks a command for such lines."""
_BEGIN = "progress "


def progress_line(share: float) -> str:
    r"""Return the line for a share, 0 to 1.

    >>> progress_line(0.25)
    'progress 0.2500\n'
    """
    return f"{_BEGIN}{share:.4f}\n"


def share_in(line: str) -> float | None:
    """Return the share that a line tells; None if it tells something else.

    >>> share_in(progress_line(0.25)), share_in("progress of time"), share_in("town03: damaged")
    (0.25, None, None)
    """
    if line.startswith(_BEGIN):
        with suppress(ValueError):
            return float(line.removeprefix(_BEGIN))
    return None
