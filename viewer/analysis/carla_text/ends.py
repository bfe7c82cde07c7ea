"""What all of CARLA's texts begin and end with."""

from __future__ import annotations

from viewer.analysis.carla_text.numbers import general_text
from viewer.logfile.header import FIXED_SIZE, Header

_DATE = "%m/%d/%y %H:%M:%S"  # what "%x %X" is in the C locale


def head(header: Header, *, utc: bool) -> bytes:
    """Return the first lines; the date is in this computer's time zone, as CARLA's is in the server's."""
    return b"Version: %d\nMap: %b\nDate: %b\n\n" % (
        header.version,
        header.raw[FIXED_SIZE:],
        _date(header, utc=utc).encode(),
    )


def foot(frame: int, elapsed: float, *, rounded: bool = False) -> bytes:
    """Return the last lines: id and elapsed of the last FrameStart.

    After a row of collisions CARLA goes on to print whole seconds.
    """
    seconds = f"{elapsed:.0f}" if rounded else general_text(elapsed)
    return f"\nFrames: {frame}\nDuration: {seconds} seconds\n".encode()


def _date(header: Header, *, utc: bool) -> str:
    """Return the date; the seconds since 1970 if there is no such one."""
    date = header.date
    if date is None:
        return str(header.timestamp)
    try:
        return (date if utc else date.astimezone()).strftime(_DATE)
    except (OSError, OverflowError, ValueError):  # outside of what the system's time zones know
        return date.strftime(_DATE)
