"""Every reader takes all packets of a kind in a frame, and of an actor with two records the last."""

from __future__ import annotations

import csv
import json
from io import BytesIO

import numpy as np
import pytest

from tests.recording import plain_reader
from tests.sample.writer import RecordingWriter
from tests.scenes import actor, hit, pose, read
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.logfile import packets
from viewer.logfile.fields import Engine, PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.nested import encode_payload
from viewer.metrics.log import MetricsLog
from viewer.recording.check import examine
from viewer.recording.index import RecordingIndex
from viewer.recording.read.poses import read_trajectories
from viewer.recording.read.records import all_records, gather
from viewer.recording.recorded_events import EventType
from viewer.recording.repair import repair
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.appearance import front_wheels_at, surroundings_at
from viewer.replay.world.world import world_at
from viewer.signals import read_series

FRAMES, DOUBLED = 24, 12


def payload(kind: PacketKind, *rows: tuple) -> tuple[int, bytes]:
    return kind.id, encode_payload(kind, [*rows], Engine.UE4)


def recording(*more: tuple[int, bytes]) -> bytes:
    """Return 24 frames in which actor 1 drives a metre in each, the twelfth with more packets at its end."""
    stream = BytesIO()
    writer = RecordingWriter(stream, make_header("Town01", 1))
    for k in range(FRAMES):
        content = {
            packets.EVENT_ADD: [actor(1, role_name="hero"), actor(2)] if k == 0 else [],
            packets.POSITION: [pose(1, (k, 0, 0)), pose(2, (k, 9, 0))],
            packets.PLATFORM_TIME: [(float(k),)],
            packets.ANIM_VEHICLE_WHEELS: [(1, [(0, float(k), 0.0), (1, float(k), 0.0)])],
            packets.WALKER_BONES: [],
        }
        writer.add_frame(0.05, content, more if k == DOUBLED else ())
    writer.finish()
    return stream.getvalue()


def xs_of(index: RecordingIndex, actor_id: int, folder) -> dict[str, list[float]]:
    """Return where an actor is in each frame, as each reader tells it."""
    row = index.actors.rows_of(actor_id)[0]
    worlds = [world_at(index, float(elapsed)) for elapsed in index.elapsed]
    table = folder / "poses.csv"
    export(make_selection(index), FORMATS["csv"], table)
    by_frame = {
        int(each["frame"]): float(each["x"])
        for each in csv.DictReader(table.read_text().splitlines())
        if int(each["actor_id"]) == actor_id
    }
    _, records = gather(index, packets.POSITION, actor_id, slice(0, FRAMES))
    return {
        "world": [float(world.locations[world.index_of(row), 0]) for world in worlds],
        "trajectory": trajectory(index, row).locations[:, 0].tolist(),
        "poses": read_trajectories(index, np.array([row])).of(0)[:, 0].tolist(),
        "records": (records["location"][:, 0] / 100.0).tolist(),
        "table": [by_frame[frame + 1] for frame in range(FRAMES)],
    }


@pytest.mark.parametrize(
    ("more", "x"),
    [
        ([payload(packets.POSITION, pose(1, (70, 0, 0)))], 70.0),
        ([payload(packets.POSITION)], float(DOUBLED)),
        ([payload(packets.POSITION, pose(1, (5, 0, 0)), pose(1, (80, 0, 0)))], 80.0),
        ([payload(packets.POSITION, pose(1, (5, 0, 0))), payload(packets.POSITION, pose(1, (6, 0, 0)))], 6.0),
        ([(packets.POSITION.id, b"\1\0short")], float(DOUBLED)),
    ],
    ids=["another", "an empty one", "one twice in it", "two more", "one of an impossible size"],
)
def test_where_an_actor_is_all_readers_agree(tmp_path, more, x) -> None:
    data = recording(*more)
    expected = [*range(DOUBLED), x, *range(DOUBLED + 1, FRAMES)]
    index = read(data, tmp_path / "two.log")
    for reader, found in xs_of(index, 1, tmp_path).items():
        assert found == expected, reader
    for reader, found in xs_of(index, 2, tmp_path).items():
        assert found == [*range(FRAMES)], reader
    stream = BytesIO()
    *_, _ = repair(index, stream)
    mended = read(stream.getvalue(), tmp_path / "mended.log")
    for frame in plain_reader.frames_of(stream.getvalue()):
        assert len({packet.id for packet in frame}) == len(frame)
    for reader, found in xs_of(mended, 1, tmp_path).items():
        assert found == expected, reader


