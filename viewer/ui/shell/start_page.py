"""Start page, which is shown while nothing is open and lists recently opened recordings and folders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QLineEdit, QPushButton, QWidget

from viewer.ui import format as fmt
from viewer.ui.actions import tooltip
from viewer.ui.library.columns import REASON, WAY, reason
from viewer.ui.library.table import ROW, RecordingsView, WayDelegate, ways_of
from viewer.ui.state.recent import RecentRecording
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.parts import button, label
from viewer.ui.widgets.table import TableColumn, TableModel

_WIDEST = 1120
_KNOWN = 3
"""The start page offers the sample recording until there are so many recently opened recordings."""
_COLUMNS = (WAY, "title", REASON, "map", "length", "recorded", "place")


class StartPage(QWidget):
    """Page to open a recording or folder: by buttons, or from a list of recent ones and a sample."""

    open_requested = Signal()
    """Emitted when the user wants to choose a file."""
    open_folder_requested = Signal()
    """Emitted when the user wants to choose a folder whose recordings are to be listed."""
    chosen = Signal(object)
    """Emitted with the RecentRecording that the user wants to open."""
    forget_requested = Signal(object)
    """Emitted with the Path of a recording or folder that the user removes from the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recent: tuple[RecentRecording, ...] = ()
        self._shown: tuple[RecentRecording, ...] = ()
        self._sample: RecentRecording | None = None
        self.setProperty("surface", "window")
        self._model = TableModel([TableColumn(name, "") for name in _COLUMNS], "")
        self._model.role_data[Qt.ItemDataRole.ToolTipRole] = lambda row, _name: fmt.plain(
            str(self._shown[row].path)
        )
        self.view = RecordingsView(self._model, ROW, one_click=True)
        self.view.setAccessibleName(tr("Recent recordings"))
        self._ways = WayDelegate(self._model, self.view)
        self.view.setItemDelegateForColumn(0, self._ways)
        header = self.view.horizontalHeader()
        header.hide()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.view.chosen.connect(lambda row: self.chosen.emit(self._shown[row]))
        forget = QAction(tr("Remove from this list"), self.view)
        forget.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        forget.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        forget.triggered.connect(self._forget)
        self.view.addAction(forget)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setFocusProxy(self.view)
        self._foot = label(size=11, role="secondary")
        content = QWidget()
        content.setMaximumWidth(_WIDEST)
        in_column(content, self._build_head(), (self.view, 1), self._foot, spacing=16)
        in_row(self, (content, 1), margins=(24, 48, 24, 24))

    def set_recent(
        self, recordings: Sequence[RecentRecording], sample: RecentRecording | None = None
    ) -> None:
        """Show ``recordings`` as the list of recent ones, in their order, without accessing the disk.

        ``sample`` is the program's sample recording; it comes last, and only while there are fewer than three
        others.
        """
        self._recent, self._sample = tuple(recordings), sample
        self.set_checked((), {})

    def set_checked(self, missing: Collection[Path], known: Mapping[Path, Mapping[str, Any]]) -> None:
        """Hide missing recordings, show how many are missing, and add facts from the library to the others.

        The library is the program's table of the recordings in the user's folders.

        Args:
            missing: paths that do not exist on the disk.
            known: for each path in the library, its row there: value by column name.
        """
        there = [each for each in self._recent if each.path not in missing]
        if self._sample is not None and sum(not each.folder for each in there) < _KNOWN:
            there.append(self._sample)
        self._shown = tuple(there)
        rows = [self._facts(each, known.get(each.path, {})) for each in there]
        ways = {"path": list(map(str, known)), "way": [row["way"] for row in known.values()]}
        self._ways.ways = ways_of(ways)
        self._model.set_values({name: [row[name] for row in rows] for name in ("path", *_COLUMNS)})
        self.view.setColumnHidden(0, not self._ways.ways)
        gone = len(self._recent) - sum(each is not self._sample for each in there)
        self._foot.setText(tr("{0} missing hidden").format(fmt.count(gone)))
        self._foot.setVisible(bool(gone))
        if rows and self.view.current is None:
            self.view.selectRow(0)

    def showEvent(self, event: QShowEvent) -> None:
        """Move keyboard focus to the list of recent recordings, and update the buttons' tooltips.

        Focus stays if it is in a text field.
        """
        super().showEvent(event)
        self._open.setToolTip(tooltip("open"))
        self._folder.setToolTip(tooltip("open_folder"))
        if not isinstance(QApplication.focusWidget(), QLineEdit):
            self.view.setFocus()

    def _facts(self, recent: RecentRecording, row: Mapping[str, Any]) -> dict[str, Any]:
        usable = row and row["error"] is None
        worst = reason(row["worst"], row["worst_at"], row["why"], None).text if usable else None
        folder = tr("Comes with the program") if recent is self._sample else str(recent.path.parent)
        return {
            "path": str(recent.path),
            WAY: None,
            "title": recent.title,
            REASON: worst,
            "map": fmt.plain(recent.map_name),
            "length": None if recent.duration is None else fmt.seconds(recent.duration),
            "recorded": None if recent.date is None else fmt.day(recent.date),
            "place": fmt.plain(folder),
        }

    @Slot()
    def _forget(self) -> None:
        index = self.view.currentIndex()
        recent = self._shown[self._model.row_of(index)] if index.isValid() else self._sample
        if recent is not None and recent is not self._sample:
            self.forget_requested.emit(recent.path)

    def _build_head(self) -> QWidget:
        title = label(tr("Recordings"), 20, bold=True)
        drop = label(tr("or drop one anywhere"), role="secondary")
        opens = self._open = button(QPushButton(tr("Open a recording…")), kind="primary")
        opens.clicked.connect(self.open_requested)
        folder = self._folder = button(QPushButton(tr("Open folder…")), kind="")
        folder.clicked.connect(self.open_folder_requested)
        head = QWidget()
        in_row(head, title, STRETCH, drop, folder, opens, spacing=12)
        return head
