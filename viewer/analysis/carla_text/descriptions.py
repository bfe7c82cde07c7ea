"""What ``show_recorder_file_info`` prints of packets whose records vary in length, and of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from viewer.analysis.carla_text.numbers import general_text
from viewer.analysis.carla_text.physics import physics_text
from viewer.logfile import packets
from viewer.logfile.bones import decode_bones
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import ActorRecord, decode_event_add
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import DamagedPayloadError, decode_records

_HERO = ("", " (hero) ")


def actor_records(payload: bytes, dialect: Dialect) -> Iterator[ActorRecord]:
    """Yield the records of EventAdd up to the first that is damaged."""
    try:
        yield from decode_event_add(payload, dialect.engine_of(packets.EVENT_ADD))
    except DamagedPayloadError:
        return


def vector(values: tuple[float, ...]) -> str:
    """Return numbers as they stand between parentheses."""
    return ", ".join(map(general_text, values))


def _event_add(payload: bytes, dialect: Dialect) -> str:
    lines = []
    for each in actor_records(payload, dialect):
        lines.append(f" Create {each.actor_id}: {each.type_id} ({each.type}) at ({vector(each.location)})\n")
        lines += [f"  {attribute.id} = {attribute.value}\n" for attribute in each.attributes]
    return "".join(lines)


def _event_del(payload: bytes, dialect: Dialect) -> str:
    records = decode_records(packets.EVENT_DEL, payload, dialect.engine)
    return "".join(f" Destroy {actor_id}\n" for actor_id in records["actor_id"].tolist())


def _event_parent(payload: bytes, dialect: Dialect) -> str:
    records = decode_records(packets.EVENT_PARENT, payload, dialect.engine)
    return "".join(f" Parenting {child} with {parent} (parent)\n" for child, parent in records.tolist())


def _collision(payload: bytes, dialect: Dialect) -> str:
    records = decode_records(packets.COLLISION, payload, dialect.engine)
    return "".join(
        f" Collision id {number} between {first}{_HERO[bool(hero)]} with {second}{_HERO[bool(other_hero)]}\n"
        for number, first, second, hero, other_hero in records.tolist()
    )


def _physics(payload: bytes, _dialect: Dialect) -> str:
    return physics_text(payload)


def _bones(payload: bytes, dialect: Dialect) -> str:
    try:
        skeletons = decode_bones(payload, dialect.engine_of(packets.WALKER_BONES))
    except DamagedPayloadError:
        return ""
    lines = [f" Walkers Bones: {len(skeletons)}\n"]
    for skeleton in skeletons:
        lines.append(f"  Id: {skeleton.actor_id}\n")
        lines += [
            f'     Bone: "{bone.name}" relative: Loc({vector(bone.location)}) Rot({vector(bone.rotation)})\n'
            for bone in skeleton.bones
        ]
    return "".join(lines)


EVENTS: Mapping[PacketKind, Callable[[bytes, Dialect], str]] = MappingProxyType(
    {
        packets.EVENT_ADD: _event_add,
        packets.EVENT_DEL: _event_del,
        packets.EVENT_PARENT: _event_parent,
        packets.COLLISION: _collision,
    }
)
"""What is always printed: the text of a payload, by its kind."""

VARIABLE: Mapping[PacketKind, Callable[[bytes, Dialect], str]] = MappingProxyType(
    {packets.PHYSICS_CONTROL: _physics, packets.WALKER_BONES: _bones}
)
"""The same for packets that are printed when everything is."""
