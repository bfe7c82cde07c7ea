"""One actor's records over many frames, compared with decoding every frame."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recording import plain_reader
from tests.scenes import HERO, LATE, SIGN, WALKER, Scene, actor, pose, read, street
from viewer.logfile import packets
from viewer.logfile.errors import ChangedError
from viewer.logfile.fields import Engine
from viewer.logfile.source import LogFile
from viewer.recording.read.records import all_records, gather

LAYOUTS = {Engine.UE4: "I6f", Engine.UE5: "I6d"}


def plain_gather(data, actor_id, frames, engine=Engine.UE4):
    """Return (frame, record) for each frame with the actor, by decoding all of them."""
    found = []
    for number, frame in list(enumerate(plain_reader.frames_of(data)))[frames]:
        records = plain_reader.records(plain_reader.payload(frame, packets.POSITION.id), LAYOUTS[engine])
        mine = [record for record in records if record[0] == actor_id]
        found += [(number, record) for record in mine[:1]]
    return found


def gathered(index, actor_id, frames, kind=packets.POSITION):
    numbers, records = gather(index, kind, actor_id, frames)
    flat = [(record[0], *record[1].tolist(), *record[2].tolist()) for record in records.tolist()]
    return list(zip(numbers.tolist(), flat, strict=True))


@st.composite
def crowds(draw):
    """Frames of actors that come, go, change places, and stand in the list twice."""
    ids = draw(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=6, unique=True))
    frames = []
    here = draw(st.lists(st.sampled_from(ids), max_size=6))
    for _ in range(draw(st.integers(1, 40))):
        change = draw(st.sampled_from("=====+-%"))
        if change == "+":
            here = [*here, draw(st.sampled_from(ids))]
        elif change == "-":
            here = here[1:]
        elif change == "%":
            here = draw(st.permutations(here))
        frames.append(here)
    return ids, frames


@settings(max_examples=120)
@given(
    crowd=crowds(),
    engine=st.sampled_from(Engine),
    bounds=st.fixed_dictionaries(
        {
            "records._FEWEST": st.integers(1, 8),
            "records._TOGETHER": st.integers(1, 4000),
            "records._SMALL": st.sampled_from((0, 0, 2 << 10)),
            "records._PIECES": st.integers(1, 4000),
            "records._NEAR": st.sampled_from((0, 300, 32 << 10)),
        }
    ),
    told=st.booleans(),
    data=st.data(),
)
def test_as_if_every_frame_were_decoded(scratch, crowd, engine, bounds, told, data):
    ids, frames = crowd
    scene = Scene(engine)
    before = set()
    for k, here in enumerate(frames):
        scene.frame(
            add=[actor(actor_id) for actor_id in sorted(set(here) - before) if told],
            remove=[actor_id for actor_id in sorted(before - set(here)) if told],
            poses=[pose(actor_id, (k, actor_id % 100, 0)) for actor_id in here],
        )
        before = set(here)
    written = scene.bytes()
    index = read(written, scratch)
    start = data.draw(st.integers(0, len(frames)))
    part = slice(start, data.draw(st.integers(start, len(frames))))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in bounds.items():
            patch.setattr(f"viewer.recording.read.{name}", value)
        for actor_id in ids:
            assert gathered(index, actor_id, part) == plain_gather(written, actor_id, part, engine)


def test_actors_of_the_street(scratch):
    data = street().bytes()
    index = read(data, scratch)
    everything = slice(0, 20)
    for actor_id in (HERO, WALKER, LATE):
        assert gathered(index, actor_id, everything) == plain_gather(data, actor_id, everything)
    assert gathered(index, SIGN, everything) == []
    assert gathered(index, HERO, slice(7, 7)) == []
    numbers, records = gather(index, packets.TRAFFIC_LIGHT_STATE, 105, everything)
    assert numbers.tolist() == list(range(20))
    assert records["state"].tolist() == [2] * 12 + [1] * 8


@pytest.mark.parametrize("block", [1, 4 << 20])
def test_frames_without_the_packet_are_left_out(scratch, monkeypatch, block):
    monkeypatch.setattr("viewer.recording.read.records._PIECES", block)
    scene = Scene()
    for k in range(10):
        scene.frame(extra={packets.VEHICLE_LIGHT: [(1, k)]} if k % 3 else {})
    numbers, records = gather(scene.index(scratch), packets.VEHICLE_LIGHT, 1, slice(0, 10))
    assert numbers.tolist() == records["lights"].tolist() == [1, 2, 4, 5, 7, 8]


def test_an_actor_that_changes_its_place_all_the_time(scratch):
    scene = Scene()
    for k in range(300):
        crowd = [pose(other, (0, 0, 0)) for other in range(2, 2 + k * 7 % 11)]
        scene.frame(poses=[*crowd, pose(1, (k, 0, 0)), *crowd])
    numbers, records = gather(scene.index(scratch), packets.POSITION, 1, slice(0, 300))
    assert numbers.tolist() == list(range(300))
    assert records["location"][:, 0].tolist() == [100.0 * k for k in range(300)]


def test_a_recording_without_frames(scratch):
    numbers, records = gather(Scene().index(scratch), packets.POSITION, 1, slice(0, 0))
    assert len(numbers) == len(records) == 0


def test_a_replaced_file_is_noticed(tmp_path):
    path = tmp_path / "some.log"
    index = street().index(path)
    path.write_bytes(Scene(map_name="Carla/Maps/Town03", timestamp=1).frame(add=[actor(1)]).bytes() * 20)
    with pytest.raises(ChangedError):
        gather(index, packets.POSITION, HERO, slice(0, 20))


@pytest.mark.parametrize("told", [True, False])
def test_little_is_read_while_places_stay_or_move_now_and_then(scratch, monkeypatch, told):
    scene, crowd = Scene(), list(range(2, 200))
    scene.frame(add=[actor(each) for each in [*crowd, 1]] if told else [])
    for k in range(1, 1000):
        gone = [crowd.pop(0)] if k % 100 == 0 else []
        scene.frame(remove=gone if told else [], poses=[pose(each, (k, 0.0, 0.0)) for each in [*crowd, 1]])
    index = scene.index(scratch)
    got, read_each = [], LogFile.read_each
    count = lambda sizes, offsets: got.append(int(np.broadcast_to(sizes, offsets.shape).sum()))  # noqa: E731
    monkeypatch.setattr(
        LogFile, "read_each", lambda file, at, size: count(size, at) or read_each(file, at, size)
    )
    numbers, records = gather(index, packets.POSITION, 1, slice(0, 1000))
    assert numbers.tolist() == list(range(1, 1000))
    assert records["location"][:, 0].tolist() == [100.0 * k for k in range(1, 1000)]
    assert sum(got) < index.size // 20


def test_one_record_of_each_frame(scratch):
    index = street().index(scratch)
    numbers, records = all_records(index, packets.FRAME_START, slice(3, 9))
    assert numbers.tolist() == list(range(3, 9))
    assert records["frame"].tolist() == list(range(4, 10))
