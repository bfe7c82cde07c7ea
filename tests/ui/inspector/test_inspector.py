"""The inspector as a person uses it: reading, following links, unfolding, plotting, copying."""

import json

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QDrag, QHelpEvent, QShortcut
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QToolTip, QTreeView

from tests.scenes import BICYCLE, CAMERA, HERO, LATE, LIGHT, OTHER, SIGN, WALKER, Scene, actor, pose
from tests.ui.inspector.conftest import (
    cell,
    click,
    clipboard,
    double_click,
    middle,
    opened_inspector,
    places,
    requests,
    shown,
    unfold,
)
from tests.ui.person import heard, row_of
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.world.world import world_at
from viewer.signals import Series, read_series
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.copying import InspectorTreeMenu
from viewer.ui.signal_mime import SIGNAL_MIME
from viewer.ui.theme import apply_theme, load_theme

popups = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
"""Without a screen no window is raised and no keyboard grabbed, and Qt says so of every menu and tooltip."""


@pytest.fixture
def inspector(index, qtbot, qapp, alone):
    apply_theme(qapp, load_theme("dark"))
    return opened_inspector(qtbot, alone, index, 0.21, hero=HERO)


def changes(sheet):
    """Names of the rows that the model says have changed from now on."""
    changed = set()
    sheet.model().dataChanged.connect(lambda first: changed.add(first.siblingAtColumn(0).data()))
    return changed


def test_a_selected_actor_is_told_of_now_and_with_nobody_selected_the_recording(inspector, sheet, select):
    [hint] = [each for each in inspector.findChildren(QLabel) if "No actor selected" in each.text()]
    now = {"Role": "hero", "Speed": "10.00 m/s", "Location x": "2.00 m", "Pitch, yaw, roll Yaw": "0.0 °"}
    recording = {"Map": "Town03", "Frames": "20", "Vehicle": "3"}
    for ids, said in (((), recording), ((HERO,), now), ((), recording)):
        select(*ids)
        assert said.items() <= shown(sheet).items()
        assert hint.isVisible() == (not ids)


def test_everybody_can_be_looked_at_all_the_time(inspector, sheet, index, select):
    QAbstractItemModelTester(sheet.model(), QAbstractItemModelTester.FailureReportingMode.Fatal, inspector)
    for actor_id in (HERO, OTHER, BICYCLE, WALKER, LIGHT, SIGN, CAMERA, LATE):
        select(actor_id)
        for elapsed in (0.0, 0.31, 0.9):
            inspector.told.set_world(world_at(index, elapsed))
            assert not inspector.grab().isNull()
            assert "nan" not in " ".join(shown(sheet).values())


def test_while_time_runs_only_texts_change(inspector, sheet, index, select):
    select(HERO)
    structure = heard(sheet.model().rowsInserted), heard(sheet.model().rowsRemoved)
    changed = changes(sheet)
    inspector.told.set_world(world_at(index, 0.26))
    assert structure == ([], [])
    assert changed == {"Location", "x"}


def test_what_is_open_and_seen_stays_when_time_runs_and_for_the_next_actor(inspector, sheet, index, select):
    inspector.resize(340, 300)
    select(HERO)
    unfold(sheet, "Location")
    sheet.setCurrentIndex(cell(sheet, "Location y", 0))
    place = sheet.verticalScrollBar().value()
    assert place > 0
    inspector.told.set_world(world_at(index, 0.31))
    select(OTHER)
    assert sheet.isExpanded(places(sheet)["Location"])
    assert sheet.currentIndex().data() == "y"
    assert sheet.verticalScrollBar().value() == place
    select(WALKER)
    assert sheet.verticalScrollBar().value() == 0


def test_only_another_recording_forgets_the_selection(inspector, sheet, index, tmp_path, select):
    select(HERO)
    inspector.told.set_recording(index)
    assert shown(sheet)["Role"] == "hero"
    inspector.told.set_recording(Scene().frame(add=[actor(7)]).index(tmp_path / "other.log"))
    assert shown(sheet)["Frames"] == "1"
    inspector.told.set_recording(None)
    assert shown(sheet) == {}


