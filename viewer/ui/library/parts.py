"""Small widgets of the library page: text field, filters by kind of event, remarks on unusable files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QPlainTextEdit, QToolButton, QWidget

from viewer.analysis.event_kinds import KINDS
from viewer.arrays import Flags
from viewer.ui import format as fmt
from viewer.ui.event_text import name_of, rule_of
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.dock_panel import OverflowRow
from viewer.ui.widgets.keys import ENTER, is_claimed
from viewer.ui.widgets.parts import button, label
from viewer.ui.widgets.text_field import LONGEST_TEXT, TextField

_LINES, _AROUND = 6, 20
"""Height of the list of remarks on unusable files: most lines shown at once, and pixels added to them."""


class Field(TextField):
    """Text field for filters and SQL queries, in which Enter never triggers a shortcut of the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, longest=LONGEST_TEXT)
        self.setPlaceholderText(tr("Filter: words, collisions>0, map_name=Town05 · or SELECT …"))
        self.setAccessibleName(tr("Filter or question"))
        self.setClearButtonEnabled(True)

    def event(self, event: QEvent) -> bool:
        """Accept the ShortcutOverride event of Enter, so that the field gets the key and no shortcut."""
        return is_claimed(event, lambda key: key.key() in ENTER) or super().event(event)


class KindFilters(QWidget):
    """Row of buttons, one per kind of event, that filter the recordings in the library.

    A recording passes if it has events of all the kinds whose buttons are checked.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: Mapping[str, Mapping[str, int]] = {}
        self._made: dict[str, QToolButton] = {}
        self._row = OverflowRow()
        self._box = in_column(self, self._row)
        self.hide()

    def set_kinds(self, found: Mapping[str, Mapping[str, int]]) -> None:
        """Show a filter button for each event kind in ``found``; buttons that were checked stay checked.

        ``found`` has the number of events by kind and by the recording's path.
        """
        counts = {kind: len(paths) for kind, paths in self._found.items()}
        self._found = found
        if counts == {kind: len(paths) for kind, paths in found.items()}:
            return
        made = {}
        for kind in KINDS:
            if kind in found:
                made[kind] = button(QToolButton(), rule_of(kind), kind="filter")
                made[kind].setText(f"{name_of(kind)} {fmt.count(len(found[kind]))}")
                made[kind].setCheckable(True)
                made[kind].setChecked(kind in self._made and self._made[kind].isChecked())
                made[kind].toggled.connect(self.changed)
        row = OverflowRow()
        row.set_controls(label(tr("Only with"), role="secondary"), *made.values(), STRETCH, spacing=6)
        self._box.replaceWidget(self._row, row)
        self._row.hide()  # its menu may be open, so it is deleted later
        self._row.deleteLater()
        self._row, self._made = row, made
        self.setVisible(bool(made))

    def passes(self, paths: Sequence[str]) -> Flags:
        """Return which recordings at ``paths`` have events of all checked kinds, a mask of shape (N,)."""
        passed = np.ones(len(paths), np.bool_)
        for kind, made in self._made.items():
            if made.isChecked():
                those = self._found[kind]
                passed &= np.fromiter((path in those for path in paths), np.bool_, len(paths))
        return passed


class Remarks(QWidget):
    """Button with the number of remarks on files that could not be used; it shows and hides their text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head = button(QToolButton(), kind="quiet")
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.setCheckable(True)
        self._lines = QPlainTextEdit()
        self._lines.setReadOnly(True)
        self._lines.setAccessibleName(tr("Files that could not be used"))
        self._lines.setTabChangesFocus(True)
        self._head.toggled.connect(self._open)
        in_column(self, self._head, self._lines)
        self._open(False)
        self.hide()

    def set_lines(self, lines: Sequence[str]) -> None:
        """Set the remarks on files that could not be used, one per line; hide the widget without any."""
        self._head.setText(fmt.counted(len(lines), "1 remark", "{} remarks"))
        text = "\n".join(map(fmt.plain, lines))
        if text != self._lines.toPlainText():
            self._lines.setPlainText(text)
            height = self._lines.fontMetrics().lineSpacing() * min(len(lines), _LINES)
            self._lines.setFixedHeight(height + _AROUND)
        self.setVisible(bool(lines))

    @Slot(bool)
    def _open(self, opened: bool) -> None:
        self._head.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)
        self._lines.setVisible(opened)
