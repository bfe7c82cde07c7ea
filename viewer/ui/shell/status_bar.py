"""Status bar of the window: facts about the recording, reading progress, number of problems."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QWidget

from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.detect import carla_version
from viewer.recording.problems import Problem
from viewer.replay.time.time_forms import elapsed_text
from viewer.ui import format as fmt
from viewer.ui.icons import icon
from viewer.ui.state.binding import bind
from viewer.ui.state.imports import ImportState
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import button, icon_button, styled

_HEIGHT = 28
_STEPS = 1_000
"""Maximum of the progress bar in the status bar: its value when the whole recording has been read."""
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
"""English texts for the number of actors by category: for one ("1 vehicle") and for several."""


class StatusBar(QFrame):
    """Bar with frames, length, actors and CARLA's version at the left, progress and problems at the right."""

    problems_requested = Signal()
    """Emitted when the user wants to see the list of problems."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cancel_reading = workspace.cancel_reading
        self.setProperty("surface", "window")
        self.setFixedHeight(_HEIGHT)
        self._frames, self._length, self._growing = QLabel(), QLabel(), QLabel(tr("growing"))
        self._growing.setToolTip(tr("Still being recorded: frames appear as they are completed"))
        self._actors, self._version = ElidedLabel(), ElidedLabel()
        row = in_row(self, spacing=16, margins=(12, 0, 8, 0))
        for label in (self._frames, self._length, self._growing, self._actors, self._version):
            row.addWidget(styled(label, 11, "secondary"))
        row.addStretch(1)
        row.addWidget(self._build_progress())
        row.addWidget(self._build_problems())
        bind(
            self,
            workspace,
            (lambda now: (now.index, now.loading, now.importing), lambda of: self._show_recording(*of)),
            (lambda now: (now.problems, now.checking), lambda of: self._show_problems(*of)),
        )

    def _show_recording(
        self, index: RecordingIndex | None, loading: bool, importing: ImportState | None
    ) -> None:
        """Show frames, length, actors, source or CARLA's version, and the progress, as far as known."""
        self._progress.setVisible(loading or importing is not None)
        name = tr("Importing") if importing is not None else tr("Reading the recording")
        self._bar.setAccessibleName(name)
        self._bar.setToolTip("" if importing is None else f"{name} {fmt.plain(importing.source.name)}")
        for part in (self._frames, self._length, self._actors, self._version, self._problems):
            part.setVisible(index is not None)
        made = index is not None and index.file.stored != index.path
        self._growing.setVisible(index is not None and index.growing and not made)
        if importing is not None:
            self._show_share(importing.share)
        if index is None:
            return
        frames = len(index.frames)
        written = frames + _lost(index)
        text = fmt.counted(frames, "1 frame", "{} frames")
        of_all = tr("{} of {} frames").format(fmt.count(frames), fmt.count(written))
        self._frames.setText(of_all if written > frames else text)
        self._length.setText(elapsed_text(index.duration, index.duration))
        counts = np.bincount(index.actors.category, minlength=len(Category)).tolist()
        words = {each: fmt.counted(counts[each], *ACTOR_WORDS[each]) for each in Category if counts[each]}
        self._actors.setText(fmt.join(*(words.get(each, "") for each in MOVERS)) or tr("no vehicles"))
        self._actors.set_tip("\n".join(words.values()))
        source, unknown = _source(index) if made else ("", "")
        self._version.setText(source or carla_version(index))
        self._version.set_tip(unknown)
        if importing is None:
            self._show_share(index.bytes_read / max(index.size, 1))

    def _show_share(self, share: float) -> None:
        # Otherwise setValue repaints at once, with everything else in the window that waits for painting.
        self._bar.setUpdatesEnabled(False)
        self._bar.setValue(round(share * _STEPS))
        self._bar.setUpdatesEnabled(True)

    def _show_problems(self, problems: tuple[Problem, ...], checking: bool) -> None:
        """Show the number of problems (damage to the file), or of remarks (no damage) if there are none.

        "No problems in this file" is shown only after the whole file has been checked.
        """
        damage = sum(problem.count for problem in problems if problem.damage)
        notes = sum(problem.count for problem in problems if not problem.damage)
        if damage:
            text = fmt.counted(damage, "1 problem", "{} problems")
        elif notes:
            text = fmt.counted(notes, "1 remark", "{} remarks")
        else:
            text = tr("Checking…") if checking else tr("No problems in this file")
        self._problems.setText(text)
        self._problems.setEnabled(bool(damage or notes))
        self._problems.setIcon(icon("problem") if damage else QIcon())

    def _build_progress(self) -> QWidget:
        self._bar = QProgressBar()
        self._bar.setRange(0, _STEPS)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(160)
        self._bar.setAccessibleName(tr("Reading the recording"))
        self._cancel = icon_button("close", tr("Stop reading; what has been read stays"))
        self._cancel.clicked.connect(self._cancel_reading)
        self._progress = QWidget()
        in_row(self._progress, self._bar, self._cancel, spacing=4)
        return self._progress

    def _build_problems(self) -> QPushButton:
        self._problems = button(QPushButton(), kind="status", size=11)
        self._problems.clicked.connect(self.problems_requested)
        return self._problems


def _source(index: RecordingIndex) -> tuple[str, str]:
    """Return what ``index`` was imported from and at what rate, and what it does not hold, for a tooltip."""
    from viewer.importing.origin import origin_of  # noqa: PLC0415 - not before the first picture
    from viewer.importing.sources import SOURCES  # noqa: PLC0415 - not before the first picture

    origin = origin_of(index)
    source = next((each for each in SOURCES if origin is not None and each.name == origin.kind), None)
    if origin is None or source is None:
        return "", ""
    rate = "" if origin.rate is None else f"{origin.rate:g} Hz"
    return fmt.join(tr(source.label), rate), "\n".join(map(tr, source.unknown))


def _lost(index: RecordingIndex) -> int:
    """Return the number of lost frames: those missing between the frames that could be read."""
    between = np.diff(index.frames["frame"].astype(np.int64)) - 1
    return int(between[between > 0].sum()) if any(each.lost_frames for each in index.problems) else 0
