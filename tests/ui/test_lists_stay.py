"""No list moves, folds or unfolds when a setting changes that has nothing to do with its rows."""

import pytest
from PySide6.QtWidgets import QAbstractItemView

from tests.ui.person import open_judged
from viewer.notes import Note
from viewer.program import resource
from viewer.replay.time.time_forms import TimeForm
from viewer.ui.actors.groups import Group
from viewer.ui.actors.list_view import ActorListView

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def crowded(viewer, qtbot, tmp_path):
    """The sample with damage all over, forty notes, and a window in which no list has room for its rows."""
    data = bytearray(resource("sample.log").read_bytes())
    for place in range(len(data) // 12, len(data) - 60, len(data) // 24):
        data[place : place + 40] = b"\xff" * 40
    path = tmp_path / "damaged.log"
    path.write_bytes(data)
    viewer.window.resize(1000, 520)
    open_judged(viewer, qtbot, path)
    for number in range(40):
        viewer.notes.add(Note(number * 0.1, text=f"note {number}"))
    return viewer


def changes(viewer):
    """What changes settings that no list is about."""
    settings = viewer.settings
    return (
        viewer.window.actions_by_id["layer_grid"].trigger,
        lambda: setattr(settings, "shown_events", frozenset()),
        lambda: setattr(settings, "time_form", TimeForm.FRAME),
        lambda: setattr(settings, "speed_unit", "km/h"),
        lambda: setattr(settings, "time_form", TimeForm.ELAPSED),
    )


def lists_of(window):
    found = window.findChildren(QAbstractItemView)
    return [each for each in found if each.isVisible() and each.verticalScrollBar().maximum() > 0]


def state_of(shown):
    return [
        (type(each).__name__, each.verticalScrollBar().value(), each.model().rowCount()) for each in shown
    ]


@pytest.mark.parametrize("panel", ["story", "file", "notes"])
def test_lists_stay_where_they_are_when_settings_change(crowded, qtbot, panel):
    crowded.focus.select(2)
    crowded.window.open_panel(panel)
    qtbot.wait(200)
    qtbot.waitUntil(lambda: len(lists_of(crowded.window)) > 1)
    shown = lists_of(crowded.window)
    for each in shown:
        each.verticalScrollBar().setValue(each.verticalScrollBar().maximum() // 2)
    before = state_of(shown)
    assert all(value > 0 for _, value, _ in before)
    for change in changes(crowded):
        change()
        qtbot.wait(50)
        assert state_of(shown) == before, change


def test_a_folded_group_stays_folded_although_the_selected_actor_is_in_it(crowded, qtbot):
    (actors,) = crowded.window.findChildren(ActorListView)
    model = actors.model()
    group = next(each for each in Group if model.line_of(~each) is not None)
    if not model.is_open(group):
        actors.fold(model.line_of(~group), opened=True)
    heading = model.line_of(~group)
    crowded.focus.select(int(model.shown[heading + 1]))
    qtbot.wait(50)
    actors.fold(heading, opened=False)
    for change in changes(crowded):
        change()
        qtbot.wait(50)
        assert not model.is_open(group)
