"""Clips of Bench2Drive become recordings with the same poses, boxes and states."""

from __future__ import annotations

import gzip
import math
import struct

import numpy as np
import pytest

from tests.importing import clips
from tests.recording.plain_reader import frames_of, payload, records, start
from viewer import open_recording
from viewer.cli import main
from viewer.logfile.enums import VehicleLightState

POSITION, LIGHT_STATE, CONTROL, LAMPS, BOX, VOLUME = 6, 7, 8, 10, 13, 17
PARKED = 1_000_000


@pytest.fixture
def imported(tmp_path):
    """Return a function that imports a clip with the command, and returns the frames of the recording."""

    def run(clip, *words, status=0):
        out = tmp_path / "out.log"
        assert main(["import", str(clip), "-o", str(out), "--force", *words]) == status
        return frames_of(out.read_bytes())

    return run


def poses(frame):
    """Return x, y, z in metres and roll, pitch, yaw in degrees by actor id."""
    rows = records(payload(frame, POSITION), "I6f")
    return {each[0]: (*(value / 100 for value in each[1:4]), *each[4:]) for each in rows}


def test_poses_are_those_of_the_clip(tmp_path, imported):
    frames = imported(clips.anno(tmp_path))
    assert len(frames) == 60
    for number, frame in enumerate(frames):
        assert start(frame)[2] == pytest.approx(number / 10, abs=1e-6)
        found = poses(frame)
        truth = clips.seen(number / 10)
        assert {*found} == {*(car.id for car, _ in truth), PARKED}
        for car, pose in truth:
            assert found[car.id] == pytest.approx(pose, abs=1e-3)


def test_boxes_lie_in_the_world_where_the_clip_has_their_corners(tmp_path, imported):
    frames = imported(clips.anno(tmp_path, 2))
    found = poses(frames[0])
    boxes = {each[0]: np.array(each[1:]) / 100 for each in records(payload(frames[0], BOX), "I6f")}
    corners = {
        int(row["id"]): row["world_cord"]
        for row in clips.anno_frame(0.0)["bounding_boxes"]
        if "world_cord" in row
    }
    assert {*corners} < {*boxes}
    for actor_id, truth in corners.items():
        box = boxes[actor_id]
        assert clips.corners(found[actor_id], box[:3], box[3:]) == pytest.approx(np.array(truth), abs=0.01)


def test_a_parked_vehicle_stands_where_its_matrix_and_centre_say(tmp_path, imported):
    assert poses(imported(clips.anno(tmp_path, 1))[0])[PARKED] == pytest.approx(
        (30.0, -8.0, 0.2, 0.0, 5.0, 60.0), abs=1e-3
    )


def test_lights_lamps_and_the_control_of_the_hero_are_kept(tmp_path, imported):
    frames = imported(clips.anno(tmp_path))
    states = [records(payload(frame, LIGHT_STATE), "I?fB")[0] for frame in frames]
    assert [each[3] for each in states] == [0] * 30 + [2] * 30
    assert records(payload(frames[0], VOLUME), "I6f") == [(40, 1500, 200, 50, 200, 150, 100)]
    assert records(payload(frames[0], LAMPS), "II") == [(206, 8)]
    assert records(payload(frames[0], CONTROL), "Ifff?i") == [(205, -0.25, 0.5, 0.0, False, 1)]


def test_who_leaves_the_range_comes_back_as_the_same_actor(tmp_path, imported):
    imported(clips.anno(tmp_path))
    with open_recording(tmp_path / "out.log") as found:
        kinds = found.recorded_events["kind"].tolist()
        assert kinds == [kinds[0]] * len(found.actors)  # nothing but one spawn each
        assert found.header.map_name == "Town03"
        assert found.hero.id == 205
        assert not found.problems


@pytest.mark.parametrize("style", ["0.9.14", "0.9.15", "0.9.16", "latest"])
def test_each_style_is_whole_and_taken_for_its_release(tmp_path, imported, style, capsys):
    imported(clips.anno(tmp_path), "--style", style)
    assert main(["check", str(tmp_path / "out.log")]) == 0
    told = capsys.readouterr().out
    assert {"latest": "since 2026"}.get(style, style) in told
    with open_recording(tmp_path / "out.log") as found:
        hero = found.actors.descriptions[1]
        assert hero.attributes == {"role_name": "hero"}
        assert found.world_at(0.0).find(206).lights == VehicleLightState.BRAKE


