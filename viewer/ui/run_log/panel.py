"""Panel that lists the lines of a text log of the run, and follows the playhead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from viewer.arrays import Flags
from viewer.cancellation import ShouldContinue
from viewer.ui import format as fmt
from viewer.ui.background.derived import Derived, Needs
from viewer.ui.run_log.columns import log_columns, log_values
from viewer.ui.state.binding import bind_panel
from viewer.ui.state.run_folders import RunFolderState
from viewer.ui.state.run_logs import LEVEL_ROLES, RunLogsState
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.choice_row import ChoiceRow
from viewer.ui.widgets.dock_panel import DockPanel
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.parts import button, label, styled
from viewer.ui.widgets.table import TableModel
from viewer.ui.widgets.text_field import TextField

if TYPE_CHECKING:
    from viewer.run_folder.log_lines import LogLines
    from viewer.ui.app import Viewer

_ROW_HEIGHT = 22
_FILTER_WIDTH = 180
_TIME_WIDTH, _LEVEL_WIDTH = 90, 76


class LogPanel(DockPanel):
    """Panel with the lines of one text log, filtered by level and words.

    The lines of the time at the playhead are selected; a click on a line goes to its time.
    """

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.shown.connect(workspace.run_folders.want)
        self._lines: LogLines | None = None
        self._chosen = 0
        self._followed = (-1, -1)
        self._model = TableModel(log_columns(workspace.display.write), "")
        self._model.role_data[Qt.ItemDataRole.ForegroundRole] = self._color
        self.list = ListView(self._model, _ROW_HEIGHT, self)
        self.logs = QMenu(self)
        self._names = button(QToolButton(self), tr("Text logs of the run"), size=11)
        self.levels = ChoiceRow([tr("All"), tr("Warnings and errors"), tr("Errors")])
        self.filter = TextField()
        self.count = label(size=11, role="secondary")
        self.placement = styled(ElidedLabel(), 11, "secondary")
        self._filtered: Derived[Flags | None] = Derived(workspace.tasks, self, self._needs, _mask)
        self._filtered.changed.connect(self._apply_filter)
        self._lay_out()
        bind_panel(
            self,
            workspace,
            (lambda now: (now.run_folder, now.run_logs), lambda of: self._show_logs(*of)),
            (lambda now: now.labels, lambda _: self.list.viewport().update()),
            (lambda now: (now.playback.playhead, now.run_logs), lambda of: self._follow(of[0])),
        )

    def _lay_out(self) -> None:
        self.list.setAccessibleName(tr("Lines of the log"))
        self.list.horizontalHeader().setStretchLastSection(True)
        self.list.setColumnWidth(0, _TIME_WIDTH)
        self.list.setColumnWidth(1, _LEVEL_WIDTH)
        self.list.offer_copies()
        self._names.setMenu(self.logs)
        self._names.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.filter.setPlaceholderText(tr("Filter: words"))
        self.filter.setAccessibleName(tr("Filter lines"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(_FILTER_WIDTH)
        self.head.set_controls(
            self._names,
            self.levels,
            (self.filter, _FILTER_WIDTH),
            self.count,
            self.placement,
            STRETCH,
            spacing=8,
        )
        in_column(self, (self.list, 1))
        self.list.cell_chosen.connect(self._go)
        self.logs.triggered.connect(lambda action: self._choose(action.data()))
        self.levels.chosen.connect(self._filter)
        self.filter.textChanged.connect(self._filter)

    # -- which log

    def _show_logs(self, folder: RunFolderState, state: RunLogsState) -> None:
        """List the lines of the chosen log of ``state``, or say why there are none."""
        names = [each.log.path.name for each in state.logs]
        if [action.text() for action in self.logs.actions()] != names:
            self.logs.clear()
            self._chosen = 0
            for number, name in enumerate(names):
                action = self.logs.addAction(fmt.plain(name).replace("&", "&&"))
                action.setData(number)
                action.setCheckable(True)
        self.list.set_message(self._reason(folder, state))
        self._choose(min(self._chosen, max(len(names) - 1, 0)))

    def _reason(self, folder: RunFolderState, state: RunLogsState) -> str:
        """Return why no lines are listed, as sentences."""
        if self._workspace.view.index is None:
            return tr("Open a recording to see what lies beside it.")
        if folder.searching or state.reading:
            return tr("Looking for text logs beside the recording…")
        if state.logs:
            return tr("No line contains these words")
        return "\n".join(
            (tr("No text log of this run was found near the recording."), *map(translated, state.troubles))
        )

    @Slot()
    def _choose(self, number: int) -> None:
        """Show the log with the index ``number``."""
        logs = self._workspace.view.run_logs.logs
        self._chosen, self._followed = number, (-1, -1)
        lines = self._lines = logs[number] if number < len(logs) else None
        for action in self.logs.actions():
            action.setChecked(action.data() == number)
        self._model.set_values(log_values(lines))
        if lines is not None:
            self._names.setText(fmt.plain(lines.log.path.name))
            troubles = self._workspace.view.run_logs.troubles
            self.placement.setText(" ".join(map(translated, (lines.sentence, *troubles))))
        for each in (self._names, self.levels, self.filter, self.count, self.placement):
            self.head.set_shown(each, lines is not None)
        self._apply_filter()
        self._filter()

    # -- which lines

    @Slot()
    def _filter(self) -> None:
        """Search in the background for the lines with the words of the filter."""
        if self._needs() is None:
            self._filtered.forget()
            self._apply_filter()
        else:
            self._filtered.update()

    def _needs(self) -> Needs | None:
        words = tuple(self.filter.text().split())
        if self._lines is None or not (words or self.levels.current):
            return None
        return self._lines, words, self.levels.current

    @Slot()
    def _apply_filter(self) -> None:
        lines, found = self._lines, self._filtered.value
        mask: Flags | None = None
        if found is not None and lines is not None and len(found) == len(lines) and self._needs() is not None:
            mask = found
        self._model.set_filter(mask)
        whole = 0 if lines is None else len(lines)
        part, text = fmt.count(len(self._model.shown)), fmt.counted(whole, "1 line", "{} lines")
        self.count.setText(
            text if mask is None else tr("{part} of {whole}").format(part=part, whole=fmt.count(whole))
        )
        self._followed = (-1, -1)
        self._follow(self._workspace.view.playback.playhead)

    def _color(self, row: int, name: str) -> QColor | None:
        if self._lines is None:
            return None
        if name == "time":
            return current_theme().accent if np.isfinite(self._lines.times[row]) else current_theme().faint
        level = int(self._lines.levels[row])
        if level:
            return current_theme().color(LEVEL_ROLES[level]) if name == "level" else None
        return current_theme().secondary if name == "level" else None

    # -- the playhead

    def _follow(self, playhead: float) -> None:
        """Select the shown lines of the last time until ``playhead`` (seconds), and scroll to them."""
        lines = self._lines
        row = None if lines is None else lines.at(playhead)
        if lines is None or row is None:
            self.list.clearSelection()
            self._followed = (-1, -1)
            return
        shown = self._model.shown
        first = int(np.searchsorted(lines.keys, lines.keys[row], side="left"))
        begin, end = np.searchsorted(shown, (first, row + 1)).tolist()
        if begin == end:  # the filter hides these: the last shown one before
            begin, end = max(begin - 1, 0), begin
        if (begin, end) == self._followed or begin == end:
            return
        self._followed = (begin, end)
        self.list.select_lines(np.arange(begin, end))
        self._scroll(begin, end)

    def _scroll(self, begin: int, end: int) -> None:
        """Scroll so that the lines from ``begin`` to before ``end`` are visible, or else the last one."""
        height = self.list.viewport().height()
        current = self.list.currentIndex().row()
        line = (
            current if begin <= current < end else begin if (end - begin) * _ROW_HEIGHT < height else end - 1
        )
        top = self.list.rowViewportPosition(line)
        if not 0 <= top <= height - _ROW_HEIGHT:  # to the middle, by whole rows
            self.list.verticalScrollBar().setValue((line - height // _ROW_HEIGHT // 2) * _ROW_HEIGHT)

    @Slot(int, int)
    def _go(self, line: int, _column: int) -> None:
        """Go to the time of the line that was clicked."""
        lines = self._lines
        if lines is None or not 0 <= line < len(self._model.shown):
            return
        time = float(lines.keys[int(self._model.shown[line])])
        if np.isfinite(time):
            self._workspace.jump(time)


def _mask(lines: LogLines, words: tuple[str, ...], level: int, should_continue: ShouldContinue) -> Flags:
    """Return whether each of ``lines`` contains all ``words`` and has at least the index ``level``."""
    end = lines.first + len(lines)
    kept = lines.levels >= level
    return kept & lines.log.with_words(words, should_continue)[lines.first : end] if words else kept


def make_panel(viewer: Viewer) -> LogPanel:
    """Return a new *Log* panel for the window of ``viewer``."""
    return LogPanel(viewer.workspace, viewer.window)
