"""Questions in SQL, and the rows that answer them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from viewer.export.errors import MissingExtraError
from viewer.installation import how_to_install
from viewer.library.columns import Columns
from viewer.library.library import EXTRA, Library
from viewer.ui import format as fmt
from viewer.ui.library.table import RecordingsView
from viewer.ui.library.worker_thread import Call
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.table import TableColumn, TableModel

_ROW = 26
_MOST = 10_000
"""Rows that are shown; commands write all."""


class Answer(RecordingsView):
    """The answer of the last question."""

    answered = Signal(str)
    """There is one; and how many rows it has, in words."""
    failed = Signal(str)
    """There is none; and why, in words."""

    def __init__(self, library: Library, unknown: str, parent: QWidget | None = None) -> None:
        """Take whom to ask, and what is shown of what is not known."""
        self._rows = TableModel((), unknown)
        super().__init__(self._rows, _ROW, parent, key="")
        self._library = library
        self._call: Call | None = None

    def ask(self, question: str) -> None:
        """Ask, and forget the question before."""
        if self._call is not None:
            self._call.cancel()
        call = Call(lambda call: self._read(question, call), self)
        call.answered.connect(self._take)
        call.failed.connect(self._fail)
        call.ended.connect(self._end)
        self._call = call
        call.start()

    def _read(self, question: str, call: Call) -> tuple[Columns, bool]:
        """Return the first rows of the answer, and whether there are more; in a thread."""
        parts = self._library.query_in_parts(question, call.proceed)
        rows = next(parts)
        for part in parts:
            for name, values in part.items():
                rows[name] += values
            if len(next(iter(rows.values()))) > _MOST:
                return {name: values[:_MOST] for name, values in rows.items()}, True
        return rows, False

    def shut_down(self) -> None:
        """Ask no more."""
        if self._call is not None:
            self._call.cancel()
            self._call.wait()

    @Slot()
    def _end(self) -> None:
        if self.sender() is self._call:
            self._call = None

    @Slot(object)
    def _take(self, answer: tuple[Columns, bool]) -> None:
        columns, more = answer
        made = [TableColumn(name, name, _told, number=_is_number(values)) for name, values in columns.items()]
        self._rows.set_values(columns, made)
        self.resizeColumnsToContents()
        text = tr("The first {0} of more rows") if more else tr("{0} rows")
        self.answered.emit(text.format(fmt.count(self._rows.count)))

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        if isinstance(error, MissingExtraError):
            self.failed.emit(tr("SQL needs DuckDB: {0}").format(how_to_install(EXTRA)))
        else:
            self.failed.emit(fmt.plain(translated(str(error))))


def _told(value: object) -> str:
    return f"{value:.6g}".replace("-", "−") if isinstance(value, float) else fmt.plain(str(value))


def _is_number(values: Sequence[object]) -> bool:
    return isinstance(next((value for value in values if value is not None), None), (int, float))
