"""Cutting a recording: a shorter one with fewer actors, which CARLA's replayer can play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from viewer.arrays import Flags
from viewer.cancellation import ShouldContinue, always, check
from viewer.export.errors import ExportError
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY, VehicleDoor
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.packets import ActorRecord, Attribute
from viewer.recording.actors import FIXED, MOVERS, ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.repair import renumbered, repaired_frame_starts, repaired_frames, string_type
from viewer.recording.rewritten_frame import EVENTS, RewrittenFrame, among
from viewer.recording.units import CENTIMETRES_PER_METRE
from viewer.replay.world.world import world_at

_PERSISTENT = tuple(kind for kind in packets.BY_ID.values() if kind.holds_for is not None)
"""Kinds of packets whose records remain valid until a newer record replaces them."""
_NO_ACTOR = (SCENERY, 0)
"""Actor ids in collision records that stand for scenery, not for an actor."""
_UNNAMED = -1
"""Id that lamps of the map (scene lights) without an id of their own have in the records."""
_ROLE = "role_name"


class CutSummary(NamedTuple):
    """Content of a cut recording.

    Attributes:
        frames: number of frames.
        seconds: elapsed time of the last frame.
        actors: number of actors in the first frame.
        left_out: what was left out and how often, by a description.
    """

    frames: int
    seconds: float
    actors: int
    left_out: Mapping[str, int]


def write_cut(
    index: RecordingIndex,
    frames: range,
    stream: BinaryIO,
    *,
    only: Collection[int] | None = None,
    without: Collection[int] = (),
    hero: int | None = None,
    map_name: str | None = None,
    should_continue: ShouldContinue = always,
) -> CutSummary:
    """Write some frames of a recording, and the next one, as a recording that CARLA's replayer can play.

    The next frame is added because CARLA never shows the last one. The first frame spawns all actors that are
    alive, with their poses there (traffic lights, signs and attached actors as recorded), and repeats
    everything that is still in force. Times begin at 0, frames are renumbered, actor ids stay. Damaged
    records are left out.

    Args:
        index: the recording.
        frames: indices of the frames.
        stream: binary file to write to.
        only: ids of the actors to keep, with what is attached to them; all if None.
        without: ids of the actors to leave out, with what is attached to them.
        hero: id of the actor to make the only hero; None to leave the hero as it is.
        map_name: name of the map for the header; None to leave it as it is.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ExportError: no actor is left, or ``hero`` is not alive in these frames or cannot be a hero.
        OSError: ``stream`` cannot be written.
        RecordingError: the recording can no longer be read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    chosen = _with_attached(index.actors, without if only is None else only)
    stays = ~chosen if only is None else chosen
    _check_hero(index.actors, frames, hero, stays)
    heads = renumbered(repaired_frame_starts(index)[frames.start : frames.stop + 1])
    header = index.header
    if map_name is not None:
        header = make_header(map_name, header.timestamp, header.version)
    stream.write(header.raw)
    cutter = _Cutter(index, stays, hero)
    actors = 0
    numbers = range(frames.start, frames.start + len(heads))
    for frame in repaired_frames(index, [*_frames_before(index, frames.start), *numbers]):
        share = max(frame.index - frames.start, 0) / len(heads)
        check(should_continue, share)
        if frame.index <= frames.start:
            cutter.remember(frame)
        if frame.index < frames.start:
            continue
        if frame.index == frames.start:
            actors = cutter.begin_with(frame)
        else:
            cutter.rewrite(frame)
        for piece in frame.encode(heads[frame.index - frames.start]):
            check(should_continue, share)
            stream.write(piece)
    return CutSummary(len(heads), float(heads["elapsed"][-1]), actors, +cutter.left_out)


def _with_attached(actors: ActorTable, ids: Collection[int]) -> Flags:
    """Return a mask of the actor table, shape (N,): actors with one of ``ids``, and all attached to these."""
    named = np.isin(actors.actor_id, [*ids])
    while (with_attached := named | np.append(named, False)[actors.parent]).sum() > named.sum():
        named = with_attached
    return named


