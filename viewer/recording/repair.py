"""Repair of a damaged recording: writes a new one from the readable frames and plausible records."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags
from viewer.logfile import packets
from viewer.logfile.dialect import SHIFTED_ATTRIBUTES, Dialect
from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.fields import PacketKind, Shape
from viewer.logfile.nested import FixedOffsets, decode_nested, read_records
from viewer.logfile.packets import ActorRecord
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.actors import BY_TYPE, NEVER, Category, categorise
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.index_problems import kinds_of_other_length, possible_durations
from viewer.recording.plausible import (
    are_plausible_texts,
    has_implausible,
    implausible_in,
    without_implausible,
)
from viewer.recording.recorded_events import EventType
from viewer.recording.rewritten_frame import EVENTS, RewrittenFrame, among
from viewer.recording.times import TOLERANCE, believable
from viewer.recording.units import FARTHEST

Pose = tuple[tuple[float, float, float], tuple[float, float, float]]

_TYPES = {category: kind for kind, category in BY_TYPE.items()} | {Category.BICYCLE: ActorType.VEHICLE}
_UNKNOWN = {ActorType.VEHICLE: "vehicle.unknown", ActorType.WALKER: "walker.unknown"}
"""Blueprint ids in a repaired file for actors whose EventAdd (spawn) is lost; CARLA has no such blueprints.
"""
_NOWHERE: Pose = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


class Repaired(NamedTuple):
    """Progress of a repair: how many frames were written and how many damaged records left out so far."""

    frames: int
    left_out: int


def repair(index: RecordingIndex, stream: BinaryIO) -> Iterator[Repaired]:
    """Write all complete frames of the recording ``index``, without damaged records, to ``stream``.

    The header is copied, frame ids count from 1, and each time is the previous one plus its duration. Yields
    the progress after each frame, and within very large ones; to cancel, stop iterating.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        OSError: the stream cannot be written.
    """
    stream.write(index.header.raw)
    frame_starts = repaired_frame_starts(index)
    left_out = 0
    yield Repaired(0, 0)
    for frame in repaired_frames(index, range(len(frame_starts))):
        for number, piece in enumerate(frame.encode(frame_starts[frame.index])):
            if number:  # further pieces of a large frame: show progress
                yield Repaired(frame.index, left_out)
            stream.write(piece)
        left_out += frame.left_out
        yield Repaired(frame.index + 1, left_out)


def repaired_frames(index: RecordingIndex, numbers: Sequence[int]) -> Iterator[RewrittenFrame]:
    """Yield the frames with the indices ``numbers``, ascending, without damaged records.

    Only frames without spawns, destructions and attachments may be missing from ``numbers``: these events
    would be lost.

    Raises ChangedError or UnreadableError if the file can no longer be read.
    """
    repairer = _Repairer(index)
    for number, following in zip_longest(numbers, numbers[1:]):
        # They are destroyed one frame before their id is used again.
        freed = [] if following is None else repairer.freed(following)
        yield repairer.repaired(number, freed)


def string_type(dialect: Dialect) -> int:
    """Return the number by which files of ``dialect`` mark an actor attribute as one of type STRING."""
    return AttributeType.STRING + (dialect.header_version >= SHIFTED_ATTRIBUTES)


class _Repairer:
    """Replaces or removes damaged records in the frames of one recording, which must come in ascending order.

    Which actors exist is taken from the recording's index, not from the records.
    """

    def __init__(self, index: RecordingIndex) -> None:
        self._index = index
        self._dialect = index.dialect
        self._raw = kinds_of_other_length(index)
        self._starts = np.searchsorted(
            index.recorded_events["frame"], np.arange(len(index.frame_starts) + 1)
        ).tolist()
        actors = index.actors
        self._implied = np.flatnonzero(actors.descriptions.of_each(lambda each: each.implied, np.bool_))
        ended = np.flatnonzero((actors.destroy_frame != NEVER) & (actors.destroy_frame > actors.spawn_frame))
        destroyed = index.recorded_events["actor"][index.recorded_events["kind"] == EventType.DESTROY]
        self._freed = np.setdiff1d(ended, destroyed)
        self._lost = np.zeros(len(actors), np.bool_)  # actors without any pose, which are not added

    def freed(self, number: int) -> list[int]:
        """Return the ids of actors whose lifetime ends in frame ``number`` without a recorded destruction.

        It ends there because a new actor has their id. The repaired recording destroys them in the frame
        before.
        """
        actors = self._index.actors
        ids: list[int] = actors.actor_id[self._freed[actors.destroy_frame[self._freed] == number]].tolist()
        return ids

    def repaired(self, number: int, freed: Collection[int]) -> RewrittenFrame:
        frame = RewrittenFrame(self._index, number, self._raw)
        events = self._index.recorded_events[self._starts[number] : self._starts[number + 1]]
        added, attached, destroyed = (
            events[events["kind"] == kind] for kind in (EventType.SPAWN, EventType.PARENT, EventType.DESTROY)
        )
        self._repair_added(frame, added["actor"].tolist())
        if packets.EVENT_PARENT in frame:
            kept = [self._is_attached(*each) for each in attached.tolist()]
            frame.keep(packets.EVENT_PARENT, np.array(kept, np.bool_))
        if packets.EVENT_DEL in frame or freed:
            rows = destroyed["actor"][destroyed["actor"] >= 0]
            ids = self._index.actors.actor_id[rows[~self._lost[rows]]].tolist()
            frame.write(packets.EVENT_DEL, [(each,) for each in (*ids, *freed)], len(destroyed) - len(ids))
        for kind in frame:
            if kind in EVENTS or kind is packets.FRAME_END:
                continue
            if kind.shape is Shape.VARIABLE:
                self._repair_varying(frame, kind)
            elif kind.shape is Shape.RECORDS:
                frame.keep(kind, self._sound(frame, kind, freed))
            elif not self._sound(frame, kind, freed).all():
                frame.leave_out(kind)
        return frame

    # -- events

    def _is_attached(self, number: int, _kind: int, child: int, parent: int) -> bool:
        """Return whether the repaired file keeps the EventParent record that attaches a child to its parent.

        It does not if the child is unknown or not in the repaired file. Nor does it if the child is spawned
        in this frame, the parent is in the repaired file, but the recording's index has another or no parent
        for the child.

        Args:
            number: index of the frame.
            _kind: kind of the event; not used.
            child: row of the child in the actor table, −1 if unknown.
            parent: row of the parent in the actor table, −1 if unknown.
        """
        actors = self._index.actors
        if child < 0 or self._lost[child]:
            return False
        is_new = actors.spawn_frame[child] == number
        return parent < 0 or self._lost[parent] or not is_new or bool(actors.parent[child] == parent)

    def _repair_added(self, frame: RewrittenFrame, rows: Sequence[int]) -> None:
        payload = frame.payload(packets.EVENT_ADD)
        written: list[ActorRecord] = []
        broken = False
        try:
            engine = self._dialect.engine_of(packets.EVENT_ADD)
            written.extend(read_records(packets.EVENT_ADD, payload, engine))
        except DamagedPayloadError:
            broken = True
        kept: dict[int, ActorRecord] = {}
        self._lost[rows[len(written) :]] = True
        for row, record in zip(rows, written, strict=False):
            repaired = self._repaired_actor(frame, record)
            if repaired is None:
                self._lost[row] = True
            else:
                kept.pop(record.actor_id, None)  # of several with one id, the last one counts
                kept[record.actor_id] = repaired
        records = [*kept.values()]
        actors = self._index.actors
        for row in self._implied[actors.spawn_frame[self._implied] == frame.index].tolist():
            each = actors.descriptions[row]
            location, rotation = self._sound_pose(frame, each.actor_id) or _NOWHERE
            name = _UNKNOWN.get(ActorType(each.type), "unknown")
            records.append(ActorRecord(each.actor_id, each.type, location, rotation, 0, name, ()))
        if broken or records != written or not are_plausible_texts(written, payload):
            frame.write(packets.EVENT_ADD, records, len(written) - len(kept) + broken)

    def _repaired_actor(self, frame: RewrittenFrame, record: ActorRecord) -> ActorRecord | None:
        """Return ``record`` with implausible values replaced; None if no plausible pose for it is known.

        An implausible pose is replaced by that of the actor's Position record in ``frame``.
        """
        if not sum(map(abs, (*record.location, *record.rotation))) < FARTHEST:  # also if there is a NaN
            pose = self._sound_pose(frame, record.actor_id)
            if pose is None:
                return None
            record = record._replace(location=pose[0], rotation=pose[1])
        known, string = self._dialect.attribute_types, string_type(self._dialect)
        attributes = tuple(
            each if each.type in known else each._replace(type=string) for each in record.attributes
        )
        if record.type > max(ActorType):
            values = {attribute.id: attribute.value for attribute in attributes}
            category = categorise(record.type_id, record.type, values)
            record = record._replace(type=int(_TYPES.get(category, ActorType.OTHER)))
        return record._replace(attributes=attributes)

    # -- other packets

    def _sound_pose(self, frame: RewrittenFrame, actor_id: int) -> Pose | None:
        records = frame.records(packets.POSITION)
        records = records[(records["actor_id"] == actor_id) & self._plausible(frame, packets.POSITION)][-1:]
        poses = zip(records["location"].tolist(), records["rotation"].tolist(), strict=True)
        return next(((tuple(location), tuple(rotation)) for location, rotation in poses), None)

    def _plausible(self, frame: RewrittenFrame, kind: PacketKind) -> Flags:
        records = frame.records(kind)
        frames, plausible = np.full(len(records), frame.index), np.ones(len(records), np.bool_)
        for _, wrong in implausible_in(kind, records, frames, self._index.actors):
            plausible &= ~wrong
        return plausible

    def _sound(self, frame: RewrittenFrame, kind: PacketKind, freed: Collection[int]) -> Flags:
        records, sound = frame.records(kind), self._plausible(frame, kind)
        if kind.keyed:
            ids, frames = records["actor_id"], np.full(len(records), frame.index)
            rows = self._index.actors.rows_at(ids, frames, or_ends=kind.of_arrivals)
            sound &= (rows >= 0) & ~self._lost[rows] & ~among(ids, freed)
        return sound

    def _repair_varying(self, frame: RewrittenFrame, kind: PacketKind) -> None:
        payload, offsets = frame.payload(kind), FixedOffsets()
        try:
            records = decode_nested(kind, payload, self._dialect.engine_of(kind), offsets)
        except DamagedPayloadError:
            if kind.unknown_layouts is not self._dialect.engine:
                frame.write(kind, (), lost=1)
            return
        if not kind.any_numbers and has_implausible(payload, offsets):
            repaired = [without_implausible(kind.fields, record) for record in records]
            frame.write(kind, [record for record, _ in repaired], sum(lost for _, lost in repaired))
        elif not are_plausible_texts(records, payload):
            frame.write(kind, records)


# -- ids, times and durations that follow CARLA's rules, as near to the recorded ones as these allow


def repaired_frame_starts(index: RecordingIndex) -> NDArray[np.void]:
    """Return a valid FrameStart for each frame, shape (F,), by the rules of ``resources/guide/format.md``.

    Ids count from 1, times begin at 0, and each time is exactly the previous one plus its duration. A
    recorded duration is kept if it leads to the next frame; where frames are missing, it is the time to the
    next that exists.
    """
    frame_starts = index.frame_starts.copy()
    frame_starts["duration"] = _durations(index)
    return renumbered(frame_starts)


def renumbered(frame_starts: NDArray[np.void]) -> NDArray[np.void]:
    """Return ``frame_starts`` (F,) as if their frames were a recording of their own.

    Ids count from 1, elapsed times are the sums of the durations, and the last duration becomes −1.
    """
    frame_starts = frame_starts.copy()
    frame_starts["frame"] = np.arange(1, len(frame_starts) + 1)
    frame_starts["duration"][-1:] = packets.LAST_DURATION
    # Added one by one, as the simulator does: the sums must be exact.
    frame_starts["elapsed"] = np.cumsum(np.append(0.0, frame_starts["duration"][:-1]))[: len(frame_starts)]
    return frame_starts


def _durations(index: RecordingIndex) -> NDArray[np.float64]:
    elapsed, written = index.frame_starts["elapsed"], index.frame_starts["duration"]
    known, possible = believable(elapsed), possible_durations(index.frame_starts)
    durations = np.full(len(elapsed), packets.LAST_DURATION)
    # For each frame, the first trusted time from it on, or infinity.
    upcoming = np.minimum.accumulate(np.where(known, elapsed, np.inf)[::-1])[::-1]
    start = float(index.elapsed[0]) if len(elapsed) else 0.0
    now = 0.0
    for frame in range(len(elapsed) - 1):
        if known[frame + 1]:
            step = elapsed[frame + 1] - elapsed[frame]
            stays = possible[frame] and known[frame] and abs(written[frame] - step) <= TOLERANCE
            ahead = max(float(elapsed[frame + 1]) - start - now, 0.0)
        else:  # the recorded duration, if it ends before the next trusted time
            stays = possible[frame] and now + written[frame] <= upcoming[frame + 1] - start
            ahead = 0.0
        durations[frame] = written[frame] if stays else np.float32(ahead)
        now += float(durations[frame])
    return durations
