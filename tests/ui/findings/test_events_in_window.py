"""The story in the whole window: found after opening, told, gone to, left, folded and found again."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QTableView

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import HERO, OTHER, actor, hit, street
from tests.ui.conftest import turn
from tests.ui.person import open_judged
from viewer.analysis.event_table import Events, FoundEvent, Severity
from viewer.analysis.stand_cause import CauseKind, Root, StandCause
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.replay.events import EventKind
from viewer.replay.time.typed_time import TimeQuery
from viewer.ui.event_text import also_found
from viewer.ui.exports.dialog import ExportDialog
from viewer.ui.findings.measured_text import also_lines
from viewer.ui.shell.settings_page import SettingsPage
from viewer.ui.state.binding import bind
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.widgets.parts import NumberBox

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def told(viewer, qtbot, tmp_path):
    """The program with a drive: a contact nobody recorded, a collision that is, and a stall."""
    movers = [hero(straight(0, 0, 10)), car(2, standing(12, 0)), car(3, standing(30, 0))]
    scene = record(movers, 4, [0.05] * 70 + [0.5], collisions={58: [hit(1, 3)]})
    open_judged(viewer, qtbot, scene.save(tmp_path / "drive.log"))
    return viewer


def strip_of(viewer):
    return viewer.window.map_area.strip


def selected_ids(viewer):
    return [int(viewer.recording.index.actors.actor_id[row]) for row in viewer.focus.selected]


def test_a_chip_leads_to_its_event_and_selects_whom_it_is_about(told, qtbot):
    strip, area, found = strip_of(told), told.window.map_area, told.found_events
    assert [chip.content.name for chip in strip.shown_chips][:2] == ["Collision", "Contact (not recorded)"]
    assert len(strip.shown_chips) == len(found.events.heads) < len(found.events)
    assert not strip.more.isVisible()
    told.focus.select_all(tuple(told.recording.index.actors.rows_of(each)[0] for each in (2, 1)))
    turn()
    QApplication.processEvents()
    qtbot.mouseClick(strip.shown_chips[0], Qt.MouseButton.LeftButton)
    assert selected_ids(told) == [3, 1]
    turn()
    QApplication.processEvents()
    qtbot.keyClick(told.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert selected_ids(told) == [2, 1]
    qtbot.mouseClick(strip.shown_chips[1], Qt.MouseButton.LeftButton)
    event = found.current_event
    assert (event.kind, told.focus.followed) == ("contact", event.rows[0])
    assert told.playback.transport.playhead == pytest.approx(max(event.start - 2.0, 0.0))
    assert area.event_card.isVisible()
    assert area.event_card.content.name == "Contact of 1 and 2, not recorded"
    assert strip.current == event
    told.playback.seek(told.playback.transport.duration)
    turn()
    assert found.current_event is None
    assert not area.event_card.isVisible()


def click_link(qtbot, card, text, number):
    """Click the link with an index among those of the card's label that has a text."""
    (label,) = (each for each in card.findChildren(QLabel) if text in each.text())
    links = []
    label.linkHovered.connect(links.append)
    for y in range(0, label.height(), 3):
        qtbot.mouseMove(label, QPoint(40, y))
        if len(set(filter(None, links))) == number + 1:
            qtbot.mouseClick(label, Qt.MouseButton.LeftButton, pos=QPoint(40, y))
            return
    pytest.fail(f"no link {number}")


def test_a_row_of_what_was_also_found_leads_to_it(told, qtbot):
    strip, area = strip_of(told), told.window.map_area
    qtbot.mouseClick(strip.shown_chips[1], Qt.MouseButton.LeftButton)
    also = area.event_card.content.also
    number = next(n for n, line in enumerate(also) if line.event.kind == "drac")
    told.focus.select(told.recording.index.actors.rows_of(3)[0])
    click_link(qtbot, area.event_card, "Also found", number)
    event = also[number].event
    assert told.found_events.current_event == event
    assert told.playback.transport.frame == event.frame
    assert selected_ids(told) == [2, 1]
    assert area.event_card.content.name.startswith("1 had to brake hard (")
    assert any("Contact of 1 and 2" in line.label for line in area.event_card.content.also)


def test_keys_go_through_collisions_and_found_contacts_and_what_may_change_says_so(told, qtbot):
    card, strip, found = told.window.map_area.event_card, strip_of(told), told.found_events
    for modifier, kind in (("No", "contact"), ("No", "collision"), ("Shift", "contact")):
        qtbot.keyClick(told.window, Qt.Key.Key_C, Qt.KeyboardModifier[f"{modifier}Modifier"])
        assert found.current_event.kind == kind
    for searching, message in ((False, ""), (True, "Looking…"), (False, "")):
        found.set_searching(searching)
        turn()
        assert card.content.time.endswith("preliminary: still looking") is searching
        assert strip.message == message


