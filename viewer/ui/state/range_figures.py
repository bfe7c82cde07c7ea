"""The figures of the chosen range, as they are known now."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from viewer.replay.events import EventKind
from viewer.signals.range_stats import MotionStats, RangeStats, motion_stats, range_stats
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import row_in
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.recorded_events import RecordedEvents
from viewer.ui.state.time_range import TimeRange


@dataclass(frozen=True)
class Figures:
    """What is to be told of a range.

    Attributes:
        stats: its frames and events.
        actor_id: the selected actor, None without one.
        motion: how that actor moved, None while its path is being looked for.

    """

    stats: RangeStats
    actor_id: int | None
    motion: MotionStats | None


class RangeFigures(QObject):
    """Works the figures out anew when the range, the recording, the events or the selected actor change."""

    changed = Signal(object)
    """Figures, or None without a range."""

    def __init__(
        self,
        recording: OpenRecording,
        focus: ActorFocus,
        time_range: TimeRange,
        events: RecordedEvents,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recording = recording
        self._focus = focus
        self._range = time_range
        self._events = events
        self._figures: Figures | None = None
        time_range.changed.connect(self._work_out)
        events.changed.connect(self._work_out)  # after every index
        focus.primary_changed.connect(self._work_out)
        recording.path_changed.connect(self._work_out)

    @Slot()
    def _work_out(self) -> None:
        before, self._figures = self._figures, self._present()
        if before is not None or self._figures is not None:
            self.changed.emit(self._figures)

    def _present(self) -> Figures | None:
        index, chosen = self._recording.index, self._range.chosen
        row = row_in(self._focus.primary)
        if index is None or chosen is None or not len(index.elapsed):
            return None
        stats = range_stats(index, self._events.times, chosen)
        actor_id = None if row is None else index.actors.descriptions[row].actor_id
        path, motion = self._recording.path, None
        if path is not None and path.row == row:
            motion = motion_stats(index, path.poses, path.speed, chosen)
        return Figures(stats, actor_id, motion)

    def table(self) -> str:
        """Return name, value and unit of each figure in lines, separated by tabs; empty without a range."""
        figures, index = self._figures, self._recording.index
        if figures is None or index is None:
            return ""
        stats, motion, ids = figures.stats, figures.motion, index.frames["frame"]
        rows = [
            ("start", f"{stats.start:.6f}", "s"),
            ("end", f"{stats.end:.6f}", "s"),
            ("length", f"{stats.length:.6f}", "s"),
            ("frames", str(stats.frames), ""),
            ("first frame", str(ids[stats.first]), ""),
            ("last frame", str(ids[stats.last]), ""),
            *((f"events: {kind}", str(stats.events[kind]), "") for kind in EventKind if kind in stats.events),
        ]
        if figures.actor_id is not None and motion is not None:
            rows += [
                ("actor", str(figures.actor_id), ""),
                ("distance", _plain(motion.distance), "m"),
                ("mean speed", _plain(motion.mean), "m/s"),
                ("lowest speed", _plain(motion.least), "m/s"),
                ("highest speed", _plain(motion.most), "m/s"),
            ]
        return "\n".join("\t".join(row).rstrip() for row in rows)


def _plain(value: float) -> str:
    """Return a number as a spreadsheet reads it, nothing if it is not known."""
    return f"{value:.3f}" if math.isfinite(value) else ""
