"""Time in the window: the form it is shown in, and the range that is chosen."""

from __future__ import annotations

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.replay.time.time_range import Range, snapped
from viewer.ui import format as fmt
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.state.settings import Settings


class TimeDisplay:
    """The scale on which the window writes times and reads typed ones.

    The form that was chosen stays chosen in recordings that do not have it, which are shown as elapsed.
    """

    def __init__(self, settings: Settings, recording: OpenRecording, changes: Changes) -> None:
        """Take who knows the form, of what times are written, and who is told."""
        self._settings, self._recording, self._changes = settings, recording, changes
        self.scale: TimeScale | None = None
        """How times are written now; None without a recording."""

    @property
    def form(self) -> TimeForm:
        """The form that is shown: the one chosen, if the recording has it."""
        form = self._settings.time_form
        return form if self.scale is None or self.scale.has(form) else TimeForm.ELAPSED

    def write(self, elapsed: float) -> str:
        """Write a moment, in seconds, in the form that is shown."""
        return fmt.moment_text(elapsed, self.scale)

    def write_briefly(self, elapsed: float) -> str:
        """Return ``elapsed`` (seconds) as text in the form that is shown, to a tenth of a second."""
        return fmt.brief_moment_text(elapsed, self.scale)

    def look(self) -> None:
        """Write as is chosen now; a longer view alone, which is written alike, is not told."""
        before, index = self.scale, self._recording.index
        self.scale = scale = None if index is None else TimeScale(index, self._settings.time_form)
        if before is None and scale is None:
            return
        if (
            before is None
            or scale is None
            or before.index.file is not scale.index.file
            or not scale.writes_as(before)
        ):
            self._changes.tell(What.SCALE)


class TimeRange:
    """The range of the transport, from frame to frame, or none."""

    def __init__(self, recording: OpenRecording, playback: Playback) -> None:
        """Take where frames are, and who plays them."""
        self._recording, self._playback = recording, playback

    @property
    def chosen(self) -> Range | None:
        """Start and end in elapsed seconds, or None."""
        return self._playback.transport.range

    def choose(self, chosen: Range | None) -> None:
        """Choose the range between the frames nearest to its ends; None, or less than two, is none."""
        index = self._recording.index
        known = index is not None and chosen is not None
        self._playback.set_range(snapped(index.elapsed, chosen) if known and index and chosen else None)

    def set_in(self) -> bool:
        """Let the range begin at the playhead; return whether it can.

        Without a range, or behind the end of it, it goes on to the end of the recording.
        """
        here, end = self._here(), self._playback.transport.duration
        if self.chosen is not None and here < self.chosen[1]:
            end = self.chosen[1]
        return self._choose_some(here, end)

    def set_out(self) -> bool:
        """Let the range end at the playhead; return whether it can.

        Without a range, or before the start of it, it begins where the recording does.
        """
        here, start = self._here(), self._first()
        if self.chosen is not None and here > self.chosen[0]:
            start = self.chosen[0]
        return self._choose_some(start, here)

    def _choose_some(self, start: float, end: float) -> bool:
        if start >= end:
            return False
        self._playback.set_range((start, end))
        return True

    def _first(self) -> float:
        index = self._recording.index
        return float(index.elapsed[0]) if index is not None and len(index.elapsed) else 0.0

    def _here(self) -> float:
        """Return when the frame at the playhead begins."""
        index = self._recording.index
        if index is None or not len(index.elapsed):
            return 0.0
        return float(index.elapsed[max(index.frame_at(self._playback.transport.playhead), 0)])

    def keep_inside(self, index: RecordingIndex) -> None:
        """Cut the range where a recording that was made again ends."""
        chosen = self.chosen
        if index.complete and chosen is not None:
            inside = snapped(index.elapsed, chosen)
            if inside != chosen:
                self._playback.set_range(inside)
