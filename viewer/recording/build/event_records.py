"""Packets that tell what happens, in many frames at once: where they stand, and their records."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import KnownTexts, scan_event_add
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.payload import DamagedPayloadError, Records, anywhere, records_at
from viewer.logfile.source import LogFile
from viewer.recording.build.lives import Lives, Named
from viewer.recording.build.walk import Frames
from viewer.recording.columns import GrowingColumn
from viewer.recording.layouts import fitting

EVENTFUL = (
    packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX,
)  # fmt: skip
"""What is decoded, in this order: an id that dies and is used again in one frame was freed first."""

WHO = (packets.POSITION, packets.ANIM_VEHICLE, packets.ANIM_WALKER)
"""Packets of which it is asked whom they name: the first of each kind that has a possible size."""

_PLACE = np.dtype([("kind", "<i8"), ("offset", "<i8"), ("size", "<i8")])
_LAYOUT = np.dtype(
    [("first", "<i8"), ("places", "<i8"), ("ids", "<i8", len(WHO)), ("counts", "<i8", len(WHO))]
)
"""Packets of events of a layout: the first of their places, and how many; and of WHO the places of the first
ids, and how many."""


class EventRecords(NamedTuple):
    """Records of one kind: the frame of each (N,), the number of the payload it is in (N,), and they (N,)."""

    frames: Ints
    payloads: Ints
    records: Records

    def named(self, field: str) -> Named:
        """Return whom one of the fields names."""
        return Named(self.frames, self.records[field].astype(np.int64))


class NewActors(NamedTuple):
    """Records of EventAdd.

    Attributes:
        heads: what they begin with, (N,).
        texts: numbers of their texts, (N,).
        broken: numbers of payloads that contradict themselves, and how.

    """

    heads: EventRecords
    texts: list[int]
    broken: list[tuple[int, DamagedPayloadError]]


class EventPlaces:
    """Where such packets stand in each layout; begin with ``extend``."""

    def __init__(self, dialect: Dialect) -> None:
        """Start with no layouts."""
        self._dialect = dialect
        self._kinds = np.full(256, -1)
        for number, kind in enumerate((*EVENTFUL, *WHO)):
            self._kinds[kind.id] = number
        self._layouts = GrowingColumn(_LAYOUT)
        self._places = GrowingColumn(_PLACE)

    def extend(self, laid_out: NDArray[np.void]) -> None:
        """Take the packets of all layouts that are new."""
        if not len(laid_out):
            return
        first = int(laid_out["layout"][0])
        count = int(laid_out["layout"][-1]) + 1 - first
        laid_out = laid_out[self._kinds[laid_out["id"]] >= 0]
        laid_out = laid_out[fitting(laid_out, self._dialect.possible_sizes)]
        kinds, layouts = self._kinds[laid_out["id"]], laid_out["layout"] - first
        happening = np.flatnonzero((kinds < len(EVENTFUL)) & (laid_out["size"] > COUNT_SIZE))
        happening = happening[np.lexsort((kinds[happening], layouts[happening]))]
        places = np.empty(len(happening), _PLACE)
        places["kind"] = kinds[happening]
        places["offset"], places["size"] = laid_out["offset"][happening], laid_out["size"][happening]
        columns = np.zeros(count, _LAYOUT)
        columns["places"] = np.bincount(layouts[happening], minlength=count)
        columns["first"] = len(self._places) + np.cumsum(columns["places"]) - columns["places"]
        for number, kind in enumerate(WHO):
            those = np.flatnonzero(kinds == len(EVENTFUL) + number)[::-1]  # the first is written last
            columns["ids"][layouts[those], number] = laid_out["offset"][those] + COUNT_SIZE
            counts = (laid_out["size"][those] - COUNT_SIZE) // self._dialect.dtype(kind).itemsize
            columns["counts"][layouts[those], number] = counts
        self._layouts.extend(columns)
        self._places.extend(places)

    def of(self, numbers: Ints) -> NDArray[np.void]:
        """Return what is known of layouts, by their numbers, (N,), as _LAYOUT."""
        return self._layouts.view()[numbers]

    def events_of(self, layouts: NDArray[np.void]) -> tuple[Ints, NDArray[np.void]]:
        """Return in which of some frames, given their layouts, (N,), events stand, and where, as _PLACE."""
        owners, which = spread(layouts["first"], layouts["places"])
        return owners, self._places.view()[which]


class Happenings:
    """What happens in some consecutive frames, copied out of their bytes; first they are all added.

    Attributes:
        size: how many bytes have been copied.
        lies: payloads whose count is wrong: number, kind, what it says and what is there.

    """

    def __init__(self, file: LogFile, dialect: Dialect, places: EventPlaces) -> None:
        """Start with no frames; ``file`` is read again for what is asked seldom."""
        self._file = file
        self._dialect = dialect
        self._layouts = places
        self._parts: list[tuple[int, int, NDArray[np.void]]] = []  # first frame, offset, runs
        self._packets: list[tuple[Ints, Ints, Ints, Ints]] = []  # frames, offsets in the file, kinds, sizes
        self._payloads: list[bytes] = []
        self._rows: list[tuple[Ints, Ints]] = []  # frames, and how many stand in each
        self._ids: list[NDArray[np.uint32]] = []
        self.size = 0
        self.lies: list[tuple[int, PacketKind, int, int]] = []

    def __len__(self) -> int:
        """Return the number of payloads of events that are not empty."""
        return len(self._payloads)

    def add(self, part: Frames) -> None:
        """Copy what happens in frames, which follow those before."""
        self._parts.append((part.first, part.offset, part.runs))
        self._layouts.extend(part.laid_out)
        layouts = self._layouts.of(part.runs["layout"])
        happening = layouts["places"] > 0
        if happening.any():
            self._copy_events(part, layouts)
        self._copy_standing(part, layouts, happening)

    def _copy_events(self, part: Frames, layouts: NDArray[np.void]) -> None:
        owners, places = self._layouts.events_of(np.repeat(layouts, part.runs["frames"]))
        at, sizes, data = part.starts[owners] + places["offset"], places["size"], part.buffer
        pieces = zip(at.tolist(), (at + sizes).tolist(), strict=True)
        self._payloads += [data[start:stop] for start, stop in pieces]
        self._packets.append((part.first + owners, part.offset + at, places["kind"], sizes))
        self.size += int(sizes.sum())

    def _copy_standing(self, part: Frames, layouts: NDArray[np.void], happening: Flags) -> None:
        """Copy who stands in Position: in each run's first frame, and in all where that may have changed."""
        record = self._dialect.dtype(packets.POSITION).itemsize
        numbers, counts, runs = anywhere(part.data, np.dtype("<u4")), layouts["counts"][:, 0], part.runs
        starts = runs["place"] + layouts["ids"][:, 0]
        self._rows.append((part.first + np.cumsum(runs["frames"]) - runs["frames"], counts))
        ids = [
            numbers[at : at + count * record : record]
            for at, count in zip(starts.tolist(), counts.tolist(), strict=True)
        ]
        self._ids.append(np.concatenate(ids))
        self.size += self._ids[-1].nbytes
        for run in np.flatnonzero((runs["frames"] > 1) & (counts > 0)).tolist():
            _, stride, _, frames = runs[run].item()
            others = np.ndarray(
                (frames - 1, counts[run]), "<u4", part.data, starts.item(run) + stride, (stride, record)
            )
            if happening[run] or (others[-1] != ids[run]).any():
                first = part.first + int(runs["frames"][:run].sum())
                self._rows.append((np.arange(first + 1, first + frames), np.full(frames - 1, counts[run])))
                self._ids.append(others.ravel())
                self.size += others.nbytes

    @lazy
    def _columns(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Frames of the payloads, their offsets in the file, kinds and sizes, (P,) each."""
        if not self._packets:
            return (np.empty(0, np.int64),) * 4
        frames, offsets, kinds, sizes = map(np.concatenate, zip(*self._packets, strict=True))
        return frames, offsets, kinds, sizes

    @property
    def frames(self) -> Ints:
        """Index of the frame of each payload, in the order in which they count, (P,)."""
        return self._columns[0]

    def offset(self, payload: int) -> int:
        """Return where a payload begins in the file."""
        return self._columns[1].item(payload)

    def payload(self, number: int) -> bytes:
        """Return the bytes of a payload."""
        return self._payloads[number]

    def records(self, kind: PacketKind) -> EventRecords:
        """Return all records of a kind that has a fixed size."""
        frames, _, kinds, sizes = self._columns
        payloads, dtype = np.flatnonzero(kinds == EVENTFUL.index(kind)), self._dialect.dtype(kind)
        counts = (sizes[payloads] - COUNT_SIZE) // dtype.itemsize
        data = [self._payloads[number] for number in payloads.tolist()]
        written = np.frombuffer(b"".join([each[:COUNT_SIZE] for each in data]), "<u2")
        for number in np.flatnonzero(counts & 0xFFFF != written).tolist():
            self.lies.append((payloads.item(number), kind, written.item(number), counts.item(number)))
        records = np.frombuffer(b"".join([each[COUNT_SIZE:] for each in data]), dtype)
        owners = np.repeat(payloads, counts)
        return EventRecords(frames[owners], owners, records)

    def added(self, known: KnownTexts) -> NewActors:
        """Return all records of EventAdd."""
        kind = packets.EVENT_ADD
        frames, _, kinds, sizes = self._columns
        engine, dtype = self._dialect.engine_of(kind), self._dialect.dtype(kind)
        payloads = np.flatnonzero(kinds == EVENTFUL.index(kind))
        places: list[int] = []
        texts: list[int] = []
        counts: list[int] = []
        broken = []
        data = [self._payloads[number] for number in payloads.tolist()]
        for number, payload in zip(payloads.tolist(), data, strict=True):
            found, numbers, error = scan_event_add(payload, engine, known)
            places += found
            texts += numbers
            counts.append(len(numbers))
            if error is not None:
                broken.append((number, error))
        owners = np.repeat(payloads, counts)
        starts = np.cumsum(sizes[payloads]) - sizes[payloads]
        joined = np.frombuffer(b"".join(data), np.uint8)
        heads = records_at(joined, dtype, np.array(places, np.int64) + np.repeat(starts, counts))
        return NewActors(EventRecords(frames[owners], owners, heads), texts, broken)

    def standing(self, lives: Lives) -> Named:
        """Return those who stand in Position and perhaps do not live."""
        ids = np.concatenate(self._ids)
        frames, counts = map(np.concatenate, zip(*self._rows, strict=True))
        places = lives.unsteady(ids)
        return lives.doubtful(Named(np.repeat(frames, counts)[places], ids[places].astype(np.int64)))

    def named_in(self, kind: PacketKind, frame: int) -> set[int]:
        """Return whom a packet of one of WHO names in a frame; errors as for ``LogFile.read``."""
        offset, layout = self._frame(frame)
        number, record = WHO.index(kind), self._dialect.dtype(kind).itemsize
        at, count = layout["ids"].item(0, number), layout["counts"].item(0, number)
        data = np.frombuffer(self._file.read(offset + at, count * record), np.uint8)
        return set(data.reshape(-1, record)[:, :4].copy().view("<u4").ravel().tolist())

    def offset_of(self, frame: int) -> int:
        """Return where a frame begins in the file."""
        return self._frame(frame)[0]

    def _frame(self, frame: int) -> tuple[int, NDArray[np.void]]:
        """Return where a frame begins in the file, and what is known of its layout, (1,)."""
        firsts = [first for first, _, _ in self._parts]
        first, offset, runs = self._parts[bisect_right(firsts, frame) - 1]
        starts = np.cumsum(runs["frames"]) - runs["frames"]
        run = int(np.searchsorted(starts, frame - first, side="right")) - 1
        place, stride, layout, _ = runs[run].item()
        return offset + place + (frame - first - starts.item(run)) * stride, self._layouts.of(
            np.array([layout])
        )


def spread(firsts: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Return the owner and the number of each thing, given each owner's first number and how many it has."""
    owners = np.repeat(np.arange(len(counts)), counts)
    return owners, np.arange(len(owners)) + np.repeat(firsts - (np.cumsum(counts) - counts), counts)
