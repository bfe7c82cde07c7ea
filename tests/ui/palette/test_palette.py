"""The palette in the window, driven by keys; what is checked is what stands in it and what it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import HERO, LATE, LIGHT, OTHER, Scene, actor, pose, street
from viewer.notes import Note
from viewer.ui.app import Viewer
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.palette.palette import Palette
from viewer.ui.widgets.toast import Toast

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def find(qtbot: QtBot):
    """Return a function that opens the palette and types something."""

    def find_in(viewer: Viewer, text: str) -> Palette:
        palette = palette_of(viewer)
        if not palette.isVisible():
            press(viewer, qtbot, Key.Key_K, CTRL)
        assert palette.isVisible()
        field = field_of(viewer)
        assert QApplication.focusWidget() is field
        field.clear()
        qtbot.keyClicks(field, text)
        return palette

    return find_in


def palette_of(viewer: Viewer) -> Palette:
    return viewer.window.panel("palette")


def field_of(viewer: Viewer) -> QLineEdit:
    (field,) = palette_of(viewer).findChildren(QLineEdit)
    return field


def list_of(viewer: Viewer) -> PaletteList:
    (view,) = palette_of(viewer).findChildren(PaletteList)
    return view


def lines(viewer: Viewer) -> list[str]:
    """Return what can be read in the list."""
    view = list_of(viewer)
    if view.isHidden():
        return []
    model = view.model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [model.data(model.index(line, 0), role) for line in range(model.rowCount(QModelIndex()))]


def current(viewer: Viewer) -> str:
    """Return the line that Enter chooses, as it is painted and as it is read out."""
    view = list_of(viewer)
    text = lines(viewer)[view.currentIndex().row()]
    assert field_of(viewer).accessibleDescription() == text
    rect = view.visualRect(view.currentIndex())
    pixel = view.viewport().grab(rect).toImage().pixelColor(4, 4)
    assert pixel == QColor(viewer.window.top_bar.palette().highlight().color())
    return text


def press(viewer: Viewer, qtbot: QtBot, key: Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(viewer.window.windowHandle(), key, modifier)


def row_of(viewer: Viewer, actor_id: int) -> int:
    assert viewer.recording.index is not None
    return viewer.recording.index.actors.rows_of(actor_id)[0]


def frame(viewer: Viewer) -> int:
    assert viewer.moment.world is not None
    return viewer.moment.world.frame


def toast_text(viewer: Viewer) -> str:
    (toast,) = viewer.window.findChildren(Toast)
    return toast.text if toast.isVisible() else ""


# -- opening and closing


def test_ctrl_k_opens_over_the_map_and_esc_gives_the_keyboard_back(open_street: Viewer, qtbot: QtBot) -> None:
    map_view = open_street.window.map_area.map_view
    map_view.setFocus()
    palette = palette_of(open_street)
    assert not palette.isVisible()
    press(open_street, qtbot, Key.Key_K, CTRL)
    assert palette.isVisible()
    assert palette.width() == 560
    area = open_street.window.map_area
    middle = area.mapTo(open_street.window, area.rect().center())
    assert abs(palette.geometry().center().x() - middle.x()) <= 1
    assert QApplication.focusWidget() is field_of(open_street)
    press(open_street, qtbot, Key.Key_Escape)
    assert not palette.isVisible()
    assert QApplication.focusWidget() is map_view


def test_while_it_is_open_letters_and_space_are_text(open_street: Viewer, qtbot: QtBot) -> None:
    press(open_street, qtbot, Key.Key_K, CTRL)
    for key in (Key.Key_H, Key.Key_Space, Key.Key_C):
        press(open_street, qtbot, key)
    assert field_of(open_street).text() == "h c"
    assert open_street.focus.primary is None
    assert not open_street.playback.transport.playing


@pytest.mark.parametrize("words", ["add note", "next note", "copy map as image"])
def test_what_needs_a_recording_says_so_without_one(viewer: Viewer, find, words: str) -> None:
    find(viewer, words)
    assert "no recording is open" in current(viewer)


def test_a_recording_that_opens_does_not_take_the_keyboard(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path, find
) -> None:
    palette = find(viewer, "reload")
    assert current(viewer) == "Reload, File · no recording is open, F5"
    press(viewer, qtbot, Key.Key_Return)
    assert palette.isVisible()
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    assert palette.isVisible()
    assert QApplication.focusWidget() is field_of(viewer)
    find(viewer, str(LATE))
    qtbot.waitUntil(lambda: f"{LATE} vehicle.audi.tt" in "".join(lines(viewer)))


# -- moving and choosing


def test_arrows_and_pages_move_over_headings_and_enter_does_it(
    open_street: Viewer, qtbot: QtBot, find
) -> None:
    find(open_street, "one frame")
    assert current(open_street) == "One frame back, Replay, ←"
    press(open_street, qtbot, Key.Key_Down)
    assert current(open_street) == "One frame forward, Replay, →"
    press(open_street, qtbot, Key.Key_Up)
    press(open_street, qtbot, Key.Key_Up)  # round to the end
    assert current(open_street) == lines(open_street)[-1]
    press(open_street, qtbot, Key.Key_PageUp)
    press(open_street, qtbot, Key.Key_Down)
    press(open_street, qtbot, Key.Key_Return)
    assert not palette_of(open_street).isVisible()
    assert frame(open_street) == 2


def test_a_switch_says_that_it_is_on(open_street: Viewer, qtbot: QtBot, find) -> None:
    find(open_street, "interpolate")
    assert current(open_street) == "Interpolate, Replay"
    press(open_street, qtbot, Key.Key_Return)
    assert open_street.moment.interpolate
    find(open_street, "interpolate")
    assert current(open_street) == "Interpolate, Replay · on"


def test_an_action_is_told_with_all_menus_it_is_in(open_street: Viewer, qtbot: QtBot, find) -> None:
    find(open_street, "speed layers")
    assert lines(open_street)[1:] == ["Speed, Layers · Labels say", "Speed, Layers · Colour by"]


def test_nothing_found_is_said(open_street: Viewer, qtbot: QtBot, find) -> None:
    palette = find(open_street, "qqqq")
    assert lines(open_street) == []
    shown = [label.text() for label in palette.findChildren(QLabel) if label.isVisible()]
    assert "Nothing found" in shown
    press(open_street, qtbot, Key.Key_Return)
    assert palette.isVisible()


def test_what_was_used_lately_comes_first_also_after_a_restart(
    make_viewer: Callable[[], Viewer], qtbot: QtBot, tmp_path: Path, find
) -> None:
    viewer = make_viewer()
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    for text in ("go to end", "loop", "#4"):
        find(viewer, text)
        press(viewer, qtbot, Key.Key_Return)
    find(viewer, "")
    assert [line.partition(",")[0] for line in lines(viewer)[:4]] == [
        "Recently used",
        "Go to 0.150 s",
        "Loop",
        "Go to end",
    ]
    press(viewer, qtbot, Key.Key_Escape)
    viewer.window.close()

    again = make_viewer()
    find(again, "")
    assert [line.partition(",")[0] for line in lines(again)[:3]] == ["Recently used", "Loop", "Go to end"]


def test_collisions_and_the_hero_are_offered_without_being_asked_for(
    open_street: Viewer, qtbot: QtBot, find
) -> None:
    find(open_street, "")
    qtbot.waitUntil(lambda: lines(open_street).index("Actions") > 2)
    told = lines(open_street)
    assert told[0] == "In this recording"
    actions = told.index("Actions")
    assert actions < 6  # a collision or some, then the hero
    assert all(line.startswith("Collision ") for line in told[1 : actions - 1])
    assert told[actions - 1].startswith(f"{HERO} ")
    press(open_street, qtbot, Key.Key_Return)
    assert open_street.moment.world is not None
    assert open_street.moment.world.frame_index == open_street.recording.index.contacts[0].first_frame


# -- what is found


def test_an_actor_is_found_by_id_blueprint_and_role(open_street: Viewer, qtbot: QtBot, find) -> None:
    for text in (str(OTHER), "vehicle.tesla", "tesla autopilot", "odel3"):
        find(open_street, text)
        qtbot.waitUntil(lambda: any(line.startswith(f"{OTHER} vehicle.tesla") for line in lines(open_street)))
    find(open_street, "tesla auto")
    assert current(open_street) == f"{OTHER} vehicle.tesla.model3, autopilot"
    press(open_street, qtbot, Key.Key_Return)
    assert open_street.focus.primary == row_of(open_street, OTHER)


def test_an_actor_that_is_not_there_yet_is_selected_and_says_so(
    open_street: Viewer, qtbot: QtBot, find
) -> None:
    find(open_street, "audi")
    qtbot.waitUntil(lambda: "Actors" in lines(open_street))  # events may be found before them
    assert current(open_street) == f"{LATE} vehicle.audi.tt, autopilot, 0.250 s – 0.750 s"
    press(open_street, qtbot, Key.Key_Return)
    assert open_street.focus.primary == row_of(open_street, LATE)
    assert toast_text(open_street) == f"{LATE} is not spawned until 0.250 s"


def test_an_actor_off_the_map_is_looked_at(open_street: Viewer, qtbot: QtBot, find) -> None:
    map_view = open_street.window.map_area.map_view
    map_view.viewpoint.center_on(5000, 5000)
    find(open_street, "lincoln")
    qtbot.waitUntil(lambda: "Actors" in lines(open_street))  # events may be found before them
    press(open_street, qtbot, Key.Key_Return)
    assert (map_view.camera.x, map_view.camera.y) == pytest.approx((0, 0), abs=0.01)


def test_an_event_is_gone_to_and_its_actor_selected(open_street: Viewer, qtbot: QtBot, find) -> None:
    find(open_street, "destroyed")
    qtbot.waitUntil(lambda: any(line.startswith("Destroyed") for line in lines(open_street)))
    find(open_street, "destroyed audi")
    assert current(open_street) == f"Destroyed {LATE} audi tt, 0.750 s"
    press(open_street, qtbot, Key.Key_Return)
    assert frame(open_street) == 16
    assert open_street.focus.primary == row_of(open_street, LATE)


def test_collisions_come_before_other_events(open_street: Viewer, qtbot: QtBot, find) -> None:
    find(open_street, "collision lincoln")
    qtbot.waitUntil(lambda: any(line.startswith("Collision") for line in lines(open_street)))
    wanted = f"Collision {HERO} lincoln mkz2017 and {OTHER} tesla model3, reported by {HERO}, 0.450 s"
    assert current(open_street) == wanted
    press(open_street, qtbot, Key.Key_Return)
    assert frame(open_street) == 10


def test_what_went_wrong_is_found_and_gone_to_as_by_its_chip(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path, find
) -> None:
    scene = record([hero(straight(0, 0, 10)), car(2, standing(30, 0))], 4)
    viewer.workspace.open(scene.save(tmp_path / "drive.log"))
    qtbot.waitUntil(lambda: viewer.found_events.found is not None and not viewer.found_events.searching)
    (contact,) = [event for event in viewer.found_events.events if event.kind == "contact"]
    find(viewer, "crash")
    qtbot.waitUntil(lambda: lines(viewer)[:1] == ["Findings"])
    assert current(viewer).startswith("Contact of 1 and 2, not recorded")
    press(viewer, qtbot, Key.Key_Return)
    assert viewer.found_events.current_event == contact
    assert viewer.playback.transport.playhead == pytest.approx(contact.start - 2.0)
    assert viewer.window.map_area.event_card.isVisible()
    press(viewer, qtbot, Key.Key_K, CTRL)
    again = "Contact of 1 and 2, not recorded"
    qtbot.waitUntil(lambda: any(line.startswith(again) for line in lines(viewer)))


def test_a_light_that_changes_is_found(open_street: Viewer, qtbot: QtBot, find) -> None:
    qtbot.waitUntil(lambda: open_street.tasks.quiet)
    find(open_street, "yellow")
    wanted = f"Light {LIGHT}: green → yellow, 0.600 s"
    qtbot.waitUntil(lambda: any(line.lower() == wanted.lower() for line in lines(open_street)))
    press(open_street, qtbot, Key.Key_Return)
    assert frame(open_street) == 13
    assert open_street.focus.primary == row_of(open_street, LIGHT)


@pytest.mark.parametrize(("text", "reached"), [("#7", 7), ("0.3", 7), ("300 ms", 7), ("collision:1", 10)])
def test_a_moment_is_gone_to(open_street: Viewer, qtbot: QtBot, find, text, reached) -> None:
    find(open_street, text)
    assert current(open_street).startswith("Go to 0.")
    press(open_street, qtbot, Key.Key_Return)
    assert frame(open_street) == reached


def test_a_moment_that_is_not_there_says_why(open_street: Viewer, qtbot: QtBot, find) -> None:
    palette = find(open_street, "#99")
    assert current(open_street) == "There is no frame 99: frames count from 1 to 20"
    press(open_street, qtbot, Key.Key_Return)
    assert palette.isVisible()


def test_an_id_that_is_a_time_too_offers_the_actor_first(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path, find
) -> None:
    scene = Scene()
    for k in range(40):
        born = [actor(3, "vehicle.audi.tt")] if k == 0 else []
        scene.frame(0.1, add=born, poses=[pose(3, (0, 0, 0))])
    viewer.workspace.open(scene.save(tmp_path / "low.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    find(viewer, "3")
    qtbot.waitUntil(lambda: lines(viewer)[0] == "Actors")
    assert current(viewer).startswith("3 vehicle.audi")
    assert any(line.startswith("Go to 3.000 s") for line in lines(viewer))


def test_a_note_is_found_and_gone_to(open_street: Viewer, qtbot: QtBot, find) -> None:
    open_street.notes.add(Note(0.31, actor_id=OTHER, text="Why does it\nstop?"))
    find(open_street, "stop")
    said = ["Notes", f"Why does it stop?, {OTHER} tesla model3, 0.310 s"]
    qtbot.waitUntil(lambda: lines(open_street)[:2] == said)
    press(open_street, qtbot, Key.Key_Return)
    assert frame(open_street) == 7
    assert open_street.focus.primary == row_of(open_street, OTHER)
    find(open_street, "")
    qtbot.waitUntil(lambda: lines(open_street)[1].startswith("Why does it stop?"))


# -- many


def test_thousands_are_shortened_until_they_are_asked_for(
    viewer: Viewer, qtbot: QtBot, tmp_path: Path, find
) -> None:
    scene = Scene()
    scene.frame(add=[actor(number, "vehicle.audi.tt") for number in range(1000, 2000)])
    scene.frame(remove=range(1000, 2000))
    viewer.workspace.open(scene.save(tmp_path / "many.log"))
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.recording.busy)
    find(viewer, "audi")
    qtbot.waitUntil(lambda: {"Actors", "Events in file"} <= set(lines(viewer)))
    texts = lines(viewer)
    assert texts[0] == "Actors"
    assert texts[7] == "994 more"
    assert texts[8] == "Events in file"
    for _ in range(6):
        press(viewer, qtbot, Key.Key_Down)
    assert current(viewer) == "994 more"
    press(viewer, qtbot, Key.Key_Return)
    assert current(viewer).startswith("1006 vehicle.audi.tt")
    assert lines(viewer)[1001] == "Events in file"


def test_times_are_written_in_the_form_that_is_shown(open_street: Viewer, qtbot: QtBot, find) -> None:
    open_street.window.actions_by_id["time_frame"].trigger()
    find(open_street, "7")
    assert current(open_street) == "Go to #7, 0.300 s, 14:08:48 UTC"
    find(open_street, "destroyed")
    qtbot.waitUntil(lambda: f"Destroyed {LATE} audi tt, #16" in lines(open_street))
    press(open_street, qtbot, Key.Key_Return)
    press(open_street, qtbot, Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert frame(open_street) == 1
