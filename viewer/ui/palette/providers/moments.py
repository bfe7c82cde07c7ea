"""Moments that are typed: a time in any form, or a frame."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from viewer.recording.index import RecordingIndex
from viewer.replay.moment import MomentError, parse_moment
from viewer.replay.time_forms import TimeForm, TimeScale
from viewer.ui import format as fmt
from viewer.ui.palette.entry import ANSWER, Entry, Hits, Provider

_KEY = "moment:"
_ROUNDING = 0.0005
"""Seconds that three digits are rounded by."""


class MomentProvider(Provider):
    """Understands times; choosing one goes there."""

    def __init__(
        self,
        scale: Callable[[], TimeScale | None],
        playhead: Callable[[], float],
        go_to: Callable[[float], None],
        parent: QObject,
    ) -> None:
        """Take what tells the form of time of the recording, if one is open, and what tells and moves."""
        super().__init__(parent)
        self._scale = scale
        self._playhead = playhead
        self._go_to = go_to

    def find(self, query: str) -> Hits | None:
        """Return the moment that is typed, or why there is no such moment in the recording."""
        scale = self._scale()
        if scale is None or not len(scale.index.heads):
            return None
        try:
            parse_moment(query)
        except MomentError:
            return None
        entry = self._entry(scale, query)
        # A bare number that is no time of the recording is meant for something else: it stands last.
        best = ANSWER if entry.run is not None or not query.isdecimal() else 1
        return Hits.of(self.tr("Time"), [entry], best)

    def recall(self, key: str) -> Entry | None:
        """Return a moment that was gone to before, if this recording has it."""
        scale = self._scale()
        if scale is None or not key.startswith(_KEY):
            return None
        entry = self._entry(scale, key.removeprefix(_KEY))
        return entry if entry.run is not None else None

    def _entry(self, scale: TimeScale, text: str) -> Entry:
        index = scale.index
        try:
            elapsed = exactly(index, scale.parse(text, self._playhead()))
        except MomentError as error:
            reason = str(error)
            return Entry("", reason[:1].upper() + reason[1:])
        in_frames = scale.form is TimeForm.FRAME
        clock = "" if scale.clock is not None else fmt.wall_clock(index.header.date, elapsed)
        return Entry(
            key=f"{_KEY}{elapsed!r} s",
            text=self.tr("Go to {0}").format(scale.label(elapsed)),
            detail=fmt.seconds(elapsed)
            if in_frames
            else f"#{index.frames['frame'][index.frame_at(elapsed)]}",
            aside="" if clock == fmt.UNKNOWN else clock,
            run=lambda: self._go_to(elapsed),
        )


def exactly(index: RecordingIndex, elapsed: float) -> float:
    """Return the moment that a time stands for which was rounded to milliseconds.

    What is read as 0.450 s may begin a little later; whoever types that does not mean the frame before.
    """
    if not len(index.elapsed):
        return elapsed
    following = float(index.elapsed[min(index.frame_at(elapsed) + 1, len(index.elapsed) - 1)])
    return following if 0.0 < following - elapsed < _ROUNDING else elapsed
