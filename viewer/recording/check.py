"""What is wrong with single records, found by reading everything once, after the recording has been opened.

Opening checks structure; what is wrong with single numbers is looked for here, by ``check`` and in the
background of the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.fields import PacketKind, Shape
from viewer.logfile.nested import Places, decode_nested
from viewer.logfile.payload import DamagedPayloadError, count_lie
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.event_collector import EVENTFUL
from viewer.recording.indexing.index_problems import possible_durations
from viewer.recording.motion_check import motion_problems
from viewer.recording.plausible import (
    are_plausible_texts,
    implausible_fields,
    implausible_in,
)
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.records import Batch, read_blocks
from viewer.recording.times import announced, believable

_OTHERS = "others"
_NAMED = 20  # of the actors with the same defect in one batch

_ACTIONS: Mapping[tuple[PacketKind, str], str] = {
    (packets.POSITION, "location"): "the actor has no place there",
    (packets.POSITION, "rotation"): "such angles are taken for 0",
    (packets.KINEMATICS, "velocity"): "it is left out",
    (packets.KINEMATICS, "angular_velocity"): "it is left out",
    (packets.TRAFFIC_LIGHT_STATE, "state"): "it is taken for unknown",
}
_KEPT = "it is kept as written"


class Examination(NamedTuple):
    """How far the examination has come.

    Attributes:
        fraction: of the frames, from 0 to 1.
        problems: what has been found so far; problems of the index itself are not among them.

    """

    fraction: float
    problems: tuple[Problem, ...]


def examine(index: RecordingIndex, first: int = 0) -> Iterator[Examination]:
    """Examine all records of the frames from an index on; to cancel, stop iterating.

    Errors as for ``read_frame``.
    """
    checker = _Checker(index)
    checker.found.extend(_times(index, first))
    yield Examination(0.0, tuple(checker.found))
    for block in read_blocks(index, first):
        for batch in block.batches:
            checker.check(batch)
        if block.stop < len(index.heads):
            share = (block.stop - first) / (len(index.heads) - first)
            yield Examination(share, tuple(checker.found))
    if not index.growing:
        checker.found.extend(motion_problems(index))
    yield Examination(1.0, tuple(checker.found))


def _times(index: RecordingIndex, first: int) -> Iterator[Problem]:
    heads = index.heads[max(first - 1, 0) :]
    good = believable(heads["elapsed"])
    follows = heads["frame"][1:] - heads["frame"][:-1] == 1
    wrong = follows & ~announced(heads) & good[:-1] & good[1:] & possible_durations(heads)[:-1]
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
        self._busy = np.union1d(actors.spawn_frame, actors.destroy_frame)  # frames in which who lives changes

    def check(self, batch: Batch) -> None:
        """Check a batch; counts and actors of events were checked when the file was opened."""
        kind = batch.kind
        if kind.shape is Shape.VARIABLE and kind not in EVENTFUL:
            self._check_varying(batch)
        elif kind.fields and kind.shape is not Shape.VARIABLE and kind is not packets.FRAME_START:
            if kind.shape is Shape.RECORDS and kind not in EVENTFUL:
                for payload in np.flatnonzero(batch.counts & 0xFFFF != batch.written_counts).tolist():
                    what = count_lie(kind, int(batch.written_counts[payload]), int(batch.counts[payload]))
                    action = "its size counts: all records it has room for are read"
                    self._tell_payload(batch, payload, what, action)
            self._check_records(batch)
            if kind.keyed and (kind not in EVENTFUL or kind is packets.BOUNDING_BOX):
                self._check_actors(batch)

    def _check_records(self, batch: Batch) -> None:
        kind, records = batch.kind, batch.records
        for field, wrong in implausible_in(kind, records, batch.frames, self._actors):
            for actor, which in _by_actor(batch, np.flatnonzero(wrong)):
                if field is None:
                    what = f"the box of {actor} is NaN, negative or absurd"
                    self._tell(batch, which, what, "the usual size of such an actor is shown")
                    continue
                of_actor = f" of {actor}" if actor else ""
                is_number = records[field.name].dtype.kind == "f"
                verdict = "is NaN, infinite or absurd" if is_number else "has a value that means nothing"
                what = f"{kind.name}: {field.name.replace('_', ' ')}{of_actor} {verdict}"
                self._tell(batch, which, what, _ACTIONS.get((kind, field.name), _KEPT))

    def _check_actors(self, batch: Batch) -> None:
        if not len(batch.records):
            return
        strangers, doubles = self._odd_records(batch, self._changed(batch))
        if (len(strangers) or len(doubles)) and (batch.counts != batch.counts[0]).any():
            strangers, doubles = self._odd_records(batch, np.ones(len(batch.counts), np.bool_))
        for actor, which in _by_actor(batch, strangers):
            verb = "are" if actor.endswith(_OTHERS) else "is"
            what = f"{batch.kind.name} names {actor}, which {verb} not there"
            self._tell(batch, which, what, "the record is left out")
        for actor, which in _by_actor(batch, doubles):
            what = f"{actor} stands in {batch.kind.name} twice"
            self._tell(batch, which, what, "one of its records counts", damage=False)

    def _odd_records(self, batch: Batch, looked_at: Flags) -> tuple[Ints, Ints]:
        """Return the records of actors that are not there, and of those that stand in a packet again."""
        places = np.flatnonzero(np.repeat(looked_at, batch.counts))
        ids, frames = batch.records["actor_id"][places], batch.frames[places]
        rows = self._actors.rows_at(ids, frames, or_ends=batch.kind.of_arrivals)
        if batch.kind.repeats or not len(places):
            return places[rows < 0], places[:0]
        order = np.lexsort((ids, frames))
        again = (np.diff(ids[order]) == 0) & (np.diff(frames[order]) == 0)
        return places[rows < 0], np.sort(places[order[1:][again]])

    def _changed(self, batch: Batch) -> Flags:
        """Tell which payloads, shape (P,), can name others than the one before or name them at another time.

        While nobody comes or goes, packets name the same actors frame after frame.
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
        """Tell what is wrong with payloads whose records vary in length; most differ in numbers only."""
        bytes_of, all_payloads = batch.bytes, batch.payloads
        for size in np.unique(batch.sizes).tolist():
            places = np.flatnonzero(batch.sizes == size)  # in the order of the file
            payloads = bytes_of[batch.places[places][:, None] + np.arange(size)]
            at = 0
            while at < len(places):
                found = self._check_form(batch, int(places[at]), all_payloads[places[at]])
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
                for place in places[at:stop][wrong].tolist():
                    what = f"{batch.kind.name}: a number is NaN, infinite or absurd"
                    self._tell_payload(batch, place, what, _KEPT)
                at = stop

    def _check_form(self, batch: Batch, place: int, payload: bytes) -> Places | None:
        """Check all but the numbers of a payload; return where these stand, None if it is damaged."""
        kind, places = batch.kind, Places()
        try:
            records = decode_nested(kind, payload, self._dialect.engine_of(kind), places)
        except DamagedPayloadError as error:
            damage = kind.unknown_layouts is not self._dialect.engine
            action = "it is kept raw" if kind.layouts else "this packet is left out"
            self._tell_payload(batch, place, error.what, action, damage=damage)
            return None
        for record in records:
            if not are_plausible_texts(record, payload):
                what = f"{kind.name}: a text of actor {record[0]} is not UTF-8"
                self._tell_payload(batch, place, what, "it is shown with replacement marks")
        return places

    def _tell_payload(self, batch: Batch, place: int, what: str, action: str, *, damage: bool = True) -> None:
        offset, frame = int(batch.payload_offsets[place]), int(batch.payload_frames[place])
        self.found.add(Problem(what, action, damage=damage, offset=offset, frame=frame))

    def _tell(self, batch: Batch, records: Ints, what: str, action: str, *, damage: bool = True) -> None:
        payload = int(np.searchsorted(np.cumsum(batch.counts), records[0], side="right"))
        within = int(records[0]) - int(batch.counts[:payload].sum())
        offset = int(batch.payload_offsets[payload]) + batch.count_size + within * batch.dtype.itemsize
        self.found.add(Problem.in_frames(what, action, batch.frames[records], offset, damage=damage))


def _by_actor(batch: Batch, records: Ints) -> Iterator[tuple[str, Ints]]:
    """Yield the name of each actor that some records are of, and which they are; the rest together."""
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
    """Return which payload after ``at`` is the first that differs in more than the bytes of its numbers."""
    is_fixed: Flags = np.ones(payloads.shape[1], np.bool_)
    for places in numbers:
        is_fixed[places] = False
    fixed = np.flatnonzero(is_fixed)
    stop, step = at + 1, 4
    while stop < len(payloads):
        same = (payloads[stop : stop + step, fixed] == payloads[at, fixed]).all(axis=1)
        if not same.all():
            return stop + int(same.argmin())
        stop += len(same)
        step *= 4
    return stop
