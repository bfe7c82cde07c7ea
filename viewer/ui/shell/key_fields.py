"""Fields for the shortcuts of actions, on the settings page."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QWidget

from viewer.ui import format as fmt
from viewer.ui.action_table import ACTIONS, MENUS, with_menus
from viewer.ui.actions import shortcut_text
from viewer.ui.menus.row import Action
from viewer.ui.shortcuts import keys_by
from viewer.ui.state.settings import Settings
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.parts import label, link, wrapped
from viewer.ui.widgets.reset_button import ResetButton
from viewer.ui.widgets.text_field import limited

_FIELD = 150
_PORTABLE = QKeySequence.SequenceFormat.PortableText


class KeyFields:
    """Fields for the shortcuts of all actions; the user must confirm to take a key from another action."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        menus = {row.id: fmt.join(*map(tr, path)) for path, row in with_menus(MENUS)}
        self._rows = {row.id: _KeyField(row, menus[row.id]) for row in ACTIONS.values()}
        for action, field in self._rows.items():
            field.edit.editingFinished.connect(lambda action=action: self._give(action))
            field.edit.cancelled.connect(self.show)
            field.take_confirmed.connect(lambda action=action: self._give(action, take=True))
        self._reset = ResetButton(
            tr("Reset keys"),
            lambda: self._settings.keys,
            lambda: setattr(self._settings, "keys", {}),
            lambda keys: setattr(self._settings, "keys", keys),
        )
        self.show()

    def rows(self) -> Iterator[tuple[str, QWidget]]:
        """Yield the rows of the settings page for shortcuts, each as a text for its search and a widget.

        The first row has the button that resets all keys; each other one has the field of an action.
        """
        reset = QWidget()
        about = tr("Choose a preset in the menu Help, and change single keys here")
        in_row(reset, (wrapped(about, role="secondary"), 1), self._reset, spacing=8)
        yield tr("Reset keys"), reset
        for action, field in self._rows.items():
            row = ACTIONS[action]
            yield f"{tr(row.text)} {field.menu} {tr(row.tip)}", field

    @Slot()
    def show(self) -> None:
        """Fill the fields with the shortcuts that are stored in the settings."""
        preset, own = self._settings.key_preset, self._settings.keys
        usual = keys_by(preset, {})
        for action, keys in keys_by(preset, own).items():
            self._rows[action].show_keys(keys, changed=keys != usual[action])
        self._reset.set_changed(changed=bool(own))

    def _give(self, action: str, *, take: bool = False) -> None:
        """Make the key in the field of ``action`` (an id) its first shortcut; an empty field removes that.

        If other actions have the key, the user is asked and nothing changes yet; with ``take`` they lose the
        key.
        """
        preset, own = self._settings.key_preset, self._settings.keys
        before = keys_by(preset, own)
        key = self._rows[action].key
        keys = tuple(dict.fromkeys((*([key] if key else ()), *before[action][1:])))
        if keys == before[action]:
            return
        had = [other for other in ACTIONS if other != action and key in before[other]]
        if had and not take:
            names = ", ".join(tr(ACTIONS[other].text).rstrip("…") for other in had)
            text = tr("{key} is the key of “{action}”")
            self._rows[action].ask(text.format(key=shortcut_text(key), action=names))
            return
        # Actions with keys chosen by the user lose this key, too.
        kept = {other: [each for each in given if each != key] for other, given in own.items()}
        self._settings.keys = {**kept, action: keys}


class _KeyEdit(QKeySequenceEdit):
    """Field that takes the next key pressed as a shortcut, but Esc leaves it as it was."""

    cancelled = Signal()
    """Emitted when the user pressed Esc while typing a new shortcut, which leaves the old one as it was."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """On Esc, leave the field without a change; any other key becomes the action's shortcut."""
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.clearFocus()
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


class _KeyField(QWidget):
    """Row for an action's shortcuts: name, menu, the other keys, field for the first key; a question below.

    Attributes:
        menu: titles of the menus that lead to the action.
        edit: the field.
    """

    take_confirmed = Signal()
    """Emitted when the user confirms to take the key in the field from the other actions that have it."""

    def __init__(self, row: Action, menu: str) -> None:
        super().__init__()
        self.menu = menu
        self._name = label(tr(row.text).rstrip("…"))
        self._name.setToolTip(tr(row.tip))
        self._more = label(role="secondary")
        self._question = QWidget()
        self._question_text = wrapped(role="secondary")
        take = link(tr("Take it from there"))
        take.clicked.connect(self.take_confirmed)
        in_row(self._question, (self._question_text, 1), take, spacing=8)
        self.edit = limited(_KeyEdit())
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self.edit.setFixedWidth(_FIELD)
        self.edit.setAccessibleName(tr("Key of “{action}”").format(action=self._name.text()))
        self._name.setBuddy(self.edit)
        name = in_row(None, self._name, label(menu, role="secondary"), STRETCH, spacing=8)
        in_column(self, in_row(None, (name, 1), self._more, self.edit, spacing=8), self._question)
        self._question.hide()

    @property
    def key(self) -> str:
        """Shortcut in the field, in Qt's portable notation; empty for none."""
        return self.edit.keySequence().toString(_PORTABLE)

    def show_keys(self, keys: tuple[str, ...], *, changed: bool) -> None:
        """Show ``keys``, the shortcuts of the field's action.

        The action's name is bold if ``changed``: they differ from those of the preset.
        """
        with QSignalBlocker(self.edit):
            self.edit.setKeySequence(QKeySequence(keys[0] if keys else ""))
        self._more.setText(" ".join(map(shortcut_text, keys[1:])))
        self._name.setFont(font(13, bold=changed))
        self._question.hide()

    def ask(self, text: str) -> None:
        """Show the question ``text`` below the field: whether to take a key from another action."""
        self._question_text.setText(text)
        self._question.show()
