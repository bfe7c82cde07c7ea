"""What is said of the actors of the street, and of motion that is recorded and not believed."""

import math

import numpy as np
import pytest

from tests.recording import driven
from tests.scenes import (
    BICYCLE,
    CAMERA,
    HERO,
    LATE,
    LIGHT,
    OTHER,
    SIGN,
    SPECTATOR,
    WALKER,
    Scene,
    actor,
    hit,
    pose,
)
from tests.ui.inspector.conftest import text, told
from tests.ui.person import row_of
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.signals import Series
from viewer.signals.table import read_series
from viewer.ui.inspector.row import SeekTo, SelectActor, Source, Swatch

HERO_NOW = {
    "role_name": "hero",
    "category": "vehicle",
    "alive": "0.000 s – end",
    "attribute color": "10, 20, 30",
    "size": "4.90, 2.12, 1.50 m",
    "speed": "10.00 m/s",
    "velocity": "10.00, 0.00, 0.00 m/s",
    "location": "2.00, 0.00, 0.10 m",
    "rotation": "0.0, 0.0, 0.0 °",
    "throttle": "0.50",
    "steering": "0.100",
    "brake": "0.00",
    "hand_brake": "off",
    "gear": "3",
    "lights": "position light, low beam",
}
RECORDING = {
    "map": "Town03",
    "date": "23 Nov 2021 14:08 UTC",
    "frames": "20",
    "length": "0.950 s",
    "frame_time": "0.050 s",
    "additional_data": "no",
    "collisions": "1",
    "problems": "none",
}


@pytest.mark.parametrize(
    ("actor_id", "elapsed", "said", "missing"),
    [
        (HERO, 0.21, HERO_NOW, {"angular_velocity", "state", "walker", "walker_speed", "distance_to_hero"}),
        (OTHER, 0.0, {"hand_brake": "on", "gear": "neutral"}, {"state"}),
        (LIGHT, 0.7, {"state": "yellow", "time_in_state": "0.1 s", "frozen": "no"}, {"control"}),
        (SPECTATOR, 0.0, {"category": "spectator"}, {"size"}),
        (WALKER, 0.5, {"category": "walker"}, {"events"}),
        (None, 0.0, RECORDING, set()),
    ],
)
def test_what_is_said(index, actor_id, elapsed, said, missing):
    rows = told(index, actor_id, elapsed)
    assert {key: text(rows, key) for key in said} == said
    assert not missing & rows.keys()


@pytest.mark.parametrize(
    ("actor_id", "key", "source"),
    [
        (HERO, "size", Source.RECORDED),
        (OTHER, "size", Source.DERIVED),
        (HERO, "speed", Source.DERIVED),
        (HERO, "location", Source.RECORDED),
        (CAMERA, "location", Source.DERIVED),
        (SIGN, "location", Source.RECORDED),
    ],
)
def test_where_a_value_is_from(index, actor_id, key, source):
    assert told(index, actor_id, 0.2)[key].cells[0].source is source
    if key == "location" and actor_id == HERO:
        assert told(index, HERO, 0.22, interpolate=True)[key].cells[0].source is Source.DERIVED


def test_colours_and_children_are_shown(index):
    rows = told(index, HERO, 0.0)
    assert rows["children"].cells[0].link == SelectActor(row_of(index, CAMERA))
    assert rows["attribute color"].cells[0].swatch == Swatch((10, 20, 30))
    assert told(index, LIGHT, 0.7)["state"].cells[0].swatch == Swatch("light_yellow", round=True)
    counts = {
        row.title: int(text(told(index, None, 0.0), key))
        for key, row in told(index, None, 0.0).items()
        if key.startswith("category")
    }
    assert counts["Vehicle"] == 3
    assert sum(counts.values()) == len(index.actors)


