"""Events that can have happened: who is added, destroyed and attached, by the rules that readers keep."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Ints
from viewer.logfile import packets
from viewer.logfile.dialect import SHIFTED_ATTRIBUTES, Dialect
from viewer.logfile.enums import ActorType, AttributeType
from viewer.logfile.event_add import ActorRecord, Attribute, decode_event_add
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.actors import NEVER, ActorDescription, ActorTable, Category, categorise
from viewer.recording.build.actor_builder import Attachments, Refusal
from viewer.recording.plausible import (
    are_plausible_texts,
    implausible_fields,
    is_plausible_transform,
)
from viewer.recording.repair.mended_frame import MendedFrame

_NO_DAMAGE = (None, Refusal.NO_PARENT, Refusal.LATE)
_TYPES = {
    Category.VEHICLE: ActorType.VEHICLE,
    Category.BICYCLE: ActorType.VEHICLE,
    Category.WALKER: ActorType.WALKER,
    Category.TRAFFIC_LIGHT: ActorType.TRAFFIC_LIGHT,
    Category.TRAFFIC_SIGN: ActorType.TRAFFIC_SIGN,
    Category.SENSOR: ActorType.SENSOR,
}

_UNKNOWN = {ActorType.VEHICLE: "vehicle.unknown", ActorType.WALKER: "walker.unknown"}
"""Blueprints of actors whose EventAdd is lost, by what else tells of them; CARLA has no such blueprints."""

_NOWHERE = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))

Pose = tuple[tuple[float, float, float], tuple[float, float, float]]


class Living:
    """Who lives while frames are mended, one after the other; a life's row is its number."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.spawned: list[int] = []
        """Index of the first frame with the actor."""
        self._destroyed: list[int] = []
        self._latest: dict[int, int] = {}

    def row_of(self, actor_id: int) -> int:
        """Return the row of the living actor with this id, or −1."""
        row = self._latest.get(actor_id, -1)
        return row if row >= 0 and self._destroyed[row] == NEVER else -1

    def missing(self, ids: Ints, ended: int | None = None) -> list[int]:
        """Return those of some ids, (N,), that nobody has who lives, or who ended in a frame."""
        alive = (NEVER, ended)
        return [
            each
            for each in set(ids.tolist())
            if each not in self._latest or self._destroyed[self._latest[each]] not in alive
        ]

    def begin(self, frame: int, actor_id: int) -> None:
        """Begin a life; one of its id that was still open ends here."""
        self.end(frame, actor_id)
        self._latest[actor_id] = len(self.spawned)
        self.spawned.append(frame)
        self._destroyed.append(NEVER)

    def end(self, frame: int, actor_id: int) -> int:
        """End the life of an id; return its row, or −1 if nobody of that id lives."""
        row = self.row_of(actor_id)
        if row >= 0:
            self._destroyed[row] = frame
        return row


