"""What a file calls itself and others is shown as text in its line, and no field takes more than it can."""

import json
import re
import sys
from typing import cast
from xml.etree import ElementTree as ET

import pytest
from PySide6 import QtGui
from PySide6.QtCore import QBuffer, QIODevice, QPoint, Qt
from PySide6.QtGui import QAction, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QFileDialog,
    QInputDialog,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from tests.extras import need
from tests.library.runs import calm
from tests.scenes import Scene, actor, hit, pose
from viewer.notes import sidecar_path
from viewer.ui.actors.filter import FilterField
from viewer.ui.palette.palette import PaletteField
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.widgets.prompt_field import PromptField
from viewer.ui.widgets.text_field import LONGEST, LONGEST_TEXT

pytestmark = pytest.mark.usefixtures("one_window")

NASTY = "<img src='x.png'>A\nB\x1b[31m\u202e&lt;b&gt;\x7f"
FILE_NAME = "<b>bold<img>A\nB\x1b[31m\u202e&File.log" if sys.platform != "win32" else "&lt;b&gt; &File.log"
RAW = re.compile("A\nB|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
OF_THE_FILE = re.compile("x.png|File")
ROLES = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.StatusTipRole,
)  # fmt: skip
DRAWER = ("story", "file", "notes")


@pytest.fixture
def nasty(viewer, qtbot, tmp_path):
    """The window with a recording full of such texts, with notes and results, an actor of it selected."""
    scene = Scene(map_name=f"Carla/Maps/{NASTY}").frame(
        add=[
            actor(1, f"vehicle.{NASTY}", role_name="hero", color=NASTY, **{NASTY: NASTY}),
            actor(2, NASTY, role_name=NASTY, type=1, number_of_wheels="4"),
            actor(3, f"walker.{NASTY}", role_name=NASTY),
            actor(4, f"static.prop.{NASTY}", mesh_path=f"a.{NASTY}"),
            actor(5, f"sensor.{NASTY}", role_name=NASTY),
        ],
        parents=[(5, 2)],
    )
    for k in range(40):
        hits = [hit(2, 3), hit(1, 2)] if k == 20 else []
        poses = [pose(each, (k if each < 3 else 20.0, 2.0 * each, 0)) for each in range(1, 6)]
        scene.frame(poses=poses, collisions=hits)
    path = scene.save(tmp_path / FILE_NAME)
    note = {"id": "a", "start": 0.5, "text": NASTY, "actor_id": 2, "modified": "2026-05-04T12:00:00Z"}
    sidecar_path(path).write_text(json.dumps({"version": 1, "notes": [note]}))
    run = {"route_id": path.stem, "scores": {NASTY: 1}, "infractions": {NASTY: [NASTY], "red_light": [NASTY]}}
    path.with_suffix(".json").write_text(json.dumps({"_checkpoint": {"records": [run]}}))
    viewer.workspace.open(path)
    qtbot.waitUntil(lambda: viewer.found_events.view is not None and not viewer.found_events.searching)
    viewer.playback.seek(1.0)
    row = viewer.recording.index.actors.rows_of(2)[0]
    viewer.focus.click(row, adds=False)
    qtbot.waitUntil(lambda: viewer.tasks.quiet)
    return viewer


def texts_of(widget):
    """Yield what a widget shows and says, and where; of a label with tags of its own nothing is told."""
    for name in (
        "toolTip",
        "accessibleName",
        "accessibleDescription",
        "windowTitle",
        "statusTip",
        "whatsThis",
    ):
        yield name, getattr(widget, name)()
    if isinstance(widget, QLabel) and widget.textFormat() is not Qt.TextFormat.RichText:
        plain = widget.textFormat() is Qt.TextFormat.PlainText
        yield "text", re.sub("[<&]", "", widget.text()) if plain else widget.text()
    if isinstance(widget, QAbstractButton):
        yield "text", widget.text()
    for action in (*widget.actions(), *widget.findChildren(QAction)):
        yield "action", action.text()
        yield "tip of an action", action.toolTip()
    if isinstance(widget, QMenu):
        yield "title", widget.title()
    if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
        for line in range(model.rowCount()):
            for column in range(model.columnCount()):
                for role in ROLES:
                    text = str(model.data(model.index(line, column), role) or "")
                    tip = role == Qt.ItemDataRole.ToolTipRole  # which has lines
                    yield f"{role} {line} {column}", text.replace("\n", " ") if tip else text


def painted_texts(widget):
    """Return every text that a widget and those in it paint, told by Qt's own SVG."""
    buffer, generator = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator.setOutputDevice(buffer)
    painter = QPainter(generator)
    widget.render(painter, QPoint(0, 0))
    painter.end()
    root = ET.fromstring(bytes(buffer.data().data()))  # noqa: S314 - our own
    return [each.text for each in root.iter("{http://www.w3.org/2000/svg}text") if each.text]


def spoiled():
    """Return which texts of all windows are not plain text in one line, each with its widget."""
    widgets = {each for top in QApplication.topLevelWidgets() for each in (top, *top.findChildren(QWidget))}
    found = {
        (type(widget).__name__, where, text)
        for widget in widgets
        for where, text in texts_of(widget)
        if RAW.search(text) or (OF_THE_FILE.search(text) and QtGui.Qt.mightBeRichText(text))
    }
    painted = {
        (type(top).__name__, "painted", text)
        for top in QApplication.topLevelWidgets()
        if top.isVisible()
        for text in painted_texts(top)
        if RAW.search(text)
    }
    return sorted(found | painted)


@pytest.mark.qt_log_ignore("conical gradients", extend=True)
def test_text_of_a_file_is_text_everywhere(nasty, qtbot):
    window = nasty.window
    assert painted_texts(window) != []
    assert spoiled() == []
    for name in DRAWER:
        window.open_panel(name)
        qtbot.wait(30)
        assert spoiled() == [], name
    window.actions_by_id["palette"].trigger()
    for typed in ("img", "2", "A"):
        qtbot.keyClicks(QApplication.focusWidget(), typed)
        qtbot.wait(30)
        assert spoiled() == [], typed
    assert any("&&File" in action.text() for action in window.menus["recent"].actions())


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


def test_every_field_has_a_greatest_length(open_street, qtbot, monkeypatch, tmp_path):
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