def test_a_sensor_whose_parent_is_not_in_the_file_says_so(tmp_path):
    index = Scene().frame(add=[actor(7, "sensor.camera.rgb")]).index(tmp_path / "sensor.log")
    assert text(told(index, 7, 0.0), "parent") == "not recorded"


def test_a_life_within_the_recording_is_told_by_links(index):
    rows = told(index, LATE, 0.0)
    ends = [rows[key].cells[0].link for key in ("alive from", "alive to")]
    assert ends == [SeekTo(index.elapsed[5]), SeekTo(index.elapsed[15])]
    assert rows["spawned"].cells[0].link == SeekTo(index.elapsed[5])
    assert rows["destroyed"].cells[0].link == SeekTo(index.elapsed[15])


@pytest.mark.parametrize(
    ("frame", "words"),
    [(0, "not spawned until 0.250 s"), (5, None), (14, None), (15, "destroyed at 0.750 s")],
)
def test_who_is_not_alive_is_told_with_a_link(index, frame, words):
    row = told(index, LATE, float(index.elapsed[frame])).get("life")
    assert (row and row.values) == words
    if row:
        assert isinstance(row.cells[0].link, SeekTo)


def test_a_collision_is_told_from_both_sides(index):
    for mine, other in ((HERO, OTHER), (OTHER, HERO)):
        row = told(index, mine, 0.5)["contact 0"]
        assert row.text == f"Collision with {other}: 0.450 s"
        assert row.subject.link == SelectActor(row_of(index, other))
        assert row.cells[0].link == SeekTo(index.elapsed[9])
        assert row.cells[0].tip == f"Reported by {HERO} · until 0.500 s · 2 records"
    assert "events" not in told(index, WALKER, 0.5)


def test_collisions_with_scenery_and_many_of_them(tmp_path):
    scene = Scene()
    for number in range(14):
        scene.frame(
            add=[actor(1)] if number == 0 else [],
            poses=[pose(1, (0, 0, 0))],
            collisions=[hit(1)] if number % 2 else [],
        )
    index = scene.index(tmp_path / "wall.log")
    rows = told(index, 1, 0.0)
    assert rows["contact 0"].title == "Collision with scenery"
    assert text(rows, "contacts") == "2"
    assert len(told(index, 1, 0.0, opened=("contacts",))) == len(rows) - 1 + 2


def test_the_reverse_gear_in_words(tmp_path):
    extra = {packets.ANIM_VEHICLE: [(1, 0.0, 0.0, 0.0, False, -1)]}
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (0, 0, 0))], extra=extra)
    assert text(told(scene.index(tmp_path / "reverse.log"), 1, 0.0), "gear") == "reverse"


def test_the_distance_to_the_hero(index):
    hero = row_of(index, HERO)
    rows = told(index, BICYCLE, 0.21, hero=hero)
    assert text(rows, "distance_to_hero") == f"{math.dist((2.0, 0.0), (0.0, 4.8)):.1f} m"
    assert "distance_to_hero" not in told(index, HERO, 0.2, hero=hero)


def test_frame_times_that_vary_are_a_range(tmp_path):
    scene = Scene()
    for delta in (0.1, 0.05, 0.25):
        scene.frame(delta)
    rows = told(scene.index(tmp_path / "uneven.log"), None, 0.0)
    assert text(rows, "frame_time") == "0.050 – 0.250 s"


def test_a_damaged_recording_says_so(index, tmp_path):
    data = index.path.read_bytes()
    path = tmp_path / "cut.log"
    path.write_bytes(data[: len(data) - 40])
    rows = told(read_index(LogFile(path)), None, 0.0)
    assert text(rows, "problems").startswith("1 problem")
    assert rows["problems"].cells[0].tip


def light_ahead(*values):
    names = "light_ahead", "light_ahead_id", "light_ahead_source"
    return [
        Series(name, name, "", np.zeros(1), np.array([float(value)]), recorded=False, steps=True)
        for name, value in zip(names, values, strict=True)
    ]