def test_the_card_can_be_taken_away_in_a_small_window_and_is_wide_again_in_a_large_one(told, qtbot):
    card, map_view = told.window.map_area.event_card, told.window.map_area.map_view
    qtbot.keyClick(told.window, Qt.Key.Key_C)
    turn()
    width = card.width()
    told.window.resize(840, 600)
    qtbot.waitUntil(lambda: card.width() < width and map_view.rect().contains(card.geometry()))
    told.window.resize(1600, 1000)
    qtbot.waitUntil(lambda: card.width() == width)


def test_a_collision_that_the_file_is_opened_at_is_shown_as_a_key_would(viewer, qtbot, tmp_path):
    path = street().save(tmp_path / "street.log")
    viewer.workspace.open(path, OpenRequest(TimeQuery("collision", 1)))
    qtbot.waitUntil(lambda: viewer.found_events.found is not None and not viewer.found_events.searching)
    area = viewer.window.map_area
    assert viewer.found_events.current_event in viewer.found_events.all_events
    assert viewer.playback.transport.frame == 9
    assert area.event_card.isVisible()
    assert area.map_view.camera.scale > 10
    assert {viewer.recording.index.actors.actor_id[each] for each in viewer.focus.selected} == {
        HERO,
        OTHER,
    }


def test_page_down_goes_through_found_events_of_the_wanted_kinds(told, qtbot):
    told.settings.shown_events = frozenset({EventKind.FOUND})

    def walked():
        told.playback.go_start()
        seen = []
        while True:
            before = told.playback.transport.playhead
            qtbot.keyClick(told.window, Qt.Key.Key_PageDown)
            if told.playback.transport.playhead == before:
                return seen
            seen.append(told.found_events.current_event.kind)

    kinds = walked()
    assert "contact" in kinds
    assert "stall" in kinds
    assert "collision" not in kinds  # the recording lists it
    assert kinds == [event.kind for event in told.found_events.events.heads.derived]  # once an incident
    told.found_events.set_hidden({"stall"})
    assert walked() == [kind for kind in kinds if kind != "stall"]


def test_the_strip_tells_about_whom_one_wants_and_is_folded(told, qtbot):
    strip = strip_of(told)
    strip.menu.actions()[2].trigger()
    turn()
    assert all(chip.content.event.rows == () for chip in strip.shown_chips)
    told.focus.select(told.focus.hero)
    turn()
    assert strip.shown_chips[0].content.name == "Collision"
    map_height = told.window.map_area.map_view.height()
    told.window.actions_by_id["story_strip"].trigger()
    turn()
    assert not strip.isVisible()
    qtbot.waitUntil(lambda: told.window.map_area.map_view.height() == map_height + 40)


def test_the_panel_lists_all_and_its_thresholds_are_judged_by(told, qtbot):
    told.window.actions_by_id["show_story"].trigger()
    panel = told.window.panel("story")
    assert panel.isVisible()
    count = len(told.found_events.events.heads)
    qtbot.waitUntil(lambda: panel.table.model().rowCount() == count)
    qtbot.mouseClick(panel.thresholds, Qt.MouseButton.LeftButton)
    page = told.window.findChild(SettingsPage)
    page.findChild(NumberBox, "stall").setValue(0.9)
    page.close()
    turn()
    assert panel.thresholds.text() == "Thresholds · 1"
    qtbot.waitUntil(
        lambda: told.found_events.found.thresholds["stall"] == 0.9 and not told.found_events.searching
    )
    assert not any(event.kind == "stall" for event in told.found_events.events)
    qtbot.waitUntil(lambda: panel.table.model().rowCount() == count - 1)


def test_nobody_can_be_led_to_an_event_of_the_recording_before(told, qtbot, tmp_path):
    told.window.open_panel("story")
    listed = told.window.panel("story").findChild(QTableView).model()
    qtbot.waitUntil(lambda: listed.rowCount() > 0)
    seen = []
    bind(told, told.workspace, (lambda now: now.opening, lambda _: seen.append(listed.rowCount())))
    seen.clear()
    told.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0] == 0
    qtbot.waitUntil(lambda: listed.rowCount() > 0)  # the new one's


