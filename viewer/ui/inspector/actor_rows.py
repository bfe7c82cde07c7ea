"""The rows that stay: who an actor is, when it lives, what belongs to it, what happened to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

import numpy as np

from viewer.logfile.enums import SCENERY, AttributeType
from viewer.recording.actors import NEVER, VEHICLES, ActorDescription, Category
from viewer.recording.events import Contact
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import capital, count, join, seconds, short_blueprint, together
from viewer.ui.inspector.sheet import Piece, Row, Source, Value, fact, fold, heading
from viewer.ui.inspector.values import TimeText, actor, moment, plain, swatch_of, vector
from viewer.ui.translation import tr

IMPORTANT_ATTRIBUTES = (
    "color",
    "base_type",
    "number_of_wheels",
    "special_type",
    "generation",
    "gender",
    "age",
    "image_size_x",
    "image_size_y",
    "fov",
    "channels",
    "range",
    "sensor_tick",
)
"""Attributes that are shown at once, in this order; the others are folded away."""

_WITHOUT_USUAL_SIZE = (Category.SENSOR, Category.SPECTATOR, Category.CONTROLLER, Category.OTHER)
_CHILDREN_IN_A_LINE = 2
_CONTACTS_AT_ONCE = 5


def life_row(index: RecordingIndex, row: int, frame_index: int, time_text: TimeText = seconds) -> Row | None:
    """Return what to say of an actor that is not alive at this frame, None if it is."""
    spawned, destroyed = int(index.actors.spawn_frame[row]), int(index.actors.destroy_frame[row])
    if frame_index < spawned:
        words, frame = tr("not spawned until "), spawned
    elif frame_index >= destroyed:
        words, frame = tr("destroyed at "), destroyed
    else:
        return None
    value = Value((Piece(words), moment(_elapsed(index, frame), time_text)))
    return fact("life", tr("State"), value)


def identity_rows(
    index: RecordingIndex, row: int, opened: Collection[str], time_text: TimeText = seconds
) -> Iterator[Row]:
    """Yield who an actor is, with the folds that are opened."""
    actors = index.actors
    description = actors.descriptions[row]
    if description.role_name:
        yield fact("role_name", tr("Role"), plain(description.role_name))
    yield fact("category", tr("Category"), plain(Category(int(actors.category[row])).label))
    yield fact("alive", tr("In the scene"), _span(index, row, time_text))
    yield from _relations(index, row, opened)
    for name in IMPORTANT_ATTRIBUTES:
        if description.attributes.get(name):
            yield _attribute(description, name)
    yield from _size(index, row)
    inside = (
        fact("uid", tr("Uid"), plain(str(description.uid), _uid_tip())),
        *(_attribute(description, name) for name in _other_attributes(description.attributes)),
    )
    yield from fold("more", tr("More"), plain(count(len(inside))), opened, inside)


def event_rows(
    index: RecordingIndex, row: int, opened: Collection[str], time_text: TimeText = seconds
) -> Iterator[Row]:
    """Yield what happened to an actor; each time is a link."""
    spawned, destroyed = int(index.actors.spawn_frame[row]), int(index.actors.destroy_frame[row])
    rows: list[Row] = []
    if spawned > 0:
        rows.append(fact("spawned", tr("Spawned"), _at(index, spawned, time_text)))
    columns = index.contacts.columns
    numbers = np.flatnonzero((columns["actor"] == row) | (columns["other"] == row)).tolist()
    touched = (_contact(index, row, index.contacts[number], number, time_text) for number in numbers)
    rows += islice(touched, _CONTACTS_AT_ONCE)
    if len(numbers) > _CONTACTS_AT_ONCE:
        rest = plain(count(len(numbers) - _CONTACTS_AT_ONCE))
        rows += fold("contacts", tr("More collisions"), rest, opened, touched)
    if destroyed != NEVER:
        rows.append(fact("destroyed", tr("Destroyed"), _at(index, destroyed, time_text)))
    if rows:
        yield heading("events", tr("Events"))
        yield from rows


def _elapsed(index: RecordingIndex, frame: int) -> float:
    return float(index.elapsed[frame])


def _at(index: RecordingIndex, frame: int, time_text: TimeText) -> Value:
    elapsed = _elapsed(index, frame)
    return Value((moment(elapsed, time_text),), raw=elapsed, unit="s")


def _span(index: RecordingIndex, row: int, time_text: TimeText) -> Value:
    spawned, destroyed = int(index.actors.spawn_frame[row]), int(index.actors.destroy_frame[row])
    start = _at(index, spawned, time_text)
    never = plain(tr("end"))
    end = never if destroyed == NEVER else _at(index, destroyed, time_text)
    parts = ((tr("from"), start), (tr("to"), end))
    return Value((*start.pieces, Piece(" – "), *end.pieces), parts=parts)


def _relations(index: RecordingIndex, row: int, opened: Collection[str]) -> Iterator[Row]:
    actors = index.actors
    parent = int(actors.parent[row])
    if parent >= 0:
        name = short_blueprint(actors.descriptions[parent].type_id)
        value = Value((actor(parent, int(actors.actor_id[parent])), Piece(f" · {name}")))
        yield fact("parent", tr("Parent"), value)
    elif actors.category[row] == Category.SENSOR:
        tip = tr("The file does not tell the parents of those who were there at the start")
        yield fact("parent", tr("Parent"), plain(tr("not recorded"), tip))
    children = actors.children(row).tolist()
    label = tr("Children")
    if len(children) > _CHILDREN_IN_A_LINE:
        inside = [_child(index, child) for child in children]
        yield from fold("children", label, plain(count(len(children))), opened, inside)
    elif children or actors.category[row] in VEHICLES:
        yield fact("children", label, _links(index, children))


def _child(index: RecordingIndex, child: int) -> Row:
    description = index.actors.descriptions[child]
    label = (actor(child, description.actor_id),)
    return Row(f"child {child}", label, plain(short_blueprint(description.type_id), description.type_id))


def _links(index: RecordingIndex, children: list[int]) -> Value:
    pieces: list[Piece] = []
    for child in children:
        pieces += (Piece(", "),) * bool(pieces) + (actor(child, int(index.actors.actor_id[child])),)
    return Value(tuple(pieces)) if pieces else plain(tr("none"))


def _attribute(description: ActorDescription, name: str) -> Row:
    value = description.attributes[name]
    text = value or tr("empty")
    swatch = swatch_of(value)
    if swatch:
        text = value.replace(",", ", ")
    tip = tr("Attribute {0}").format(name)
    kind = description.attribute_types.get(name)
    if kind is not None:
        tip = join(tip, _type_names()[kind])
    label = name.replace("_", " ")
    return fact(f"attribute {name}", capital(fmt.plain(label)), plain(text, tip)._replace(swatch=swatch))


def _type_names() -> dict[AttributeType, str]:
    return {
        AttributeType.BOOL: tr("yes or no"),
        AttributeType.INT: tr("whole number"),
        AttributeType.FLOAT: tr("number"),
        AttributeType.STRING: tr("text"),
        AttributeType.RGB_COLOR: tr("colour"),
    }


def _other_attributes(attributes: Mapping[str, str]) -> list[str]:
    shown = {name for name in IMPORTANT_ATTRIBUTES if attributes.get(name)} | {"role_name"}
    return sorted(attributes.keys() - shown)


def _size(index: RecordingIndex, row: int) -> Iterator[Row]:
    """Yield the size of the bounding box, unless the actor has none to speak of."""
    extent = index.actors.box_extent[row]
    if not np.isfinite(extent).all() or not extent.any():
        return
    if index.actors.category[row] in _WITHOUT_USUAL_SIZE and not index.actors.box_recorded[row]:
        return
    if index.actors.box_recorded[row]:
        source, tip = Source.RECORDED, tr("Length, width and height of its box, recorded")
    else:
        source = Source.DERIVED
        tip = tr("Not in the file: the usual length, width and height of such an actor")
    names = (tr("length"), tr("width"), tr("height"))
    value = vector((2.0 * extent).tolist(), 2, "m", source, tip, names=names)
    yield fact("size", tr("Size"), value)


def _uid_tip() -> str:
    return tr("Number of the blueprint in the list of the server that recorded")


def _contact(index: RecordingIndex, row: int, contact: Contact, number: int, time_text: TimeText) -> Row:
    other, other_id = contact.other, contact.other_id
    if other == row:
        other, other_id = contact.actor, contact.actor_id
    words = Piece(tr("Collision with "))
    is_scenery = other < 0 and other_id in (0, SCENERY)
    partner = Piece(tr("scenery")) if is_scenery else actor(other, other_id)
    tip = tr("Reported by {0}").format(together(contact.reported_by))
    if contact.last_frame > contact.first_frame:
        until = tr("until {0}").format(time_text(_elapsed(index, contact.last_frame)))
        tip = join(tip, until, tr("{0} records").format(count(contact.records)))
    value = _at(index, contact.first_frame, time_text)._replace(tip=tip)
    return Row(f"contact {number}", (words, partner), value)
