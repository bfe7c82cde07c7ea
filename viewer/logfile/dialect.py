"""Differences between CARLA builds: which ids and sizes the packets of one file have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import AttributeType
from viewer.logfile.fields import ANY_SIZE, COUNT_SIZE, Engine, PacketKind

_SIZE_LIES = (packets.KINEMATICS, packets.BOUNDING_BOX, packets.TRIGGER_VOLUME)
"""Kinds of packets whose size early UE5 builds write wrongly: as for f64 vectors, though vectors are f32."""

SHIFTED_ATTRIBUTES = 2
"""File header version from which on the type of each actor attribute is written as its number plus one."""


@dataclass(frozen=True, eq=False)
class Dialect:
    """Rules for reading the packets of one file, as its CARLA build wrote them.

    Attributes:
        engine: Unreal Engine version of the build, which decides the width of vectors.
        early_ue5: True for early UE5 builds, in which only packets of the kind Position have f64 vectors, and
            the sizes in some packet headers are wrong.
        doors_first: True if ids 21 to 23 are doors, wheels, bikers; False if they are wheels, bikers, doors.
        header_version: version in the file's header; from 2 on, attribute types are written as numbers
            greater by one.
        custom: packet kinds added by installed packages, by id; None if there are none.
        reasons: why these rules were chosen, one sentence each.
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
        """Packets whose header gives too large a size: two sizes of a record in bytes, by packet id.

        The first size is the one by which the header counts, the second the real one.
        """
        if not self.early_ue5:
            return {}
        return {
            kind.id: (kind.dtype(Engine.UE5).itemsize, kind.dtype(Engine.UE4).itemsize) for kind in _SIZE_LIES
        }

    def kind_of(self, packet_id: int) -> PacketKind | None:
        """Return the packet kind with the id ``packet_id`` in this file, or None if the id is unknown."""
        return self._by_id.get(packet_id)

    def id_of(self, kind: PacketKind) -> int:
        """Return the id that packets of ``kind`` have in this file."""
        return kind.other_id if self.doors_first and kind.other_id is not None else kind.id

    def engine_of(self, kind: PacketKind) -> Engine:
        """Return the engine in whose format this file has vectors in packets of ``kind``: f32 or f64."""
        return Engine.UE4 if self.early_ue5 and kind is not packets.POSITION else self.engine

    def dtype(self, kind: PacketKind) -> np.dtype[np.void]:
        """Return the numpy dtype of the records of ``kind`` in this file."""
        return kind.dtype(self.engine_of(kind))

    @lazy
    def attribute_types(self) -> Mapping[int, AttributeType]:
        """AttributeType by the number that stands for it in this file; other numbers are damage."""
        shifted = self.header_version >= SHIFTED_ATTRIBUTES
        return {kind + shifted: kind for kind in AttributeType if shifted or kind is not AttributeType.NULL}

    @lazy
    def possible_sizes(self) -> tuple[range, ...]:
        """Possible payload sizes in bytes of each packet id: 256 ranges in the order of ids.

        For an id that is not known, all sizes are possible.
        """
        kinds = [self.kind_of(packet_id) for packet_id in range(256)]
        return tuple(ANY_SIZE if kind is None else kind.payload_sizes(self.engine_of(kind)) for kind in kinds)

    def payload_size(self, packet_id: int, size: int) -> int:
        """Return the real number of payload bytes of a packet whose header says ``size``.

        Some builds of CARLA write a wrong size for some kinds of packets.
        """
        lie = self.lying_sizes.get(packet_id)
        return size if lie is None else COUNT_SIZE + max(size - COUNT_SIZE, 0) // lie[0] * lie[1]

    def written_size(self, packet_id: int, size: int) -> int:
        """Return the size that the header of a packet with ``size`` payload bytes says in this file.

        Some builds of CARLA write a wrong one for some kinds of packets.
        """
        lie = self.lying_sizes.get(packet_id)
        return size if lie is None else COUNT_SIZE + max(size - COUNT_SIZE, 0) // lie[1] * lie[0]
