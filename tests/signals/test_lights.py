"""The light ahead: round the bend where the lane leads there, none in the junction, none above the road."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.bend import DECOY, LENGTH, LIGHT, along, bend, lights, red, with_volume
from tests.analysis.drives import CAR, hero, record
from tests.scenes import Scene, actor, pose
from tests.series_states import state_at
from viewer.analysis.traffic_lights import TrafficLights
from viewer.api import open_recording
from viewer.logfile import packets
from viewer.signals import read_series

SPEED = 10.0


def light(actor_id, x, y, yaw, z=0.0):
    return actor(actor_id, "traffic.traffic_light", (x, y, z), (0, yaw, 0))


def told(index, road_map, *, z=0.0):
    """Id and source of the light ahead, by metres of the street that the front has gone."""
    names = ["light_ahead_id", "light_ahead_source"]
    which, source = read_series(index, names, index.actors.hero_rows[0], road_map=road_map)

    def at(way):
        time = (way - CAR[0]) / SPEED + 1e-6
        return which.at(time), state_at(source, time)

    return at


def drive(scratch, extra=red, z=0.0, cast_z=None):
    movers = [hero(lambda t: along(SPEED * t, z))]
    cast = lights(z if cast_z is None else cast_z)
    return record(movers, (LENGTH + 30) / SPEED, cast=cast, extra=extra).index(scratch)


NONE = pytest.approx(np.nan, nan_ok=True), ""


@pytest.mark.parametrize(
    ("signals", "extra", "source"),
    [
        (True, red, "the map's signals"),
        (True, with_volume, "the map's signals"),
        (False, with_volume, "its trigger volume"),
        (False, red, "where it stands"),
    ],
)
def test_the_light_round_the_bend(tmp_path, scratch, signals, extra, source):
    at = told(drive(scratch, extra), bend(tmp_path, signals=signals))
    assert at(LENGTH - 61) == NONE  # too far
    for way in (LENGTH - 59, 30.0, 45.0, LENGTH - 5, LENGTH - 0.5):
        assert at(way) == (LIGHT, source), way
    for way in (LENGTH + 1, LENGTH + 10, LENGTH + 19, LENGTH + 25):  # past its line, and beyond
        assert at(way) == NONE, way


def test_without_a_map_the_decoy_that_faces_it_is_taken(scratch):
    at = told(drive(scratch), None)
    assert at(30.0) == (DECOY, "where it stands")


def test_a_map_that_does_not_fit_is_not_used(tmp_path, scratch):
    cast = [light(LIGHT, 5060, 3, 90)]
    index = record([hero(lambda t: (5000 + 10 * t, 0, 0, 0))], 3, cast=cast, extra=red)
    index = index.index(scratch)
    row = index.actors.hero_rows[0]
    (series,) = read_series(index, ["light_ahead_source"], row, road_map=bend(tmp_path))
    assert state_at(series, 1.0) == "where it stands"


@pytest.mark.parametrize("signals", [True, False])
@pytest.mark.parametrize(("above", "ahead"), [(0.0, True), (6.0, True), (12.0, False)])
def test_a_light_at_another_height_is_none(tmp_path, scratch, signals, above, ahead):
    index = drive(scratch, z=30.0, cast_z=30.0 + above)
    at = told(index, bend(tmp_path, signals=signals, z=30.0))
    assert (at(45.0)[0] == LIGHT) is ahead
    assert (told(index, None)(30.0)[0] == DECOY) is ahead


def test_who_drives_the_wrong_way_has_none(tmp_path, scratch):
    def way(t):
        x, y, z, yaw = along(LENGTH - 5 - SPEED * t)
        return x, y, z, yaw + 180

    index = record([hero(way)], 5, cast=lights(), extra=red).index(scratch)
    (which,) = read_series(index, ["light_ahead_id"], 2, road_map=bend(tmp_path))
    assert np.isnan(which.values).all()


def test_the_light_ahead_without_a_map(scratch):
    """Driving along x: 11 and 13 face the car, 12 those who come along y, 14 those who come towards it."""
    scene = Scene()
    cast = [actor(1), light(11, 40, 3, 90), light(12, 20, 3, 0), light(13, 130, 3, 90), light(14, 10, 3, -90)]
    states = [(11, False, 0.0, 0), (12, False, 0.0, 2), (13, False, 0.0, 2), (14, False, 0.0, 2)]
    for k in range(14):
        scene.frame(
            add=cast if k == 0 else [],
            poses=[pose(1, (10.0 * k, 0, 0))],
            extra={packets.TRAFFIC_LIGHT_STATE: states},
        )
    index = scene.index(scratch)
    which, state = read_series(index, ["light_ahead_id", "light_ahead"], 0)
    told = [11] * 4 + [np.nan] * 4 + [13] * 5 + [np.nan]
    assert [which.at(time) for time in index.elapsed] == pytest.approx(told, nan_ok=True)
    assert [state_at(state, time) for time in index.elapsed] == ["Red"] * 4 + [""] * 4 + ["Green"] * 5 + [""]
    assert not state.recorded


def test_a_trigger_volume_tells_better_where_a_light_counts(scratch):
    """The volume of 11, 5 m long either way, is passed at x = 25; its pole stands beyond the crossing."""
    scene = Scene()
    for k in range(6):
        extra = {packets.TRAFFIC_LIGHT_STATE: [(11, False, 0.0, 0)]}
        if k == 0:
            extra[packets.TRIGGER_VOLUME] = [(11, (2000.0, 0.0, 0.0), (500.0, 200.0, 100.0))]
        scene.frame(
            add=[actor(1), light(11, 60, 30, 90)] if k == 0 else [],
            poses=[pose(1, (7.0 * k, 0, 0))],
            extra=extra,
        )
    index = scene.index(scratch)
    (which,) = read_series(index, ["light_ahead_id"], 0)
    assert [which.at(time) for time in index.elapsed] == pytest.approx([11] * 4 + [np.nan] * 2, nan_ok=True)


def test_all_signals_of_it_share_one_search(scratch, monkeypatch):
    searches = []

    def counted(*args, **kwargs):
        searches.append(args)
        return look(*args, **kwargs)

    look = TrafficLights.ahead
    monkeypatch.setattr(TrafficLights, "ahead", counted)
    index = drive(scratch)
    read_series(index, ["light_ahead", "light_ahead_id", "light_ahead_source"], 2)
    assert len(searches) == 1


def test_the_hero_of_town01_has_the_light_that_it_runs_ahead(recordings, maps):
    with open_recording(recordings / "town01_carla096_walkers.rec") as recording:
        road_map = maps / "Town01.xodr"
        which = recording.series("light_ahead_id", 6591, roads=road_map)
        source = recording.series("light_ahead_source", 6591, roads=road_map)
        # It crosses the line of 6420 at 8.69 s, turning right.
        assert which.at(8.3) == 6420
        assert state_at(source, 8.3) == "the map's signals"
        assert np.isnan(which.at(9.5))