def test_everybody_in_a_real_recording(recording_file, inspector, sheet):
    index = read_index(LogFile(recording_file))
    inspector.told.set_recording(index)
    inspector.told.set_hero(next(iter(index.actors.hero_rows), None))
    some = {description.type_id: row for row, description in enumerate(index.actors.descriptions)}
    for elapsed in (0.0, index.duration / 2):
        inspector.told.set_world(world_at(index, elapsed))
        for row in some.values():
            inspector.told.set_selected((row,))
            rows = shown(sheet)
            assert rows["Category"]
            assert not any(word in text for text in rows.values() for word in ("nan", "inf"))


def test_a_child_a_contact_and_a_time_are_links(inspector, sheet, index, select, qtbot):
    actors, times = requests(inspector.told.focus, "click"), requests(inspector.told, "jump")
    select(HERO)
    click(sheet, "Children")
    click(sheet, f"Collision with {OTHER}", 0)
    click(sheet, f"Collision with {OTHER}")
    click(sheet, "Speed")  # no link
    select(LATE)
    assert shown(sheet)["State"] == "not spawned until 0.250 s"
    click(sheet, "State")
    select(CAMERA)
    sheet.setFocus()
    sheet.setCurrentIndex(cell(sheet, "Parent"))
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert actors == [(row_of(index, each), False) for each in (CAMERA, OTHER, HERO)]
    assert times == pytest.approx([0.45, 0.25])


@pytest.mark.parametrize("opens", ["mouse", Qt.Key.Key_Return, Qt.Key.Key_Right])
def test_what_is_folded_away_can_be_unfolded(sheet, select, qtbot, opens):
    select(HERO)
    assert "Uid" not in shown(sheet)
    if opens == "mouse":
        double_click(sheet, "More")
    else:
        sheet.setFocus()
        sheet.setCurrentIndex(cell(sheet, "Size"))
        qtbot.keyClick(sheet, Qt.Key.Key_Down)
        qtbot.keyClick(sheet, opens)
    assert shown(sheet)["Uid"] == "0"
    select(OTHER)
    assert shown(sheet)["Uid"] == "0"
    unfold(sheet, "More")
    assert "Uid" not in shown(sheet)


def test_a_row_that_is_cut_off_at_the_foot_is_left_out(inspector, sheet, select):
    select(HERO)
    unseen = 0
    for height in range(300, 325):
        inspector.resize(inspector.width(), height)
        QApplication.processEvents()
        foot, rects = sheet.viewport().height(), [sheet.visualRect(each) for each in places(sheet).values()]
        (last,) = (rect for rect in rects if rect.top() < foot <= rect.bottom() + 1)
        unseen += last.bottom() >= foot
        assert sheet.indexAt(last.topLeft()).isValid() == (last.bottom() < foot)
    assert unseen > 20  # at few of these heights the last row just fits


def test_the_acceleration_is_that_of_the_signal(inspector, sheet, index, select):
    row, asked = row_of(index, HERO), requests(inspector.told.recording.series, "want")
    select(HERO)
    names = "acceleration", "light_ahead", "light_ahead_id", "light_ahead_source"
    assert asked == [("inspector", tuple(SeriesKey(name, row) for name in names))]
    assert shown(sheet)["Acceleration"] == "–"
    for key in (SeriesKey(*each) for each in asked[0][1]):
        [series] = read_series(index, [key.name], row)
        values = np.full(len(series), 1.84) if key.name == "acceleration" else series.values
        read = Series(key.name, "", series.unit, series.elapsed, values, recorded=False)
        inspector.told.recording.series.ready.emit(key, read)
    assert shown(sheet)["Acceleration"] == "1.84 m/s²"
    select(OTHER)
    assert shown(sheet)["Acceleration"] == "–"
    select(LIGHT)
    assert "Acceleration" not in shown(sheet)


def test_a_row_that_is_double_clicked_gives_its_signals_lanes(inspector, sheet, index, select, qtbot):
    select(OTHER)
    asked, row = heard(inspector.plot_requested), row_of(index, OTHER)
    double_click(sheet, "Brake")
    double_click(sheet, "Location", 0)
    unfold(sheet, "Location")
    double_click(sheet, "Location z")
    double_click(sheet, "Category")
    assert asked == [(row, "brake"), *((row, name) for name in "xyz"), (row, "z")]
    sheet.setFocus()
    sheet.setCurrentIndex(cell(sheet, "Gear"))
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert asked[-1] == (row, "gear")


