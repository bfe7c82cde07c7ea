"""The picture of the timeline: what changes is painted, what does not is not; parts are as in the whole."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from tests.pictures.recordings import CROSSING, LIGHT, town
from tests.pictures.recordings import HERO as IN_TOWN
from tests.pictures.test_timeline import select, show
from tests.scenes import HERO, OTHER
from tests.ui.map.pixels import picture
from tests.ui.timeline.conftest import give, show_notes
from tests.ui.timeline.test_found_lane import event
from viewer.analysis.event_table import Events
from viewer.replay.events import EventKind
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.timeline.following_lanes import FrameLane, SpeedLane
from viewer.ui.timeline.note_marks import NoteMark
from viewer.ui.timeline.recorded_marks import EventsLane
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.sheet import Curve, Pane, Sheet

pytestmark = pytest.mark.usefixtures("plain_app")

TIMES = np.arange(20) * 0.05


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def speed(factor):
    return Series("derived_speed", "Speed", "m/s", TIMES, factor * TIMES, recorded=False)


CHANGES = {
    "hero": lambda view, index: view.model.tell(hero=row_of(index, HERO)),
    "series": lambda view, _: give(view, speed(3.0)),
    "other series": lambda view, _: give(view, speed(9.0)),
    "selected": lambda view, index: view.model.tell(
        selection=row_of(index, OTHER), selected=(row_of(index, OTHER),)
    ),
    "searched": lambda view, _: view.model.tell(searched=0.37),
    "kinds": lambda view, _: view.model.tell(kinds=frozenset({EventKind.SPAWN})),
    "found": lambda view, _: view.model.tell(found=Events([event("harsh_braking", 0.4)])),
    "chosen": lambda view, _: view.model.tell(chosen=(0.2, 0.6)),
    "sheet": lambda view, index: view.model.set_sheet(
        Sheet((Pane((Curve(1, SeriesKey("derived_speed", row_of(index, HERO))),)),))
    ),
    "chosen series": lambda view, _: give(view, speed(4.0)),
    "other values": lambda view, _: _zoom_values(view),
    "read": lambda view, _: (give(view), view.model.tell(read=0.42)),
    "folded": lambda view, _: view.model.set_lane_choices(LaneChoices(folded={"lives": False})),
    "scrolled": lambda view, _: view.model.scroll_lanes(40),
    "named": lambda view, _: view.model.point_at("speed", None),
    "hover": lambda view, _: view.model.point_at(None, 0.5),
    "zoomed": lambda view, _: view.model.zoom_to(0.2, 0.7),
    "theme": lambda view, _: apply_theme(QApplication.instance(), load_theme("light")),
    "another": lambda view, _: view.set_recording(None),
}


def _zoom_values(view):
    placed = next(each for each in view.model.stack.placed if each.section.key.startswith("signal"))
    placed.lane.zoom_values(placed.rect, placed.rect.center().y(), 3.0)
    view.model.redraw()


def test_what_is_painted_in_parts_is_what_is_painted_at_once(view, index):
    before = view.grab().toImage()
    for name, change in CHANGES.items():
        change(view, index)
        in_parts = view.grab().toImage()
        assert in_parts != before, name
        view.model.redraw()
        assert in_parts == view.grab().toImage(), name
        before = in_parts


@pytest.mark.parametrize(
    ("change", "painted"),
    [
        (lambda view: view.model.tell(searched=0.5), set()),
        (lambda view: view.model.tell(read=0.5), {FrameLane}),  # whose signal nobody has given
        (lambda view: view.model.tell(kinds=frozenset({EventKind.SPAWN})), {EventsLane}),
        (lambda view: give(view, speed(5.0)), {SpeedLane}),
    ],
)
def test_a_lane_is_painted_again_only_if_what_it_shows_has_changed(view, index, monkeypatch, change, painted):
    view.model.tell(hero=row_of(index, HERO))
    give(view, speed(3.0))
    view.grab()
    found = set()
    for kind in (EventsLane, SpeedLane, FrameLane):
        monkeypatch.setattr(
            kind,
            "paint",
            lambda lane, *args, kind=kind, paint=kind.paint: (found.add(kind), paint(lane, *args)),
        )
    change(view)
    view.grab()
    assert found == painted


@pytest.fixture
def lanes(view):
    """The ruler and lanes of every kind, at 100 pixels a second; dashes alone begin where the window does."""
    view.set_recording(town())
    view.model.tell(hero=row_of(town(), IN_TOWN))
    show_notes(view, NoteMark(3.0, 5.5, "note_pink", ("one",), None))
    show(view, ("throttle", CROSSING), ("brake", IN_TOWN), ("light_state", LIGHT), ("gear", IN_TOWN))
    select(view, IN_TOWN)

    def drawn(start, seconds):
        view.resize(round(240 + 100 * seconds + 16), 420)
        view.model.move(view.model.axis.windowed(start, seconds))
        keys = [placed and placed.section.key for placed in map(view.model.stack.lane_at, heights)]
        return picture(view)[[y for y, key in zip(range(26, 420), keys, strict=True) if key != "speed"], 240:]

    heights = [QPointF(300, y) for y in range(26, 420)]
    return drawn


@pytest.mark.parametrize("start", [0.0, 1.13, 2.57, 4.9, 5.85, 8.05, 9.0])
def test_a_part_of_the_lanes_looks_as_that_part_of_the_whole(lanes, start):
    """But for 70 pixels at either end, where the figures of values and the names of states may be."""
    left = round(100 * start)
    part, whole = lanes(start, 2.0)[:, 70:130], lanes(0.0, 11.0)[:, left + 70 : left + 130]
    assert not (np.abs(part - whole) > 40).any()


def test_a_picture_of_all_lanes_shows_those_that_are_scrolled_away_and_leaves_the_view_as_it_was(view, lanes):
    view.resize(700, 160)
    view.model.stack.scroll_to(30)
    size, scroll, reach = view.size(), view.model.stack.scroll, view.model.stack.reach
    assert scroll == 30
    assert view.picture().height() == size.height() + reach
    assert (view.size(), view.model.stack.scroll) == (size, scroll)
