"""List of the recording's problems; a click jumps to the time of a problem."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QApplication, QHeaderView, QPushButton, QWidget

from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.ui.format import TimeText, capital, count, plain, range_, seconds
from viewer.ui.icons import icon
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.choice_row import ChoiceRow
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.parts import button
from viewer.ui.widgets.table import TableColumn, TableModel

_DAMAGE = 1
"""Index of the button "damage only" among the buttons that filter the list of problems."""


def time_of(index: RecordingIndex, problem: Problem) -> float | None:
    """Return the time of ``problem`` in elapsed seconds.

    None if it has no position in the file, or if no frame could be read.
    """
    if not len(index.elapsed):
        return None
    frame = problem.frame
    if frame is None and problem.offset is not None:
        frame = int(np.searchsorted(index.offsets, problem.offset, side="right")) - 1
    if frame is None:
        return None
    return float(index.elapsed[min(max(frame, 0), len(index.elapsed) - 1)])


def time_text(index: RecordingIndex, problem: Problem, format_time: TimeText = seconds) -> str:
    """Return the time of ``problem`` as text, a range if it spans frames; empty if it has none.

    ``format_time`` is the function that returns a time in seconds as text.
    """
    first = time_of(index, problem)
    if first is None:
        return ""
    if problem.last_frame is None or not 0 <= problem.last_frame < len(index.elapsed):
        return format_time(first)
    return range_(format_time(first), format_time(float(index.elapsed[problem.last_frame])))


def problem_text(problem: Problem) -> str:
    """Return the description of ``problem`` as a sentence without a full stop, with its count if above 1."""
    text = capital(translated(problem.what))
    return text if problem.count == 1 else f"{text} (× {count(problem.count)})"


def action_text(problem: Problem) -> str:
    """Return what was done about ``problem``, as a sentence without a full stop."""
    return capital(translated(problem.action))


def clipboard_line(index: RecordingIndex, problem: Problem) -> str:
    """Return a problem of a recording as one line of tab-separated values, for the clipboard."""
    parts = (
        tr("damage") if problem.damage else tr("remark"),
        "" if problem.offset is None else str(problem.offset),
        time_text(index, problem),
        str(problem.count),
        translated(problem.what),
        translated(problem.action),
    )
    return "\t".join(parts)


def clipboard_header() -> str:
    """Return the line of tab-separated column names with which copied problems begin."""
    return "\t".join((tr("kind"), tr("byte"), tr("time"), tr("count"), tr("what"), tr("what was done")))


_ROW_HEIGHT = 26


class ProblemsView(QWidget):
    """List of the problems of a recording's file, damage before remarks, which can be filtered by kind.

    Attributes:
        filter: buttons that choose the kind; the panel shows them in its head.
        copy: button that copies the listed problems; the panel shows it in its head.
    """

    listed = Signal()
    """Emitted when the displayed list of problems has changed."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._listed: Sequence[Problem] = ()
        columns = (
            TableColumn("what", tr("Problem"), value=problem_text),
            TableColumn("action", tr("What was done"), value=action_text),
            TableColumn("offset", tr("Byte"), count, number=True),
            TableColumn("time", tr("Time"), number=True, value=self._time),
        )
        self._model = TableModel(columns, "")
        self._model.role_data |= {
            Qt.ItemDataRole.DecorationRole: self._icon,
            Qt.ItemDataRole.ForegroundRole: self._color,
            Qt.ItemDataRole.ToolTipRole: lambda row, _name: self._whole(row),
        }
        self._list = ListView(self._model, _ROW_HEIGHT, self)
        self._list.setAccessibleName(tr("Problems"))
        header = self._list.horizontalHeader()
        for column in (0, 1):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.filter = ChoiceRow(["", "", ""])
        self.copy = QPushButton(tr("Copy all"))
        button(self.copy, tr("Copy what is listed, a line each"), size=11)
        self.copy.setIcon(icon("copy", "secondary"))
        in_column(self, self._list)
        self.filter.chosen.connect(self._show)
        self.copy.clicked.connect(self.copy_all)
        self._list.cell_chosen.connect(self._go)
        self._list.offer_copies(self._copy_line, self.copy_all)
        bind_panel(
            self, workspace,
            (lambda now: (now.index, now.loading, now.problems, now.labels), self._show),
        )  # fmt: skip

    @property
    def _index(self) -> RecordingIndex | None:
        return self._workspace.recording.index

    @Slot()
    def copy_all(self) -> None:
        """Copy the path of the recording and the listed problems to the clipboard."""
        if self._index is not None:
            lines = [clipboard_line(self._index, problem) for problem in self._listed]
            QApplication.clipboard().setText("\n".join([str(self._index.path), clipboard_header(), *lines]))

    @Slot()
    def _copy_line(self) -> None:
        if self._index is not None:
            lines = [clipboard_line(self._index, self._listed[line]) for line in self._list.selected_lines]
            QApplication.clipboard().setText("\n".join(lines))

    @Slot(int)
    def _go(self, line: int) -> None:
        elapsed = None if self._index is None else time_of(self._index, self._listed[line])
        if elapsed is not None:
            self._workspace.jump(elapsed)

    def _icon(self, row: int, name: str) -> QIcon | None:
        if name != "what":
            return None
        return icon("problem") if self._listed[row].damage else icon("note", "secondary")

    def _color(self, _row: int, name: str) -> QColor | None:
        theme = current_theme()
        return {"what": None, "time": theme.accent}.get(name, theme.secondary)

    def _time(self, problem: Problem) -> str:
        return "" if self._index is None else time_text(self._index, problem, self._workspace.display.write)

    def _whole(self, row: int) -> str:
        problem = self._listed[row]
        return f"{problem_text(problem)}.\n{action_text(problem)}."

    @Slot()
    def _show(self) -> None:
        index, problems = self._index, self._workspace.view.problems
        damage, notes = ([each for each in problems if each.damage is wanted] for wanted in (True, False))
        choices = (
            (tr("All"), "", damage + notes),
            (tr("Damage"), tr("Damaged parts of the file"), damage),
            (tr("Remarks"), tr("Unusual content that is no fault of the file"), notes),
        )
        for button_index, (text, tip, those) in enumerate(choices):
            number = sum(each.count for each in those)  # one problem can stand for many
            self.filter.set_text(button_index, f"{text} {count(number)}", tip)
        shown = choices[self.filter.current][2]
        self.copy.setEnabled(bool(shown))
        self._list.set_message(self._message(index))
        first = not self._listed
        self._listed = [] if index is None else shown
        self._model.show_all(self._listed)
        if first:
            self._list.fit()
        self.listed.emit()

    def _message(self, index: RecordingIndex | None) -> str:
        """Return the text to show in place of an empty list of problems; it says why the list is empty.

        The text is empty if ``index`` is None, that is, no recording is open.
        """
        if index is None:
            return ""
        if self._workspace.view.problems:
            damage = self.filter.current == _DAMAGE
            return tr("No damage, only remarks") if damage else tr("No remarks, only damage")
        if not index.complete:
            return tr("No problems so far")
        frames = count(len(index.frame_starts))
        return tr("No problems: all {0} frames of {1} can be read").format(frames, plain(index.path.name))