def test_a_value_is_dragged_out_as_a_signal(sheet, index, select, monkeypatch):
    dragged = []

    def drop(drag, _actions):
        dragged.append(json.loads(bytes(drag.mimeData().data(SIGNAL_MIME))))
        return Qt.DropAction.CopyAction

    monkeypatch.setattr(QDrag, "exec", drop)
    select(OTHER)
    for label, column in (("Throttle", 1), ("Gear", 0), ("Category", 0)):
        sheet.setCurrentIndex(cell(sheet, label, column))
        sheet.startDrag(Qt.DropAction.CopyAction)
    row = row_of(index, OTHER)
    assert dragged == [{"row": row, "signal": "throttle"}, {"row": row, "signal": "gear"}]
    assert sheet.dragDropMode() is QTreeView.DragDropMode.DragOnly


def test_what_is_derived_is_marked_and_explained(inspector, sheet, select):
    select(HERO)
    signed = {name for name, index in places(sheet).items() if index.data().endswith("ƒ")}
    assert "Speed" in signed
    assert not {"Category", "Throttle", "Location"} & signed
    [legend] = [each for each in inspector.findChildren(QLabel) if "derived" in each.text()]
    assert legend.isVisible()
    select()
    assert not legend.isVisible()


def test_a_value_is_copied_with_a_minus_that_programs_read(inspector, sheet, index, select, qtbot):
    select(LATE)
    inspector.told.set_world(world_at(index, 0.31))
    window = heard(QShortcut(Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_C, inspector).activated)
    sheet.setFocus()
    sheet.setCurrentIndex(cell(sheet, "Velocity"))
    assert shown(sheet)["Velocity"] == "0.00, −6.00, 0.00 m/s"
    qtbot.keyClick(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "0.00, -6.00, 0.00 m/s"
    assert window == []


def test_without_a_row_everything_is_copied_and_of_a_section_all_of_it(sheet, select, qtbot):
    select(HERO)
    sheet.setFocus()
    sheet.setCurrentIndex(QModelIndex())
    qtbot.keyClick(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = clipboard().splitlines()
    assert lines[0] == f"{HERO} vehicle.lincoln.mkz2017"
    assert {"Speed: 10.00 m/s (derived)", "Motion"} <= set(lines)
    assert not any(line.startswith("x") for line in lines)  # the location says it
    sheet.setCurrentIndex(cell(sheet, "Control"))
    qtbot.keyClick(sheet, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = clipboard().splitlines()
    assert lines[:3] == [f"{HERO} vehicle.lincoln.mkz2017", "Control", "Gear: 3"]
    assert not any(line.startswith("Speed") for line in lines)


@popups
def test_the_menu_of_the_title_copies_the_id_and_the_blueprint(inspector, sheet, select):
    select(HERO)
    (button,) = [each for each in inspector.findChildren(QToolButton) if "JSON" in each.toolTip()]
    for expected in (str(HERO), "vehicle.lincoln.mkz2017"):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        menu = sheet.findChildren(InspectorTreeMenu)[-1]
        next(action for action in menu.actions() if action.text() == f"Copy {expected}").trigger()
        menu.close()
        assert clipboard() == expected


@popups
def test_tooltips_tell_where_a_value_is_from_and_what_was_shortened(inspector, sheet, tmp_path, select):
    def tip(label):
        position = middle(sheet, label)
        event = QHelpEvent(QEvent.Type.ToolTip, position, sheet.viewport().mapToGlobal(position))
        QApplication.sendEvent(sheet.viewport(), event)
        return QToolTip.text()

    select(HERO)
    assert tip("Speed").startswith("Derived from")
    assert tip("Location").endswith("Recorded in this frame")
    long = "/Game/" + "x" * 80
    scene = Scene().frame(add=[actor(7, gender=long)], poses=[pose(7, (0, 0, 0))])
    inspector.told.set_recording(scene.index(tmp_path / "long.log"))
    inspector.told.set_selected((0,))
    assert tip("Gender") == f"{long}\nAttribute gender"
    QToolTip.hideText()
