"""The hero's route in the window: found beside the recording or dropped; drawn, judged and plotted."""

from __future__ import annotations

import pytest

from tests.analysis.drives import hero, record, straight
from tests.analysis.test_routes import HERE, SCENARIO, route, written
from tests.ui.drawn import drawn
from tests.ui.person import drop, open_in
from viewer import open_recording
from viewer.signals.series import SeriesKey
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.route_layer import RouteLayer
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.binding import bind

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def night(tmp_path):
    """A hero that drives 2 m beside its route, and goes on where it ends."""
    record([hero(straight(0, 2, 10))], 14.0).save(tmp_path / "RouteScenario_4_rep0.log")
    written(tmp_path / "routes.xml", route("4", HERE, more=SCENARIO))
    return tmp_path


def opened(viewer, qtbot, folder):
    open_in(viewer, qtbot, folder / "RouteScenario_4_rep0.log")
    qtbot.waitUntil(lambda: viewer.tasks.quiet and not viewer.found_events.searching)


def test_one_beside_the_recording_is_judged_plotted_and_shown(viewer, qtbot, night):
    opened(viewer, qtbot, night)
    (event,) = (each for each in viewer.found_events.all_events if each.kind == "off_route")
    assert event.start == pytest.approx(13.05, abs=0.11)  # 130 m are 30 m behind the end
    key, told = SeriesKey("route_distance", 0), []
    viewer.recording.series.ready.connect(lambda *answer: told.append(answer))
    viewer.recording.series.want("test", [key])
    qtbot.waitUntil(lambda: bool(told))
    assert told[0][1].at(5.0) == pytest.approx(2.0)
    viewer.window.actions_by_id["layer_route"].trigger()
    viewer.window.map_area.map_view.grab()
    assert not viewer.window.map_area.map_view.scene.picture.layers["route"]


def test_one_that_is_dropped_takes_its_place(viewer, qtbot, night):
    (night / "routes.xml").rename(night / "away.txt")
    opened(viewer, qtbot, night)
    (reason,) = (each.reason for each in viewer.found_events.found.not_judged if each.kind == "off_route")
    assert reason == "there is no route"
    found = []
    bind(viewer, viewer.workspace, (lambda now: now.route, found.append))
    found.clear()
    elsewhere = night / "elsewhere"
    elsewhere.mkdir()
    drop(viewer, written(elsewhere / "mine.xml", route("4", HERE)))
    qtbot.waitUntil(lambda: any(each.kind == "off_route" for each in viewer.found_events.all_events))
    assert [each.route.id for each in found] == ["4"]
    broken = elsewhere / "broken.xml"
    broken.write_text("<routes>", encoding="utf-8")
    said = []
    viewer.workspace.message.connect(said.append)
    assert viewer.roads.use_dropped([broken, night / "a.log"]) == [night / "a.log"]
    qtbot.waitUntil(lambda: bool(said))
    assert said[0].startswith("broken.xml: the XML is broken")


@pytest.mark.parametrize("scale", [1.0, 6.0])
def test_what_is_drawn_of_it(night, scale):
    with open_recording(night / "RouteScenario_4_rep0.log") as recording:
        planned = recording.route()
    layer = RouteLayer()
    camera = Camera(50.0, 0.0, scale, 900.0, 400.0)
    layer.planned = planned
    layer.prepare(MapPicture(camera=camera))
    shapes = drawn(layer.draw, 900, 400)
    begin, end, trigger = camera.to_screen([(0, 0), (100, 0), (3, 1)]).tolist()
    way, *marks = shapes
    assert (*way.box[:2], way.box[2]) == pytest.approx((*begin, end[0]), abs=1.0)
    middles = [each.middle for each in marks]
    assert any(middle == pytest.approx(begin, abs=0.6) for middle in middles)
    assert any(middle == pytest.approx(trigger, abs=0.6) for middle in middles)
    flags = {"polygon", "path"}  # which of them depends on Qt
    assert any(each.kind in flags and each.box[0] == pytest.approx(end[0], abs=1.0) for each in marks)
    assert [each.text for each in marks if each.text] == ["Cut"] * (scale > 4.0)
    layer.planned = None
    layer.prepare(MapPicture(camera=camera))
    assert drawn(layer.draw, 900, 400) == []
