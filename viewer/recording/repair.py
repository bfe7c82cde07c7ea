"""Writing a new recording from what can be read of a damaged one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.dialect import SHIFTED_ATTRIBUTES, Dialect
from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.event_add import ActorRecord, decode_event_add
from viewer.logfile.fields import PacketKind, Shape
from viewer.logfile.nested import Places, decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.actors import BY_TYPE, ActorDescription, Category, categorise
from viewer.recording.build.attachments import Attachments, Refusal
from viewer.recording.build.findings import kinds_of_other_length, possible_durations
from viewer.recording.index import RecordingIndex
from viewer.recording.plausible import (
    are_plausible_texts,
    has_implausible,
    implausible_boxes,
    implausible_fields,
    is_plausible_transform,
    without_implausible,
    without_mesh,
)
from viewer.recording.rewritten_frame import EVENTS, RewrittenFrame, among
from viewer.recording.times import TOLERANCE, believable, from_zero

Pose = tuple[tuple[float, float, float], tuple[float, float, float]]

_NO_DAMAGE = (None, Refusal.NO_PARENT, Refusal.LATE)
_TYPES = {category: kind for kind, category in BY_TYPE.items()} | {Category.BICYCLE: ActorType.VEHICLE}
_UNKNOWN = {ActorType.VEHICLE: "vehicle.unknown", ActorType.WALKER: "walker.unknown"}
"""Blueprints of actors whose EventAdd is lost, by what else tells of them; CARLA has no such blueprints."""
_NOWHERE: Pose = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


class Repaired(NamedTuple):
    """How far a repair has come: frames that have been written, and records that were left out as damage."""

    frames: int
    left_out: int


def repair(index: RecordingIndex, stream: BinaryIO) -> Iterator[Repaired]:
    """Write a recording without damage: all complete frames, without the records that are damage.

    The header stays. Frames are numbered anew, and times follow CARLA's rules (``repaired_heads``). To
    cancel, stop iterating.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        OSError: the stream cannot be written.

    """
    stream.write(index.header.raw)
    heads = repaired_heads(index)
    left_out = 0
    yield Repaired(0, 0)
    for frame in repaired_frames(index, range(len(heads))):
        stream.write(frame.encode(heads[frame.number]))
        left_out += frame.left_out
        yield Repaired(frame.number + 1, left_out)


def repaired_frames(index: RecordingIndex, numbers: Iterable[int]) -> Iterator[RewrittenFrame]:
    """Yield the frames of some indices without what is damage in them.

    Those left out must have no events, or who is there would not be known.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    repairer = _Repairer(index)
    held: RewrittenFrame | None = None  # who is given another's id in the next must end here
    for number in numbers:
        frame = repairer.repaired(number)
        if held is not None:
            if frame.freed:
                held.destroy(frame.freed)
            yield held
        held = frame
    if held is not None:
        yield held


def string_type(dialect: Dialect) -> int:
    """Return the number that stands for an attribute that is a text."""
    return AttributeType.STRING + (dialect.header_version >= SHIFTED_ATTRIBUTES)


