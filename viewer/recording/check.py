"""Check of every single record of a recording, which reads the whole file once.

Opening a recording checks only the structure of the file. The ``check`` command and the window, in the
background, run this check afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.fields import PacketKind, Shape
from viewer.logfile.nested import FixedOffsets, decode_nested
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.event_collector import EVENTFUL, MISCOUNTED
from viewer.recording.indexing.index_problems import possible_durations
from viewer.recording.motion_check import motion_problems
from viewer.recording.plausible import are_plausible_texts, implausible_fields, implausible_in
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.records import Batch, read_blocks
from viewer.recording.times import announced, believable

_OTHERS = "others"
_NAMED = 20  # actors with the same defect that are listed one by one, per batch

_ACTIONS: Mapping[tuple[PacketKind, str], str] = {
    (packets.POSITION, "location"): "the actor has no place there",
    (packets.POSITION, "rotation"): "such angles are taken for 0",
    (packets.KINEMATICS, "velocity"): "it is left out",
    (packets.KINEMATICS, "angular_velocity"): "it is left out",
    (packets.TRAFFIC_LIGHT_STATE, "state"): "it is taken for unknown",
}
_KEPT = "it is kept as written"


class Examination(NamedTuple):
    """Progress of checking a recording for problems.

    Attributes:
        fraction: fraction of the frames checked so far, 0 to 1.
        problems: problems found so far, without those found when the recording was opened.
    """

    fraction: float
    problems: tuple[Problem, ...]


def examine(index: RecordingIndex, first: int = 0) -> Iterator[Examination]:
    """Check all records from the frame index ``first`` on, yielding the progress; to cancel, stop iterating.

    Raises ChangedError or UnreadableError if the file can no longer be read.
    """
    checker = _Checker(index)
    checker.found.extend(_times(index, first))
    yield Examination(0.0, tuple(checker.found))
    for block in read_blocks(index, first):
        for batch in block.batches:
            checker.check(batch)
        if block.stop < len(index.frame_starts):
            share = (block.stop - first) / (len(index.frame_starts) - first)
            yield Examination(share, tuple(checker.found))
    if not index.growing:
        checker.found.extend(motion_problems(index))
    yield Examination(1.0, tuple(checker.found))


def _times(index: RecordingIndex, first: int) -> Iterator[Problem]:
    frame_starts = index.frame_starts[max(first - 1, 0) :]
    good = believable(frame_starts["elapsed"])
    follows = frame_starts["frame"][1:] - frame_starts["frame"][:-1] == 1
    wrong = follows & ~announced(frame_starts) & good[:-1] & good[1:] & possible_durations(frame_starts)[:-1]
    frames = np.flatnonzero(wrong) + max(first - 1, 0)
    if len(frames):
        what = "the duration of a frame does not lead to the time of the next"
        yield Problem.in_frames(what, "the times count", frames, int(index.offsets[frames[0]]))


class _Checker:
    def __init__(self, index: RecordingIndex) -> None:
        self.found = ProblemList()
        actors = index.actors
        self._dialect = index.dialect
        self._actors = actors
        # Frames with a spawn or destruction.
        self._busy = np.union1d(actors.spawn_frame, actors.destroy_frame)

    def check(self, batch: Batch) -> None:
        """Find problems of the records in ``batch``, packets of one kind, and add them to ``found``.

        Spawns are skipped. Of the other events (destructions, attachments, collisions) only fields other than
        counts and actor ids are checked: these are checked when a recording is opened.
        """
        kind = batch.kind
        if kind.shape is Shape.VARIABLE and kind not in EVENTFUL:
            self._check_varying(batch)
        elif kind.fields and kind.shape is not Shape.VARIABLE and kind is not packets.FRAME_START:
            if kind.shape is Shape.RECORDS and kind not in EVENTFUL:
                for payload, what in batch.miscounted():
                    self._report_payload(batch, payload, what, MISCOUNTED)
            self._check_records(batch)
            if kind.keyed and (kind not in EVENTFUL or kind is packets.BOUNDING_BOX):
                self._check_actors(batch)

    def _check_records(self, batch: Batch) -> None:
        kind, records = batch.kind, batch.records
        for field, wrong in implausible_in(kind, records, batch.frames, self._actors):
            for actor, which in _by_actor(batch, np.flatnonzero(wrong)):
                if field is None:
                    what = f"the box of {actor} is NaN, negative or absurd"
                    self._report(batch, which, what, "the usual size of such an actor is shown")
                    continue
                of_actor = f" of {actor}" if actor else ""
                is_number = records[field.name].dtype.kind == "f"
                verdict = "is NaN, infinite or absurd" if is_number else "has a value that means nothing"
                what = f"{kind.name}: {field.name.replace('_', ' ')}{of_actor} {verdict}"
                self._report(batch, which, what, _ACTIONS.get((kind, field.name), _KEPT))

    def _check_actors(self, batch: Batch) -> None:
        if not len(batch.records):
            return
        strangers, doubles = self._odd_records(batch, self._changed(batch))
        if (len(strangers) or len(doubles)) and (batch.counts != batch.counts[0]).any():
            strangers, doubles = self._odd_records(batch, np.ones(len(batch.counts), np.bool_))
        for actor, which in _by_actor(batch, strangers):
            verb = "are" if actor.endswith(_OTHERS) else "is"
            what = f"{batch.kind.name} names {actor}, which {verb} not there"
            self._report(batch, which, what, "the record is left out")
        for actor, which in _by_actor(batch, doubles):
            what = f"{actor} stands in {batch.kind.name} twice"
            self._report(batch, which, what, "one of its records counts", damage=False)

    def _odd_records(self, batch: Batch, looked_at: Flags) -> tuple[Ints, Ints]:
        """Return the indices of records about actors that do not exist, and those of repeated records.

        They are indices into ``batch.records``. A record is repeated if its actor has another one in the same
        frame. ``looked_at`` is a mask of the payloads to check, shape (P,): a payload is the content of one
        packet.
        """
        indices = np.flatnonzero(np.repeat(looked_at, batch.counts))
        ids, frames = batch.records["actor_id"][indices], batch.frames[indices]
        rows = self._actors.rows_at(ids, frames, or_ends=batch.kind.of_arrivals)
        if batch.kind.repeats or not len(indices):
            return indices[rows < 0], indices[:0]
        order = np.lexsort((ids, frames))
        again = (np.diff(ids[order]) == 0) & (np.diff(frames[order]) == 0)
        return indices[rows < 0], np.sort(indices[order[1:][again]])

    def _changed(self, batch: Batch) -> Flags:
        """Return a mask of the packets in ``batch`` that may name other actors than the packet before.

        Its shape is (P,). It is also True for packets of frames with a spawn or a destruction. All other
        packets name the same existing actors as the one before.
        """
        changed, counts = np.ones(len(batch.counts), np.bool_), batch.counts
        ids = np.ascontiguousarray(batch.records["actor_id"])
        starts = np.flatnonzero(np.diff(counts, prepend=-1))
        ends = np.cumsum(counts)
        for start, stop in zip(starts.tolist(), [*starts[1:].tolist(), len(counts)], strict=True):
            if stop - start > 1:
                of_run = ids[ends[start] - counts[start] : ends[stop - 1]].reshape(stop - start, -1)
                changed[start + 1 : stop] = (of_run[1:] != of_run[:-1]).any(axis=1)
        changed |= np.isin(batch.payload_frames, self._busy)
        return changed

    def _check_varying(self, batch: Batch) -> None:
        """Check packets whose records vary in length, and add their problems to the attribute ``found``.

        The contents of consecutive packets mostly differ in numbers only: one packet is decoded, and the
        numbers of all are checked at once.
        """
        bytes_of, all_payloads = batch.bytes, batch.payloads
        for size in np.unique(batch.sizes).tolist():
            indices = np.flatnonzero(batch.sizes == size)  # in the order of the file
            payloads = bytes_of[batch.data_offsets[indices][:, None] + np.arange(size)]
            at = 0
            while at < len(indices):
                found = self._check_form(batch, int(indices[at]), all_payloads[indices[at]])
                numbers = {
                    run: (np.array(starts)[:, None] + np.arange(run.dtype.itemsize)).ravel()
                    for run, starts in (found or {}).items()
                }
                stop = at + 1 if found is None else _end_of_form(payloads, at, numbers.values())
                wrong = np.zeros(stop - at, np.bool_)
                for run, within in () if batch.kind.any_numbers else numbers.items():
                    records = payloads[at:stop].take(within, axis=1).view(run.dtype).ravel()
                    for _, mask in implausible_fields(run.fields, records):
                        wrong |= mask.reshape(stop - at, -1).any(axis=1)
                for index in indices[at:stop][wrong].tolist():
                    what = f"{batch.kind.name}: a number is NaN, infinite or absurd"
                    self._report_payload(batch, index, what, _KEPT)
                at = stop

    def _check_form(self, batch: Batch, index: int, payload: bytes) -> FixedOffsets | None:
        """Report damaged lengths, counts and texts of a packet; return the byte offsets of the numbers in it.

        ``payload`` is the content of the packet, which has the index ``index`` in ``batch``. Returns None if
        it cannot be decoded.
        """
        kind, offsets = batch.kind, FixedOffsets()
        try:
            records = decode_nested(kind, payload, self._dialect.engine_of(kind), offsets)
        except DamagedPayloadError as error:
            damage = kind.unknown_layouts is not self._dialect.engine
            action = "it is kept raw" if kind.layouts else "this packet is left out"
            self._report_payload(batch, index, error.what, action, damage=damage)
            return None
        for record in records:
            if not are_plausible_texts(record, payload):
                what = f"{kind.name}: a text of actor {record[0]} is not UTF-8"
                self._report_payload(batch, index, what, "it is shown with replacement marks")
        return offsets

    def _report_payload(
        self, batch: Batch, index: int, what: str, action: str, *, damage: bool = True
    ) -> None:
        offset, frame = int(batch.payload_offsets[index]), int(batch.payload_frames[index])
        self.found.add(Problem(what, action, damage=damage, offset=offset, frame=frame))

    def _report(self, batch: Batch, records: Ints, what: str, action: str, *, damage: bool = True) -> None:
        payload = batch.payload_of(int(records[0]))
        within = int(records[0]) - int(batch.counts[:payload].sum())
        offset = int(batch.payload_offsets[payload]) + batch.kind.count_size + within * batch.dtype.itemsize
        self.found.add(Problem.in_frames(what, action, batch.frames[records], offset, damage=damage))


def _by_actor(batch: Batch, records: Ints) -> Iterator[tuple[str, Ints]]:
    """Yield each actor that ``records`` are about, as text (``actor 88``), and the indices of its records.

    ``records`` are indices into ``batch.records``. Of more than 20 actors, those after the first 20 are
    yielded together, with one text; the text is empty if the records are not about actors.
    """
    if not batch.kind.keyed or not len(records):
        if len(records):
            yield "", records
        return
    ids = batch.records["actor_id"][records]
    concerned, first = np.unique(ids, return_index=True)
    concerned = concerned[np.argsort(first)]
    for actor_id in concerned[:_NAMED].tolist():
        yield f"actor {actor_id}", records[ids == actor_id]
    rest = concerned[_NAMED:]
    if len(rest):
        others = f" and {len(rest) - 1} {_OTHERS}" * (len(rest) > 1)
        yield f"actor {rest[0]}{others}", records[np.isin(ids, rest)]


def _end_of_form(payloads: NDArray[np.uint8], at: int, numbers: Iterable[Ints]) -> int:
    """Return the index of the first payload after ``payloads[at]`` that differs from it not only in numbers.

    ``len(payloads)`` if there is none.

    Args:
        payloads: contents of P packets of equal size, as bytes, shape (P, size).
        at: index of the payload to compare with.
        numbers: arrays with the byte offsets, within a payload, of the bytes that belong to numbers.
    """
    is_fixed: Flags = np.ones(payloads.shape[1], np.bool_)
    for offsets in numbers:
        is_fixed[offsets] = False
    fixed = np.flatnonzero(is_fixed)
    stop, step = at + 1, 4
    while stop < len(payloads):
        same = (payloads[stop : stop + step, fixed] == payloads[at, fixed]).all(axis=1)
        if not same.all():
            return stop + int(same.argmin())
        stop += len(same)
        step *= 4
    return stop
