"""Recordings whose actors come and go in different ways, most of them in every frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.benchmarks.crowd import actor
from tests.benchmarks.frames import ENGINE, KINDS, blank_frame
from viewer.logfile import packets
from viewer.logfile.enums import ActorType
from viewer.logfile.event_add import ActorRecord
from viewer.logfile.header import make_header
from viewer.logfile.writer import encode_payload

_DELTA = 0.05
_LIGHTS = 60
_FIRST_ID = 1_000
_MODELS = ("vehicle.tesla.model3", "vehicle.audi.tt", "vehicle.lincoln.mkz_2017", "vehicle.mini.cooper_s")
_COLORS = ("17,37,103", "0,0,0", "255,255,255", "180,44,44", "75,87,173")
_BY_ACTOR = (packets.POSITION, packets.ANIM_VEHICLE, packets.VEHICLE_LIGHT, packets.KINEMATICS)


class Turn(NamedTuple):
    """What happens in a frame: how many go, those who have been there longest, and how many come.

    ``name`` is how long their role names are.
    """

    go: int = 0
    come: int = 0
    name: int = 9


def _in_turn() -> Iterator[Turn]:
    yield Turn(come=390)
    yield from cycle((Turn(come=1), Turn(go=1)))


def _at_random() -> Iterator[Turn]:
    rng = np.random.default_rng(0)
    yield Turn(come=300)
    while True:
        yield from (Turn(*pair) for pair in rng.poisson(0.8, (1_000, 2)).tolist())


def _up_and_down() -> Iterator[Turn]:
    yield from cycle([Turn(come=10)] * 500 + [Turn(go=10)] * 500)


def _one_more() -> Iterator[Turn]:
    yield from cycle([Turn(come=1)])


def _waves() -> Iterator[Turn]:
    yield from cycle([Turn(come=5_000), *[Turn()] * 9, Turn(go=5_000), *[Turn()] * 9])


def _names() -> Iterator[Turn]:
    yield Turn(come=390)
    lengths = np.random.default_rng(0).integers(0, 400, 10_000).tolist()
    yield from cycle(Turn(1, 1, name) for name in lengths)


SHAPES = {
    "one comes or goes in turn": (_in_turn, 10_000),
    "comings and goings at random": (_at_random, 13_000),
    "ten come in each frame, then ten go": (_up_and_down, 2_000),
    "one more in each frame": (_one_more, 3_000),
    "waves of 5,000": (_waves, 1_600),
    "names of changing length": (_names, 10_000),
}
"""How actors come and go, and in how many frames that makes some 400 MB."""


_DRAWN_BYTES = 40e6
_BYTES_OF_ACTOR = 85  # in a frame
_BYTES_OF_FRAME = 1_200


def drawn_turns(seed: int) -> Iterator[Turn]:
    """Yield turns that a seed decides: a crowd, and phases in which some come or go now and then."""
    rng = np.random.default_rng(seed)
    there = int(10 ** rng.uniform(0.5, 3.5))
    left = _DRAWN_BYTES
    yield Turn(come=there)
    while left > 0:
        come, go = (int(10 ** rng.uniform(-1.0, 2.0)) for _ in range(2))
        every, longest = (int(10 ** rng.uniform(0.0, 1.5)) for _ in range(2))
        for number in range(int(rng.integers(1, 400))):
            moves = number % every == 0
            turn = Turn(min(go, there) * moves, come * moves, int(rng.integers(0, longest + 1)))
            there += turn.come - turn.go
            left -= _BYTES_OF_FRAME + there * _BYTES_OF_ACTOR + turn.come * (100 + turn.name)
            yield turn


def write_shape(path: Path, name: str, scale: float = 1.0) -> None:
    """Write a recording of one of the shapes."""
    turns, frames = SHAPES[name]
    write_turns(path, islice(turns(), max(round(frames * scale), 2)))


def write_turns(path: Path, turns: Iterable[Turn]) -> None:
    """Write a recording in which actors come and go like that."""
    ids: list[int] = []
    new = _FIRST_ID
    with path.open("wb") as stream:
        stream.write(make_header("Town10HD_Opt", 1_700_000_000).raw)
        following = iter(turns)
        turn = next(following, None)
        number = 0
        while turn is not None:
            after = next(following, None)
            gone, ids = ids[: turn.go], ids[turn.go :]
            added = [_actor(each, turn.name) for each in range(new, new + turn.come)]
            ids += range(new, new + turn.come)
            new += turn.come
            stream.write(_frame(number, added, gone, ids, is_last=after is None))
            turn, number = after, number + 1


def _actor(number: int, name: int) -> ActorRecord:
    role_name = ("autopilot" * (name // 9 + 1))[:name]
    return actor(
        number, ActorType.VEHICLE, _MODELS[number % 4], role_name=role_name, color=_COLORS[number % 5]
    )


def _frame(
    number: int, added: Sequence[ActorRecord], gone: Sequence[int], ids: Sequence[int], *, is_last: bool
) -> bytes:
    payload = np.frombuffer(encode_payload(packets.EVENT_ADD, added, ENGINE), np.uint8)
    counts = {kind: len(ids) for kind in _BY_ACTOR} | {
        packets.FRAME_START: 1, packets.PLATFORM_TIME: 1, packets.TRAFFIC_LIGHT_STATE: _LIGHTS,
        packets.EVENT_ADD: len(payload), packets.EVENT_DEL: len(gone), packets.BOUNDING_BOX: len(added),
    }  # fmt: skip
    frame = blank_frame(tuple(counts.get(kind, 0) for kind in KINDS))
    start = frame[packets.FRAME_START.name]["records"][:, 0]
    start["frame"], start["elapsed"] = number + 1, number * _DELTA
    start["duration"] = packets.LAST_DURATION if is_last else _DELTA
    frame[packets.EVENT_ADD.name]["records"] = payload
    for kind in _BY_ACTOR:
        frame[kind.name]["records"]["actor_id"] = ids
    for kind, whom in ((packets.EVENT_DEL, gone), (packets.BOUNDING_BOX, [each.actor_id for each in added])):
        frame[kind.name]["records"]["actor_id"] = whom
    frame[packets.TRAFFIC_LIGHT_STATE.name]["records"]["actor_id"] = np.arange(1, _LIGHTS + 1)
    frame[packets.BOUNDING_BOX.name]["records"]["extent"] = (240.0, 100.0, 80.0)
    return frame.tobytes()