class _Repairer:
    """Repairs frames, which must be given to it in order, and knows who is alive; each life has a row."""

    def __init__(self, index: RecordingIndex) -> None:
        self._index = index
        self._dialect = index.dialect
        self._raw = kinds_of_other_length(index)
        self._alive: dict[int, int] = {}  # by id, the row
        self._ended: dict[int, int] = {}  # by id, the frame in which a life of it ended last
        self._begun: list[int] = []  # by row, the frame
        self._attachments = Attachments()
        self._implied: dict[int, list[ActorDescription]] = defaultdict(list)  # by frame: no EventAdd has them
        for number, each in zip(index.actors.spawn_frame.tolist(), index.actors.descriptions, strict=True):
            if each.implied:
                self._implied[number].append(each)

    def repaired(self, number: int) -> RewrittenFrame:
        """Return what is to be written of the frame with this index."""
        frame = RewrittenFrame(self._index, number, self._raw)
        destroyed, others = self._end(number, frame.records(packets.EVENT_DEL)["actor_id"].tolist())
        if packets.EVENT_ADD in frame:
            self._repair_added(frame)
        self._add_implied(frame)
        if packets.EVENT_PARENT in frame:
            pairs = frame.records(packets.EVENT_PARENT).tolist()
            kept = [self._attach(number, *pair) in _NO_DAMAGE for pair in pairs]
            frame.keep(packets.EVENT_PARENT, np.array(kept, np.bool_))
        if packets.EVENT_DEL in frame:
            late, never = self._end(number, others)  # those who were added in this frame too
            frame.write(packets.EVENT_DEL, [(each,) for each in (*destroyed, *late)], len(never))
        for kind in frame:
            if kind in EVENTS or kind is packets.FRAME_END:
                continue
            if kind.shape is Shape.VARIABLE:
                self._repair_varying(frame, kind)
            elif kind.shape is Shape.RECORDS:
                frame.keep(kind, self._sound(frame, kind))
            elif not self._sound(frame, kind).all():
                frame.leave_out(kind)
        return frame

    # -- who is there

    def _begin(self, number: int, actor_id: int) -> None:
        """Begin a life; one of its id that is still open ends."""
        self._end(number, [actor_id])
        self._alive[actor_id] = len(self._begun)
        self._begun.append(number)

    def _end(self, number: int, actor_ids: Iterable[int]) -> tuple[list[int], list[int]]:
        """End lives one after the other; return the ids of those who lived, and the others."""
        ended: list[int] = []
        others: list[int] = []
        for actor_id in actor_ids:
            if self._alive.pop(actor_id, None) is None:
                others.append(actor_id)
            else:
                ended.append(actor_id)
                self._ended[actor_id] = number
        return ended, others

    def _missing(self, ids: Ints, ended: int | None) -> list[int]:
        """Return those of some ids, (N,), that nobody has who lives, or who ended in a frame."""
        strangers = set(ids.tolist()).difference(self._alive)
        return [each for each in strangers if ended is None or self._ended.get(each) != ended]

    # -- events

    def _repair_added(self, frame: RewrittenFrame) -> None:
        payload = frame.payload(packets.EVENT_ADD)
        written: list[ActorRecord] = []
        broken = False
        try:
            written.extend(decode_event_add(payload, self._dialect.engine_of(packets.EVENT_ADD)))
        except DamagedPayloadError:
            broken = True
        kept: dict[int, ActorRecord] = {}
        for record in written:
            repaired = self._repaired_actor(frame, record)
            if repaired is not None:
                if record.actor_id in self._alive and record.actor_id not in kept:
                    frame.freed.append(record.actor_id)
                kept.pop(record.actor_id, None)  # of several with one id, the last one lives
                kept[record.actor_id] = repaired
                self._begin(frame.number, record.actor_id)
        if broken or [*kept.values()] != written or not are_plausible_texts(written, payload):
            frame.write(packets.EVENT_ADD, [*kept.values()], len(written) - len(kept) + broken)

    def _repaired_actor(self, frame: RewrittenFrame, record: ActorRecord) -> ActorRecord | None:
        """Return an actor that can be added, None if nothing tells where it is."""
        if not is_plausible_transform(record):
            pose = _sound_pose(frame, record.actor_id)
            if pose is None:
                return None
            record = record._replace(location=pose[0], rotation=pose[1])
        known, string = self._dialect.attribute_type, string_type(self._dialect)
        attributes = tuple(
            each if known(each.type) is not None else each._replace(type=string) for each in record.attributes
        )
        if record.type > max(ActorType):
            values = {attribute.id: attribute.value for attribute in attributes}
            category = categorise(record.type_id, record.type, values)
            record = record._replace(type=int(_TYPES.get(category, ActorType.OTHER)))
        return record._replace(attributes=attributes)

    def _add_implied(self, frame: RewrittenFrame) -> None:
        """Add those who are there from this frame on although nothing that is left adds them."""
        arrived = [each for each in self._implied.pop(frame.number, ()) if each.actor_id not in self._alive]
        if arrived:
            records = frame.rows(packets.EVENT_ADD)
            for each in arrived:
                location, rotation = _sound_pose(frame, each.actor_id) or _NOWHERE
                name = _UNKNOWN.get(ActorType(each.type), "unknown")
                records.append(ActorRecord(each.actor_id, each.type, location, rotation, 0, name, ()))
                self._begin(frame.number, each.actor_id)
            frame.write(packets.EVENT_ADD, records)

    def _attach(self, number: int, child_id: int, parent_id: int) -> Refusal | None:
        child, parent = self._alive.get(child_id, -1), self._alive.get(parent_id, -1)
        is_new = child >= 0 and self._begun[child] == number
        return self._attachments.attach(child, parent, is_new=is_new)

    # -- all else

    def _sound(self, frame: RewrittenFrame, kind: PacketKind) -> Flags:
        """Tell which records of a packet are no damage, shape (N,)."""
        records = frame.records(kind)
        if kind is packets.BOUNDING_BOX:
            meshed = self._index.actors.have_mesh(records["actor_id"], np.full(len(records), frame.number))
            sound = (without_mesh(records) & ~meshed) | ~implausible_boxes(records)
        else:
            sound = _are_plausible(kind, records)
        if kind.keyed:
            missing = self._missing(records["actor_id"], frame.number if kind.of_arrivals else None)
            if missing:
                sound &= ~among(records["actor_id"], missing)
        return sound

    def _repair_varying(self, frame: RewrittenFrame, kind: PacketKind) -> None:
        payload, places = frame.payload(kind), Places()
        try:
            records = decode_nested(kind, payload, self._dialect.engine_of(kind), places)
        except DamagedPayloadError:
            if kind.unknown_layouts is not self._dialect.engine:
                frame.write(kind, (), lost=1)
            return
        if not kind.any_numbers and has_implausible(payload, places):
            repaired = [without_implausible(kind.fields, record) for record in records]
            frame.write(kind, [record for record, _ in repaired], sum(lost for _, lost in repaired))
        elif not are_plausible_texts(records, payload):
            frame.write(kind, records)