def with_file(number, data):
    def change(clip):
        (clip / "anno" / f"{number:05d}.json.gz").write_bytes(data)

    return change


def broken(number, **changes):
    def change(clip):
        value = clips.anno_frame(number / 10)
        value["bounding_boxes"][1] |= changes
        clips.put_json(clip / "anno" / f"{number:05d}.json.gz", value)

    return change


def without(*numbers):
    def change(clip):
        for number in numbers:
            (clip / "anno" / f"{number:05d}.json.gz").unlink()

    return change


WHOLE = gzip.compress(b"{" + b" " * 1000 + b"}")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (with_file(7, b""), "00007.json.gz: the file is empty"),
        (with_file(7, WHOLE[:-20]), "00007.json.gz"),
        (with_file(7, gzip.compress(b"[" * 100_000)), "00007.json.gz: this is no whole JSON"),
        (with_file(7, gzip.compress(bytes(80 << 20))), "00007.json.gz: it cannot be read: it is longer"),
        (with_file(7, b"\x1f\x8b" + bytes(50)), "00007.json.gz: it cannot be read"),
        (with_file(7, gzip.compress(b"[]")), "00007.json.gz: this is no JSON object"),
        (with_file(7, gzip.compress(b"{}")), "00007.json.gz: there are no bounding_boxes"),
        (broken(7, location=[math.nan, 0.0, 0.0]), "00007.json.gz: vehicle 206 has no usable pose"),
        (broken(7, rotation="up"), "00007.json.gz: vehicle 206 has no usable pose"),
        (broken(7, id="205"), "00007.json.gz: an id stands in it twice"),
        (without(7), "00008.json.gz: 1 files before this one are missing"),
    ],
)  # fmt: skip
def test_a_bad_file_is_told_and_all_other_frames_stand_at_their_times(
    tmp_path, imported, capsys, change, told
):
    clip = clips.anno(tmp_path, 20)
    change(clip)
    frames = imported(clip, status=3)
    assert told in capsys.readouterr().err
    assert len(frames) == 20
    assert poses(frames[12])[205] == pytest.approx(clips.banked(1.2), abs=1e-3)
    assert start(frames[12])[2] == pytest.approx(1.2, abs=1e-6)


def test_a_clip_without_a_readable_file_leaves_nothing(tmp_path, capsys):
    clip = clips.anno(tmp_path, 1)
    with_file(0, b"")(clip)
    out = tmp_path / "out.log"
    assert main(["import", str(clip), "-o", str(out)]) == 2
    assert "no file in it can be read" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [clip]


def test_ids_that_are_no_numbers_get_one(tmp_path, imported):
    clip = clips.anno(tmp_path, 1)
    broken(0, id="car-b")(clip)
    assert len(poses(imported(clip)[0])) == 4


def test_a_blueprint_that_carla_lacks_is_replaced_once_and_told(tmp_path, imported, capsys):
    clip = clips.anno(tmp_path, 5)
    for number in range(5):
        broken(number, type_id="vehicle.acme.rocket", base_type="truck")(clip)
    frames = imported(clip)
    assert capsys.readouterr().err.count("vehicle.acme.rocket") == 1
    assert b"vehicle.carlamotors.carlacola" in payload(frames[0], 2)


def test_every_packet_is_read_to_its_end(tmp_path, imported):
    layouts = {0: "Qdd", 20: "d", 1: ""}
    counted = {3: "I", 4: "II", 5: "III??", 6: "I6f", 7: "I?fB", 8: "Ifff?i", 9: "If", 10: "II", 13: "I6f",
               17: "I6f", 21: "II", 22: "Iff", 19: "I", 24: "14f"}  # fmt: skip
    for frame in imported(clips.anno(tmp_path), "--style", "0.9.15"):
        for packet in frame:
            if packet.id in layouts:
                assert len(packet.payload) == struct.calcsize("<" + layouts[packet.id])
            elif packet.id != 2:
                records(packet.payload, counted[packet.id])
