"""The page of a folder of recordings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QFileSystemWatcher, QModelIndex, Qt, QTimer, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QProgressBar, QPushButton, QToolBar, QToolButton, QWidget

from viewer.analysis.kinds import KINDS
from viewer.arrays import Floats
from viewer.export.errors import MissingExtraError, how_to_install
from viewer.library.columns import Columns
from viewer.library.library import EXTRA, Library, Progress
from viewer.library.order import worst_first
from viewer.ui import format as fmt
from viewer.ui.library.calls import Call
from viewer.ui.library.columns import WAY, page_columns
from viewer.ui.library.filter import rows_that_pass
from viewer.ui.library.table import ROW, RecordingsView, WayDelegate, ways_of
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.keys import ENTER, is_claimed
from viewer.ui.widgets.parts import button, label
from viewer.ui.widgets.table import TableColumn, TableModel

OpenRow = Callable[[Path, float | None], None]
"""Opens a recording at a time in seconds, at its beginning if None."""

_AGAIN = 1_000
"""Milliseconds after the last change of a folder until it is looked at again."""
_SELECT = "select"
_UNKNOWN = "–"
_LOW = 26
"""Pixels of a row of an answer."""


class _Content(NamedTuple):
    """What the page shows of a library at one time."""

    recordings: Columns
    ways: Mapping[str, Floats]
    kinds: Mapping[str, Mapping[str, int]]
    size: int


def _read(library: Library) -> _Content:
    """Return what a library holds, the worst recording first."""
    recordings = library.columns("recordings")
    order = worst_first(recordings)
    ordered = {name: [values[at] for at in order] for name, values in recordings.items()}
    return _Content(ordered, ways_of(library.columns("files")), library.kinds(), library.size())


def _told(value: object) -> str:
    """Return a value of an answer as text."""
    return f"{value:.6g}".replace("-", "−") if isinstance(value, float) else fmt.plain(str(value))


class _Field(QLineEdit):
    """A field whose Enter is its own."""

    def event(self, event: QEvent) -> bool:
        """Claim Enter before the window's shortcuts get it."""
        return is_claimed(event, lambda key: key.key() in ENTER) or super().event(event)