def _sound_pose(frame: RewrittenFrame, actor_id: int) -> Pose | None:
    """Return an actor's last pose in a frame's Position that is no damage."""
    records = frame.records(packets.POSITION)
    records = records[records["actor_id"] == actor_id]
    records = records[_are_plausible(packets.POSITION, records)]
    if not len(records):
        return None
    return tuple(records["location"][-1].tolist()), tuple(records["rotation"][-1].tolist())


def _are_plausible(kind: PacketKind, records: Records) -> Flags:
    sound = np.ones(len(records), np.bool_)
    for _, wrong in implausible_fields(kind.fields, records):
        sound &= ~wrong
    return sound


# -- ids, times and durations that follow CARLA's rules, as near to the recorded ones as these allow


def repaired_heads(index: RecordingIndex) -> NDArray[np.void]:
    """Return FrameStart of each frame, shape (F,), by the rules of ``resources/guide/format.md``.

    Ids count from 1, times begin at 0, and each is exactly the one before plus its duration. A duration
    stays if it leads to the next frame; where frames are missing, it is the time to the next that is there.
    """
    heads = index.heads.copy()
    heads["duration"] = _durations(index)
    return renumbered(heads)


def renumbered(heads: NDArray[np.void]) -> NDArray[np.void]:
    """Return FrameStart of frames that begin a recording, shape (F,): durations stay, times follow."""
    heads = heads.copy()
    heads["frame"] = np.arange(1, len(heads) + 1)
    heads["duration"][-1:] = packets.LAST_DURATION
    # Added one by one, as the simulator does: the sums must be exact.
    heads["elapsed"] = np.cumsum(np.append(0.0, heads["duration"][:-1]))[: len(heads)]
    return heads


def _durations(index: RecordingIndex) -> NDArray[np.float64]:
    elapsed, written = from_zero(index.heads["elapsed"]), index.heads["duration"]
    known, possible = believable(elapsed), possible_durations(index.heads)
    durations = np.full(len(elapsed), packets.LAST_DURATION)
    # The next time that is known from each frame on, or infinity.
    upcoming = np.minimum.accumulate(np.where(known, elapsed, np.inf)[::-1])[::-1]
    start = float(index.elapsed[0]) if len(elapsed) else 0.0
    now = 0.0
    for frame in range(len(elapsed) - 1):
        if known[frame + 1]:
            step = elapsed[frame + 1] - elapsed[frame]
            stays = possible[frame] and known[frame] and abs(written[frame] - step) <= TOLERANCE
            ahead = max(float(elapsed[frame + 1]) - start - now, 0.0)
        else:  # as long as it says, if that leaves room for what follows
            stays = possible[frame] and now + written[frame] <= upcoming[frame + 1] - start
            ahead = 0.0
        durations[frame] = written[frame] if stays else np.float32(ahead)
        now += float(durations[frame])
    return durations
