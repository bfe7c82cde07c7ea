"""Page of a folder of recordings: table, filter, SQL queries and progress of the survey.

A survey reads new and changed recordings, finds their events, and stores the results in the library's tables.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QColor, QFont, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QProgressBar, QPushButton, QStackedWidget, QWidget

from viewer.cancellation import ReadingCancelledError, check
from viewer.library.library import Library, Progress
from viewer.library.survey_options import SurveyOptions
from viewer.ui import format as fmt
from viewer.ui.background.worker import Worker
from viewer.ui.library.columns import KEY, page_columns
from viewer.ui.library.content import Content, read_content
from viewer.ui.library.filter import rows_that_pass
from viewer.ui.library.night_strip import NightStrip
from viewer.ui.library.parts import Field, KindFilters, Remarks
from viewer.ui.library.sql_query import Answer
from viewer.ui.library.table import ROW, RecordingsView, WayDelegate
from viewer.ui.theme import current_theme, font
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.parts import button, label, wrapped
from viewer.ui.widgets.table import TableModel

OpenRow = Callable[[Path, str | None, float | None], None]
"""Type of a function that opens a recording, given its path, and goes to an event if one is given.

The event is given by its kind and start in seconds; None for both shows the recording's beginning.
"""

_AGAIN = 1_000
"""Milliseconds to wait after a change in a folder before its recordings are read again."""
_GROWING, _WRITTEN = 5_000, 60.0
"""How the library page follows growing recordings: it reads them again after ``_GROWING`` milliseconds.

