"""Moments that are typed: a time in any form, or a frame."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.moment import MomentError, parse_moment
from viewer.replay.time_forms import TimeScale
from viewer.ui import format as fmt
from viewer.ui.palette.entry import ANSWER, Entry, Hits, Provider

_KEY = "moment:"
_ROUNDING = 0.0005
"""Seconds that three digits are rounded by."""


class MomentProvider(Provider):
    """Understands times; choosing one goes there."""

    def __init__(
        self, playhead: Callable[[], float], go_to: Callable[[float], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._playhead = playhead
        self._go_to = go_to
        self._index: RecordingIndex | None = None

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Find moments of this recording."""
        self._index = index

    def find(self, query: str) -> Hits | None:
        """Return the moment that is typed, or why there is no such moment in the recording."""
        if self._index is None or not len(self._index.heads):
            return None
        try:
            parse_moment(query)
        except MomentError:
            return None
        entry = self._entry(self._index, query)
        # A bare number that is no time of the recording is meant for something else: it stands last.
        best = ANSWER if entry.run is not None or not query.isdecimal() else 1
        return Hits.of(self.tr("Time"), [entry], best)

    def recall(self, key: str) -> Entry | None:
        """Return a moment that was gone to before, if this recording has it."""
        if self._index is None or not key.startswith(_KEY):
            return None
        entry = self._entry(self._index, key.removeprefix(_KEY))
        return entry if entry.run is not None else None

    def exactly(self, elapsed: float) -> float:
        """Return the moment that a time stands for which was rounded to milliseconds.

        What is read as 0.450 s may begin a little later; whoever types that does not mean the frame before.
        """
        index = self._index
        if index is None or not len(index.elapsed):
            return elapsed
        following = float(index.elapsed[min(index.frame_at(elapsed) + 1, len(index.elapsed) - 1)])
        return following if 0.0 < following - elapsed < _ROUNDING else elapsed

    def _entry(self, index: RecordingIndex, text: str) -> Entry:
        try:
            elapsed = self.exactly(TimeScale(index).parse(text, self._playhead()))
        except MomentError as error:
            reason = str(error)
            return Entry("", reason[:1].upper() + reason[1:])
        frame = index.frame_at(elapsed)
        return Entry(
            key=f"{_KEY}{elapsed!r}",
            text=self.tr("Go to {0}").format(fmt.seconds(elapsed)),
            detail=f"#{index.heads['frame'][frame]}",
            aside=fmt.wall_clock(index.header.date, elapsed) if index.header.date is not None else "",
            run=lambda: self._go_to(elapsed),
        )
