"""Moments as people name them: ``12.5``, ``#136``, ``collision:2``."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

import numpy as np

from viewer.recording.index import RecordingIndex

_COLLISION = re.compile(r"collision(?::([0-9]{1,9}))?")
_FRAME = re.compile(r"#([0-9]{1,18})")
_ROUNDING = 0.0005
"""Seconds that the length can be shorter than it reads with three digits."""


class MomentError(ValueError):
    """The text names no moment, or one that the recording does not have."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as asked for: elapsed seconds, the id of a frame, or the number of a contact, from 1."""

    kind: Literal["elapsed", "frame", "collision"]
    value: float


def parse_moment(text: str) -> Moment:
    """Read ``TIME`` of the command line: seconds, ``#FRAME`` or ``collision:N`` (DESIGN.md §7).

    >>> parse_moment("#136")
    Moment(kind='frame', value=136)

    Raises:
        MomentError: it is none of these.

    """
    text = text.strip()
    if collision := _COLLISION.fullmatch(text):
        return Moment("collision", int(collision[1] or 1))
    if frame := _FRAME.fullmatch(text):
        return Moment("frame", int(frame[1]))
    try:
        seconds = float(text.removesuffix("s"))
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        raise MomentError(f"'{text}' is no time: give seconds, #FRAME or collision:N")
    return Moment("elapsed", seconds)


def find_moment(index: RecordingIndex, moment: Moment) -> float:
    """Return the elapsed seconds of a moment, as far as the recording has been read.

    Negative seconds count from the end, as CARLA's replay_file takes them; before the start is the start.

    Raises:
        MomentError: it is not there; the message says what is.

    """
    if moment.kind == "collision":
        number = int(moment.value)
        if not 1 <= number <= len(index.contacts):
            raise MomentError(f"there is no collision {number}: the recording has {len(index.contacts)}")
        return float(index.elapsed[index.contacts[number - 1].first_frame])
    if moment.kind == "frame":
        (found,) = np.nonzero(index.heads["frame"] == np.uint64(moment.value))
        if not len(found):
            raise MomentError(f"there is no frame {int(moment.value)}: {_frames(index)}{_damage(index)}")
        return float(index.elapsed[found[0]])
    if moment.value > index.duration + _ROUNDING:
        length = f"the recording has {index.duration:.3f} s"
        raise MomentError(f"{moment.value:g} s is after the end: {length}{_damage(index)}")
    elapsed = moment.value if moment.value >= 0 else index.duration + moment.value
    return min(max(elapsed, 0.0), index.duration)


def _frames(index: RecordingIndex) -> str:
    if not len(index.heads):
        return "the recording has none"
    return f"frames count from {index.heads['frame'][0]} to {index.heads['frame'][-1]}"


def _damage(index: RecordingIndex) -> str:
    """Return a clause that says what may be missing from a damaged recording, empty for a sound one."""
    last = next((problem for problem in reversed(index.problems) if problem.damage), None)
    return "" if last is None else f". It is damaged: {last.what}"