A recording counts as growing for ``_WRITTEN`` seconds after its last change.
"""
_SELECT = "select"
_UNKNOWN = "–"
_LISTED = 1_000
"""Greatest number of lines on results that were not joined; the table ``unjoined`` has all."""
_UNITS = (("h", 3600), ("min", 60), ("s", 1))
_WIDEST = 280
"""Greatest width in pixels of a column of the library page until the user arranges the columns."""

_PAIR = 2
"""Number of recordings that can be compared."""


def _rough(seconds: float) -> str:
    """Return the time left to wait, given in seconds, as text in whole seconds, minutes or hours."""
    unit, size = next((unit, size) for unit, size in _UNITS if seconds >= 2 * size or size == 1)
    return f"{fmt.count(round(seconds / size))} {unit}"


class LibraryPage(QWidget):
    """Page with a table of the recordings in folders; a double-click opens one at its most serious event."""

    compare_requested = Signal(object, object)
    """Emitted with the paths of two recordings that are to be compared, the upper one in the table first."""

    def __init__(self, library: Library, options: Callable[[], SurveyOptions], open_row: OpenRow) -> None:
        super().__init__()
        self._library = library
        self._get_options = options
        self._open = open_row
        self._content: Content | None = None
        self._seen = set(library.seen)
        self._survey: Worker | None = None
        self._far: Progress | None = None
        self._stopped = self._again = self._ended = self._answered = False
        self._failure = ""
        self.model = TableModel(page_columns(), _UNKNOWN)
        self.model.role_data[Qt.ItemDataRole.FontRole] = self._font
        self.model.role_data[Qt.ItemDataRole.ForegroundRole] = self._color
        self.view = RecordingsView(self.model, ROW, self, key=KEY, from_first=True)
        self._ways = WayDelegate(self.model, self.view)
        self.view.setItemDelegateForColumn(0, self._ways)
        self.view.chosen.connect(self.open_recording)
        self._offer_menu()
        self.answer = Answer(library, _UNKNOWN, self)
        self.answer.answered.connect(self._show_answer)
        self.answer.failed.connect(self._show_message)
        self._nothing = wrapped(role="secondary")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        for each in (self.view, self.answer, self._nothing):
            self._pages.addWidget(each)
        self._title = label("", 20, bold=True)
        self._status = label("", role="secondary")
        self._trouble = wrapped(role="secondary")
        self._trouble.hide()
        self.night = NightStrip(library)
        self.night.asked.connect(self._ask_for_groups)
        self.night.compared.connect(self._show_before)
        self.night.failed.connect(self._show_message)
        self.field = Field()
        self.field.textChanged.connect(self._edit)
        self.field.returnPressed.connect(self._ask)
        self._kinds = KindFilters()
        self._kinds.changed.connect(self._filter)
        self._remarks = Remarks()
        self._progress = QProgressBar()
        self._stop = button(QPushButton(), kind="")
        self._stop.clicked.connect(self._stop_or_go_on)
        self._watcher = QFileSystemWatcher(self)
        self._later = QTimer(self, singleShot=True, interval=_AGAIN)
        self._later.timeout.connect(self._refresh_unasked)
        self._growing = QTimer(self, singleShot=True, interval=_GROWING)
        self._growing.timeout.connect(self._refresh_unasked)
        self._watcher.directoryChanged.connect(lambda _: self._later.start())
        self._lay_out()
        self._show_status()

    @property
    def busy(self) -> bool:
        """Whether recordings in the folder that the library page lists are being read, or soon will be."""
        return self._survey is not None or self._later.isActive()

    @property
    def message(self) -> str:
        """Message that the library page shows about an SQL query or an error; empty for none."""
        return self._trouble.text()

    def showEvent(self, event: QShowEvent) -> None:
        """Survey the folders again whenever the page is shown, to notice recordings that were written to."""
        super().showEvent(event)
        if not event.spontaneous():
            self._refresh_unasked()

    @Slot()
    def _refresh_unasked(self) -> None:
        """Read the folders again, unless the page is hidden or the user stopped reading them."""
        if self.isVisible() and not self._stopped:
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Survey the folders in the background: read new and changed recordings and store their events.

        During a survey, another one is scheduled instead.
        """
        if self._survey is not None:
            self._again = True  # for changes during this survey
        if self._survey is not None or self._ended:
            return
        if self._failure:
            self._show_message("")
        self._stopped, self._failure = False, ""
        if (options := self._get_options()) != self._library.options:
            self._library.set_options(options)
        call = Worker(self._survey_library, self)
        call.progressed.connect(self._on_progress)
        call.answered.connect(self._on_content)
        call.failed.connect(self._on_error)
        call.ended.connect(self._on_survey_end)
        self._survey = call
        self._show_page()
        call.start()

    @Slot()
    def stop(self) -> None:
        """Stop the survey, which reads the recordings; results so far are kept and shown."""
        self._stopped = True

    @Slot()
    def _stop_or_go_on(self) -> None:
        if self._survey is None:
            self.refresh()
        else:
            self.stop()

    def shut_down(self) -> None:
        """End all background work of the library page for good."""
        self._ended = True
        self.answer.shut_down()
        self.night.shut_down()
        if self._survey is not None:
            self._survey.cancel()
            self._survey.wait()

    @Slot(int)
    def open_recording(self, row: int) -> None:
        """Open the recording in row ``row`` of the table (before sorting) at its most serious event.

        Nothing happens if the file is on a remote server or no longer in the folder; of a run without a
        recording, the page says so.
        """
        name = self.model.value(row, "path")
        if name is None:
            self._show_message(tr("There is no recording of this run: what is known of it are its results."))
            return
        files = {file.name: file for file in self._library.found.recordings}
        if name not in files or files[name].url:
            return
        self._seen.add(name)
        self._library.set_seen(self._seen)
        self.view.viewport().update()
        kind, start = (self.model.value(row, column) for column in ("worst", "worst_at"))
        self._open(files[name].path, kind, start)

    def _offer_menu(self) -> None:
        """Let two rows be selected; offer to compare their recordings, and to choose columns, in menus."""
        self.view.offer_columns(2)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._compare = QAction(tr("Compare the two selected"), self.view)
        self._compare.triggered.connect(self._compare_selected)
        self._compare.setEnabled(False)
        self.view.addAction(self._compare)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.view.selectionModel().selectionChanged.connect(self._offer_comparison)

    def _selected_paths(self) -> list[Path]:
        """Return the paths of the selected recordings, from top to bottom; runs without one are left out."""
        files = {file.name: file for file in self._library.found.recordings if not file.url}
        lines = sorted(index.row() for index in self.view.selectionModel().selectedRows())
        names = [self.model.value(int(self.model.shown[line]), "path") for line in lines]
        return [files[name].path for name in names if name in files]

    @Slot()
    def _offer_comparison(self) -> None:
        self._compare.setEnabled(len(self._selected_paths()) == _PAIR)

    @Slot()
    def _compare_selected(self) -> None:
        paths = self._selected_paths()
        if len(paths) == _PAIR:
            self.compare_requested.emit(*paths)

    def open_next(self, path: Path, direction: int) -> bool | None:
        """Open the recording in the table row below that of ``path`` (``direction`` 1) or above it (−1).

        Returns True if it was opened, False if there is no such row, and None if ``path`` is not in the
        library.
        """
        name = next((file.name for file in self._library.found.recordings if file.path == path), None)
        if name is None:
            return None
        before = self.model.find_line("path", name)
        index, end = -1 if before is None else before + direction, len(self.model.shown)
        while 0 <= index < end and self.model.value(int(self.model.shown[index]), "path") is None:
            index += direction
        if not 0 <= index < end:
            return False
        self.view.selectRow(index)
        self.open_recording(int(self.model.shown[index]))
        return True

    def _lay_out(self) -> None:
        head = QWidget()
        in_row(head, self._title, 12, self._status, STRETCH, self._progress, 8, self._stop)
        self._progress.setFixedWidth(160)
        self._progress.setTextVisible(False)
        self._progress.setMaximum(1_000)
        margins = (24, 16, 24, 12)
        in_column(
            self, head, 4, self.night, 8, self.field, 6, self._kinds, self._trouble, 6, (self._pages, 1),
            6, self._remarks, margins=margins,
        )  # fmt: skip
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.field.setFocus)

    def _survey_library(self, call: Worker) -> Content:
        """Read the library's new and changed recordings; return the content to show on the page.

        It runs in the thread ``call``. ``call.progressed`` is emitted with the progress, and with the content
        so far whenever more of it is stored. Raises ReadingCancelledError if ``call`` is cancelled.
        """
        kept = -1

        def report(far: Progress) -> bool:
            nonlocal kept
            call.progressed.emit(far)
            if far.of and far.kept != kept:
                kept = far.kept
                call.progressed.emit(read_content(self._library))
            return call.should_continue() and not self._stopped

        with suppress(ReadingCancelledError):  # results so far are shown
            self._library.refresh(report)
        check(call.should_continue, 1.0)
        return read_content(self._library)

    @Slot(object)
    def _on_progress(self, text: Progress | Content) -> None:
        if isinstance(text, Content):
            self._on_content(text)
        else:
            self._far = text
            self._show_status()

    @Slot(object)
    def _on_content(self, content: Content) -> None:
        """Show ``content``, what was read from the library; the filter and the current row stay."""
        self._content = content
        self._ways.ways = content.ways
        self.night.set_numbers(content.numbers)
        content.recordings.update(self.night.columns(content.recordings))
        self.model.role_data[Qt.ItemDataRole.ToolTipRole] = lambda row, _name: content.tip(row)
        self.model.set_values(content.recordings)
        self._kinds.set_kinds(content.kinds)
        library = self._library
        unjoined = (each.line for each in library.not_joined[:_LISTED])
        lines = (*library.found.problems, *unjoined, *library.remarks)
        self._remarks.set_lines([*map(translated, lines)])
        self._filter()
        if content.recordings["path"]:
            self.view.hide_empty(
                {
                    name
                    for name, values in content.recordings.items()
                    if set(map(type, values)) != {type(None)}
                }
            )
            self.view.fit(_WIDEST)
        self._watch()

    @Slot(object)
    def _on_error(self, error: Exception) -> None:
        self._failure = fmt.plain(translated(str(error)))
        self._show_message(self._failure)

    @Slot()
    def _on_survey_end(self) -> None:
        self._survey = self._far = None
        self._show_status()
        self._show_page()
        newest = max((file.modified for file in self._library.found.recordings), default=0)
        if self._again:
            self._again = False
            self._later.start()
        elif time.time() - newest / 1e9 < _WRITTEN:
            self._growing.start()

    @Slot(str)
    def _show_message(self, text: str) -> None:
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))

    def _show_status(self) -> None:
        """Show the progress of the survey; if none is running, the number of recordings."""
        far = self._far
        self._title.setText(self._names())
        surveyed = far is not None and far.of > 0
        self._progress.setVisible(surveyed)
        self._stop.setVisible(surveyed or self._left > 0)
        self._stop.setText(tr("Stop") if surveyed else tr("Go on"))
        if surveyed and far is not None:
            self._progress.setValue(int(far.share * 1_000))
            left = "" if far.seconds_left is None else tr("{0} left").format(_rough(far.seconds_left))
            text = tr("{0} of {1} read").format(fmt.count(far.done), fmt.count(far.of))
            self._status.setText(fmt.join(text, left))
        elif self._content is not None:
            count, shown = len(self._content.recordings["path"]), len(self.model.shown)
            if None in self._content.recordings["path"]:
                text = tr("{0} runs") if shown == count else tr("{1} of {0} runs")
            else:
                text = tr("{0} recordings") if shown == count else tr("{1} of {0} recordings")
            parts = [text.format(fmt.count(count), fmt.count(shown))]
            if self._content.unusable:
                parts.append(tr("{0} cannot be used").format(fmt.count(self._content.unusable)))
            if self._left:
                parts.append(tr("{0} not read yet").format(fmt.count(self._left)))
            if self._library.found.others:
                parts.append(tr("{0} other files").format(fmt.count(self._library.found.others)))
            if self._content.size:
                parts.append(tr("tables of {0}").format(fmt.bytes_(self._content.size)))
            self._status.setText(fmt.join(*parts))

    @property
    def _left(self) -> int:
        """Number of recordings not surveyed because the user stopped the survey; 0 while a survey runs."""
        known = 0 if self._content is None else sum(map(bool, self._content.recordings["path"]))
        return len(self._library.found.recordings) - known if self._stopped and self._survey is None else 0

    def _names(self) -> str:
        folders = self._library.folders
        return ", ".join(fmt.plain(getattr(each, "name", "") or str(each)) for each in folders)

    def _show_page(self) -> None:
        """Show the result of an SQL query if there is one, else the table of recordings.

        If the table is empty, a text that says why is shown instead.
        """
        self._nothing.setText(self._why_nothing())
        page = self.view if len(self.model.shown) else self._nothing
        self._pages.setCurrentWidget(self.answer if self._answered else page)
        if self.hasFocus():
            self.view.setFocus()

    def _why_nothing(self) -> str:
        found, busy = self._library.found, self._survey is not None
        folders = ", ".join(fmt.plain(str(each)) for each in self._library.folders)
        if self.model.count:
            return tr("No recording matches")
        if busy and found.recordings:
            text = tr("Reading {0} recordings…")
            return text.format(fmt.count(len(found.recordings)))
        if busy or found.recordings:
            return tr("Looking for recordings…") if busy else tr("No recording has been read yet")
        if found.problems:
            return fmt.plain(found.problems[0])
        if found.others:
            text = tr("There is no recording in {0}: none of its {1} files begins as one")
            return text.format(folders, fmt.count(found.others))
        return tr("There is no file in {0}").format(folders)

    @property
    def _is_query(self) -> bool:
        """Whether the text field of the library page contains an SQL query, not a filter of recordings."""
        return self.field.text().lstrip().casefold().startswith(_SELECT)

    @Slot()
    def _edit(self) -> None:
        """Filter the recordings by the edited text at once; if it is an SQL query, wait for Enter."""
        self._answered = self._answered and self._is_query
        self._show_message(tr("Enter asks the question") if self._is_query else self._failure)
        self._filter()

    @Slot()
    def _filter(self) -> None:
        """Show the recordings that match the filter in the text field and have events of all chosen kinds."""
        if self._content is not None:
            recordings = self._content.recordings
            passed = rows_that_pass("" if self._is_query else self.field.text(), recordings)
            passed &= self._kinds.passes(recordings["path"])
            self.model.set_filter(None if passed.all() else passed)
            self._show_status()
        self._show_page()

    @Slot()
    def _ask(self) -> None:
        """Run the SQL query that the text field contains.

        If it contains a filter instead, move the focus to the table and select its first row.
        """
        if not self._is_query:
            if len(self.model.shown):
                self.view.setFocus()
                self.view.selectRow(0)
        else:
            self.answer.ask(self.field.text())

    @Slot(str)
    def _ask_for_groups(self, question: str) -> None:
        """Put an SQL query into the text field, where it can be undone or edited, and run it."""
        self.field.selectAll()
        self.field.insert(question)
        self._ask()

    @Slot()
    def _show_before(self) -> None:
        """Show beside each run its score in the night before, and whether it passed then."""
        if self._content is not None:
            self._on_content(self._content)

    @Slot(str)
    def _show_answer(self, text: str) -> None:
        self._answered = True
        self._show_message(text)
        self._show_page()

    def _font(self, row: int, name: str) -> QFont | None:
        """Return the font of the cell in ``row`` and column ``name``, None for the usual font.

        It is bold for the names of recordings that have not been opened yet.
        """
        new = name == "name" and self.model.value(row, "path") not in {*self._seen, None}
        return font(13, bold=True) if new else None

    def _color(self, row: int, _name: str) -> QColor | None:
        """Return the colour of the text in ``row``: faint for a run without a recording, else None."""
        return current_theme().secondary if self.model.value(row, "path") is None else None

    def _watch(self) -> None:
        """Watch the folders with recordings for changes, after which they are surveyed again."""
        folders = {str(file.folder) for file in self._library.found.recordings if not file.url}
        folders |= {str(folder) for folder in self._library.folders if isinstance(folder, Path)}
        new = sorted(folders - set(self._watcher.directories()))
        if new:
            self._watcher.addPaths(new)
