"""Frames that a source yields: the records of CARLA's packets, many frames at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from viewer.arrays import Floats, Ints
from viewer.cancellation import ShouldContinue
from viewer.logfile import packets
from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.fields import Engine, PacketKind
from viewer.logfile.packets import ActorRecord, Attribute
from viewer.logfile.payload import Records
from viewer.recording.units import CENTIMETRES_PER_METRE

Triple = tuple[float, float, float]

_FIRST_MADE = 1_000_000
"""First actor id that is made up for an actor whose own id is no number that a recording can hold."""
_LARGEST = 2**31
SPECTATOR = 1
"""Actor id of the spectator: CARLA gives this id to it, and replays no other actor that has this id."""


class FrameBatch(NamedTuple):
    """Successive frames.

    Attributes:
        times: seconds of each frame, never decreasing, shape (F,); only differences count.
        records: by kind of packet the frame of each of N records, ascending from 0, shape (N,), and the
            records in the units of the file, shape (N,).
        added: actors that are added, each with its frame.
        share: fraction of the source that has been read, 0 to 1.
    """

    times: Floats
    records: Mapping[PacketKind, tuple[Ints, Records]]
    added: Sequence[tuple[int, ActorRecord]] = ()
    share: float = 0.0


class Notes:
    """Sentences on a source: the first of many, and how many there are."""

    most = 100
    """Number of sentences that are kept."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.count = 0
        self._told: set[str] = set()

    def add(self, sentence: str) -> None:
        """Add ``sentence``; one that was added before is not added again."""
        if sentence in self._told:
            return
        self.count += 1
        if len(self.sentences) < self.most:
            self._told.add(sentence)
            self.sentences.append(sentence)


@dataclass(frozen=True, eq=False)
class Clip:
    """Clip or table that can be made into a recording.

    Attributes:
        path: its folder or file.
        kind: id of its row in the table of sources.
        town: name of the map; empty if the source does not say.
        rate: frames per second; None if the frames have times of their own.
        files: files that are read, which tell whether the source has changed.
        batches: returns an iterator over the frames; raises SourceError where they cannot be read.
        notes: sentences on what could not be read, in any number; filled while the frames are read.
    """

    path: Path
    kind: str
    town: str
    rate: float | None
    files: Sequence[Path]
    batches: Callable[[ShouldContinue], Iterator[FrameBatch]]
    notes: Notes = field(default_factory=Notes)


class ActorIds:
    """Actor ids of a recording, by the ids of its source, which may be texts, or too large."""

    def __init__(self) -> None:
        self._ids: dict[object, int] = {}
        self._taken = {0, SPECTATOR}
        self._next = _FIRST_MADE

    def __contains__(self, key: object) -> bool:
        return key in self._ids

    def of(self, key: object) -> int:
        """Return the actor id for the source's id ``key``: the same number if it is one and free."""
        known = self._ids.get(key)
        if known is not None:
            return known
        number = _as_number(key)
        if number is None or number in self._taken:
            while self._next in self._taken:
                self._next += 1
            number = self._next
        self._taken.add(number)
        self._ids[key] = number
        return number


def _as_number(key: object) -> int | None:
    text = str(key)
    number = int(text) if len(text) <= len(str(_LARGEST)) and text.isascii() and text.isdecimal() else 0
    return number if 0 < number < _LARGEST and str(number) == text else None


_TYPES = (
    ("vehicle.", ActorType.VEHICLE),
    ("walker.", ActorType.WALKER),
    ("traffic.traffic_light", ActorType.TRAFFIC_LIGHT),
    ("traffic.", ActorType.TRAFFIC_SIGN),
    ("sensor.", ActorType.SENSOR),
)
_ATTRIBUTES = {
    "number_of_wheels": AttributeType.INT,
    "generation": AttributeType.INT,
    "color": AttributeType.RGB_COLOR,
    "scale": AttributeType.FLOAT,
}
"""Types of attributes; all others are texts."""


def new_actor(
    actor_id: int, type_id: str, location: Sequence[float], rotation: Sequence[float], **attributes: object
) -> ActorRecord:
    """Return the record that adds an actor.

    Args:
        actor_id: its id.
        type_id: its blueprint.
        location: x, y, z in metres.
        rotation: roll, pitch, yaw in degrees.
        attributes: values by name; those that are None or empty are left out.
    """
    kind = next((kind for prefix, kind in _TYPES if type_id.startswith(prefix)), ActorType.OTHER)
    rows = tuple(
        Attribute(_ATTRIBUTES.get(name, AttributeType.STRING), name, str(value))
        for name, value in attributes.items()
        if value not in {None, ""}
    )
    x, y, z = (float(each) * CENTIMETRES_PER_METRE for each in location)
    roll, pitch, yaw = map(float, rotation)
    return ActorRecord(actor_id, int(kind), (x, y, z), (roll, pitch, yaw), 0, type_id, rows)


def records_of(kind: PacketKind, **columns: ArrayLike) -> Records:
    """Return records of ``kind`` with the values of ``columns`` by field, in the units of the file."""
    first = np.asarray(next(iter(columns.values())))
    records = np.zeros(len(first), kind.dtype(Engine.UE4))
    for name, values in columns.items():
        records[name] = values
    return records


def positions(ids: ArrayLike, locations: ArrayLike, rotations: ArrayLike) -> Records:
    """Return Position records: ``locations`` in metres, ``rotations`` as roll, pitch, yaw in degrees."""
    centimetres = np.asarray(locations, np.float64).reshape(-1, 3) * CENTIMETRES_PER_METRE
    turned = np.asarray(rotations, np.float64).reshape(-1, 3)
    return records_of(packets.POSITION, actor_id=ids, location=centimetres, rotation=turned)


def boxes(ids: ArrayLike, centers: ArrayLike, extents: ArrayLike) -> Records:
    """Return BoundingBox records: centres in the actor's frame and half extents, both in metres."""
    parts = {"origin": centers, "extent": extents}
    columns: dict[str, Any] = {
        name: np.asarray(values, np.float64).reshape(-1, 3) * CENTIMETRES_PER_METRE
        for name, values in parts.items()
    }
    return records_of(packets.BOUNDING_BOX, actor_id=ids, **columns)


def box_row(actor_id: int, center: Triple, extent: Triple) -> tuple[int, Triple, Triple]:
    """Return a row of BoundingBox or TriggerVolume: ``center`` and half ``extent`` are in metres."""
    x, y, z, length, width, height = (each * CENTIMETRES_PER_METRE for each in (*center, *extent))
    return actor_id, (x, y, z), (length, width, height)


def rows_of(kind: PacketKind, rows: Sequence[tuple[Any, ...]]) -> Records:
    """Return ``rows``, tuples with the fields of ``kind`` in the units of the file, as records."""
    return np.array([*rows], kind.dtype(Engine.UE4))


def in_one_frame(found: Mapping[PacketKind, Records]) -> dict[PacketKind, tuple[Ints, Records]]:
    """Return ``found`` as the records of a FrameBatch of one frame."""
    return {kind: (np.zeros(len(rows), np.int64), rows) for kind, rows in found.items()}
