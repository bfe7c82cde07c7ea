"""No field takes more text than it can work with: what is pasted by mistake does not stop the window."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QFileDialog,
    QInputDialog,
    QKeySequenceEdit,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)

from tests.extras import need
from tests.library.runs import calm
from viewer.ui.actors.filter import FilterField
from viewer.ui.palette.palette import PaletteField
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.widgets.prompt_field import PromptField
from viewer.ui.widgets.text_field import LONGEST, LONGEST_TEXT

pytestmark = pytest.mark.usefixtures("one_window")

CONTROL, V = Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_V
MUCH = "speed 12.5, " * 900_000


def fields():
    """Return all lines in which text can be typed, in all windows."""
    every = [each for each in QApplication.allWidgets() if isinstance(each, QLineEdit)]
    return [each for each in every if not each.isReadOnly()]


def owner(field):
    """Return the class of the control that a field belongs to."""
    parts = QAbstractSpinBox, QKeySequenceEdit, QInputDialog
    above = field.parent(), field.window()
    return next((part for part in parts if any(isinstance(up, part) for up in above)), type(field))


def test_every_field_of_the_window_and_its_dialogs_has_a_greatest_length(
    open_street, qtbot, monkeypatch, tmp_path
):
    need("library", "duckdb", "pyarrow")
    asked, window = [], open_street.window

    def look(dialog):
        asked.extend(field.maxLength() for field in dialog.findChildren(QLineEdit))
        return 0

    monkeypatch.setattr(QInputDialog, "exec", look)
    for name in ("getOpenFileName", "getSaveFileName", "getOpenFileNames"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    for action in [*window.actions_by_id.values()]:
        if action.text().endswith("…") and action.isEnabled():
            action.trigger()
    for name in ("story", "file", "notes"):
        window.open_panel(name)
    window.actions_by_id["guide"].trigger()
    window.actions_by_id["add_note"].trigger()
    calm(tmp_path / "calm.log")
    open_street.files.open_given([tmp_path], OpenRequest())
    qtbot.waitUntil(lambda: not open_street.library.page.busy)
    lengths = {owner(field).__name__: field.maxLength() for field in fields()}
    open_street.library.page.shut_down()
    assert set(lengths) >= {
        "TextField", "FilterField", "PaletteField", "PromptField", "Field",
        "QAbstractSpinBox", "QKeySequenceEdit",
    }  # fmt: skip
    assert all(field.maxLength() <= LONGEST_TEXT for field in fields())
    assert asked == [LONGEST]
    longer = {type(field) for field in fields() if field.maxLength() > LONGEST}
    assert longer <= {PromptField, type(open_street.library.page.field)}
    texts = [each for each in QApplication.allWidgets() if isinstance(each, QTextEdit | QPlainTextEdit)]
    assert all(each.isReadOnly() for each in texts)


@pytest.mark.parametrize(
    ("action", "kind"), [("go_to", PaletteField), ("palette", PaletteField), ("find_actor", FilterField)]
)
def test_much_that_is_pasted_is_cut(open_street, qtbot, action, kind):
    QApplication.clipboard().setText(MUCH)
    open_street.window.actions_by_id[action].trigger()
    field = cast("QLineEdit", QApplication.focusWidget())
    assert isinstance(field, kind)
    qtbot.keyClick(field, V, CONTROL)
    QApplication.clipboard().clear()
    assert field.text() == MUCH[: len(field.text())]
    assert 0 < len(field.text()) <= LONGEST
