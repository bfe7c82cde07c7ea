"""SQL queries to the library, and the table with their result."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from viewer.export.errors import MissingExtraError
from viewer.installation import how_to_install
from viewer.library.columns import Columns
from viewer.library.library import EXTRA, Library
from viewer.ui import format as fmt
from viewer.ui.background.worker import Worker
from viewer.ui.library.table import RecordingsView
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.table import TableColumn, TableModel

_ROW = 26
_MOST = 10_000
"""Largest number of rows of an SQL query's result that the library page shows."""


class Answer(RecordingsView):
    """Table with the result of the last SQL query."""

    answered = Signal(str)
    """Emitted when the result of a query is shown, with its number of rows as text."""
    failed = Signal(str)
    """Emitted with the error message when an SQL query failed."""

    def __init__(self, library: Library, unknown: str, parent: QWidget | None = None) -> None:
        """Create an empty table for queries to ``library``; ``unknown`` is the text of NULL values."""
        self._rows = TableModel((), unknown)
        super().__init__(self._rows, _ROW, parent, key="")
        self._library = library
        self._call: Worker | None = None

    def ask(self, question: str) -> None:
        """Cancel the SQL query that is running, if any, and run the query ``question`` in the background."""
        if self._call is not None:
            self._call.cancel()
        call = Worker(lambda call: self._read(question, call), self)
        call.answered.connect(self._on_answer)
        call.failed.connect(self._on_error)
        call.ended.connect(self._on_end)
        self._call = call
        call.start()

    def _read(self, question: str, call: Worker) -> tuple[Columns, bool]:
        """Return the first rows of the result of ``question`` by column, and whether there are more.

        ``question`` is an SQL query. Called in the thread ``call``, which can cancel it.
        """
        parts = self._library.query_in_parts(question, call.should_continue)
        rows = next(parts)
        for part in parts:
            for name, values in part.items():
                rows[name] += values
            if len(next(iter(rows.values()))) > _MOST:
                return {name: values[:_MOST] for name, values in rows.items()}, True
        return rows, False

    def shut_down(self) -> None:
        """Cancel the running SQL query, if any, and wait until its thread has ended."""
        if self._call is not None:
            self._call.cancel()
            self._call.wait()

    @Slot()
    def _on_end(self) -> None:
        if self.sender() is self._call:
            self._call = None

    @Slot(object)
    def _on_answer(self, answer: tuple[Columns, bool]) -> None:
        columns, more = answer
        made = [TableColumn(name, name, _text, number=_is_number(values)) for name, values in columns.items()]
        self._rows.set_values(columns, made)
        self.resizeColumnsToContents()
        text = tr("The first {0} of more rows") if more else tr("{0} rows")
        self.answered.emit(text.format(fmt.count(self._rows.count)))

    @Slot(object)
    def _on_error(self, error: Exception) -> None:
        if isinstance(error, MissingExtraError):
            self.failed.emit(tr("SQL needs DuckDB: {0}").format(how_to_install(EXTRA)))
        else:
            self.failed.emit(fmt.plain(translated(str(error))))


def _text(value: object) -> str:
    return f"{value:.6g}".replace("-", "−") if isinstance(value, float) else fmt.plain(str(value))


def _is_number(values: Sequence[object]) -> bool:
    return isinstance(next((value for value in values if value is not None), None), (int, float))
