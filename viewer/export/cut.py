"""A shorter recording out of a longer one, which CARLA's own replayer can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from viewer.arrays import Flags
from viewer.cancellation import Proceed, always, check
from viewer.export.errors import ExportError
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY, VehicleDoor
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.packets import ActorRecord, Attribute
from viewer.recording.actors import FIXED, MOVERS, ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.repair import renumbered, repaired_frames, repaired_heads, string_type
from viewer.recording.rewritten_frame import EVENTS, RewrittenFrame, among
from viewer.recording.units import CENTIMETRES_PER_METRE
from viewer.replay.world.world import world_at

_HOLDING = tuple(kind for kind in packets.PACKETS if kind.holds_for is not None)
"""Packets of which a record holds until there is another one."""
_NO_ACTOR = (SCENERY, 0)
"""Ids in collisions that stand for something that is no actor."""
_UNNAMED = -1
"""The id of scene lights that have none."""
_ROLE = "role_name"


class CutSummary(NamedTuple):
    """What a cut recording holds, and what is left out, how often; ``actors`` are those it begins with."""

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
    proceed: Proceed = always,
) -> CutSummary:
    """Write some frames of a recording as a recording, and one more: CARLA never shows the last.

    The first frame adds everybody who is there: lights, signs and what is attached as recorded, others where
    they are then. It also says what was said before and still holds. Times begin at 0, frames are numbered
    anew, ids stay. What is damage is left out, as by ``repair``.

    Args:
        index: the recording.
        frames: indices of the frames.
        stream: what to write to.
        only: ids of those who stay, with what is attached to them; None for everybody.
        without: ids of those who do not, nor what is attached to them.
        hero: id of the actor that becomes the hero; None to leave that as it is.
        map_name: another map for the header; None keeps it.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        ExportError: nobody would stay, or the hero is not there.
        OSError: the stream cannot be written.
        RecordingError: the recording can no longer be read.
        ReadingCancelledError: ``proceed`` said no.

    """
    chosen = _with_attached(index.actors, without if only is None else only)
    stays = ~chosen if only is None else chosen
    _check_hero(index.actors, frames, hero, stays)
    heads = renumbered(repaired_heads(index)[frames.start : frames.stop + 1])
    header = index.header
    if map_name is not None:
        header = make_header(map_name, header.timestamp, header.version)
    stream.write(header.raw)
    cutter = _Cutter(index, stays, hero)
    actors = 0
    numbers = range(frames.start, frames.start + len(heads))
    for frame in repaired_frames(index, [*_telling_frames(index, frames.start), *numbers]):
        share = max(frame.number - frames.start, 0) / len(heads)
        check(proceed, share)
        if frame.number <= frames.start:
            cutter.hold(frame)
        if frame.number < frames.start:
            continue
        if frame.number == frames.start:
            actors = cutter.begin(frame)
        else:
            cutter.go_on(frame)
        for piece in frame.encode(heads[frame.number - frames.start]):
            check(proceed, share)
            stream.write(piece)
    return CutSummary(len(heads), float(heads["elapsed"][-1]), actors, +cutter.left_out)


def _with_attached(actors: ActorTable, ids: Collection[int]) -> Flags:
    """Tell which rows of the actor table have some ids, or are attached to such, shape (N,)."""
    named = np.isin(actors.actor_id, [*ids])
    while (with_attached := named | np.append(named, False)[actors.parent]).sum() > named.sum():
        named = with_attached
    return named


def _telling_frames(index: RecordingIndex, stop: int) -> list[int]:
    """Return the frames before one that tell who is there, or what holds until it changes, ascending."""
    telling, doubled = np.zeros(len(index.layouts), np.bool_), index.layouts.doubled()
    for packet_id in map(index.dialect.id_of, (*EVENTS, *_HOLDING)):
        telling |= index.layouts.place_of(packet_id)[1] > COUNT_SIZE
        telling[doubled.get(packet_id, [])] = True
    implied = index.actors.spawn_frame[[each.implied for each in index.actors.descriptions]]
    told = np.flatnonzero(telling[index.layout_numbers[:stop]])
    frames: list[int] = np.union1d(told, implied[implied < stop]).tolist()
    return frames


def _check_hero(actors: ActorTable, frames: range, hero: int | None, stays: Flags) -> None:
    if hero is None:
        return
    lives = [
        row
        for row in actors.rows_of(hero)
        if actors.spawn_frame[row] < frames.stop and actors.destroy_frame[row] > frames.start
    ]
    category = Category(int(actors.category[lives[0]])) if lives else None
    if category is None:
        raise ExportError(f"actor {hero} cannot be the hero: it is not there in this range")
    if category not in MOVERS:
        raise ExportError(f"actor {hero} cannot be the hero: it is a {category.label}")
    if not stays[lives[0]]:
        raise ExportError(f"actor {hero} cannot be the hero: it is left out")


class _Cutter:
    """Cuts frames; before the first it must be told of those that tell who is there, or what holds."""

    def __init__(self, index: RecordingIndex, stays: Flags, hero: int | None) -> None:
        self._index = index
        self._actors = index.actors
        self._stays = stays
        self._hero = hero
        self._records: dict[int, ActorRecord] = {}  # the latest by id
        self._staying: set[int] = set()  # ids of those who stay and live in the latest frame, or did until it
        self._latest: dict[PacketKind, dict[tuple[Any, ...], Any]] = {kind: {} for kind in _HOLDING}
        self.left_out = Counter(actors=0)

    def hold(self, frame: RewrittenFrame) -> None:
        """Keep the latest of what holds until it changes; of who is new, nothing from before holds."""
        new = {record.actor_id: record for record in frame.rows(packets.EVENT_ADD)}
        self._records |= new
        for kind, latest in self._latest.items():
            if kind.keyed and new:
                for key in [key for key in latest if key[0] in new]:
                    del latest[key]
            names = [field.name for field in kind.fields]
            places = [names.index(name) for name in kind.holds_for or ()]
            for record in frame.rows(kind):
                key = tuple(record[place] for place in places)
                if kind is packets.VEHICLE_DOOR and key[1] == VehicleDoor.ALL:
                    for door in VehicleDoor:
                        latest.pop((key[0], door), None)
                latest[(*key, len(latest)) if key == (_UNNAMED,) else key] = record

    def begin(self, frame: RewrittenFrame) -> int:
        """Turn a frame, which was held, into the first one; return how many actors it adds."""
        actors, number = self._actors, frame.number
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
        places = {actor_id: place for place, actor_id in enumerate(ids)}  # of a doubled one the last
        placed = (self._placed(frame, row, places) for row in rows.tolist())
        frame.write(packets.EVENT_ADD, [*map(self._with_role, placed)])
        frame.write(packets.EVENT_DEL, [])
        frame.write(packets.EVENT_PARENT, [*pairs])
        for kind, latest in self._latest.items():
            told = [row for key, row in latest.items() if not kind.keyed or key[0] in self._staying]
            if told or kind in frame:
                frame.write(kind, told)
        self._filter(frame)
        return len(rows)

    def go_on(self, frame: RewrittenFrame) -> None:
        """Leave out of a later frame what does not stay."""
        actors, number = self._actors, frame.number
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

    def _placed(self, frame: RewrittenFrame, row: int, places: Mapping[int, int]) -> ActorRecord:
        """Return the EventAdd of an actor that is there when the new recording begins.

        ``places`` are those of records in Position, by the ids of actors.
        """
        record, parent = self._records[self._actors.actor_id.item(row)], self._actors.parent.item(row)
        is_carried = parent >= 0 and self._actors.destroy_frame[parent] > frame.number
        if self._actors.category[row] in FIXED or (is_carried and self._stays[parent]):
            return record
        if record.actor_id in places:
            here = frame.records(packets.POSITION)[places[record.actor_id]]
            location, rotation = here["location"].tolist(), here["rotation"].tolist()
            return record._replace(location=tuple(location), rotation=tuple(rotation))
        if not is_carried:
            return record
        # It was attached to one that is left out: it begins where it is in the world.
        world = world_at(self._index, float(self._index.elapsed[frame.number]), frame_index=frame.number)
        place = world.place_of(row)
        if place is None or not world.has_pose[place]:
            return record
        location = tuple((world.locations[place] * CENTIMETRES_PER_METRE).tolist())
        pitch, yaw, roll = world.rotations[place].tolist()
        return record._replace(location=location, rotation=(roll, pitch, yaw))

    def _with_role(self, record: ActorRecord) -> ActorRecord:
        """Return an actor with the role that it has in the cut recording."""
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
