"""What ids and sizes of all packets together tell about the recording."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PacketKind, Shape
from viewer.logfile.source import LogFile
from viewer.quick_dataclass import dataclass
from viewer.recording.layouts import HEADER_SIZE, LayoutTable
from viewer.recording.problems import Problem

_ASKED = 100  # packets of one kind whose count is read to find out how long their records are


@dataclass(frozen=True)
class Inventory:
    """All frames of a recording by their packets: offsets (F,), layout numbers (F,), and the layouts."""

    file: LogFile
    dialect: Dialect
    offsets: NDArray[np.int64]
    numbers: NDArray[np.int32]
    layouts: LayoutTable

    def problems(self) -> Iterator[Problem]:
        """Yield unknown packets, packets of impossible sizes, and packets that stand in a frame twice."""
        if not len(self.numbers):
            return
        frames = np.bincount(self.numbers, minlength=len(self.layouts))
        for packet_id in np.flatnonzero(self.layouts.occurrences(frames)).tolist():
            kind = self.dialect.kind_of(packet_id)
            if kind is None:
                yield self._unknown(packet_id, frames)
        for packet_id, misfits in self.layouts.misfits(self.dialect.possible_sizes).items():
            kind = self.dialect.kind_of(packet_id)
            if kind is not None:  # nothing is known about the sizes of others
                yield self._misfitting(kind, packet_id, misfits, frames)
        for packet_id, doubled in self.layouts.doubled().items():
            kind = self.dialect.kind_of(packet_id)
            if kind is not None:
                what = f"a frame has more than one packet {kind.name}"
                yield self._problem(what, "all of them are read", packet_id, doubled, frames, damage=True)

    def kinds_of_other_length(self) -> frozenset[PacketKind]:
        """Return the kinds whose records all have a length that no known build writes; they stay raw."""
        misfits = self.layouts.misfits(self.dialect.possible_sizes)
        kinds = ((packet_id, self.dialect.kind_of(packet_id)) for packet_id in misfits)
        return frozenset(
            kind
            for packet_id, kind in kinds
            if kind is not None and self._other_length(kind, packet_id, misfits[packet_id]) is not None
        )

    def _unknown(self, packet_id: int, frames: NDArray[np.int64]) -> Problem:
        whose = packets.FOREIGN.get(packet_id)
        what = f"packets with id {packet_id} are not known" + (f" ({whose})" if whose else "")
        having = np.flatnonzero(self.layouts.place_of(packet_id)[0] >= 0)
        count = int(self.layouts.occurrences(frames)[packet_id])
        return self._problem(what, "they are kept raw", packet_id, having, frames, count=count)

    def _misfitting(
        self, kind: PacketKind, packet_id: int, misfits: NDArray[np.int64], frames: NDArray[np.int64]
    ) -> Problem:
        length = self._other_length(kind, packet_id, misfits)
        if length is not None:
            expected = self.dialect.dtype(kind).itemsize
            what = f"{kind.name} has {length} bytes a record instead of {expected}, as no known build writes"
            return self._problem(what, "it is kept raw", packet_id, misfits, frames)
        sizes = np.unique(self.layouts.place_of(packet_id)[1][misfits])
        what = f"{kind.name} cannot have {sizes[0]:,} bytes" + (
            ", nor others it has" if len(sizes) > 1 else ""
        )
        return self._problem(what, "this packet is left out", packet_id, misfits, frames, damage=True)

    def _other_length(self, kind: PacketKind, packet_id: int, misfits: NDArray[np.int64]) -> int | None:
        """Return the bytes per record if all packets of a kind agree on a length that is not ours."""
        offsets, sizes = self.layouts.place_of(packet_id)
        fitting = np.setdiff1d(np.flatnonzero(sizes > COUNT_SIZE), misfits)
        if kind.shape is not Shape.RECORDS or len(fitting):
            return None
        lengths = set()
        counts = set()
        for layout in misfits[:_ASKED].tolist():
            frame = int((self.numbers == layout).argmax())
            count = int.from_bytes(
                self.file.read(int(self.offsets[frame] + offsets[layout]), COUNT_SIZE), "little"
            )
            length, rest = divmod(int(sizes[layout]) - COUNT_SIZE, max(count, 1))
            if count == 0 or rest:
                return None
            lengths.add(length)
            counts.add(count)
        # One record alone would agree with any size.
        return lengths.pop() if len(lengths) == 1 and max(counts) > 1 else None

    def _problem(
        self,
        what: str,
        action: str,
        packet_id: int,
        layouts: NDArray[np.int64],
        frames: NDArray[np.int64],
        *,
        count: int | None = None,
        damage: bool = False,
    ) -> Problem:
        """Return a problem of all packets with this id in frames of these layouts."""
        places = np.flatnonzero(np.isin(self.numbers, layouts))
        first, last = int(places[0]), int(places[-1])
        offset = self.layouts.place_of(packet_id)[0][self.numbers[first]] - HEADER_SIZE
        return Problem(
            what, action, damage=damage, offset=int(self.offsets[first] + offset), frame=first,
            count=int(frames[layouts].sum()) if count is None else count,
            last_frame=last if last > first else None,
        )  # fmt: skip