class EventMender:
    """Mends the events of frames, which must be given to it in order, and knows who is alive."""

    def __init__(self, dialect: Dialect, actors: ActorTable) -> None:
        """Start with nobody; whom no EventAdd names is to be found in ``actors``."""
        self._dialect = dialect
        self.living = Living()
        self._attachments = Attachments()
        self._implied: dict[int, list[ActorDescription]] = {}  # by the frame in which they are first seen
        for frame, description in zip(actors.spawn_frame.tolist(), actors.descriptions, strict=True):
            if description.implied:
                self._implied.setdefault(frame, []).append(description)

    def mend(self, number: int, frame: MendedFrame) -> None:
        """Leave out of a frame, given its index, the events that contradict those before."""
        late = self._mend_destroyed(number, frame) if packets.EVENT_DEL in frame else []
        if packets.EVENT_ADD in frame:
            self._mend_added(number, frame)
        self._add_implied(number, frame)
        if packets.EVENT_PARENT in frame:
            self._mend_attached(number, frame)
        for actor_id in late:  # added in this frame too, or never there
            if self.living.end(number, actor_id) >= 0:
                gone = frame.records(packets.EVENT_DEL)["actor_id"].tolist()
                frame.write(packets.EVENT_DEL, [(each,) for each in (*gone, actor_id)])
            else:
                frame.left_out += 1

    def _mend_destroyed(self, number: int, frame: MendedFrame) -> list[int]:
        """Keep those who can be destroyed; return the others, who may be added in this frame."""
        ids: list[int] = frame.records(packets.EVENT_DEL)["actor_id"].tolist()
        there = [actor_id for actor_id in ids if self.living.end(number, actor_id) >= 0]
        frame.write(packets.EVENT_DEL, [(actor_id,) for actor_id in there])
        for actor_id in there:
            ids.remove(actor_id)
        return ids

    def _mend_added(self, number: int, frame: MendedFrame) -> None:
        payload = frame.payload(packets.EVENT_ADD)
        written: list[ActorRecord] = []
        broken = False
        try:
            written.extend(decode_event_add(payload, self._dialect.engine_of(packets.EVENT_ADD)))
        except DamagedPayloadError:
            broken = True
        kept: dict[int, ActorRecord] = {}
        for record in written:
            mended = self._mended(record, frame)
            if mended is not None:
                if self.living.row_of(record.actor_id) >= 0 and record.actor_id not in kept:
                    frame.freed.append(record.actor_id)
                kept.pop(record.actor_id, None)  # of several with one id, the last one lives
                kept[record.actor_id] = mended
                self._begin(number, record.actor_id)
        lost = len(written) - len(kept)
        if broken or [*kept.values()] != written or not are_plausible_texts(written, payload):
            frame.write(packets.EVENT_ADD, [*kept.values()], lost + broken)

    def _add_implied(self, number: int, frame: MendedFrame) -> None:
        """Add those who are there from this frame on although nothing that is left adds them."""
        arrived = [each for each in self._implied.get(number, ()) if self.living.row_of(each.actor_id) < 0]
        if not arrived:
            return
        records = [
            ActorRecord(
                each.actor_id,
                each.type,
                *(_sound_pose(frame, each.actor_id) or _NOWHERE),
                0,
                _UNKNOWN.get(ActorType(each.type), "unknown"),
                (),
            )
            for each in arrived
        ]
        frame.provide(packets.EVENT_ADD)
        frame.write(packets.EVENT_ADD, [*frame.rows(packets.EVENT_ADD), *records])
        for record in records:
            self._begin(number, record.actor_id)

    def _mended(self, record: ActorRecord, frame: MendedFrame) -> ActorRecord | None:
        """Return an actor that can be added, None if nothing tells where it is."""
        if not is_plausible_transform(record):
            pose = _sound_pose(frame, record.actor_id)
            if pose is None:
                return None
            location, rotation = pose
            record = record._replace(location=location, rotation=rotation)
        attributes = tuple(self._mended_attribute(attribute) for attribute in record.attributes)
        if record.type > max(ActorType):
            named = {attribute.id: attribute.value for attribute in attributes}
            category = categorise(record.type_id, record.type, named)
            record = record._replace(type=int(_TYPES.get(category, ActorType.OTHER)))
        return record._replace(attributes=attributes)

    def _mended_attribute(self, attribute: Attribute) -> Attribute:
        if self._dialect.attribute_type(attribute.type) is not None:
            return attribute
        shifted = self._dialect.header_version >= SHIFTED_ATTRIBUTES
        return attribute._replace(type=AttributeType.STRING + shifted)

    def _mend_attached(self, number: int, frame: MendedFrame) -> None:
        kept = [
            self._attach(number, *pair) in _NO_DAMAGE for pair in frame.records(packets.EVENT_PARENT).tolist()
        ]
        frame.keep(packets.EVENT_PARENT, np.array(kept, np.bool_))

    def _attach(self, number: int, child_id: int, parent_id: int) -> Refusal | None:
        child, parent = map(self.living.row_of, (child_id, parent_id))
        is_new = child >= 0 and self.living.spawned[child] == number
        return self._attachments.attach(child, parent, is_new=is_new)

    def _begin(self, number: int, actor_id: int) -> None:
        self.living.begin(number, actor_id)
        self._attachments.extend(1)


def _sound_pose(frame: MendedFrame, actor_id: int) -> Pose | None:
    """Return an actor's last pose in a frame's Position that is no damage."""
    records = frame.records(packets.POSITION)
    records = records[records["actor_id"] == actor_id]
    sound = np.ones(len(records), np.bool_)
    for _, wrong in implausible_fields(packets.POSITION.fields, records):
        sound &= ~wrong
    if not sound.any():
        return None
    last = records[sound][-1]
    return tuple(last["location"].tolist()), tuple(last["rotation"].tolist())
