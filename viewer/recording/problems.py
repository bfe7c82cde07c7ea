"""What is wrong with a recording, or merely odd about it (DESIGN.md §6)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding.

    Attributes:
        what: what was found, as a sentence without a full stop.
        action: what was done about it.
        damage: True for damage, False for a note that is no fault of the file.
        offset: byte offset in the file, if it has one.
        frame: index into the frame table (0-based) near which it was found, if known.
        count: how many equal findings this one stands for.
        lost_frames: whether frames in the middle of the recording could not be read.

    """

    what: str
    action: str
    damage: bool
    offset: int | None = None
    frame: int | None = None
    count: int = 1
    lost_frames: bool = False
