"""Lines of text logs placed on a recording: the elapsed time of each, where the log tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.cancellation import ShouldContinue, cancellable
from viewer.lazy import lazy
from viewer.recording.index import RecordingIndex
from viewer.run_folder.text_log import (
    ELAPSED,
    FRAME,
    GAME_TIME,
    LEVELS,
    SIM_TIME,
    STEP,
    Marks,
    Section,
    TextLog,
    read_log,
)  # fmt: skip

if TYPE_CHECKING:
    from viewer.run_folder.contents import Contents
    from viewer.run_folder.folder import RunFolder

_STEP_RATE = 20.0
"""Steps of the Leaderboard per second; its time is 0.05 s at step 0 (source: ``timer.py``)."""
_OFFSETS = {GAME_TIME: 10, SIM_TIME: 0}
"""Frames before step 0 by the Leaderboard 2.x and 1.0, which write their time in these forms."""
_WORDS = {
    STEP: "steps of the agent", GAME_TIME: "time of the Leaderboard", SIM_TIME: "time of the Leaderboard",
    ELAPSED: "seconds at the beginning", FRAME: "numbers of frames",
}  # fmt: skip
_FEWEST = 3
"""Fewest lines with a mark of time by which a log is placed."""
_ASCENDING = 0.95
"""Least share of marks that must not be less than the one before: other numbers are no time."""
_AGAIN = 0.5
"""Share of the greatest mark to which marks must fall where another run begins."""
_INSIDE = 0.5
"""Least share of marks that must lie in the recording."""


class LogLine(NamedTuple):
    """Line of a text log.

    Attributes:
        elapsed: time in seconds of the recording, of this line or the last one before that tells it; None
            without one.
        level: ``error``, ``warning`` or empty.
        text: the line.
    """

    elapsed: float | None
    level: str
    text: str


class LogLines:
    """Lines of a text log about one run.

    Attributes:
        log: the log.
        first: index in the log of the first line about the run.
        times: elapsed seconds of the recording of each line, NaN where unknown, shape (N,).
        sentence: how the lines were placed, or why they cannot be, as a sentence.
    """

    def __init__(self, log: TextLog, first: int, times: Floats, sentence: str) -> None:
        self.log, self.first, self.times, self.sentence = log, first, times, sentence

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.times)

    def __getitem__(self, number: int) -> LogLine:
        """Return the line at the index ``number``; its text is read from the file."""
        number = range(len(self))[number]
        return LogLine(self.time(number), LEVELS[self.levels[number]], self.text(number))

    def time(self, number: int) -> float | None:
        """Return the elapsed seconds of the line at the index ``number``; None without a time."""
        time = float(self.times[number])
        return None if np.isnan(time) else time

    def text(self, number: int) -> str:
        """Return the text of the line at the index ``number``, read from the file."""
        return self.log.text(self.first + number)

    @property
    def levels(self) -> NDArray[np.uint8]:
        """Level of each line, an index in ``LEVELS``, shape (N,)."""
        return self.log.levels[self.first : self.first + len(self)]

    @lazy
    def keys(self) -> Floats:
        """Greatest time until each line, ascending, −inf before the first, shape (N,)."""
        return np.maximum.accumulate(np.nan_to_num(self.times, nan=-np.inf))

    @property
    def is_placed(self) -> bool:
        """Whether any line has a time."""
        return bool(len(self)) and bool(np.isfinite(self.keys[-1]))

    def at(self, elapsed: float) -> int | None:
        """Return the index of the last line until ``elapsed`` seconds; None before the first with a time."""
        number = int(np.searchsorted(self.keys, elapsed, side="right")) - 1
        return number if number >= 0 and np.isfinite(self.keys[number]) else None


def read_logs(contents: Contents, should_continue: ShouldContinue) -> tuple[list[TextLog], list[str]]:
    """Return the text logs of a run's folder, and sentences on what cannot be read.

    Raises ReadingCancelledError if ``should_continue`` returns False.
    """
    found = [read_log(path, should_continue) for path in cancellable(contents.logs, should_continue, 1)]
    logs = [each for each in found if isinstance(each, TextLog) and len(each)]
    troubles = [each for each in found if isinstance(each, str)]
    return logs, [each for each in (*troubles, *(log.trouble for log in logs)) if each]


def place_lines(
    log: TextLog, folder: RunFolder, index: RecordingIndex, route: tuple[str, int] | None
) -> LogLines | None:
    """Return the lines of ``log`` that are about a recording; None if it is about other runs alone.

    A line without a mark of time has that of the last line with one. A log whose marks cannot be placed is
    returned without times.

    Args:
        log: the log.
        folder: the run's folder, placed on the recording.
        index: the recording.
        route: route id and repetition of the run; None if its name does not tell them.
    """
    part = _part(log, route)
    if part is None or (log.path in folder.contents.shared_logs and not log.sections):
        return None
    first, last = part
    why = "no line tells a step, a frame or the simulation's time"
    usable = []
    for kind, marks in log.marks.items():
        begin, end = np.searchsorted(marks.lines, (first, last))
        values = marks.values[begin:end]
        if len(values) < _FEWEST or (np.diff(values) >= 0).mean() < _ASCENDING:
            continue
        if _begins_again(values):
            why = f"several runs are in it, as {_WORDS[kind]} begin again"
            continue
        usable.append((kind, Marks(marks.lines[begin:end] - first, values)))
    usable.sort(key=lambda each: (-len(each[1].lines), [*_WORDS].index(each[0])))
    for kind, marks in usable:
        times, trouble = _times(kind, marks.values, folder, index)
        if trouble:
            why = trouble
        elif np.isfinite(times).mean() < _INSIDE:
            why = f"{_WORDS[kind]} lie outside the recording"
        else:
            return LogLines(
                log, first, _spread(marks.lines, times, last - first), _placed(kind, folder, len(marks.lines))
            )
    return LogLines(
        log, first, np.full(last - first, np.nan), f"The lines have no place in the recording: {why}."
    )


def _part(log: TextLog, route: tuple[str, int] | None) -> tuple[int, int] | None:
    """Return where the lines about ``route`` begin and end in ``log``; None if all are about others."""
    sections = log.sections
    if not sections:
        return 0, len(log)
    ends = [*(each.line for each in sections[1:]), len(log)]
    of_route = [number for number, each in enumerate(sections) if _same_route(each, route)]
    if not of_route:
        return (0, len(log)) if route is None and len(sections) == 1 else None
    number = of_route[-1]  # a route that was begun again
    return sections[number].line, ends[number]


def _same_route(section: Section, route: tuple[str, int] | None) -> bool:
    return (section.route[0].casefold(), section.route[1]) == route


def _begins_again(values: Floats) -> bool:
    """Return whether ``values`` fall to less than half of their greatest one so far."""
    greatest = np.maximum.accumulate(values)
    return bool(((values < _AGAIN * greatest) & (greatest - values > 1.0)).any())


def _times(
    kind: str, values: Floats, folder: RunFolder, index: RecordingIndex
) -> tuple[Floats, str]:  # fmt: skip
    """Return the elapsed seconds of marks, NaN outside the recording; or why they cannot be placed."""
    elapsed, placement = index.elapsed, folder.placement
    if kind == ELAPSED:
        inside = values <= (elapsed[-1] if len(elapsed) else 0.0) + 1.0
        return np.where(inside, values, np.nan), ""
    if kind == FRAME:
        ids = index.frame_ids
        frames = np.searchsorted(ids, values)
        known = frames < len(ids)
        known[known] = ids[frames[known]] == values[known]
        return _elapsed_of(np.where(known, frames, -1), elapsed), ""
    if kind == STEP:
        if placement.matched is None:
            return values, "no folder tells at which frame its steps begin"
        first, spacing = folder.contents.renumbered
        steps = (values - first) / spacing
        return _elapsed_of(np.floor(steps * folder.every) + placement.offset, elapsed), ""
    offset = _OFFSETS[kind] if placement.matched is None else placement.offset
    steps = np.round(values * _STEP_RATE) - 1
    if placement.matched is not None:
        first, spacing = folder.contents.renumbered
        steps = np.floor((steps - first) / spacing)
    return _elapsed_of(steps + offset, elapsed), ""


def _elapsed_of(frames: Floats | Ints, elapsed: Floats) -> Floats:
    frames = np.asarray(frames, np.int64)
    inside = (frames >= 0) & (frames < len(elapsed))
    return (
        np.where(inside, elapsed[np.where(inside, frames, 0)], np.nan)
        if len(elapsed)
        else np.full(len(frames), np.nan)
    )


def _spread(lines: Ints, times: Floats, count: int) -> Floats:
    """Return the time of each of ``count`` lines: that of the last of ``lines`` until then."""
    before = np.searchsorted(lines, np.arange(count), side="right") - 1
    return np.where(before >= 0, times[np.maximum(before, 0)], np.nan)


def _placed(kind: str, folder: RunFolder, count: int) -> str:
    told = f"Placed by {_WORDS[kind]} in {count:,} lines"
    verified = kind == ELAPSED or (kind != FRAME and folder.placement.matched in ("poses", "user"))
    return f"{told}." if verified else f"{told}, not verified."
