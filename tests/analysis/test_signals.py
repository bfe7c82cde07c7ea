"""The lights of a recording: which signals they are, what they show, and where their volumes are."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.bend import DECOY, LIGHT, bend, lights, red, with_volume
from tests.analysis.drives import hero, record, standing
from tests.scenes import actor
from viewer.analysis.lights_ahead import LaneLights
from viewer.analysis.signal_places import LIGHT_SOURCES
from viewer.analysis.traffic_lights import LightBook, stop_signs, trigger_volumes
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState


def recorded(scratch, cast=None, extra=red, seconds=1.0):
    return record(
        [hero(standing(0, 0))], seconds, cast=lights() if cast is None else cast, extra=extra
    ).index(scratch)


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


def test_a_light_is_the_signal_at_its_place(tmp_path, scratch):
    index = recorded(scratch)
    assert LightBook(index, bend(tmp_path)).row_of_signal == {"7": row_of(index, LIGHT)}
    assert LightBook(index, bend(tmp_path, signals=False)).row_of_signal == {}
    assert LightBook(index, None).row_of_signal == {}


@pytest.mark.parametrize(("aside", "same"), [(1.9, True), (2.1, False)])
def test_how_far_it_may_be_from_it(tmp_path, scratch, aside, same):
    pole = actor(LIGHT, "traffic.traffic_light", (45.0 + aside, 29.0, 0.0), (0.0, 180.0, 0.0))
    book = LightBook(recorded(scratch, [pole]), bend(tmp_path))
    assert bool(book.row_of_signal) is same


def test_states_and_how_long_it_is_red(scratch):
    def phases(time):
        state = TrafficLightState.GREEN if time < 0.5 else TrafficLightState.RED
        return {packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, state), (999, False, 0.0, 0)]}

    index = recorded(scratch, extra=phases, seconds=2.0)
    book, row = LightBook(index, None), row_of(index, LIGHT)
    assert book.states(0) == {row: (TrafficLightState.GREEN, 0.0)}
    assert book.states(30)[row][0] == TrafficLightState.RED
    assert book.red_for(row, 30) == (pytest.approx(1.0, abs=0.051), False)


@pytest.mark.parametrize("seed", range(3))
def test_how_long_it_is_red_counts_from_where_it_turned_red(scratch, seed):
    """In every frame in which it is, whatever it shows before and after."""
    rng = np.random.default_rng(seed)
    shown = np.repeat(rng.choice([0, 0, 1, 2], 30), rng.integers(1, 5, 30)).tolist()
    frame = iter(shown)

    def phases(_):
        return {packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, next(frame))]}

    index = recorded(scratch, extra=phases, seconds=0.05 * (len(shown) - 1))
    book, row = LightBook(index, None), row_of(index, LIGHT)
    since = None
    for number, state in enumerate(shown[: len(index.heads)]):
        since = None if state else number if since is None else since
        if since is not None:
            seconds = index.elapsed[number] - index.elapsed[since]
            assert book.red_for(row, number) == (seconds, since == 0)


def test_volumes_of_lights_and_signs(scratch):
    def volumes(time):
        rows = [
            (LIGHT, (4825.0, 2850.0, 0.0), (175.0, 150.0, 100.0)),
            (60, (100.0, 0.0, 0.0), (-50.0, 50.0, 50.0)),
            (DECOY, (np.nan, 0.0, 0.0), (1.0, 1.0, 1.0)),
            (999, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)),
        ]
        return red(time) | ({packets.TRIGGER_VOLUME: rows} if time == 0 else {})

    index = recorded(scratch, [*lights(), actor(60, "traffic.stop", (1, 4, 0), (0, 30, 0))], volumes)
    found = LightBook(index, None).volumes
    assert found.rows.tolist() == [row_of(index, LIGHT)]
    assert found.centers[0] == pytest.approx((48.25, 28.5))
    assert found.yaws.tolist() == [180.0]
    signs = trigger_volumes(index, stop_signs(index))
    assert signs.rows.tolist() == [row_of(index, 60)]
    assert signs.extents[0] == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize(
    ("place", "inside"),
    [
        ((48.25, 28.5), True), ((48.25 - 3.7, 28.5), True), ((48.25 - 3.8, 28.5), False),
        ((48.25, 28.5 + 3.4), True), ((48.25, 28.5 + 3.6), False),
    ],
)  # fmt: skip
def test_who_is_in_a_volume_or_at_most_2_m_beside(scratch, place, inside):
    index = recorded(scratch, extra=with_volume)
    assert bool(len(LightBook(index, None).volumes.around(np.array(place)))) is inside


@pytest.mark.parametrize(("along", "across"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_a_volume_is_turned_as_its_light_is(scratch, along, across):
    """Half-extents of 3 m and 1 m, at a light with a yaw of 30°; 2 m beside count too."""
    pole = actor(LIGHT, "traffic.traffic_light", (0.0, 0.0, 0.0), (0.0, 30.0, 0.0))
    volume = {packets.TRIGGER_VOLUME: [(LIGHT, (1000.0, 500.0, 0.0), (300.0, 100.0, 100.0))]}
    index = recorded(scratch, [pole], lambda time: red(time) | (volume if time == 0 else {}))
    volumes = LightBook(index, None).volumes
    ahead = np.array([np.sqrt(0.75), 0.5])
    right = np.array([-0.5, np.sqrt(0.75)])
    for far, aside, inside in ((4.9, 2.9, True), (5.1, 0.0, False), (0.0, 3.1, False)):
        place = np.array([10.0, 5.0]) + along * far * ahead + across * aside * right
        assert bool(len(volumes.around(place))) is inside


def test_how_it_is_known_which_light_governs(tmp_path, scratch):
    line, lanes = np.array([48.25, 30.0, 0.0]), [("1", -1), ("2", -1)]
    for signals, extra, source in ((True, red, 0), (False, with_volume, 1), (False, red, 2)):
        index = recorded(scratch, extra=extra)
        road_map = bend(tmp_path, signals=signals)
        found = LaneLights(LightBook(index, road_map), road_map).governing(line, 90.0, lanes)
        assert found.rows.tolist() == [row_of(index, LIGHT)]
        assert found.how == LIGHT_SOURCES[source]


def test_by_the_map_a_light_governs_only_its_lanes(tmp_path, scratch):
    index, road_map = recorded(scratch), bend(tmp_path)
    lane_lights = LaneLights(LightBook(index, road_map), road_map)
    assert not len(lane_lights.governing(np.array([48.25, 30.0, 0.0]), 90.0, [("3", -1)]).rows)
    assert lane_lights.after("3", -1, 10.0) is None
    assert lane_lights.after("1", 5, 10.0) is None
    found = lane_lights.after("1", -1, 10.0)
    assert found is not None
    assert found.distance == 0.0
