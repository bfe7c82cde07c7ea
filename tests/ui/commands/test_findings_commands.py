"""Going to what went wrong, without a window: collisions in the file, contacts found, and any event."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel

from tests.analysis.drives import car, hero, record, standing, straight
from tests.scenes import HERO, OTHER, hit
from tests.ui.commands.conftest import handlers_of
from tests.ui.map.gestures import view_of
from tests.ui.person import open_in
from viewer.analysis.find_events import find_events
from viewer.ui.commands.findings import EventCommands
from viewer.ui.widgets.overlay import Corner


@pytest.fixture
def found_events(workspace):
    return workspace.found_events


@pytest.fixture
def commands(workspace, map_view, widget):
    return EventCommands(workspace, map_view, widget)


@pytest.fixture
def do(commands):
    return lambda action_id: handlers_of(event_commands=commands)[action_id]()


@pytest.fixture
def drive(workspace, found_events, qtbot, tmp_path):
    """The hero passes through two cars; of the second touch there is a record, of the first none."""
    movers = [hero(straight(0, 0, 10)), car(2, standing(12, 0)), car(3, standing(30, 0))]
    scene = record(movers, 4, collisions={58: [hit(1, 3)]})
    open_in(workspace, qtbot, scene.save(tmp_path / "drive.log"))
    found_events.set_found(find_events(workspace.recording.index))
    return workspace


def test_collisions_and_contacts_are_walked_by_their_start(drive, refusals, do):
    ids, times = drive.recording.index.actors.actor_id, []
    for _ in range(2):
        do("next_collision")
        times.append(drive.playback.transport.playhead)
    found = find_events(drive.recording.index).events
    assert times == [
        next(each.start for each in found if each.kind == kind) for kind in ("contact", "collision")
    ]
    assert set(ids[list(drive.focus.selected)]) == {1, 3}
    do("next_collision")
    assert refusals == ["No later collision"]
    do("previous_collision")
    assert drive.playback.transport.playhead == times[0]
    do("previous_collision")
    assert refusals[1:] == ["No earlier collision"]


def test_before_anything_is_found_records_are_walked(opened, found_events, refusals, do):
    do("next_collision")
    assert opened.playback.transport.playhead == pytest.approx(0.45)  # frame 10 of the street
    ids = opened.recording.index.actors.actor_id
    assert ids[opened.focus.primary] == HERO
    assert set(ids[list(opened.focus.selected)]) == {HERO, OTHER}
    assert found_events.current_event.kind == "collision"
    do("next_collision")
    assert refusals == ["No later collision"]


def test_without_collisions_that_is_said(workspace, qtbot, tmp_path, refusals, do):
    scene = record([hero(straight(0, 0, 10))], 2)
    open_in(workspace, qtbot, scene.save(tmp_path / "calm.log"))
    do("next_collision")
    assert refusals == ["No collisions in this recording"]


def test_the_event_of_a_chip_is_not_under_its_card(drive, found_events, commands, map_view):
    map_view.resize(640, 320)
    card = QLabel(map_view)
    card.setFixedSize(440, 200)
    map_view.overlay.add(card, Corner.TOP_LEFT)
    map_view.show()
    card.show()
    assert card.geometry().bottomRight() == QPoint(455, 215)
    event = next(event for event in found_events.events if event.kind == "collision")
    commands.go_before(event)
    way = commands.geometry_of(event).way  # where both come from, two seconds before
    for x, y in map_view.camera.to_screen([event.place[:2], *way]).tolist():
        assert not card.geometry().contains(round(x), round(y))
        assert 0 < x < 640
        assert 0 < y < 320


def test_what_is_come_to_by_its_time_is_shown_without_moving_the_map(drive, found_events, commands, map_view):
    event = next(event for event in found_events.events.derived if event.kind == "contact")
    before = view_of(map_view)
    drive.jump(event.start)
    assert found_events.current_event == event
    assert view_of(map_view) == before
    drive.playback.seek(0.0)
    drive.playback.seek(event.start)  # scrubbing over it asks for nothing
    found_events.go_to(None)
    drive.playback.seek(event.start)
    assert found_events.current_event is None
