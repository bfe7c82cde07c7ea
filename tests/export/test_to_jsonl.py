from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import viewer
from tests.recording import plain_reader
from tests.sample.writer import encode_packet
from tests.scenes import HERO, OTHER, Scene, actor, box, pose
from viewer.api import Recording
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.logfile import packets
from viewer.logfile.fields import Engine


def lines_of(recording: Recording, target: Path, **part) -> list[dict]:
    export(make_selection(recording.index, **part), FORMATS["jsonl"], target)
    return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def test_every_packet_of_a_real_recording_is_there_with_its_place(recording, tmp_path) -> None:
    head, *frames = lines_of(recording, tmp_path / "a.jsonl")
    data = recording.index.path.read_bytes()
    assert head["header"]["map"] == recording.header.map
    assert head["header"]["timestamp"] == recording.header.timestamp
    plain = plain_reader.frames_of(data)
    assert len(frames) == len(plain)
    for frame, found in zip(frames, plain, strict=True):
        told = [(each["id"], each["offset"], each["size"]) for each in frame["packets"]]
        assert told == [(each.id, each.offset + 5, len(each.payload)) for each in found[1:-1]]


def test_every_float_reads_back_exactly(recording, tmp_path) -> None:
    _, *frames = lines_of(recording, tmp_path / "a.jsonl")
    for number, frame in enumerate(frames):
        (position,) = (each for each in frame["packets"] if each["name"] == "Position")
        records = recording.index.read_frame(number).records(packets.POSITION)
        for name in ("location", "rotation"):
            told = np.array([each[name] for each in position["records"]], records.dtype[name].base)
            assert told.tobytes() == records[name].tobytes() or np.array_equal(told, records[name])
        head = recording.index.frame_starts[number]
        assert [frame[name] for name in ("frame", "elapsed", "duration")] == [
            head["frame"], head["elapsed"], head["duration"],
        ]  # fmt: skip
    assert frames[-1]["duration"] == -1.0


@pytest.mark.parametrize("engine", Engine)
def test_no_float_has_more_digits_than_it_needs(tmp_path, engine) -> None:
    """Numbers of any size, some of them where powers of two and of ten lie close to each other."""
    rng = np.random.default_rng(7)
    numbers = (10.0 ** rng.uniform(-12, 12, 600) * rng.choice([-1, 1], 600)).astype(np.float32)
    numbers[:8] = 0.1, 0.000977123, 0.0009765625, 8388608.5, 8589935000.0, 1e-9, 123456.7, 0.0
    width = np.float32 if engine is Engine.UE4 else np.float64
    poses = [pose(1, (x, y, z)) for x, y, z in numbers.reshape(-1, 3).tolist()]
    wheels = [(1, [(0, float(number), 0.5) for number in numbers.tolist()])]
    scene = Scene(engine).frame(add=[actor(1)], poses=poses, extra={packets.ANIM_VEHICLE_WHEELS: wheels})
    path = scene.save(tmp_path / "a.log")
    with viewer.open_recording(path) as recording:
        written = recording.index.read_frame(0).records(packets.POSITION)["location"]
        export(make_selection(recording.index), FORMATS["jsonl"], tmp_path / "a.jsonl")
    frame = (tmp_path / "a.jsonl").read_text().splitlines()[1]
    read = json.loads(frame, parse_float=str, parse_int=str)["packets"]
    told = {each["name"]: each["records"] for each in read}
    texts = [text for record in told["Position"] for text in record["location"]]
    texts += [wheel["steering_angle"] for wheel in told["AnimVehicleWheels"][0]["wheels"]]
    values = [*written.ravel().astype(width), *numbers]
    for text, value in zip(texts, values, strict=True):
        assert type(value)(text) == value
        assert digits(text) <= digits(str(value))


def digits(number: str) -> int:
    return len(number.partition("e")[0].replace(".", "").strip("-0"))


def test_the_scene_is_told_by_the_names_of_the_packet_table(scene, tmp_path) -> None:
    _, first, *frames = lines_of(scene, tmp_path / "a.jsonl")
    (add,) = (each for each in first["packets"] if each["name"] == "EventAdd")
    hero = next(each for each in add["records"] if each["actor_id"] == HERO)
    assert hero["type_id"] == "vehicle.lincoln.mkz2017"
    assert hero["attributes"][0] == {"type": 3, "id": "role_name", "value": "hero"}
    (hit,) = (each for each in frames[8]["packets"] if each["name"] == "Collision")
    assert hit["records"] == [
        {
            "sequence": 9,
            "actor1_id": HERO,
            "actor2_id": OTHER,
            "actor1_is_hero": False,
            "actor2_is_hero": False,
        }
    ]


def test_what_is_no_finite_number_is_marked(tmp_path) -> None:
    nan, inf = math.nan, math.inf
    boxes = [box(1, (nan, 0.0, 0.0), (-inf, 1.0, inf))]
    scene = Scene().frame(add=[actor(1)], poses=[pose(1, (nan, 0.0, 1.0))], boxes=boxes)
    path = scene.save(tmp_path / "nan.log")
    with viewer.open_recording(path) as recording:
        _, frame = lines_of(recording, tmp_path / "a.jsonl")
    records = {each["name"]: each["records"] for each in frame["packets"]}
    assert records["BoundingBox"] == [
        {
            "actor_id": 1,
            "origin": [None, 0.0, 0.0],
            "extent": [None, 100.0, None],
            "special": {"origin.0": "nan", "extent.0": "-inf", "extent.2": "inf"},
        }
    ]
    assert records["Position"][0]["special"] == {"location.0": "nan"}


def test_unknown_packets_are_hex(tmp_path) -> None:
    data = Scene().frame(add=[actor(1)]).bytes()
    end = encode_packet(1, b"")
    assert data.endswith(end)
    path = tmp_path / "a.log"
    path.write_bytes(data[: -len(end)] + encode_packet(139, b"\x01\xff") + end)
    with viewer.open_recording(path) as recording:
        _, frame = lines_of(recording, tmp_path / "a.jsonl")
    packet = frame["packets"][-1]
    assert (packet["id"], packet["name"], packet["size"], packet["hex"]) == (139, None, 2, "01ff")


def test_chosen_actors_only(scene, tmp_path) -> None:
    _, *frames = lines_of(scene, tmp_path / "a.jsonl", actors=[HERO])
    for frame in frames:
        for packet in frame["packets"]:
            for record in packet["records"]:
                assert HERO in {record.get("actor_id"), record.get("actor1_id"), record.get("actor2_id")}
    assert np.sum([len(packet["records"]) for packet in frames[9]["packets"]]) == 4