class LibraryPage(QWidget):
    """What happened in each recording of a folder; a double-click is where the worst of it happened."""

    def __init__(self, library: Library, open_row: OpenRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._open = open_row
        self._content = _Content({}, {}, {}, 0)
        self._seen = set(library.seen)
        self._kinds: dict[str, QToolButton] = {}
        self._survey: Call | None = None
        self._question: Call | None = None
        self._again = False
        self.model = TableModel(page_columns(), _UNKNOWN)
        self.view = RecordingsView(self.model, ROW, self)
        self._ways = WayDelegate(self.model, self.view)
        self.view.setItemDelegateForColumn(0, self._ways)
        self.view.chosen.connect(self.open_number)
        self.answer = RecordingsView(TableModel((), _UNKNOWN), _LOW, self)
        self.answer.hide()
        self._title = label("", 20, bold=True)
        self._told = label("", role="secondary")
        self._trouble = label("", role="secondary")
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        self.field = _Field()
        self.field.setPlaceholderText(self.tr("Filter: words, collisions>0, map=Town05 · or SELECT …"))
        self.field.setAccessibleName(self.tr("Filter or question"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self._ask)
        self._bar = QToolBar()
        self._bar.setAccessibleName(self.tr("Kinds of events"))
        self._progress = QProgressBar()
        self._progress.setTextVisible(False)
        self._progress.setMaximum(1_000)
        self._stop = button(QPushButton(self.tr("Stop")))
        self._stop.clicked.connect(self.stop)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._folder_changed)
        self._later = QTimer(self, singleShot=True, interval=_AGAIN)
        self._later.timeout.connect(self.refresh)
        self._lay_out()
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.field.setFocus)
        self._tell(None)

    @property
    def busy(self) -> bool:
        """Whether recordings are being surveyed, or are going to be."""
        return self._survey is not None or self._later.isActive()

    @property
    def said(self) -> str:
        """What it says of a question, or of what is wrong; empty for nothing."""
        return self._trouble.text()

    @Slot()
    def refresh(self) -> None:
        """Look at the folders again, and survey what is new or has changed."""
        if self._survey is not None:
            self._again = True  # what changed meanwhile
            return
        call = Call(self._look, self)
        call.progressed.connect(self._take_progress)
        call.answered.connect(self._take)
        call.failed.connect(self._fail)
        call.finished.connect(self._surveyed)
        self._survey = call
        self._tell(None)
        call.start()

    @Slot()
    def stop(self) -> None:
        """Survey no more; what is done is kept."""
        if self._survey is not None:
            self._survey.cancel()

    def shut_down(self) -> None:
        """End what runs in the background."""
        for call in (self._survey, self._question):
            if call is not None:
                call.cancel()
                call.wait()

    @Slot(int)
    def open_number(self, row: int) -> None:
        """Open a recording where its worst event begins."""
        name = self.model.value(row, "path")
        files = {file.name: file for file in self._library.found.recordings}
        if name not in files or files[name].url:
            return
        self._seen.add(name)
        self._library.set_seen(self._seen)
        self._mark_seen()
        self._open(files[name].path, self.model.value(row, "worst_at"))

    def open_next(self, path: Path, direction: int) -> bool:
        """Open the recording in the row below (1) or above (−1) that of a path; tell whether there is one."""
        names = {file.path: file.name for file in self._library.found.recordings}
        rows = self.model.shown.tolist()
        places = [place for place, row in enumerate(rows) if self.model.value(row, "path") == names.get(path)]
        if not places or not 0 <= places[0] + direction < len(rows):
            return False
        place = places[0] + direction
        self.view.selectRow(place)
        self.open_number(rows[place])
        return True

    def _lay_out(self) -> None:
        head = QWidget()
        in_row(head, self._title, 12, self._told, STRETCH, self._progress, 8, self._stop)
        self._progress.setFixedWidth(160)
        margins = (24, 16, 24, 12)
        in_column(
            self, head, 8, self.field, 6, self._bar, self._trouble, 6, (self.view, 1), (self.answer, 1),
            margins=margins,
        )  # fmt: skip

    def _look(self, call: Call) -> _Content:
        """Survey, in a thread; what is known already is shown first."""
        self._library.look(call.proceed)
        call.progressed.emit(_read(self._library))

        def tell(far: Progress) -> bool:
            call.progressed.emit(far)
            return call.proceed()

        self._library.refresh(tell)
        return _read(self._library)

    @Slot(object)
    def _take_progress(self, told: Progress | _Content) -> None:
        if isinstance(told, _Content):
            self._take(told)
        else:
            self._tell(told)

    @Slot(object)
    def _take(self, content: _Content) -> None:
        """Show what is known now; the filter and the chosen row stay."""
        chosen = self._chosen()
        self._content = content
        self._ways.ways = content.ways
        recordings = content.recordings
        self.model.set_values({**recordings, WAY: recordings["path"]})
        self.model.tips = [
            fmt.plain_lines("\n".join(filter(None, (path, error, *(reasons or ())))))
            for path, error, reasons in zip(
                recordings["path"], recordings["error"], recordings["not_judged"], strict=True
            )
        ]
        self._mark_seen()
        self._offer_kinds()
        self._filter()
        self.view.resizeColumnsToContents()
        if chosen in (names := recordings["path"]):
            place = np.flatnonzero(self.model.shown == names.index(chosen))
            if len(place):
                self.view.selectRow(int(place[0]))
        self._tell(None)
        self._watch()

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._say(fmt.plain(str(error)))

    @Slot()
    def _surveyed(self) -> None:
        self._survey = None
        self._tell(None)
        if self._again:
            self._again = False
            self._later.start()

    def _say(self, text: str) -> None:
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))

    def _tell(self, far: Progress | None) -> None:
        names = ", ".join(fmt.plain(getattr(each, "name", str(each))) for each in self._library.folders)
        self._title.setText(names)
        busy = self._survey is not None
        self._progress.setVisible(busy)
        self._stop.setVisible(busy)
        if far is not None and far.of:
            self._progress.setValue(int(far.share * 1_000))
            left = (
                "" if far.seconds_left is None else self.tr("{0} left").format(fmt.seconds(far.seconds_left))
            )
            told = self.tr("{0} of {1} looked at").format(fmt.count(far.done), fmt.count(far.of))
            self._told.setText(fmt.join(told, left))
            return
        count, shown = len(self._content.recordings.get("path", ())), len(self.model.shown)
        unusable = sum(error is not None for error in self._content.recordings.get("error", ()))
        parts = [self.tr("{0} of {1} recordings").format(fmt.count(shown), fmt.count(count))]
        if unusable:
            parts.append(self.tr("{0} cannot be used").format(fmt.count(unusable)))
        if self._library.found.others:
            parts.append(self.tr("{0} other files").format(fmt.count(self._library.found.others)))
        if self._content.size:
            parts.append(self.tr("tables of {0}").format(fmt.bytes_(self._content.size)))
        self._told.setText(fmt.join(*parts))

    def _offer_kinds(self) -> None:
        """Offer each kind that happened, with in how many recordings."""
        checked = {kind for kind, made in self._kinds.items() if made.isChecked()}
        self._bar.clear()
        self._kinds = {}
        for kind in KINDS:
            if kind in self._content.kinds:
                count = fmt.count(len(self._content.kinds[kind]))
                made = button(QToolButton(), KINDS[kind].rule, kind="segment")
                made.setText(f"{KINDS[kind].title} {count}")
                made.setCheckable(True)
                made.setChecked(kind in checked)
                made.toggled.connect(self._filter)
                self._bar.addWidget(made)
                self._kinds[kind] = made
        self._bar.setVisible(bool(self._kinds))

    @Slot()
    def _filter(self) -> None:
        """Show the rows that the field and the chosen kinds leave; a question waits for Enter."""
        text = self.field.text()
        asks = text.lstrip().casefold().startswith(_SELECT)
        self.answer.setVisible(asks and not self.answer.isHidden())
        self.view.setVisible(self.answer.isHidden())
        self._say(self.tr("Enter asks the question") if asks else "")
        recordings = self._content.recordings
        if not recordings:
            return
        passed = rows_that_pass("" if asks else text, recordings)
        for kind, made in self._kinds.items():
            if made.isChecked():
                with_it = self._content.kinds[kind]
                passed &= np.fromiter((path in with_it for path in recordings["path"]), np.bool_)
        self.model.set_filter(None if passed.all() else passed)
        self._tell(None)

    @Slot()
    def _ask(self) -> None:
        """Answer a question in SQL, or open the first row."""
        question = self.field.text()
        if not question.lstrip().casefold().startswith(_SELECT):
            if len(self.model.shown):
                self.view.setFocus()
                self.view.selectRow(0)
            return
        if self._question is not None:
            self._question.cancel()
        call = Call(lambda call: self._library.query(question, call.proceed).to_pydict(), self)
        call.answered.connect(self._take_answer)
        call.failed.connect(self._fail_question)
        call.finished.connect(self._question_ended)
        self._question = call
        call.start()

    @Slot()
    def _question_ended(self) -> None:
        if self.sender() is self._question:
            self._question = None

    @Slot(object)
    def _take_answer(self, columns: dict[str, list[Any]]) -> None:
        model = TableModel(
            [TableColumn(name, name, lambda value: fmt.plain(str(value))) for name in columns], "–"
        )
        model.set_values(columns)
        self.answer.setModel(model)
        self.answer.resizeColumnsToContents()
        self.answer.show()
        self.view.hide()
        rows = len(next(iter(columns.values()), ()))
        self._say(self.tr("{0} rows").format(fmt.count(rows)))

    @Slot(object)
    def _fail_question(self, error: Exception) -> None:
        if isinstance(error, MissingExtraError):
            self._say(self.tr("SQL needs DuckDB: {0}").format(how_to_install(EXTRA)))
        else:
            self._say(fmt.plain(str(error)))

    def _mark_seen(self) -> None:
        names: Sequence[str] = self._content.recordings.get("path", ())
        self.model.bold = np.fromiter((name not in self._seen for name in names), np.bool_)
        self.view.viewport().update()

    def _chosen(self) -> str | None:
        index: QModelIndex = self.view.currentIndex()
        return self.model.value(self.model.row_of(index), "path") if index.isValid() else None

    def _watch(self) -> None:
        """Look again when a folder in which recordings lie changes."""
        folders = {str(file.path.parent) for file in self._library.found.recordings if not file.url}
        folders |= {str(folder) for folder in self._library.folders if isinstance(folder, Path)}
        new = sorted(folders - set(self._watcher.directories()))
        if new:
            self._watcher.addPaths(new)

    @Slot()
    def _folder_changed(self) -> None:
        self._later.start()
