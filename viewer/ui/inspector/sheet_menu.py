"""The menu of a sheet: copying a value, a section or everything, as text or JSON, and plotting."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from viewer.ui.inspector.copying import Origin, as_json, as_text, copied, name_of_section, section_of
from viewer.ui.inspector.sheet import Row, RowKind


class SheetMenu(QMenu):
    """What can be done with the rows as they were when the menu was opened; it deletes itself."""

    plot_requested = Signal(object)
    """SeriesKey of a value that is to be plotted."""

    def __init__(self, origin: Origin, rows: Sequence[Row], line: int | None, parent: QWidget) -> None:
        """Offer what there is to do with a line, if there is one, and with everything."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._origin = origin
        self._rows = tuple(rows)
        self._line = line
        self.triggered.connect(self._copy_name)
        if line is not None:
            row = rows[line]
            if row.signals:
                self.addAction(self.tr("Plot over time"), self._plot)
                self.addSeparator()
            has_value = row.kind is not RowKind.HEADING and bool(row.value_text.strip())
            for text, slot in (
                (self.tr("Copy value"), self._copy_value),
                (self.tr("Copy value as JSON"), self._copy_value_as_json),
            ):
                self.addAction(text, slot).setEnabled(has_value)
            self.addSeparator()
            self.addAction(self.tr("Copy section as text"), self._copy_section)
            self.addAction(self.tr("Copy section as JSON"), self._copy_section_as_json)
            self.addSeparator()
        elif len(origin.actors) == 1:
            actor_id, blueprint = origin.actors[0]
            for text in (str(actor_id), blueprint):
                self.addAction(self.tr("Copy {0}").format(text)).setData(text)
            self.addSeparator()
        self.addAction(self.tr("Copy all as text"), self._copy_all)
        self.addAction(self.tr("Copy all as JSON"), self._copy_all_as_json)

    @Slot()
    def _plot(self) -> None:
        for key in self._chosen[0].signals:
            self.plot_requested.emit(key)

    @Slot(QAction)
    def _copy_name(self, action: QAction) -> None:
        """Copy what an action carries with it."""
        if isinstance(action.data(), str):
            _copy(action.data())

    @Slot()
    def _copy_value(self) -> None:
        _copy(copied(self._chosen[0].value_text))

    @Slot()
    def _copy_value_as_json(self) -> None:
        _copy(as_json(self._origin, self._chosen, self._section_name))

    @Slot()
    def _copy_section(self) -> None:
        _copy(as_text(self._origin, section_of(self._rows, self._line or 0)))

    @Slot()
    def _copy_section_as_json(self) -> None:
        _copy(as_json(self._origin, section_of(self._rows, self._line or 0)))

    @Slot()
    def _copy_all(self) -> None:
        _copy(as_text(self._origin, self._rows))

    @Slot()
    def _copy_all_as_json(self) -> None:
        _copy(as_json(self._origin, self._rows))

    @property
    def _chosen(self) -> tuple[Row, ...]:
        return (self._rows[self._line or 0],)

    @property
    def _section_name(self) -> str:
        return name_of_section(self._rows, self._line or 0)


def _copy(text: str) -> None:
    QApplication.clipboard().setText(text)
