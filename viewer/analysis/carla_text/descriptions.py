"""What ``show_recorder_file_info`` prints of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from viewer.analysis.carla_text.numbers import general_text
from viewer.logfile import packets
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


def _event_add(payload: bytes, dialect: Dialect) -> str:
    lines = []
    for each in actor_records(payload, dialect):
        place = ", ".join(map(general_text, each.location))
        lines.append(f" Create {each.actor_id}: {each.type_id} ({each.type}) at ({place})\n")
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


EVENTS: Mapping[PacketKind, Callable[[bytes, Dialect], str]] = MappingProxyType(
    {
        packets.EVENT_ADD: _event_add,
        packets.EVENT_DEL: _event_del,
        packets.EVENT_PARENT: _event_parent,
        packets.COLLISION: _collision,
    }
)
"""The text of a payload, by its kind; these are printed always."""
