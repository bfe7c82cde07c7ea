"""Small situations to judge: actors that go along given ways, written as a recording."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.scenes import Scene, actor, box, pose
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import FoundEvent, FoundEvents
from viewer.analysis.find_events import find_events
from viewer.logfile import packets
from viewer.recording.index import RecordingIndex

Pose = tuple[float, ...]
"""x, y, z in metres and yaw in degrees; who leans has its pitch and roll, too."""
Way = Callable[[float], Pose | None]
"""The pose at a time in seconds; None where the recording does not tell it."""

CAR = (2.0, 1.0, 0.75)
"""Half-extents of the cars here, in metres."""
WALKER = (0.2, 0.2, 0.9)


@dataclass(frozen=True)
class Mover:
    """Somebody with a way, and a recorded box unless it is None; it lives from ``born`` to ``dies``.

    The way is that of the middle of the box, which is so far ahead and to the right of the origin.
    """

    actor_id: int
    way: Way
    type_id: str = "vehicle.tesla.model3"
    extent: tuple[float, float, float] | None = CAR
    center: tuple[float, float] = (0.0, 0.0)
    born: float = 0.0
    dies: float = 1e9
    attributes: Mapping[str, str] = field(default_factory=dict)


def car(actor_id: int, way: Way, **more: Any) -> Mover:
    return Mover(actor_id, way, **more)


def hero(way: Way, **more: Any) -> Mover:
    return Mover(1, way, attributes={"role_name": "hero"}, **more)


def walker(actor_id: int, way: Way, **more: Any) -> Mover:
    return Mover(actor_id, way, type_id="walker.pedestrian.0001", extent=WALKER, **more)


def straight(x: float, y: float, speed: float, yaw: float = 0.0, z: float = 0.0) -> Way:
    """Along x with a speed, from (x, y); a yaw of 90 goes along y instead."""
    if yaw == 90.0:
        return lambda t: (x, y + speed * t, z, yaw)
    return lambda t: (x + speed * t, y, z, yaw)


def standing(x: float, y: float, yaw: float = 0.0, z: float = 0.0) -> Way:
    return lambda t: (x, y, z, yaw)


def record(
    movers: Sequence[Mover],
    seconds: float,
    delta: float | Sequence[float] = 0.05,
    *,
    cast: Iterable[Any] = (),
    collisions: Mapping[int, Sequence[Any]] | None = None,
    extra: Callable[[float], Mapping[Any, Sequence[Any]]] | None = None,
    map_name: str = "Town01",
) -> Scene:
    """Return a recording; frames last ``delta``, or each of several in turn."""
    scene = Scene(map_name=map_name)
    deltas = [delta] if isinstance(delta, (int, float)) else list(delta)
    alive: set[int] = set()
    time, frame = 0.0, 0
    while time <= seconds + 1e-9:
        there = [mover for mover in movers if mover.born <= time < mover.dies]
        new = [mover for mover in there if mover.actor_id not in alive]
        gone = alive - {mover.actor_id for mover in there}
        poses = []
        for mover in there:
            told = mover.way(time)
            if told is not None:
                x, y, z, yaw, *leaning = told
                pitch, roll = leaning or (0.0, 0.0)
                ahead, right = mover.center
                turn = complex(ahead, right) * cmath.rect(1.0, math.radians(yaw)) if right or ahead else 0j
                poses.append(pose(mover.actor_id, (x - turn.real, y - turn.imag, z), (pitch, yaw, roll)))
        where = {mover.actor_id: (mover.way(time) or (0.0, 0.0, 0.0, 0.0)) for mover in new}
        scene.frame(
            deltas[(frame - 1) % len(deltas)] if frame else 0.05,
            add=[
                *(list(cast) if not frame else []),
                *(
                    actor(
                        mover.actor_id, mover.type_id, where[mover.actor_id][:3],
                        (0.0, where[mover.actor_id][3], 0.0), **mover.attributes,
                    )
                    for mover in new
                ),
            ],
            remove=sorted(gone),
            poses=poses,
            boxes=[
                box(mover.actor_id, (*mover.center, _middle(mover)), mover.extent)
                for mover in new
                if mover.extent is not None
            ],
            collisions=(collisions or {}).get(frame, ()),
            extra=dict(extra(time)) if extra is not None else None,
        )  # fmt: skip
        alive = {mover.actor_id for mover in there}
        time += deltas[frame % len(deltas)]
        frame += 1
    return scene


def _middle(mover: Mover) -> float:
    """Return how high the middle of its box is: walkers have their origin there."""
    return 0.0 if "walker" in mover.type_id or mover.extent is None else mover.extent[2]


def events(index: RecordingIndex, *kinds: str, **more: Any):
    """What is found of some kinds; each event holds what any event must."""
    found = find_events(index, kinds=kinds or None, **more)
    for event in found.events:
        hold(index, found, event)
    return found.events


_NEAR = 5.0
_OWN_THRESHOLD = {"speeding", "stall", "red_light", "teleport", "standing"}
"""Those compared with more than the number of their name: a limit, a median, a light, a hero."""


def hold(index: RecordingIndex, found: FoundEvents, event: FoundEvent) -> None:
    """What an event says of itself agrees, and it is where and when somebody was."""
    elapsed = index.elapsed
    assert event.start in elapsed
    assert event.end in elapsed
    assert event.start <= event.end
    assert event.frame == np.searchsorted(elapsed, event.start, side="right") - 1
    assert event.unit == KINDS[event.kind].unit
    if event.kind in found.thresholds and event.kind not in _OWN_THRESHOLD:
        assert abs(event.threshold) == found.thresholds[event.kind]
    if event.kind not in {"collision", "contact"} and not np.isnan((event.value, event.threshold)).any():
        beyond = abs(event.value) - abs(event.threshold)  # braking is negative
        assert beyond <= 0.0 if KINDS[event.kind].lower_is_worse else beyond >= 0.0
    if event.place is not None and len(event.rows) == 1:  # that of two is where they meet
        records = index.read_frame(event.frame).records(packets.POSITION)
        mine = records["location"][records["actor_id"] == index.actors.actor_id[event.rows[0]]]
        for x, y, _ in mine.tolist():  # centimetres
            assert np.hypot(event.place[0] - x / 100, event.place[1] - y / 100) < _NEAR


def found(path: Path, movers: Sequence[Mover], seconds: float, *kinds: str, delta=0.05, **more: Any):
    """What is found of some kinds in a recording of movers."""
    return events(record(movers, seconds, delta).index(path), *kinds, **more)


def ids(index: RecordingIndex, event) -> list[int | None]:
    return [None if row is None else int(index.actors.actor_id[row]) for row in event.rows]
