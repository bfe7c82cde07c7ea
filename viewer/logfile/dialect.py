"""Which build's habits a file has: ids and sizes do not mean the same in all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import AttributeType
from viewer.logfile.fields import ANY_SIZE, COUNT_SIZE, Engine, PacketKind

_SIZE_LIES = (packets.KINEMATICS, packets.BOUNDING_BOX, packets.TRIGGER_VOLUME)
"""Packets whose size early UE5 builds computed for f64 while they wrote f32."""

SHIFTED_ATTRIBUTES = 2
"""Version of the header from which attribute types are numbered one higher."""


@dataclass(frozen=True, eq=False)
class Dialect:
    """How to read the packets of one file.

    Attributes:
        engine: the engine, which decides the width of vectors.
        early_ue5: written by the early UE5 builds in which only Position has f64 and some sizes lie.
        doors_first: ids 21 to 23 are doors, wheels, bikers; otherwise wheels, bikers, doors.
        header_version: version of the header; from 2 on, attribute types are numbered one higher.
        custom: kinds of packets that others have added to the program, by id.
        reasons: what was decided and why, a sentence each.

    """

    engine: Engine = Engine.UE4
    early_ue5: bool = False
    doors_first: bool = False
    header_version: int = 1
    custom: Mapping[int, PacketKind] | None = None
    reasons: tuple[str, ...] = ()

    @lazy
    def _by_id(self) -> dict[int, PacketKind]:
        known = dict(packets.BY_ID)
        if self.doors_first:
            known |= {kind.other_id: kind for kind in packets.RENUMBERED if kind.other_id is not None}
        return {**(self.custom or {}), **known}

    @lazy
    def lying_sizes(self) -> Mapping[int, tuple[int, int]]:
        """Packets that are shorter than their size says: id → bytes a record is said to have, and has."""
        if not self.early_ue5:
            return {}
        return {
            kind.id: (kind.dtype(Engine.UE5).itemsize, kind.dtype(Engine.UE4).itemsize) for kind in _SIZE_LIES
        }

    def kind_of(self, packet_id: int) -> PacketKind | None:
        """Return the row of the packet table for an id as written, None if it is unknown."""
        return self._by_id.get(packet_id)

    def id_of(self, kind: PacketKind) -> int:
        """Return the id under which this file has packets of a kind."""
        return kind.other_id if self.doors_first and kind.other_id is not None else kind.id

    def engine_of(self, kind: PacketKind) -> Engine:
        """Return the engine whose vectors packets of a kind have."""
        return Engine.UE4 if self.early_ue5 and kind is not packets.POSITION else self.engine

    def dtype(self, kind: PacketKind) -> np.dtype[np.void]:
        """Return the dtype of a kind's records in this file."""
        return kind.dtype(self.engine_of(kind))

    @lazy
    def attribute_types(self) -> Mapping[int, AttributeType]:
        """What the types of attributes mean, by the numbers written; others mean nothing."""
        shifted = self.header_version >= SHIFTED_ATTRIBUTES
        return {kind + shifted: kind for kind in AttributeType if shifted or kind is not AttributeType.NULL}

    @lazy
    def possible_sizes(self) -> tuple[range, ...]:
        """The sizes that payloads with each id can have, 256 of them; any, if an id is unknown."""
        kinds = [self.kind_of(packet_id) for packet_id in range(256)]
        return tuple(ANY_SIZE if kind is None else kind.payload_sizes(self.engine_of(kind)) for kind in kinds)

    def payload_size(self, packet_id: int, size: int) -> int:
        """Return how many bytes the payload really has, given the size written."""
        lie = self.lying_sizes.get(packet_id)
        return size if lie is None else COUNT_SIZE + max(size - COUNT_SIZE, 0) // lie[0] * lie[1]

    def written_size(self, packet_id: int, size: int) -> int:
        """Return the size that such a build writes for a payload; the inverse of ``payload_size``."""
        lie = self.lying_sizes.get(packet_id)
        return size if lie is None else COUNT_SIZE + max(size - COUNT_SIZE, 0) // lie[1] * lie[0]