@pytest.mark.parametrize(("name", "command"), [("save_event_clip", "clip"), ("export_event", "export")])
def test_an_event_is_saved_from_its_card_with_what_is_around_it(told, qtbot, name, command):
    words = []
    told.workspace.message.connect(words.append)
    told.window.actions_by_id[name].trigger()
    assert "Go to an event first" in words[-1]  # and no dialog is there
    for event in (told.found_events.all_events[0], told.found_events.all_events[-1]):
        told.event_commands.go_to(event)
        turn()
        told.window.map_area.event_card.saving.actions()[2 + (name == "export_event")].trigger()
        (dialog,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, ExportDialog))
        said = dialog.words()
        dialog.reject()
        qtbot.waitUntil(lambda: not any(isinstance(e, ExportDialog) for e in QApplication.topLevelWidgets()))
        assert said[0] == command
        start = said.index("--range") + 1
        assert [float(each) for each in said[start : start + 2]] == [
            pytest.approx(max(event.start - 3.0, 0.0)),
            pytest.approx(min(event.end + 3.0, told.recording.index.duration)),
        ]
        ids = told.recording.index.actors.actor_id[[row for row in event.rows if row is not None]].tolist()
        options = dict(pairwise(said))
        if command == "clip":
            assert options.get("--follow") == (str(ids[0]) if ids else None)
            ring = None if event.place is None else (*event.place[:2], event.start)
            assert options.get("--ring") == (ring and ",".join(f"{each:.3f}" for each in ring))
        else:
            assert options.get("--actors") == (",".join(map(str, ids)) or None)
            assert "--ring" not in said


@pytest.fixture
def stuck(viewer, qtbot, tmp_path):
    """The program with a hero that stands 20 s behind two cars; the first one never moved, at a light."""
    movers = [
        hero(standing(0, 0)),
        car(2, standing(7, 0)),
        car(3, standing(60, 0), type_id="vehicle.audi.tt"),
    ]

    def extra(time):
        state = TrafficLightState.RED if time < 7.95 else TrafficLightState.GREEN
        return {packets.TRAFFIC_LIGHT_STATE: [(15, False, time, state)]}

    light = actor(15, "traffic.traffic_light", (64.0, 5.0, 0.0))
    scene = record(movers, 20, 0.1, cast=[light], extra=extra)
    open_judged(viewer, qtbot, scene.save(tmp_path / "stuck.log"))
    of = {each: viewer.recording.index.actors.rows_of(each)[0] for each in (1, 2, 3, 15)}
    cause = StandCause(
        CauseKind.BEHIND, 0.05, Root(CauseKind.NEVER_MOVED, of[3], of[15]), of[2],
        chain=(of[2], of[3]), gaps=(3.0, 49.0), not_looked_at=("lights: no map",),
    )  # fmt: skip
    event = FoundEvent(
        "standing", 0.0, 20.0, (of[1],), 20.0, 20.0, 0, None, Severity.HIGH, incident=1, cause=cause
    )
    found = viewer.found_events.found
    viewer.found_events.set_found(replace(found, events=Events([event])))
    turn()
    return viewer


def test_a_stand_names_its_cause_and_its_card_leads_to_the_root(stuck, qtbot):
    strip, area = strip_of(stuck), stuck.window.map_area
    (chip,) = strip.shown_chips
    assert chip.accessibleName() == "Stuck · hero · 0.0 s"
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    content = area.event_card.content
    assert content.name == "1 stuck for 20.0 s in a queue of 2 behind 3 (audi.tt), which never moved"
    assert content.unknown == "Lights not known (no map)"
    assert [(line.label, line.value) for line in content.ahead] == [
        ("2 tesla model3", "3.0 m"),
        ("3 audi tt", "never moved · 49.0 m"),
        ("Light 15", "Red 8.0 s · Green 12.0 s"),
    ]
    event, viewpoint = stuck.found_events.current_event, area.map_view.viewpoint
    stuck.window.open_panel("story")
    listed = stuck.window.panel("story").findChild(QTableView).model()
    qtbot.waitUntil(lambda: listed.rowCount() > 0)
    tip = listed.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == f"{content.name}; lights not known (no map)"
    (also,) = also_lines(stuck.recording.index, event._replace(kind="jerk"), [event])
    assert (also.label, also.value) == (content.name, "")  # each once
    behind = [
        event,
        event._replace(start=1.0),
        event._replace(start=2.0),
        event._replace(kind="jerk", cause=None),
    ]
    assert also_found(event, behind) == "Also found · Jerk · 2 behind it"
    left, _, right, _ = viewpoint.visible_rect()
    assert left < 0.0  # the hero
    assert right > 60.0  # and the root
    viewpoint.fit([(-190.0, -5.0), (-180.0, 5.0)])
    assert viewpoint.visible_rect()[2] < 60.0
    click_link(qtbot, area.event_card, "Ahead", 1)
    turn()
    assert selected_ids(stuck) == [3]
    left, _, right, _ = viewpoint.visible_rect()
    assert left < 60.0 < right
    assert not viewpoint.covers([(60.0, 0.0)])
    assert stuck.found_events.current_event is event
    chain = (*(row for row in range(3) for _ in range(3)), event.cause.chain[-1])
    long = event._replace(cause=event.cause._replace(chain=chain, gaps=(1.0,) * len(chain)))
    stuck.event_commands.go_to(long)  # a long queue is cut in the middle
    turn()
    labels = [line.label for line in area.event_card.content.ahead]
    assert (len(labels), labels[4:]) == (7, ["and 5 more", "3 audi tt", "Light 15"])