def test_the_light_ahead_is_named_with_how_it_is_known(index):
    red = float(TrafficLightState.RED)
    rows = told(index, HERO, 0.5, series=light_ahead(red, LIGHT, 1.0))
    assert text(rows, "light_ahead") == f"red · {LIGHT}"
    value = rows["light_ahead"].cells[0]
    assert value.derived
    assert "its trigger volume" in value.tip
    assert value.swatch == Swatch("light_red", round=True)
    assert value.link == SelectActor(row_of(index, LIGHT))
    assert value.signals[0].name == "light_ahead"


def test_that_there_is_no_light_ahead_is_said_once_it_is_known(index):
    nan = math.nan
    rows = told(index, HERO, 0.5, series=light_ahead(nan, nan, nan))
    assert text(rows, "light_ahead") == "none"
    assert "light_ahead" not in told(index, HERO, 0.5)


def test_one_who_is_kept_below_the_road_is_said_to_be(tmp_path):
    scene = Scene()
    places = {1: (0.0, 0.0, 0.0), 2: (20.0, 0.0, 0.0), 3: (40.0, 0.0, -500.0)}
    for frame in range(5):
        add = [actor(number) for number in places] if frame == 0 else []
        scene.frame(add=add, poses=[pose(number, place) for number, place in places.items()])
    index = scene.index(tmp_path / "below.log")
    assert text(told(index, 3, 0.1), "below") == "500 m"
    assert "below" not in told(index, 1, 0.1)


def source(rows, name):
    return rows[name].cells[0].source


@pytest.mark.parametrize(
    ("actor_id", "key", "derived", "recorded"),
    [
        (driven.HERO, "velocity", "10.00, 0.00, 0.00 m/s", "0.00, 0.00, 0.00 m/s"),
        (driven.CIRCLES, "angular_velocity", "0.0, 0.0, 57.3 °/s", "0.0, 0.0, 0.0 °/s"),
    ],
)
def test_the_derived_value_stands_beside_the_recorded_one(scratch, actor_id, key, derived, recorded):
    rows = told(driven.recording(scratch, dict.fromkeys(driven.MOTIONS, driven.zero)), actor_id, 4.0)
    assert (text(rows, key), text(rows, f"recorded_{key}")) == (derived, recorded)
    sources = [source(rows, name) for name in ("speed", key, f"recorded_{key}")]
    assert sources == [Source.DERIVED, Source.DERIVED, Source.RECORDED]


def test_what_is_believed_is_shown_once(scratch, tmp_path):
    for index, actor_id in (
        (driven.recording(scratch, driven.MOTIONS), driven.HERO),
        (driven.recording(tmp_path / "zero.log", dict.fromkeys(driven.MOTIONS, driven.zero)), driven.STANDS),
    ):
        rows = told(index, actor_id, 4.0)
        assert source(rows, "speed") is Source.RECORDED
        assert not {"recorded_velocity", "recorded_angular_velocity"} & set(rows)


def test_how_long_a_light_has_been_red_by_its_changes(scratch):
    """As recorded it is 0 while the light waits for others of its group."""
    scene = Scene()
    for k in range(200):
        state = TrafficLightState.GREEN if k < 40 else TrafficLightState.RED
        scene.frame(
            0.05,
            add=[actor(LIGHT, "traffic.traffic_light")] if k == 0 else [],
            extra={packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, state)]},
        )
    index = scene.index(scratch)
    row = row_of(index, LIGHT)
    (series,) = read_series(index, ["time_since_change"], row)
    rows = told(index, LIGHT, 9.0, series=(series,))
    assert text(rows, "time_in_state") == "0.0 s"
    assert text(rows, "time_since_change") == "7.0 s"
    assert (source(rows, "time_in_state"), source(rows, "time_since_change")) == (
        Source.RECORDED, Source.DERIVED,
    )  # fmt: skip