def _frames_before(index: RecordingIndex, stop: int) -> list[int]:
    """Return the indices of frames before ``stop`` whose records are needed to begin a recording at ``stop``.

    These are frames with events, or with records that stay in force until a newer one replaces them.
    """
    has_records, doubled = np.zeros(len(index.layouts), np.bool_), index.layouts.doubled()
    for packet_id in map(index.dialect.id_of, (*EVENTS, *_PERSISTENT)):
        has_records |= index.layouts.first_payloads(packet_id)[1] > COUNT_SIZE
        has_records[doubled.get(packet_id, [])] = True
    implied = index.actors.spawn_frame[[each.implied for each in index.actors.descriptions]]
    recorded = np.flatnonzero(has_records[index.layout_indices[:stop]])
    frames: list[int] = np.union1d(recorded, implied[implied < stop]).tolist()
    return frames


def _check_hero(actors: ActorTable, frames: range, hero: int | None, stays: Flags) -> None:
    """Raise ExportError if ``hero`` is not alive in ``frames``, is left out, or is no vehicle or walker.

    ``stays`` is a mask of the actor table, shape (N,): True for actors in the cut recording.
    """
    if hero is None:
        return
    rows = [
        row
        for row in actors.rows_of(hero)
        if actors.spawn_frame[row] < frames.stop and actors.destroy_frame[row] > frames.start
    ]
    category = Category(actors.category[rows[0]]) if rows else None
    if category is None:
        raise ExportError(f"actor {hero} cannot be the hero: it is not there in this range")
    if category not in MOVERS:
        raise ExportError(f"actor {hero} cannot be the hero: it is a {category.label}")
    if not stays[rows[0]]:
        raise ExportError(f"actor {hero} cannot be the hero: it is left out")


