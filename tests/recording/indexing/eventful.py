"""Recordings in which much happens, made at random, and what a reader must find in them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.recording import plain_reader
from tests.scenes import Scene, actor, box, hit, pose
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY
from viewer.logfile.fields import Engine
from viewer.recording.actors import NEVER
from viewer.recording.recorded_events import EventType

_IDS = (0, 1, 2, 3, 4, 5, 6, 7, 63, 64, 200, (1 << 20) - 1, 1 << 20, SCENERY - 1)
_TYPES = ("vehicle.audi.tt", "walker.pedestrian.0001", "static.prop.box", "sensor.camera.rgb")
_COLORS = ("", "1,2,3", "10,20,30")
_FRAME_START = b"\x00\x18\x00\x00\x00"

Damage = Callable[[bytes], bytes]


@dataclass
class _Town:
    """Who is there while a recording is made."""

    random: Random
    disorder: float
    """How likely something happens to an actor that it cannot happen to."""
    alive: dict[int, None] = field(default_factory=dict)

    def any_id(self) -> int:
        """Return the id of somebody, who mostly is there."""
        if not self.alive or self.random.random() < self.disorder:
            return self.random.choice(_IDS)
        return self.random.choice(list(self.alive))

    def new_id(self) -> int | None:
        """Return the id of somebody to be added, who mostly is not there."""
        free = [each for each in _IDS if each not in self.alive]
        return self.random.choice(_IDS) if self.random.random() < self.disorder or not free else free[0]

    def frame(self, scene: Scene, happenings: int, *, tail: int, shy: bool, lamps: int = 0) -> None:
        """Write a frame in which so much happens, with so many kinds of packets after the events.

        ``lamps`` is of how many vehicles more it tells the lamps.
        """
        kinds = self.random.choices("adpcb", k=happenings)
        removed = [self.any_id() for _ in range(kinds.count("d"))]
        for each in removed:
            self.alive.pop(each, None)
        added = [self._added() for _ in range(kinds.count("a"))]
        parents = [(self.any_id(), self.any_id()) for _ in range(kinds.count("p"))]
        collisions = [hit(self.any_id(), self._other()) for _ in range(kinds.count("c"))]
        standing = [each for each in self.alive if self.random.random() >= self.disorder]
        if self.random.random() < self.disorder:
            standing.append(self.random.choice(_IDS))
        extra: dict[Any, Any] = {packets.ANIM_WALKER: [(each, 1.0) for each in standing[:tail]]}
        if tail or lamps:
            extra[packets.VEHICLE_LIGHT] = [(each, 0) for each in [*standing, *range(lamps)]]
        scene.frame(
            self.random.choice((0.05, 0.5)),
            add=added,
            remove=removed,
            parents=parents,
            collisions=collisions,
            poses=[] if shy else [pose(each, (1.0, 2.0, 3.0)) for each in standing],
            boxes=[box(self.any_id(), (0.0, 0.0, 1.0), (2.0, 1.0, 1.0)) for _ in range(kinds.count("b"))],
            extra=extra,
        )

    def _added(self) -> Any:
        number = self.new_id()
        self.alive[number] = None
        attributes = {"role_name": "é" * self.random.randrange(3), "color": self.random.choice(_COLORS)}
        # A text with the bytes that a frame begins with leaves doubts, and one that is no UTF-8 is told.
        if self.random.random() < self.disorder / 4:
            attributes["color"] = (_FRAME_START * 8).decode()
        weird = 9 if self.random.random() < self.disorder / 4 else None
        return actor(number, self.random.choice(_TYPES), type=weird, **attributes)

    def _other(self) -> int:
        return self.random.choice((SCENERY, 0, self.any_id(), self.any_id()))


@st.composite
def recordings(draw: st.DrawFn, disorders: tuple[float, ...] = (0.0, 0.02, 0.2)) -> bytes:
    """Return a recording of up to 60 frames: few or many things happen in each, in order or not.

    With disorder no frame has the layout of the one before: who stands in frames in between that are alike
    is not looked at.
    """
    random = draw(st.randoms(use_true_random=False, note_method_calls=False))
    town = _Town(random, draw(st.sampled_from(disorders)))
    scene = Scene(draw(st.sampled_from(Engine)))
    tail, shy = draw(st.integers(0, 2)), draw(st.booleans())
    number = 0
    for most in draw(st.lists(st.integers(0, 6), min_size=1, max_size=6)):
        for _ in range(random.randrange(1, 11)):
            number += 1
            lamps = 1 + number % 2 if town.disorder else 0
            town.frame(scene, random.randint(0, most), tail=tail, shy=shy, lamps=lamps)
        tail = random.randrange(3)
    return scene.bytes()


@st.composite
def damages(draw: st.DrawFn) -> Damage:
    """Return what damages a recording, behind its header: bytes are flipped, and its end may be missing."""
    flips = draw(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 255)), max_size=3))
    kept = draw(st.one_of(st.just(1.0), st.floats(0, 1)))

    def damage(data: bytes) -> bytes:
        first = plain_reader.header_size(data)
        result = bytearray(data[: first + round(kept * (len(data) - first))])
        for place, change in flips:
            if len(result) > first:
                result[first + int(place * (len(result) - first - 1))] ^= change
        return bytes(result)

    return damage


# -- what a simple reader finds


@dataclass
class Found:
    """What happened in an undamaged recording.

    Attributes:
        lives: id, first frame with it, first frame without it; in the order of the rows.
        events: frame, kind, rows of actor and other.
        contacts: first and last frame, both ids, number of records, whether both reported it.

    """

    lives: list[list[int]] = field(default_factory=list)
    events: list[tuple[int, int, int, int]] = field(default_factory=list)
    contacts: list[list[int]] = field(default_factory=list)
    _latest: dict[int, int] = field(default_factory=dict)
    _open: dict[frozenset[tuple[int, int]], list[int]] = field(default_factory=dict)

    def row_of(self, actor_id: int, *ends: int) -> int:
        """Return who has an id; who ends in one of these frames still has it."""
        row = self._latest.get(actor_id, -1)
        return row if row >= 0 and self.lives[row][2] in (NEVER, *ends) else -1

    def begin(self, frame: int, actor_id: int) -> int:
        """Begin a life; return its row."""
        self.end(frame, actor_id)
        self._latest[actor_id] = len(self.lives)
        self.lives.append([actor_id, frame, NEVER])
        return self._latest[actor_id]

    def end(self, frame: int, actor_id: int) -> int:
        """End a life; return its row."""
        row = self.row_of(actor_id)
        if row >= 0:
            self.lives[row][2] = frame
        return row

    def collide(self, frame: int, one: int, other: int) -> None:
        """Take a record of a collision."""
        rows = self.row_of(one, frame), self.row_of(other, frame)
        ids = one, SCENERY if other == 0 and rows[1] < 0 else other
        self.events.append((frame, EventType.COLLISION, *rows))
        key = frozenset(zip(ids, rows, strict=True))
        contact = self._open.get(key)
        if contact is None or contact[1] < frame - 1:
            self._open[key] = contact = [frame, frame, *ids, 0, 0]
            self.contacts.append(contact)
        contact[1] = frame
        contact[4] += 1
        contact[5] |= ids[0] != contact[2]


def found_by_hand(data: bytes, engine: Engine) -> Found:
    """Return what happens in a recording, read packet by packet."""
    found = Found()
    vector = "3d" if engine is Engine.UE5 else "3f"
    for frame, parts in enumerate(plain_reader.frames_of(data)):
        payloads = {packet.id: packet.payload for packet in reversed(parts)}
        late = []
        for (actor_id,) in plain_reader.records(payloads[packets.EVENT_DEL.id], "I"):
            row = found.end(frame, actor_id)
            if row < 0:
                late.append(actor_id)  # maybe of one that is added in the same frame
            else:
                found.events.append((frame, EventType.DESTROY, row, -1))
        added = payloads[packets.EVENT_ADD.id]
        for actor_id in _ids_of_added(added, 2 * struct.calcsize(f"<{vector}")):
            found.events.append((frame, EventType.SPAWN, found.begin(frame, actor_id), -1))
        for pair in plain_reader.records(payloads[packets.EVENT_PARENT.id], "II"):
            found.events.append((frame, EventType.PARENT, *map(found.row_of, pair)))
        for _, one, other, _, _ in plain_reader.records(payloads[packets.COLLISION.id], "III??"):
            found.collide(frame, one, other)
        found.events += [(frame, EventType.DESTROY, found.end(frame, each), -1) for each in late]
        poses = plain_reader.records(payloads[packets.POSITION.id], f"I{vector}{vector}")
        for actor_id in sorted({actor_id for actor_id, *_ in poses}):
            if found.row_of(actor_id) < 0:
                found.begin(frame, actor_id)
    return found


def _ids_of_added(payload: bytes, transform: int) -> list[int]:
    """Return the ids in EventAdd, whose records have texts of any length."""
    ids: list[int] = []
    at = 2
    while at < len(payload):
        ids.append(int.from_bytes(payload[at : at + 4], "little"))
        at = _behind_text(payload, at + 4 + 1 + transform + 4)
        attributes = int.from_bytes(payload[at : at + 2], "little")
        at += 2
        for _ in range(attributes):
            at = _behind_text(payload, _behind_text(payload, at + 1))
    assert at == max(len(payload), 2)
    return ids


def _behind_text(payload: bytes, at: int) -> int:
    return at + 2 + int.from_bytes(payload[at : at + 2], "little")
