"""Box on the map with statistics of the time range chosen in the timeline, and buttons for that range."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QLabel, QSpacerItem, QWidget

from viewer.replay.events import EventKind
from viewer.signals.series import MotionStats, RangeStats, motion_stats, range_stats
from viewer.ui import format as fmt
from viewer.ui.event_text import EVENT_WORDS
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits, speed_with_unit
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import action_button, styled

_SIDE = 28
_WIDTH = 330
"""Minimum width in pixels of the box with statistics of a time range: nothing moves while the range changes.
"""
_BUTTONS = ("range_play", "range_loop", "range_zoom", "range_copy", "range_clear")
_NAMED = 2
"""Number of kinds of events that the box about a time range names; its tooltip names all."""


@dataclass(frozen=True)
class Figures:
    """Statistics of a time range.

    Attributes:
        stats: its length, number of frames, and number of events by kind.
        actor_id: id of the selected actor, None without one.
        motion: how that actor moved, None until its path has been read.
        frame_ids: CARLA's ids of the first and last frame.
    """

    stats: RangeStats
    actor_id: int | None
    motion: MotionStats | None
    frame_ids: tuple[int, int] = (0, 0)

    def table(self) -> str:
        """Return all statistics as lines of name, value and unit, separated by tabs."""
        stats, motion = self.stats, self.motion
        rows = [
            ("start", f"{stats.start:.6f}", "s"),
            ("end", f"{stats.end:.6f}", "s"),
            ("length", f"{stats.length:.6f}", "s"),
            ("frames", str(stats.frames), ""),
            ("first frame", str(self.frame_ids[0]), ""),
            ("last frame", str(self.frame_ids[1]), ""),
            *((f"events: {kind}", str(stats.events[kind]), "") for kind in EventKind if kind in stats.events),
        ]
        if self.actor_id is not None and motion is not None:
            rows += [
                ("actor", str(self.actor_id), ""),
                ("distance", _plain(motion.distance), "m"),
                ("mean speed", _plain(motion.mean), "m/s"),
                ("lowest speed", _plain(motion.least), "m/s"),
                ("highest speed", _plain(motion.most), "m/s"),
            ]
        return "\n".join("\t".join(row).rstrip() for row in rows)


def figures_of(workspace: Workspace) -> Figures | None:
    """Return statistics of the time range chosen in the timeline, without those not computed yet.

    ``workspace`` holds the window's recording and its state. None if no range is chosen or no recording is
    open.
    """
    recording, chosen = workspace.recording, workspace.range.chosen
    index, path, row = recording.index, recording.path, workspace.focus.primary
    if index is None or chosen is None or not len(index.elapsed):
        return None
    stats = range_stats(index, workspace.recorded_events.times, chosen)
    actor_id = None if row is None else index.actors.descriptions[row].actor_id
    motion = None
    if path is not None and path.row == row:
        motion = motion_stats(index, path.poses, path.speed, chosen)
    ids = index.frames["frame"]
    return Figures(stats, actor_id, motion, (int(ids[stats.first]), int(ids[stats.last])))


def _plain(value: float) -> str:
    """Return ``value`` as text that a spreadsheet reads; empty for NaN."""
    return f"{value:.3f}" if math.isfinite(value) else ""


class RangeCard(QFrame):
    """Box with length, frames and events of the time range chosen in the timeline.

    It also says how the selected actor moved in that time.
    """

    def __init__(self, workspace: Workspace, actions: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self._time = workspace.display.write
        self.setProperty("surface", "card")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(tr("Chosen range"))
        self._length = styled(QLabel(), 13, bold=True)
        self._holds = styled(ElidedLabel(), 13)
        self._motion = styled(ElidedLabel(), 11, "secondary")
        words = QWidget(self)
        lines = in_column(words, in_row(None, self._length, self._holds, STRETCH, spacing=8), self._motion)
        lines.addSpacerItem(QSpacerItem(_WIDTH, 0))
        row = in_row(self, (words, 1), 8, spacing=2, margins=(12, 5, 6, 5))
        for name in _BUTTONS:
            button = action_button(actions[name])
            button.setFixedSize(_SIDE, _SIDE)
            row.addWidget(button)
        bind(
            self,
            workspace,
            (
                lambda now: (now.range, now.event_times, now.selected, now.path, now.labels),
                lambda _: self.set_figures(figures_of(workspace)),
            ),
        )

    def set_figures(self, figures: Figures | None) -> None:
        """Show the statistics ``figures`` of the chosen time range; None hides the card."""
        if figures is not None:
            stats = figures.stats
            frames = fmt.counted(stats.frames, "1 frame", "{} frames")
            events = self._events(stats)
            more = fmt.count(len(events) - _NAMED)
            rest = (
                tr("{} more kinds of events").format(more)
                if len(events) > _NAMED + 1
                else "".join(events[_NAMED:])
            )
            self._length.setText(fmt.seconds(stats.length))
            self._holds.setText(fmt.join(frames, *events[:_NAMED], rest))
            where = fmt.range_(self._time(stats.start), self._time(stats.end))
            self._holds.set_tip("\n".join([where, frames, *events]))
            self._motion.setText(self._motion_of(figures))
        self.setVisible(figures is not None)

    def _motion_of(self, figures: Figures) -> str:
        """Return a line of text about how the selected actor moved in the time range."""
        motion = figures.motion
        if figures.actor_id is None:
            return tr("Select an actor for its distance and speed")
        if motion is None:
            return tr("{id} · looking for its path").format(id=figures.actor_id)
        if motion.unknown:
            return tr("{id} is not there").format(id=figures.actor_id)
        slowest_fastest = fmt.range_(
            fmt.number(in_shown_unit(motion.least, MPS), speed_digits()), speed_with_unit(motion.most)
        )
        return fmt.join(
            str(figures.actor_id),
            fmt.distance(motion.distance),
            tr("mean {}").format(speed_with_unit(motion.mean)),
            slowest_fastest,
        )

    def _events(self, stats: RangeStats) -> list[str]:
        """Return the number of events of each kind in the range, as texts, the most important kind first."""
        return [self._amount(kind, stats.events[kind]) for kind in EventKind if stats.events.get(kind)]

    def _amount(self, kind: EventKind, number: int) -> str:
        words = EVENT_WORDS[kind]
        return fmt.counted(number, words.one, words.many)
