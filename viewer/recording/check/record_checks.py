"""What is wrong with records of a fixed size, all of one kind in many frames at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.fields import Field, PacketKind, Shape
from viewer.logfile.payload import count_lie
from viewer.recording.actors import ActorTable
from viewer.recording.build.event_records import EVENTFUL
from viewer.recording.plausible import implausible_boxes, implausible_fields, without_mesh
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.life_lookup import LifeLookup
from viewer.recording.read.records import Batch

_OF_STRUCTURE = frozenset({packets.FRAME_START, packets.FRAME_END})
_OTHERS = "others"
_NAMED = 20  # of the actors with the same defect in one batch

_ACTIONS: Mapping[tuple[PacketKind, str], str] = {
    (packets.POSITION, "location"): "the actor has no place there",
    (packets.POSITION, "rotation"): "such angles are taken for 0",
    (packets.KINEMATICS, "velocity"): "it is left out",
    (packets.KINEMATICS, "angular_velocity"): "it is left out",
    (packets.TRAFFIC_LIGHT_STATE, "state"): "it is taken for unknown",
}


class RecordChecks:
    """Collects what is wrong with one batch after the other."""

    def __init__(self, actors: ActorTable, lives: LifeLookup, found: ProblemList) -> None:
        """Check against these actors; what is wrong goes to ``found``."""
        self._lives = lives
        self._found = found
        self._busy = np.union1d(actors.spawn_frame, actors.destroy_frame)  # frames in which who lives changes

    def check(self, batch: Batch) -> None:
        """Check the payloads of one kind."""
        kind = batch.kind
        if kind in _OF_STRUCTURE or kind.id not in packets.BY_ID:
            return
        if kind.shape is Shape.RECORDS and kind not in EVENTFUL:  # they were counted when the file was opened
            self._check_counts(batch)
        if not len(batch.records):
            return
        if kind is packets.BOUNDING_BOX:
            self._check_boxes(batch)
        else:
            for field, wrong in implausible_fields(kind.fields, batch.records):
                self._tell_field(batch, field, wrong)
        if kind.keyed and (kind not in EVENTFUL or kind is packets.BOUNDING_BOX):
            self._check_actors(batch)

    def _check_counts(self, batch: Batch) -> None:
        for payload in np.flatnonzero(batch.counts & 0xFFFF != batch.written_counts).tolist():
            what = count_lie(batch.kind, int(batch.written_counts[payload]), int(batch.counts[payload]))
            offset, frame = int(batch.payload_offsets[payload]), int(batch.payload_frames[payload])
            action = "its size counts: all records it has room for are read"
            self._found.add(Problem(what, action, damage=True, offset=offset, frame=frame))

    def _check_boxes(self, batch: Batch) -> None:
        """Tell boxes that are none; those of actors without a mesh are NaN by design."""
        records = batch.records
        bare = without_mesh(records) & ~self._lives.have_mesh(records["actor_id"], batch.frames)
        if bare.any():
            what = "the boxes of actors without a mesh are NaN"
            self._tell(batch, bare, what, "the usual size of such an actor is shown", damage=False)
        action = "the usual size of such an actor is shown"
        for name, wrong in self._by_actor(batch, implausible_boxes(records) & ~bare):
            self._tell(batch, wrong, f"the box of {name} is NaN, negative or absurd", action)

    def _tell_field(self, batch: Batch, field: Field, wrong: Flags) -> None:
        name = field.name.replace("_", " ")
        is_number = batch.records[field.name].dtype.kind == "f"
        verdict = "is NaN, infinite or absurd" if is_number else "has a value that means nothing"
        action = _ACTIONS.get((batch.kind, field.name), "it is kept as written")
        for actor, which in self._by_actor(batch, wrong):
            of_actor = f" of {actor}" if actor else ""
            self._tell(batch, which, f"{batch.kind.name}: {name}{of_actor} {verdict}", action)

    def _check_actors(self, batch: Batch) -> None:
        """Tell records of actors that are not there, and actors that stand in a packet twice."""
        strangers, doubles = self._odd_records(batch, self._changed(batch))
        if (len(strangers) or len(doubles)) and (batch.counts != batch.counts[0]).any():
            strangers, doubles = self._odd_records(batch, np.ones(len(batch.counts), np.bool_))
        self._tell_strangers(batch, strangers)
        wrong = np.zeros(len(batch.records), np.bool_)
        wrong[doubles] = True
        for name, which in self._by_actor(batch, wrong):
            what = f"{name} stands in {batch.kind.name} twice"
            self._tell(batch, which, what, "one of its records counts", damage=False)

    def _odd_records(self, batch: Batch, looked_at: Flags) -> tuple[Ints, Ints]:
        """Return the records of actors that are not there, and of those that stand in a packet again."""
        places = np.flatnonzero(np.repeat(looked_at, batch.counts))
        ids, frames = batch.records["actor_id"][places], batch.frames[places]
        rows = self._lives.rows_at(ids, frames, or_ends=batch.kind.of_arrivals)
        if batch.kind.repeats or not len(places):
            return places[rows < 0], places[:0]
        order = np.lexsort((ids, frames))
        again = (np.diff(ids[order]) == 0) & (np.diff(frames[order]) == 0)
        return places[rows < 0], places[order[1:][again]]

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

    def _tell_strangers(self, batch: Batch, places: NDArray[np.int64]) -> None:
        if not len(places):
            return
        wrong = np.zeros(len(batch.records), np.bool_)
        wrong[places] = True
        for name, which in self._by_actor(batch, wrong):
            verb = "are" if name.endswith(_OTHERS) else "is"
            what = f"{batch.kind.name} names {name}, which {verb} not there"
            self._tell(batch, which, what, "the record is left out")

    def _by_actor(self, batch: Batch, wrong: Flags) -> Iterator[tuple[str, Flags]]:
        """Yield the name of each actor that has such records, and which they are; the rest together."""
        if not wrong.any():
            return
        if not batch.kind.keyed:
            yield "", wrong
            return
        ids = batch.records["actor_id"]
        concerned, first = np.unique(ids[wrong], return_index=True)
        concerned = concerned[np.argsort(first)]
        for actor_id in concerned[:_NAMED].tolist():
            yield f"actor {actor_id}", wrong & (ids == actor_id)
        rest = concerned[_NAMED:]
        if len(rest):
            yield (
                f"actor {rest[0]}" + f" and {len(rest) - 1} {_OTHERS}" * (len(rest) > 1),
                wrong & np.isin(ids, rest),
            )

    def _tell(self, batch: Batch, wrong: Flags, what: str, action: str, *, damage: bool = True) -> None:
        records = np.flatnonzero(wrong)
        first, last = int(batch.frames[records[0]]), int(batch.frames[records[-1]])
        problem = Problem(
            what, action, damage=damage, offset=batch.offset_of(int(records[0])), frame=first,
            count=len(records), last_frame=last if last > first else None,
        )  # fmt: skip
        self._found.add(problem)
