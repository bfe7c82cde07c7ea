"""Controls, lamps, lights, doors, wheels and weather over time."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import HERO, LIGHT, OTHER, WALKER, Scene, actor, read, street
from tests.series_states import state_at
from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor, VehicleLightState
from viewer.logfile.fields import Engine
from viewer.logfile.nested import encode_payload
from viewer.signals import SIGNALS, Scope, read_series

GREEN, YELLOW = 2.0, 1.0


def one(index, name, row=None, **others):
    (series,) = read_series(index, [name], row, **others)
    return series


def row_of(index, actor_id):
    return index.actors.rows_of(actor_id)[0]


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    return street().index(tmp_path_factory.mktemp("series") / "street.log")


def test_what_is_recorded_of_one_frame(scratch):
    """Signs, units, bits, and numbers that mean nothing."""
    extra = {
        packets.ANIM_VEHICLE: [(1, 0.25, 0.5, 0.75, True, -2), (2, -0.25, 0.0, 1.0, False, 3)],
        packets.ANIM_BIKER: [(1, 250.0, 0.5)],
        packets.ANIM_WALKER: [(3, 140.0)],
        packets.TRAFFIC_LIGHT_STATE: [(4, True, 5.5, 77)],
        packets.VEHICLE_LIGHT: [(1, 0xFFFFFFFF), (2, VehicleLightState.LOW_BEAM | VehicleLightState.FOG)],
    }
    kinds = {3: "walker.pedestrian.0001", 4: "traffic.traffic_light"}
    add = [actor(each, kinds.get(each, "vehicle.audi.tt")) for each in (1, 2, 3, 4)]
    index = Scene().frame(add=add, extra=extra).index(scratch)
    told = {
        1: {"steer": 0.25, "throttle": 0.5, "brake": 0.75, "hand_brake": "on", "gear": -2, "reverse": "on"},
        2: {"steer": -0.25, "throttle": 0, "brake": 1, "hand_brake": "off", "gear": 3, "reverse": "off"},
        3: {"walker_speed": pytest.approx(1.4)},
        4: {"light_state": "Unknown", "frozen": "yes", "time_in_state": 5.5},
    }
    told[1] |= {"biker_speed": 2.5, "engine_rotation": 0.5}
    lamps = [name for name, signal in SIGNALS.items() if packets.VEHICLE_LIGHT in signal.needs]
    assert len(lamps) == 11
    told[1] |= dict.fromkeys(lamps, "on")
    told[2] |= {name: "on" if name in {"low_beam", "fog_light"} else "off" for name in lamps}
    for row, signals in enumerate(told.values()):
        series = read_series(index, list(signals), row)
        assert all(each.recorded for each in series)
        assert {each.name: state_at(each, 0.0) if each.states else each.at(0.0) for each in series} == signals


def test_a_traffic_light(index):
    state, frozen, time = read_series(index, ["light_state", "frozen", "time_in_state"], row_of(index, LIGHT))
    assert state.values.tolist() == [GREEN] * 12 + [YELLOW] * 8
    begin, end, values = state.spans()
    assert begin == pytest.approx([0.0, 0.6])
    assert end == pytest.approx([0.6, 0.95])
    assert values.tolist() == [GREEN, YELLOW]
    assert (state_at(state, 0.3), state_at(state, 0.7), state_at(frozen, 0.3)) == ("Green", "Yellow", "no")
    assert time.at(0.56) == pytest.approx(0.55)


def test_doors_hold_until_they_change(scratch):
    front, everything = VehicleDoor.FRONT_LEFT, VehicleDoor.ALL
    changes = {
        1: [(1, front, True), (2, front, True)],
        3: [(1, everything, False)],
        4: [(1, everything, True)],
    }
    scene = Scene()
    for k in range(6):
        scene.frame(
            add=[actor(1), actor(2)] if k == 0 else [], extra={packets.VEHICLE_DOOR: changes.get(k, [])}
        )
    index = scene.index(scratch)
    left, trunk = read_series(index, ["door_front_left", "door_trunk"], 0)
    assert left.values.tolist() == [0, 1, 1, 0, 1, 1]
    assert trunk.values.tolist() == [0, 0, 0, 0, 1, 1]
    assert one(index, "door_front_left", 1).values.tolist() == [0, 1, 1, 1, 1, 1]


def test_a_door_of_an_earlier_actor_with_this_id_counts_for_nothing(scratch):
    scene = Scene().frame(add=[actor(1)], extra={packets.VEHICLE_DOOR: [(1, VehicleDoor.TRUNK, True)]})
    index = scene.frame(remove=[1]).frame(add=[actor(1)]).frame().index(scratch)
    assert one(index, "door_trunk", 1).values.tolist() == [0, 0]


def wheels(*rows):
    return {packets.ANIM_VEHICLE_WHEELS: list(rows)}


def test_wheels_among_those_of_others(scratch):
    """Lists of other lengths before and behind; vehicles that come and go."""
    scene = Scene()
    for k in range(8):
        rows = [(7, [(0, 1.0, 0.0)] * (k % 3))]
        if k != 5:
            rows += [(1, [(place, 10.0 * place + k, -5.0) for place in range(4)])]
        rows += [(9, [(0, 3.0, 0.0)] * 6)]
        scene.frame(add=[actor(1)] if k == 0 else [], extra=wheels(*rows))
    index = scene.index(scratch)
    names = [f"wheel_steering_{place}" for place in ("front_left", "front_right", "back_left", "back_right")]
    for place, series in enumerate(read_series(index, names, 0)):
        told = [10.0 * place + k if k != 5 else np.nan for k in range(8)]
        assert series.values == pytest.approx(told, nan_ok=True)
        assert series.elapsed.tolist() == index.elapsed.tolist()


def test_a_list_of_wheels_that_lies_about_its_length(scratch):
    rows = [(2, [(0, 1.0, 0.0)]), (1, [(0, 4.0, 0.0)])]
    scene = Scene().frame(add=[actor(1)], extra=wheels(*rows)).frame(extra=wheels(*rows))
    data = scene.frame(extra=wheels(*rows)).bytes()
    good = encode_payload(packets.ANIM_VEHICLE_WHEELS, rows, Engine.UE4)
    second = data.index(good, data.index(good) + 1)
    lie = good[:6] + (10**6).to_bytes(4, "little") + good[10:]
    index = read(data[:second] + lie + data[second + len(good) :], scratch)
    series = one(index, "wheel_steering_front_left", 0)
    assert series.values == pytest.approx([4.0, np.nan, 4.0], nan_ok=True)


def test_the_scene(scratch):
    scene = Scene()
    for k, duration in enumerate((0.05, 0.05, 0.1, 0.05, 0.2)):
        weather = {packets.WEATHER: [tuple(float(10 * k + n) for n in range(14))]} if k in (1, 3) else {}
        scene.frame(duration, extra={packets.PLATFORM_TIME: [(0.2 * k,)], **weather})
    index = scene.index(scratch)
    duration, factor, cloudiness, dust = read_series(
        index, ["frame_duration", "real_time_factor", "weather_cloudiness", "weather_dust_storm"]
    )
    assert duration.values[:-1] == pytest.approx(np.diff(index.elapsed))
    assert np.isnan(duration.values[-1])
    assert factor.values[:-1] == pytest.approx(np.diff(index.elapsed) / 0.2)
    assert not factor.recorded
    assert cloudiness.values.tolist() == [10, 10, 30, 30]
    assert dust.values.tolist() == [23, 23, 43, 43]
    assert np.isnan(cloudiness.at(0.0))
    assert cloudiness.at(1.0) == 30


def test_a_clock_that_stands_still_gives_no_factor(scratch):
    scene = Scene()
    for time in (0.0, 0.1, 0.1, 0.05, 0.3):
        scene.frame(extra={packets.PLATFORM_TIME: [(time,)]})
    values = one(scene.index(scratch), "real_time_factor").values
    assert np.isfinite(values).tolist() == [True, False, False, True, False]


def test_who_can_have_what(index):
    def names(actor_id):
        return {signal.name for signal in SIGNALS.possible(index, row_of(index, actor_id))}

    assert {"derived_speed", "brake", "light_ahead", "low_beam", "distance"} <= names(HERO)
    assert "speed" not in names(HERO)  # no Kinematics in the street
    assert "walker_speed" in names(WALKER) - names(HERO)
    assert {"light_state", "frozen"} <= names(LIGHT) - names(HERO)
    assert [signal.name for signal in SIGNALS.possible(index)] == ["frame_duration"]


def test_every_signal_of_the_table_can_be_read(index):
    for name, signal in SIGNALS.items():
        assert signal.name == name
        row = None if signal.scope is Scope.SCENE else row_of(index, HERO)
        series = one(index, name, row, other=row_of(index, OTHER))
        assert series.label
        assert (np.diff(series.elapsed) >= 0).all()
        assert series.values.shape == series.elapsed.shape
        if series.known:
            assert series.recorded is signal.recorded
        if series.known and series.states:
            assert series.values[np.isfinite(series.values)].max() < len(series.states)


def test_what_is_not_given(index):
    with pytest.raises(KeyError):
        read_series(index, ["colour"], 0)
    with pytest.raises(ValueError, match="one actor"):
        read_series(index, ["brake"])