class _Cutter:
    """Rewriter of the frames of a recording for a shorter one that is cut from it.

    Frames are passed to it in order. ``remember`` gets those up to the first one of the cut recording,
    ``begin_with`` that first one, and ``rewrite`` each later one.
    """

    def __init__(self, index: RecordingIndex, stays: Flags, hero: int | None) -> None:
        self._index = index
        self._actors = index.actors
        self._stays = stays
        self._hero = hero
        self._records: dict[int, ActorRecord] = {}  # latest EventAdd record by actor id
        self._staying: set[int] = set()  # ids of kept actors alive in the latest frame or the one before
        self._latest: dict[PacketKind, dict[tuple[Any, ...], Any]] = {kind: {} for kind in _PERSISTENT}
        self.left_out = Counter(actors=0)

    def remember(self, frame: RewrittenFrame) -> None:
        """Store those records of ``frame`` that stay in force in later frames.

        Older ones of actors that are spawned in this frame are forgotten.
        """
        new = {record.actor_id: record for record in frame.rows(packets.EVENT_ADD)}
        self._records |= new
        for kind, latest in self._latest.items():
            if kind.keyed and new:
                for key in [key for key in latest if key[0] in new]:
                    del latest[key]
            names = [field.name for field in kind.fields]
            indices = [names.index(name) for name in kind.holds_for or ()]
            for record in frame.rows(kind):
                key = tuple(record[at] for at in indices)
                if kind is packets.VEHICLE_DOOR and key[1] == VehicleDoor.ALL:
                    for door in VehicleDoor:
                        latest.pop((key[0], door), None)
                latest[(*key, len(latest)) if key == (_UNNAMED,) else key] = record

    def begin_with(self, frame: RewrittenFrame) -> int:
        """Turn ``frame`` into the first frame of the cut recording; return how many actors are spawned in it.

        ``remember`` must have been called with ``frame`` before.
        """
        actors, number = self._actors, frame.index
        alive = (actors.spawn_frame <= number) & (number < actors.destroy_frame)
        alive &= among(actors.actor_id, self._records)
        rows = np.flatnonzero(alive & self._stays)
        if not len(rows):
            raise ExportError("nobody is left in this range")
        self._staying = {*actors.actor_id[rows].tolist()}
        self.left_out["actors"] = int(alive.sum()) - len(rows)
        attached = rows[np.isin(actors.parent[rows], rows)]
        pairs = zip(
            actors.actor_id[attached].tolist(), actors.actor_id[actors.parent[attached]].tolist(), strict=True
        )
        ids = frame.records(packets.POSITION)["actor_id"].tolist()
        indices = {actor_id: at for at, actor_id in enumerate(ids)}  # the last one if an id occurs twice
        placed = (self._add_record(frame, row, indices) for row in rows.tolist())
        frame.write(packets.EVENT_ADD, [*map(self._with_role, placed)])
        frame.write(packets.EVENT_DEL, [])
        frame.write(packets.EVENT_PARENT, [*pairs])
        for kind, latest in self._latest.items():
            records = [row for key, row in latest.items() if not kind.keyed or key[0] in self._staying]
            if records or kind in frame:
                frame.write(kind, records)
        self._filter(frame)
        return len(rows)

    def rewrite(self, frame: RewrittenFrame) -> None:
        """Remove records of actors that are left out from ``frame``, any frame of the cut but its first."""
        actors, number = self._actors, frame.index
        here = (actors.spawn_frame <= number) & (number <= actors.destroy_frame) & self._stays
        self._staying = {*actors.actor_id[here].tolist()}
        if frame.has(packets.EVENT_ADD):
            comers = {*actors.actor_id[here & (actors.spawn_frame == number)].tolist()}
            records = frame.rows(packets.EVENT_ADD)
            added = [self._with_role(record) for record in records if record.actor_id in comers]
            self.left_out["actors"] += len(records) - len(added)
            frame.write(packets.EVENT_ADD, added)
        if frame.has(packets.EVENT_DEL):
            frame.keep_actors(packets.EVENT_DEL, self._staying)
        if frame.has(packets.EVENT_PARENT):
            pairs = frame.records(packets.EVENT_PARENT)
            child, parent = (among(pairs[name], self._staying) for name in ("actor_id", "parent_id"))
            self.left_out["attachments to who is not there"] += int((child & ~parent).sum())
            frame.write(packets.EVENT_PARENT, pairs[child & parent])
        self._filter(frame)

    def _filter(self, frame: RewrittenFrame) -> None:
        if frame.has(packets.COLLISION):
            records = frame.records(packets.COLLISION).copy()
            known = {*self._staying, *_NO_ACTOR}
            stays = among(records["actor1_id"], known) & among(records["actor2_id"], known)
            self.left_out["collisions with who is not there"] += int((~stays).sum())
            if self._hero is not None:
                for side in ("actor1", "actor2"):
                    records[f"{side}_is_hero"] = records[f"{side}_id"] == self._hero
            frame.write(packets.COLLISION, records[stays])
        self.left_out["damaged records"] += frame.left_out
        if not self._stays.all():
            for kind in frame:
                if kind.keyed and kind not in EVENTS and frame.has(kind):
                    frame.keep_actors(kind, self._staying)

    def _add_record(self, frame: RewrittenFrame, row: int, indices: Mapping[int, int]) -> ActorRecord:
        """Return the EventAdd record that spawns the actor in ``row`` in ``frame``, the first one.

        ``indices`` has the index of each actor id in the records of the frame's Position packet.
        """
        record, parent = self._records[self._actors.actor_id.item(row)], self._actors.parent.item(row)
        is_carried = parent >= 0 and self._actors.destroy_frame[parent] > frame.index
        if self._actors.category[row] in FIXED or (is_carried and self._stays[parent]):
            return record
        if record.actor_id in indices:
            here = frame.records(packets.POSITION)[indices[record.actor_id]]
            location, rotation = here["location"].tolist(), here["rotation"].tolist()
            return record._replace(location=tuple(location), rotation=tuple(rotation))
        if not is_carried:
            return record
        # Its parent is left out: it is spawned at its pose in the world.
        world = world_at(self._index, float(self._index.elapsed[frame.index]), frame_index=frame.index)
        at = world.index_of(row)
        if at is None or not world.has_pose[at]:
            return record
        location = tuple((world.locations[at] * CENTIMETRES_PER_METRE).tolist())
        pitch, yaw, roll = world.rotations[at].tolist()
        return record._replace(location=location, rotation=(roll, pitch, yaw))

    def _with_role(self, record: ActorRecord) -> ActorRecord:
        """Return an actor's spawn ``record`` with the role name that the actor gets in the cut recording.

        If a hero was chosen for the cut, its role name becomes ``hero``, and that of other heroes
        ``former_hero``.
        """
        if self._hero is None:
            return record
        roles = [each.value for each in record.attributes if each.id == _ROLE]
        if record.actor_id == self._hero:
            role = "hero"
        elif "hero" in roles:
            role = "former_hero"
        else:
            return record
        attributes = [each._replace(value=role) if each.id == _ROLE else each for each in record.attributes]
        if not roles:
            attributes.append(Attribute(string_type(self._index.dialect), _ROLE, role))
        return record._replace(attributes=tuple(attributes))
