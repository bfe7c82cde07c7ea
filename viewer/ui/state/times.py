"""Format in which times are written, and the time range that the user chose on the timeline."""

from __future__ import annotations

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.replay.time.time_range import Range, snapped
from viewer.ui import format as fmt
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.state.settings import Settings


class TimeDisplay:
    """Form in which times are written as text: elapsed seconds, frame ids or time of day.

    In a recording without the form that the user chose (a time of day needs a date), times are written as
    elapsed seconds; the choice is kept.
    """

    def __init__(self, settings: Settings, recording: OpenRecording, changes: Changes) -> None:
        """Write times of ``recording`` in the form in ``settings``; report changes to ``changes``."""
        self._settings, self._recording, self._changes = settings, recording, changes
        self.scale: TimeScale | None = None
        """How times are written now; None without a recording."""
        self.labels = object()
        """Object that is another one if times have other texts than before."""

    @property
    def form(self) -> TimeForm:
        """Format in which times are written: the chosen one if the recording has it, else elapsed seconds."""
        form = self._settings.time_form
        return form if self.scale is None or self.scale.has(form) else TimeForm.ELAPSED

    def write(self, elapsed: float) -> str:
        """Return ``elapsed`` (seconds) as text in the current time format."""
        return fmt.moment_text(elapsed, self.scale)

    def write_briefly(self, elapsed: float) -> str:
        """Return ``elapsed`` (seconds) as text in the current time format, to a tenth of a second."""
        return fmt.brief_moment_text(elapsed, self.scale)

    def update(self) -> None:
        """Set ``scale``, which formats times, from the user's settings and the open recording.

        If times have other texts than before, ``labels`` becomes another object.
        """
        before, index = self.scale, self._recording.index
        self.scale = scale = None if index is None else TimeScale(index, self._settings.time_form)
        if before is None and scale is None:
            return
        if (
            before is None
            or scale is None
            or before.index.file is not scale.index.file
            or not scale.has_same_labels_as(before)
        ):
            self.labels = object()
            self._changes.touch()


class TimeRange:
    """The time range that the user chose on the timeline, for statistics, looping and exports; may be None.

    Both ends are times of frames.
    """

    def __init__(self, recording: OpenRecording, playback: Playback) -> None:
        """Store the arguments: ``playback`` has the time range, whose ends are at frames of ``recording``."""
        self._recording, self._playback = recording, playback

    @property
    def chosen(self) -> Range | None:
        """Start and end of the chosen time range in elapsed seconds, or None."""
        return self._playback.transport.range

    def choose(self, chosen: Range | None) -> None:
        """Set the time range, with its ends moved to frames.

        None, or a range shorter than a frame, clears it.
        """
        index = self._recording.index
        known = index is not None and chosen is not None
        self._playback.set_range(snapped(index.elapsed, chosen) if known and index and chosen else None)

    def set_in(self) -> bool:
        """Start the time range at the playhead; return False if that is impossible, at the last frame.

        The end stays if it is later than the playhead; otherwise, or without a range, it is the end of the
        recording.
        """
        here, end = self._here(), self._playback.transport.duration
        if self.chosen is not None and here < self.chosen[1]:
            end = self.chosen[1]
        return self._choose_some(here, end)

    def set_out(self) -> bool:
        """End the time range at the playhead; return False if the playhead is at the first frame.

        The start of the range stays if it is earlier than the playhead; otherwise it becomes the first frame.
        """
        here, start = self._here(), self._start_of_frame(0.0)
        if self.chosen is not None and here > self.chosen[0]:
            start = self.chosen[0]
        return self._choose_some(start, here)

    def _choose_some(self, start: float, end: float) -> bool:
        if start >= end:
            return False
        self._playback.set_range((start, end))
        return True

    def _start_of_frame(self, elapsed: float) -> float:
        """Return the time in seconds at which the frame at ``elapsed`` begins; 0 if there is no frame."""
        index = self._recording.index
        if index is None or not len(index.elapsed):
            return 0.0
        return float(index.elapsed[max(index.frame_at(elapsed), 0)])

    def _here(self) -> float:
        return self._start_of_frame(self._playback.transport.playhead)

    def keep_inside(self, index: RecordingIndex) -> None:
        """Cut the time range at the end of ``index``: the file may have been recorded anew and be shorter."""
        chosen = self.chosen
        if index.complete and chosen is not None:
            inside = snapped(index.elapsed, chosen)
            if inside != chosen:
                self._playback.set_range(inside)