def test_jsonl_has_every_packet_with_its_own_records(tmp_path) -> None:
    kinds = (packets.POSITION, packets.COLLISION, packets.ANIM_VEHICLE_WHEELS, packets.EVENT_ADD)
    rows = (pose(1, (70, 0, 0)), hit(1, 2), (1, [(0, 33.0, 0.0)]), actor(7))
    more = [payload(kind, row) for kind, row in zip(kinds, rows, strict=True)]
    data = recording((packets.POSITION.id, b"\1\0short"), *more, *more)
    index = read(data, tmp_path / "two.log")
    export(make_selection(index), FORMATS["jsonl"], tmp_path / "two.jsonl")
    _, *frames = map(json.loads, (tmp_path / "two.jsonl").read_text().splitlines())
    for frame, plain in zip(frames, plain_reader.frames_of(data), strict=True):
        told = [(each["id"], each["offset"], each["size"]) for each in frame["packets"]]
        assert told == [(each.id, each.offset + 5, len(each.payload)) for each in plain[1:-1]]
        for each, packet in zip(frame["packets"], plain[1:-1], strict=True):
            if each["name"] == "Position" and "records" in each:
                xs = [x for _, x, *_ in plain_reader.records(packet.payload, "Iffffff")]
                assert [record["location"][0] for record in each["records"]] == xs
            if each["name"] == "AnimVehicleWheels":
                (angle,) = {wheel["steering_angle"] for wheel in each["records"][0]["wheels"]}
                assert angle == np.frombuffer(packet.payload, "<f4", 1, 11)[0]
    assert "damage" in next(each for each in frames[DOUBLED]["packets"] if each["size"] == 7)


def test_events_of_both_count_and_a_problem_says_so(tmp_path) -> None:
    index = read(
        recording(
            payload(packets.EVENT_ADD, actor(7, location=(1, 2, 3))),
            payload(packets.EVENT_ADD, actor(8)),
            payload(packets.COLLISION, hit(1, 2)),
            payload(packets.COLLISION, hit(2, 1)),
        ),
        tmp_path / "two.log",
    )
    assert index.actors.actor_id.tolist() == [1, 2, 7, 8]
    assert (index.recorded_events["kind"] == EventType.COLLISION).sum() == 2
    assert len(index.read_frame(DOUBLED).records(packets.COLLISION)) == 2
    damage = [problem for problem in index.problems if problem.damage]
    assert {problem.what for problem in damage} == {
        f"a frame has more than one packet {name}" for name in ("EventAdd", "Collision")
    }
    *_, last = examine(index)
    assert last.problems == ()
    stream = BytesIO()
    *_, _ = repair(index, stream)
    mended = read(stream.getvalue(), tmp_path / "mended.log")
    assert mended.recorded_events.tolist() == index.recorded_events.tolist()
    assert not any(problem.damage for problem in mended.problems)


def test_of_two_times_of_a_frame_the_last_counts(tmp_path) -> None:
    index = read(recording(payload(packets.PLATFORM_TIME, (90.5,))), tmp_path / "two.log")
    expected = [*range(DOUBLED), 90.5, *range(DOUBLED + 1, FRAMES)]
    _, records = all_records(index, packets.PLATFORM_TIME, slice(0, FRAMES))
    assert records["time"].tolist() == expected
    for frame, time in enumerate(expected):
        assert index.read_frame(frame).records(packets.PLATFORM_TIME)["time"].tolist() == [time]
        assert surroundings_at(world_at(index, float(index.elapsed[frame]))).platform_time == time
    assert MetricsLog(index).get_platform_time(DOUBLED + 1) == 90.5


def test_of_two_lists_of_wheels_the_last_counts(tmp_path) -> None:
    index = read(recording(payload(packets.ANIM_VEHICLE_WHEELS, (1, [(0, 33.0, 0.0)]))), tmp_path / "two.log")
    world = world_at(index, float(index.elapsed[DOUBLED]))
    assert front_wheels_at(world)[0].tolist() == [33.0, float(DOUBLED)]
    (series,) = read_series(index, ["wheel_steering_front_left"], 0)
    assert series.values[DOUBLED] == 33.0
