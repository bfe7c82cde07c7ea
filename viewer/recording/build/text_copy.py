"""Whether a file was written or copied as text, as some programs do: each line feed became two bytes."""

from __future__ import annotations

from viewer.logfile.source import LogFile
from viewer.recording.problems import Problem

_LOOKED_AT = 1 << 20  # bytes
_FEWEST = 16  # line feeds; so many have no carriage return before them by chance
_LINE_FEED, _LINE_END = b"\n", b"\r\n"


def problem_of_text_copy(file: LogFile, size: int) -> Problem | None:
    """Return what to tell of a file of this size whose line feeds all have a carriage return before them.

    Raises:
        ChangedError: the file became shorter meanwhile.
        UnreadableError: the system cannot read.

    """
    data = file.read(0, min(size, _LOOKED_AT))
    found = data.count(_LINE_FEED)
    if found < _FEWEST or data.count(_LINE_END) < found:
        return None
    return Problem(
        "a carriage return stands before every line feed: the file was written or copied as text",
        "what the bytes that were put in have moved cannot be read; copy the original again, as binary",
        damage=True,
        offset=data.index(_LINE_END),
    )
