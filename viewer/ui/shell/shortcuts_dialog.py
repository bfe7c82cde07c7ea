"""The list of shortcuts, made of the table of actions, in which one can search."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from viewer.ui.action_table import Action
from viewer.ui.actions import shortcut_text
from viewer.ui.shortcuts import GESTURES, keys_of, shortcut_rows
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.parts import label, scrolling

_SIZE = (800, 640)
_ROW_HEIGHT = 26
_HEADING_ROWS = 2
"""A heading with its space is as high as so many rows."""


class ShortcutsDialog(QDialog):
    """All keys and gestures by menu, in two columns; typing leaves those that match."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(*_SIZE)
        self._search = QLineEdit()
        self._search.setPlaceholderText(tr("Find an action or a key"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._filter)
        self._nothing = label(tr("Nothing matches"), role="secondary")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sections = self._build_sections()
        self._columns = (QVBoxLayout(), QVBoxLayout())
        in_column(
            self, self._search, self._nothing, (self._build_columns(), 1), spacing=8, margins=(16, 16, 16, 1)
        )
        self._filter("")

    def _build_sections(self) -> list[_Section]:
        keys = [
            _Section(tr(menu.text), [_line(action) for action in actions])
            for menu, actions in shortcut_rows()
        ]
        mouse = [
            _Section(
                tr(place),
                [(tr(what), "", [tr(gesture)]) for gesture, what in gestures],
            )
            for place, gestures in GESTURES
        ]
        return keys + mouse

    @Slot(str)
    def _filter(self, text: str) -> None:
        """Show the rows in which every word that was typed occurs, and share them out to both columns."""
        words = text.lower().split()
        lengths = [0, 0]
        for section in self._sections:
            length = section.filter(words)
            for column in self._columns:
                column.removeWidget(section)
            shorter = lengths.index(min(lengths))
            column = self._columns[shorter]
            column.insertWidget(column.count() - 1, section)  # before the stretch
            lengths[shorter] += length
        self._nothing.setVisible(not any(lengths))

    def _build_columns(self) -> QScrollArea:
        page = QWidget()
        row = in_row(page, spacing=32, margins=(0, 0, 12, 16))
        for column in self._columns:
            column.setSpacing(0)
            column.addStretch(1)
            row.addLayout(column, 1)
        return scrolling(page)


class _Section(QWidget):
    """A title, and rows of what it does with its keys."""

    def __init__(self, title: str, rows: list[tuple[str, str, list[str]]]) -> None:
        super().__init__()
        heading = label(title, 13, bold=True)
        heading.setContentsMargins(0, 16, 0, 4)
        column = in_column(self, heading)
        self._rows: list[tuple[str, QWidget]] = []
        for text, tip, keys in rows:
            row = _row(text, tip, keys)
            column.addWidget(row)
            self._rows.append((" ".join((title, text, tip, *keys)).lower(), row))

    def filter(self, words: list[str]) -> int:
        """Show the rows that have all words; return the height in rows, 0 if there are none."""
        found = 0
        for text, row in self._rows:
            matches = all(word in text for word in words)
            row.setVisible(matches)
            found += matches
        self.setVisible(bool(found))
        return found + _HEADING_ROWS if found else 0


def _line(action: Action) -> tuple[str, str, list[str]]:
    keys = [shortcut_text(key) for key in keys_of(action.id)]
    return tr(action.text).rstrip("…"), tr(action.tip), keys


def _row(text: str, tip: str, keys: list[str]) -> QWidget:
    row = QWidget()
    row.setFixedHeight(_ROW_HEIGHT)
    row.setToolTip(tip)
    line = in_row(row, QLabel(text), STRETCH, spacing=4)
    for key in keys:
        shown = label(key, 11, "key")
        shown.setAlignment(Qt.AlignmentFlag.AlignCenter)
        shown.setMinimumWidth(20)
        line.addWidget(shown, 0, Qt.AlignmentFlag.AlignVCenter)
    return row
