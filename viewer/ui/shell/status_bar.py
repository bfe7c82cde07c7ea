"""The line at the bottom of the window: what the recording is, how far it is read, what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QToolButton, QWidget

from viewer.recording.actors import MOVERS, Category
from viewer.recording.build.detect import carla_version
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.time.time_forms import elapsed_text
from viewer.ui import format as fmt
from viewer.ui.icons import icon
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import button, styled

_HEIGHT = 28
_STEPS = 1_000
"""Categories counted in the line itself; the tooltip has all of them."""
ACTOR_WORDS = {
    Category.VEHICLE: ("1 vehicle", "{} vehicles"),
    Category.BICYCLE: ("1 bicycle", "{} bicycles"),
    Category.WALKER: ("1 walker", "{} walkers"),
    Category.TRAFFIC_LIGHT: ("1 traffic light", "{} traffic lights"),
    Category.TRAFFIC_SIGN: ("1 traffic sign", "{} traffic signs"),
    Category.SENSOR: ("1 sensor", "{} sensors"),
    Category.PROP: ("1 prop", "{} props"),
    Category.SPECTATOR: ("1 spectator", "{} spectators"),
    Category.CONTROLLER: ("1 controller", "{} controllers"),
    Category.OTHER: ("1 other actor", "{} other actors"),
}
"""One, and several, actors of each category, in English."""


class StatusBar(QFrame):
    """Frames, length, actors and version at the left; progress and problems at the right."""

    cancel_requested = Signal()
    """The user wants reading to stop."""
    problems_requested = Signal()
    """The user wants to see the list of problems."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "window")
        self.setFixedHeight(_HEIGHT)
        self._checking = False
        self._verdict = ""
        self._frames, self._length, self._growing = QLabel(), QLabel(), QLabel(tr("growing"))
        self._growing.setToolTip(tr("Still being recorded: frames appear as they are completed"))
        self._actors, self._version = ElidedLabel(), ElidedLabel()
        row = in_row(self, spacing=16, margins=(12, 0, 8, 0))
        for label in (self._frames, self._length, self._growing, self._actors, self._version):
            row.addWidget(styled(label, 11, "secondary"))
        row.addStretch(1)
        row.addWidget(self._build_progress())
        row.addWidget(self._build_problems())
        self._cancel.setIcon(icon("close", "secondary"))
        self.set_recording(None)
        self.set_problems(())
        self.set_progress(None)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Say what is known about a recording so far; None if none is open."""
        for part in (self._frames, self._length, self._actors, self._version, self._problems):
            part.setVisible(index is not None)
        self._growing.setVisible(index is not None and index.growing)
        if index is None:
            return
        frames = len(index.frames)
        written = frames + _lost(index)
        text = fmt.counted(frames, "1 frame", "{} frames")
        of_all = tr("{} of {} frames").format(fmt.count(frames), fmt.count(written))
        self._frames.setText(of_all if written > frames else text)
        self._length.setText(elapsed_text(index.duration, index.duration))
        counts = actor_counts(index)
        shown = [
            fmt.counted(counts[category], *ACTOR_WORDS[category]) for category in MOVERS if category in counts
        ]
        self._actors.setText(fmt.join(*shown) or tr("no vehicles"))
        self._actors.set_tip(
            "\n".join(fmt.counted(n, *ACTOR_WORDS[category]) for category, n in counts.items())
        )
        self._version.setText(carla_version(index))

    def set_progress(self, fraction: float | None) -> None:
        """Show how much of the file has been read, 0 to 1; None when nothing is being read."""
        self._progress.setVisible(fraction is not None)
        if fraction is None:
            return
        # By itself it would paint at once, and with it all of the window that waits to be painted.
        self._bar.setUpdatesEnabled(False)
        self._bar.setValue(round(min(max(fraction, 0.0), 1.0) * _STEPS))
        self._bar.setUpdatesEnabled(True)

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Say how much is wrong with the recording or odd about it."""
        damage = sum(problem.count for problem in problems if problem.damage)
        notes = sum(problem.count for problem in problems if not problem.damage)
        if damage:
            text = fmt.counted(damage, "1 problem", "{} problems")
        elif notes:
            text = fmt.counted(notes, "1 remark", "{} remarks")
        else:
            text = tr("No problems in this file")
        self._verdict = text
        self._problems.setEnabled(bool(damage or notes))
        self._problems.setIcon(icon("problem") if damage else QIcon())
        self._tell_verdict()

    def set_checking(self, checking: bool) -> None:
        """Say whether the file is still being examined: there is no verdict before it has been."""
        self._checking = checking
        self._tell_verdict()

    def _tell_verdict(self) -> None:
        waiting = self._checking and not self._problems.isEnabled()
        self._problems.setText(tr("Checking…") if waiting else self._verdict)

    def _build_progress(self) -> QWidget:
        self._bar = QProgressBar()
        self._bar.setRange(0, _STEPS)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(160)
        self._bar.setAccessibleName(tr("Reading the recording"))
        self._cancel = button(QToolButton(), tr("Stop reading; what has been read stays"))
        self._cancel.clicked.connect(self.cancel_requested)
        self._progress = QWidget()
        in_row(self._progress, self._bar, self._cancel, spacing=4)
        return self._progress

    def _build_problems(self) -> QPushButton:
        self._problems = button(QPushButton(), kind="status", size=11)
        self._problems.clicked.connect(self.problems_requested)
        return self._problems


def actor_counts(index: RecordingIndex) -> dict[Category, int]:
    """Return how many actors of each category the recording has, without the categories it has none of."""
    counts = np.bincount(index.actors.category, minlength=len(Category)).tolist()
    return {category: counts[category] for category in Category if counts[category]}


def _lost(index: RecordingIndex) -> int:
    """Return how many frames are missing between those that could be read."""
    between = np.diff(index.frames["frame"].astype(np.int64)) - 1
    return int(between[between > 0].sum()) if any(each.lost_frames for each in index.problems) else 0
