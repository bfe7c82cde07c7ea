"""A shorter recording out of a longer one, which CARLA's own replayer can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, always, check
from viewer.export.cut_actors import Choice, CutActors, LivingActor
from viewer.export.cut_state import CHANGES, StandingState
from viewer.export.errors import ExportError
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY
from viewer.logfile.event_add import ActorRecord
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.payload import Records
from viewer.recording.actors import FIXED, MOVERS, Category, categorise
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import frames_with
from viewer.recording.repair.mended_frame import MendedFrame
from viewer.recording.repair.mended_times import mended_heads
from viewer.recording.repair.repair import encode_frame, mended_frames
from viewer.replay.world.world import world_at

_EVENTS = (packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT)
_NO_ACTOR = (SCENERY, 0)
"""Ids in collisions that stand for something that is no actor."""


@dataclass(frozen=True)
class CutSummary:
    """What a cut recording holds, and what it does not.

    Attributes:
        frames: how many frames it has.
        seconds: how long it is.
        actors: how many actors it begins with.
        left_out: what is not in it, and how often.

    """

    frames: int
    seconds: float
    actors: int
    left_out: Mapping[str, int]


def write_cut(
    index: RecordingIndex,
    frames: range,
    choice: Choice,
    stream: BinaryIO,
    *,
    map_name: str | None = None,
    proceed: Proceed = always,
) -> CutSummary:
    """Write some frames of a recording as a recording, and one more: CARLA never shows the last.

    The first frame adds everybody who is there: lights, signs and what is attached as recorded, others where
    they are then. It also says what was said before and still holds. Times begin at 0, frames are numbered
    anew, ids stay. What is damage is left out, as by ``repair``.

    Args:
        index: the recording.
        frames: indices of the frames.
        choice: whose traces stay, and who is the hero.
        stream: what to write to.
        map_name: another map for the header; None keeps it.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        ExportError: nobody would stay, or the hero is not there.
        OSError: the stream cannot be written.
        RecordingError: the recording can no longer be read.
        ReadingCancelledError: ``proceed`` said no.

    """
    _check_hero(index, frames, choice)
    stop = min(frames.stop + 1, len(index.heads))
    heads = _heads(index, frames.start, stop)
    header = index.header
    if map_name is not None:
        header = make_header(map_name, header.timestamp, header.version)
    stream.write(header.raw)
    before = frames_with(index, (*_EVENTS, *CHANGES), frames.start)
    implied = index.actors.spawn_frame[[each.implied for each in index.actors.descriptions]]
    before = np.union1d(before, implied[implied < frames.start])
    scissors = _Scissors(index, choice)
    actors = 0
    for number, frame in mended_frames(index, chain(before.tolist(), range(frames.start, stop))):
        check(proceed, max(number - frames.start, 0) / len(heads))
        if number < frames.start:
            scissors.pass_over(frame)
            continue
        if number == frames.start:
            actors = scissors.begin(number, frame)
        else:
            scissors.go_on(frame)
        stream.write(encode_frame(heads[number - frames.start], frame))
    return CutSummary(len(heads), float(heads["elapsed"][-1]), actors, scissors.left_out)


def _heads(index: RecordingIndex, start: int, stop: int) -> NDArray[np.void]:
    """Return FrameStart of each frame of the new recording."""
    heads = mended_heads(index)[start:stop].copy()
    heads["frame"] = np.arange(1, len(heads) + 1)
    heads["elapsed"] = np.cumsum(np.concatenate(([0.0], heads["duration"][:-1])))
    heads["duration"][-1] = packets.LAST_DURATION
    return heads


def _check_hero(index: RecordingIndex, frames: range, choice: Choice) -> None:
    if choice.hero is None:
        return
    actors = index.actors
    lives = [
        row
        for row in actors.rows_of(choice.hero)
        if actors.spawn_frame[row] < frames.stop and actors.destroy_frame[row] > frames.start
    ]
    if not lives:
        raise ExportError(f"actor {choice.hero} cannot be the hero: it is not there in this range")
    category = Category(int(actors.category[lives[0]]))
    if category not in MOVERS:
        raise ExportError(f"actor {choice.hero} cannot be the hero: it is a {category.label}")
    if not choice.keeps(choice.hero, carrier_stays=None):
        raise ExportError(f"actor {choice.hero} cannot be the hero: it is left out")


class _Scissors:
    """Cuts frame after frame."""

    def __init__(self, index: RecordingIndex, choice: Choice) -> None:
        self._index = index
        self._choice = choice
        self._actors = CutActors(choice, index.dialect)
        self._state = StandingState()
        self._left_out: Counter[str] = Counter()

    @property
    def left_out(self) -> Mapping[str, int]:
        """What is left out, and how often."""
        return +Counter({"actors": self._actors.left_out}) + self._left_out

    def pass_over(self, frame: MendedFrame) -> None:
        """Take a frame before the first."""
        added = self._actors.take(frame)
        self._state.take(frame, {record.actor_id for record in added})

    def begin(self, number: int, frame: MendedFrame) -> int:
        """Turn a frame into the first one; return how many actors it adds."""
        self.pass_over(frame)
        members = {actor_id: each for actor_id, each in self._actors.members.items() if each.stays}
        if not members:
            raise ExportError("nobody is left in this range")
        self._actors.known = set(members)
        self._actors.left_out = len(self._actors.members) - len(members)
        placed = [self._placed(number, frame, member) for member in members.values()]
        attached = [
            (actor_id, member.parent_id)
            for actor_id, member in members.items()
            if member.parent_id in members
        ]
        for kind in _EVENTS:
            frame.provide(kind)
        frame.write(packets.EVENT_ADD, [self._actors.with_role(record) for record in placed])
        frame.write(packets.EVENT_DEL, [])
        frame.write(packets.EVENT_PARENT, attached)
        self._state.write(frame, members)
        self._filter(frame)
        return len(members)

    def go_on(self, frame: MendedFrame) -> None:
        """Leave out of a later frame what does not stay."""
        added = self._actors.take(frame)
        known = self._actors.known
        if added or self._count(frame, packets.EVENT_ADD):
            frame.write(packets.EVENT_ADD, [self._actors.with_role(record) for record in added])
        if self._count(frame, packets.EVENT_DEL):
            frame.write(packets.EVENT_DEL, frame.rows_of(packets.EVENT_DEL, known))
        if self._count(frame, packets.EVENT_PARENT):
            pairs = frame.records(packets.EVENT_PARENT)
            stays = _in(pairs["actor_id"], known) & _in(pairs["parent_id"], known)
            self._left_out["attachments to who is not there"] += int(
                (~stays & _in(pairs["actor_id"], known)).sum()
            )
            frame.write(packets.EVENT_PARENT, pairs[stays])
        self._filter(frame)

    def _placed(self, number: int, frame: MendedFrame, member: LivingActor) -> ActorRecord:
        """Return the EventAdd of an actor that is there when the new recording begins."""
        record = member.record
        category = categorise(
            record.type_id, record.type, {each.id: each.value for each in record.attributes}
        )
        carrier = self._actors.members.get(member.parent_id) if member.parent_id is not None else None
        if category in FIXED or (carrier is not None and carrier.stays):
            return record
        positions = frame.records(packets.POSITION)
        here = positions[positions["actor_id"] == record.actor_id]
        if len(here):
            x, y, z = here[-1]["location"].tolist()
            roll, pitch, yaw = here[-1]["rotation"].tolist()
            return record._replace(location=(x, y, z), rotation=(roll, pitch, yaw))
        return record if carrier is None else self._detached(number, record)

    def _detached(self, number: int, record: ActorRecord) -> ActorRecord:
        """Return the EventAdd of who was attached to one that is left out: where it is in the world."""
        world = world_at(self._index, float(self._index.elapsed[number]), frame_index=number)
        row = world.row_of(record.actor_id)
        place = None if row is None else world.place_of(row)
        if place is None or not world.has_pose[place]:
            return record
        x, y, z = (world.locations[place] * 100.0).tolist()
        pitch, yaw, roll = world.rotations[place].tolist()
        return record._replace(location=(x, y, z), rotation=(roll, pitch, yaw))

    def _filter(self, frame: MendedFrame) -> None:
        """Leave the records of who does not stay out of all packets but the events."""
        self._filter_collisions(frame)
        if self._choice.is_everybody:
            self._left_out["damaged records"] += frame.left_out
            return
        lost = frame.left_out
        known = self._actors.known
        for kind in frame:
            if not kind.keyed or kind in _EVENTS or not self._count(frame, kind):
                continue
            frame.write(kind, frame.rows_of(kind, known))
        self._left_out["damaged records"] += lost

    def _filter_collisions(self, frame: MendedFrame) -> None:
        if not self._count(frame, packets.COLLISION):
            return
        records: Records = frame.records(packets.COLLISION).copy()
        known = {*self._actors.known, *_NO_ACTOR}
        stays = _in(records["actor1_id"], known) & _in(records["actor2_id"], known)
        self._left_out["collisions with who is not there"] += int((~stays).sum())
        if self._choice.hero is not None:
            for side in ("actor1", "actor2"):
                records[f"{side}_is_hero"] = records[f"{side}_id"] == self._choice.hero
        frame.write(packets.COLLISION, records[stays])

    def _count(self, frame: MendedFrame, kind: PacketKind) -> bool:
        """Return whether a frame has records of a kind."""
        return kind in frame and len(frame.payload(kind)) > COUNT_SIZE


def _in(ids: NDArray[np.unsignedinteger], known: Collection[int]) -> NDArray[np.bool_]:
    return np.isin(ids, np.fromiter(known, np.int64, len(known)))
