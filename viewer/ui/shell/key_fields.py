"""The keys of actions on the settings page: a field for each."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QPushButton, QWidget

from viewer.ui.action_table import ACTIONS, Action
from viewer.ui.actions import shortcut_text
from viewer.ui.shortcuts import keys_by
from viewer.ui.state.settings import Settings
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_column, in_row
from viewer.ui.widgets.parts import label, wrapped

_FIELD = 150
_PORTABLE = QKeySequence.SequenceFormat.PortableText


class KeyFields:
    """Fields for the keys of all actions; a key that another action has is taken from it, which is told."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._rows = {row.id: _KeyField(row) for row in ACTIONS.values()}
        for action, field in self._rows.items():
            field.edit.editingFinished.connect(lambda action=action: self._give(action))
        self._reset = QPushButton(tr("Reset keys"))
        self._reset.setAutoDefault(False)
        self._reset.clicked.connect(self._give_back)
        self.show()

    def rows(self) -> Iterator[tuple[str, QWidget]]:
        """Yield the fields, each with the words by which it is found."""
        reset = QWidget()
        about = tr("Choose a preset in the menu Help, and change single keys here")
        in_row(reset, (wrapped(about, role="secondary"), 1), self._reset, spacing=8)
        yield tr("Reset keys"), reset
        for action, field in self._rows.items():
            row = ACTIONS[action]
            yield f"{tr(row.text)} {tr(row.tip)}", field

    @Slot()
    def show(self) -> None:
        """Show the keys as they are."""
        preset, own = self._settings.key_preset, self._settings.keys
        usual = keys_by(preset, {})
        for action, keys in keys_by(preset, own).items():
            self._rows[action].show_keys(keys, changed=keys != usual[action])
        self._reset.setEnabled(bool(own))

    def _give(self, action: str) -> None:
        """Give an action the key that was pressed in place of its first one; or take that away."""
        preset, own = self._settings.key_preset, self._settings.keys
        before = keys_by(preset, own)
        key = self._rows[action].edit.keySequence().toString(_PORTABLE)
        keys = tuple(dict.fromkeys((*([key] if key else ()), *before[action][1:])))
        if keys == before[action]:
            return
        had = [other for other in ACTIONS if other != action and key in before[other]]
        # Who has other keys of their own already loses this one there, too.
        kept = {other: [each for each in given if each != key] for other, given in own.items()}
        self._settings.keys = {**kept, action: keys}
        for other in had:
            text = tr("{key} was that of “{action}”, which has lost it")
            name = tr(ACTIONS[other].text).rstrip("…")
            self._rows[action].tell(text.format(key=shortcut_text(key), action=name))

    @Slot()
    def _give_back(self) -> None:
        self._settings.keys = {}


class _KeyField(QWidget):
    """The name of an action and the first of its keys, with the others beside it, and what is said of it."""

    def __init__(self, row: Action) -> None:
        super().__init__()
        self._name = label(tr(row.text).rstrip("…"))
        self._name.setToolTip(tr(row.tip))
        self._more = label(role="secondary")
        self._told = wrapped(role="secondary")
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setFixedWidth(_FIELD)
        self.edit.setAccessibleName(tr("Key of “{action}”").format(action=self._name.text()))
        self._name.setBuddy(self.edit)
        in_column(self, in_row(None, (self._name, 1), self._more, self.edit, spacing=8), self._told)
        self._told.hide()

    def show_keys(self, keys: tuple[str, ...], *, changed: bool) -> None:
        """Show the keys; the name is bold where they are others than those of the preset."""
        with QSignalBlocker(self.edit):
            self.edit.setKeySequence(QKeySequence(keys[0] if keys else ""))
        self._more.setText(" ".join(map(shortcut_text, keys[1:])))
        self._name.setFont(font(13, bold=changed))
        self._told.hide()

    def tell(self, text: str) -> None:
        """Say what follows from the last change."""
        self._told.setText(text)
        self._told.show()
