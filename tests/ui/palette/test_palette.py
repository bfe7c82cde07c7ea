"""The palette in the window, driven by keys; what is checked is what stands in it and what it does."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTableView

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import HERO, LATE, LIGHT, OTHER, Scene, actor, pose, street
from tests.ui.person import frame_of, open_in, open_judged, press, row_of
from viewer.notes import Note
from viewer.ui.widgets.toast import Toast

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def find(qtbot):
    """Return a function that opens the palette and types something."""

    def find_in(viewer, text):
        palette = viewer.window.panel("palette")
        if not palette.isVisible():
            press(viewer, "Ctrl+K")
        assert palette.isVisible()
        field = field_of(viewer)
        assert QApplication.focusWidget() is field
        field.clear()
        qtbot.keyClicks(field, text)
        return palette

    return find_in


@pytest.fixture
def choose(qtbot, find):
    """Return a function that types something, waits for the line that Enter then chooses, and presses it."""

    def choose_in(viewer, text, wanted):
        find(viewer, text)
        qtbot.waitUntil(lambda: bool(lines(viewer)) and current(viewer).startswith(wanted))
        press(viewer, "Return")

    return choose_in


def field_of(viewer):
    return viewer.window.panel("palette").findChild(QLineEdit)


def lines(viewer):
    """Return what can be read in the list."""
    view = viewer.window.panel("palette").findChild(QTableView)
    model, role = view.model(), Qt.ItemDataRole.AccessibleTextRole
    count = 0 if view.isHidden() else model.rowCount()
    return [model.data(model.index(line, 0), role) for line in range(count)]


def current(viewer):
    """Return the line that Enter chooses, as it is painted and as it is read out."""
    view = viewer.window.panel("palette").findChild(QTableView)
    text = lines(viewer)[view.currentIndex().row()]
    assert field_of(viewer).accessibleDescription() == text
    pixel = view.viewport().grab(view.visualRect(view.currentIndex())).toImage().pixelColor(4, 4)
    assert pixel == QColor(viewer.window.top_bar.palette().highlight().color())
    return text


def test_ctrl_k_opens_over_the_map_and_esc_gives_the_keyboard_back(open_street):
    map_view = open_street.window.map_area.map_view
    map_view.setFocus()
    palette = open_street.window.panel("palette")
    assert not palette.isVisible()
    press(open_street, "Ctrl+K")
    assert palette.isVisible()
    assert palette.width() == 560
    area = open_street.window.map_area
    middle = area.mapTo(open_street.window, area.rect().center())
    assert abs(palette.geometry().center().x() - middle.x()) <= 1
    assert QApplication.focusWidget() is field_of(open_street)
    press(open_street, "Esc")
    assert not palette.isVisible()
    assert QApplication.focusWidget() is map_view


def test_while_it_is_open_letters_and_space_are_text(open_street):
    press(open_street, "Ctrl+K", "H", "Space", "C")
    assert field_of(open_street).text() == "h c"
    assert (open_street.focus.primary, open_street.playback.transport.playing) == (None, False)


def test_what_needs_a_recording_says_so_without_one(viewer, find):
    for words in ("add note", "next note", "copy map as image"):
        find(viewer, words)
        assert "no recording is open" in current(viewer)


def test_a_recording_that_opens_does_not_take_the_keyboard(viewer, qtbot, tmp_path, find):
    palette = find(viewer, "reload")
    assert current(viewer) == "Reload, File · no recording is open, F5"
    press(viewer, "Return")
    assert palette.isVisible()
    open_in(viewer, qtbot, street().save(tmp_path / "street.log"))
    assert palette.isVisible()
    assert QApplication.focusWidget() is field_of(viewer)
    find(viewer, str(LATE))
    qtbot.waitUntil(lambda: f"{LATE} vehicle.audi.tt" in "".join(lines(viewer)))


def test_arrows_and_pages_move_over_headings_and_enter_does_it(open_street, find):
    find(open_street, "one frame")
    assert current(open_street) == "One frame back, Replay, ←"
    press(open_street, "Down")
    assert current(open_street) == "One frame forward, Replay, →"
    press(open_street, "Up", "Up")  # round to the end
    assert current(open_street) == lines(open_street)[-1]
    press(open_street, "PgUp", "Down", "Return")
    assert not open_street.window.panel("palette").isVisible()
    assert frame_of(open_street) == 2


def test_a_switch_says_that_it_is_on_and_an_action_in_which_menus_it_is(open_street, find, choose):
    choose(open_street, "interpolate", "Interpolate, Replay")
    assert open_street.moment.interpolate
    find(open_street, "interpolate")
    assert current(open_street) == "Interpolate, Replay · on"
    find(open_street, "speed layers")
    assert lines(open_street)[1:] == ["Speed, Layers · Labels say", "Speed, Layers · Colour by"]


def test_nothing_found_is_said_and_why_a_moment_is_not_there(open_street, find):
    palette = find(open_street, "qqqq")
    assert lines(open_street) == []
    shown = [label.text() for label in palette.findChildren(QLabel) if label.isVisible()]
    assert "Nothing found" in shown
    press(open_street, "Return")
    assert palette.isVisible()
    find(open_street, "#99")
    assert current(open_street) == "There is no frame 99: frames count from 1 to 20"
    press(open_street, "Return")
    assert palette.isVisible()


def test_what_was_used_lately_comes_first_also_after_a_restart(make_viewer, qtbot, tmp_path, find):
    viewer = make_viewer()
    open_in(viewer, qtbot, street().save(tmp_path / "street.log"))
    for text in ("go to end", "loop", "#4"):
        find(viewer, text)
        press(viewer, "Return")
    find(viewer, "")
    assert [line.partition(",")[0] for line in lines(viewer)[:4]] == [
        "Recently used",
        "Go to 0.150 s",
        "Loop",
        "Go to end",
    ]
    press(viewer, "Esc")
    viewer.window.close()

    again = make_viewer()
    find(again, "")
    assert [line.partition(",")[0] for line in lines(again)[:3]] == ["Recently used", "Loop", "Go to end"]


def test_collisions_and_the_hero_are_offered_without_being_asked_for(make_viewer, qtbot, tmp_path, find):
    open_street = open_in(make_viewer(), qtbot, street().save(tmp_path / "street.log"))
    find(open_street, "")
    qtbot.waitUntil(lambda: lines(open_street).index("Actions") > 2)
    told = lines(open_street)
    assert told[0] == "In this recording"
    assert not told[-1].endswith(" more")  # the last group is complete
    actions = told.index("Actions")
    assert actions < 6  # a collision or some, then the hero
    assert all(line.startswith("Collision ") for line in told[1 : actions - 1])
    assert told[actions - 1].startswith(f"{HERO} ")
    press(open_street, "Return")
    assert open_street.moment.world is not None
    assert open_street.moment.world.frame_index == open_street.recording.index.contacts[0].first_frame


COLLIDED = f"Collision {HERO} lincoln mkz2017 and {OTHER} tesla model3, reported by {HERO}, 0.450 s"
TESLA = f"{OTHER} vehicle.tesla.model3, autopilot"
GONE_TO = (  # what is typed, the line that is chosen, the frame and the actor that it leads to
    *((text, TESLA, 1, OTHER) for text in (str(OTHER), "vehicle.tesla", "tesla auto", "odel3")),
    ("audi", f"{LATE} vehicle.audi.tt, autopilot, 0.250 s – 0.750 s", 1, LATE),
    ("destroyed audi", f"Destroyed {LATE} audi tt, 0.750 s", 16, LATE),
    ("collision lincoln", COLLIDED, 10, HERO),
    ("yellow", f"Light {LIGHT}: ", 13, LIGHT),
    *((text, "Go to 0.", 7, None) for text in ("#7", "0.3", "300 ms")),
    ("collision:1", "Go to 0.", 10, None),
)


def test_what_is_found_is_gone_to_and_its_actor_selected(open_street, qtbot, choose):
    qtbot.waitUntil(lambda: open_street.tasks.quiet)
    (toast,) = open_street.window.findChildren(Toast)
    for text, line, reached, selected in GONE_TO:
        open_street.playback.go_start()
        open_street.focus.select(None)
        toast.hide()
        choose(open_street, text, line)
        assert frame_of(open_street) == reached, text
        assert open_street.focus.primary == (None if selected is None else row_of(open_street, selected)), (
            text
        )
        not_there = f"{LATE} is not spawned until 0.250 s" if text == "audi" else ""
        assert (toast.text if toast.isVisible() else "") == not_there


def test_an_actor_off_the_map_is_looked_at(open_street, choose):
    map_view = open_street.window.map_area.map_view
    map_view.viewpoint.center_on(5000, 5000)
    choose(open_street, "lincoln", f"{HERO} vehicle")
    assert (map_view.camera.x, map_view.camera.y) == pytest.approx((0, 0), abs=0.01)


def test_what_went_wrong_is_found_and_gone_to_as_by_its_chip(viewer, qtbot, tmp_path, find):
    scene = record([hero(straight(0, 0, 10)), car(2, standing(30, 0))], 4)
    open_judged(viewer, qtbot, scene.save(tmp_path / "drive.log"))
    (contact,) = [event for event in viewer.found_events.events if event.kind == "contact"]
    find(viewer, "crash")
    qtbot.waitUntil(lambda: lines(viewer)[:1] == ["Findings"])
    assert current(viewer).startswith("Contact of 1 and 2, not recorded")
    press(viewer, "Return")
    assert viewer.found_events.current_event == contact
    assert viewer.playback.transport.playhead == pytest.approx(contact.start - 2.0)
    assert viewer.window.map_area.event_card.isVisible()
    press(viewer, "Ctrl+K")
    again = "Contact of 1 and 2, not recorded"
    qtbot.waitUntil(lambda: any(line.startswith(again) for line in lines(viewer)))


def test_an_id_that_is_a_time_too_offers_the_actor_first(viewer, qtbot, tmp_path, find):
    scene = Scene()
    for k in range(40):
        born = [actor(3, "vehicle.audi.tt")] if k == 0 else []
        scene.frame(0.1, add=born, poses=[pose(3, (0, 0, 0))])
    open_in(viewer, qtbot, scene.save(tmp_path / "low.log"))
    find(viewer, "3")
    qtbot.waitUntil(lambda: lines(viewer)[0] == "Actors")
    assert current(viewer).startswith("3 vehicle.audi")
    assert any(line.startswith("Go to 3.000 s") for line in lines(viewer))


def test_a_note_is_found_and_gone_to(open_street, qtbot, find):
    open_street.notes.add(Note(0.31, actor_id=OTHER, text="Why does it\nstop?"))
    find(open_street, "stop")
    said = ["Notes", f"Why does it stop?, {OTHER} tesla model3, 0.310 s"]
    qtbot.waitUntil(lambda: lines(open_street)[:2] == said)
    press(open_street, "Return")
    assert frame_of(open_street) == 7
    assert open_street.focus.primary == row_of(open_street, OTHER)
    find(open_street, "")
    qtbot.waitUntil(lambda: lines(open_street)[1].startswith("Why does it stop?"))


def test_thousands_are_shortened_until_they_are_asked_for(viewer, qtbot, tmp_path, find):
    scene = Scene()
    scene.frame(add=[actor(number, "vehicle.audi.tt") for number in range(1000, 2000)])
    scene.frame(remove=range(1000, 2000))
    open_in(viewer, qtbot, scene.save(tmp_path / "many.log"))
    find(viewer, "audi")
    qtbot.waitUntil(lambda: {"Actors", "Events in file"} <= set(lines(viewer)))
    texts = lines(viewer)
    assert texts[0] == "Actors"
    assert texts[7] == "994 more"
    assert texts[8] == "Events in file"
    press(viewer, *["Down"] * 6)
    assert current(viewer) == "994 more"
    press(viewer, "Return")
    assert current(viewer).startswith("1006 vehicle.audi.tt")
    assert lines(viewer)[1001] == "Events in file"


def test_times_are_written_in_the_form_that_is_shown(open_street, qtbot, find):
    open_street.window.actions_by_id["time_frame"].trigger()
    find(open_street, "7")
    assert current(open_street) == "Go to #7, 0.300 s, 14:08:48 UTC"
    find(open_street, "destroyed")
    qtbot.waitUntil(lambda: f"Destroyed {LATE} audi tt, #16" in lines(open_street))
    press(open_street, "Return", "Alt+Left")
    assert frame_of(open_street) == 1
