"""Rows that do not change with time: an actor's identity, lifetime, relations and recorded events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import numpy as np

from viewer.logfile.enums import SCENERY
from viewer.recording.actors import NEVER, VEHICLES, ActorDescription, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.recorded_events import Contact
from viewer.ui import format as fmt
from viewer.ui.format import capital, count, join, short_blueprint, together
from viewer.ui.inspector.row import Row, SeekTo, Source, Value, field, fold
from viewer.ui.inspector.values import InspectorContext, actor_link, plain, swatch_of, time_link, vector
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
"""Names of actor attributes that the inspector shows at once, in this order.

The others are inside a row that can be opened.
"""

_WITHOUT_USUAL_SIZE = (Category.SENSOR, Category.SPECTATOR, Category.CONTROLLER, Category.OTHER)
_CHILDREN_IN_A_LINE = 2
_CONTACTS_AT_ONCE = 5


def lifetime_row(context: InspectorContext, row: int, frame_index: int) -> Row | None:
    """Return the inspector's row on when an actor spawns or was destroyed.

    None if the actor exists at ``frame_index``. ``row`` is its row in the table of actors.
    """
    actors = context.index.actors
    spawned, destroyed = int(actors.spawn_frame[row]), int(actors.destroy_frame[row])
    if frame_index < spawned:
        words, frame = tr("not spawned until "), spawned
    elif frame_index >= destroyed:
        words, frame = tr("destroyed at "), destroyed
    else:
        return None
    elapsed = float(context.index.elapsed[frame])
    return field("life", tr("State"), Value(words + context.time_text(elapsed), link=SeekTo(elapsed)))


def identity_rows(context: InspectorContext, row: int) -> Iterator[Row]:
    """Yield the inspector's rows on an actor's role, category, lifetime, relations, attributes and size.

    ``row`` is the actor's row in the table of actors.
    """
    actors = context.index.actors
    description = actors.descriptions[row]
    if description.role_name:
        yield field("role_name", tr("Role"), plain(description.role_name))
    yield field("category", tr("Category"), plain(tr(Category(int(actors.category[row])).label)))
    yield field("alive", tr("In the scene"), _span(context, row))
    yield from _relations(context, row)
    for name in IMPORTANT_ATTRIBUTES:
        if description.attributes.get(name):
            yield _attribute(description, name)
    yield from _size(context.index, row)
    tip = tr("Number of the blueprint in the list of the server that recorded")
    others = _other_attributes(description.attributes)
    inside = (
        field("uid", tr("Uid"), plain(str(description.uid), tip)),
        *(_attribute(description, name) for name in others),
    )
    yield fold("more", tr("More"), plain(count(len(inside))), context.opened, inside)


def event_rows(context: InspectorContext, row: int) -> Iterator[Row]:
    """Yield the inspector's rows on an actor's spawn, collisions and destruction, with links to their times.

    ``row`` is the actor's row in the table of actors.
    """
    index = context.index
    spawned, destroyed = int(index.actors.spawn_frame[row]), int(index.actors.destroy_frame[row])
    if spawned > 0:
        yield field("spawned", tr("Spawned"), _at(context, spawned))
    columns = index.contacts.columns
    numbers = np.flatnonzero((columns["actor"] == row) | (columns["other"] == row)).tolist()
    collisions = (_contact(context, row, index.contacts[number], number) for number in numbers)
    yield from islice(collisions, _CONTACTS_AT_ONCE)
    if len(numbers) > _CONTACTS_AT_ONCE:
        rest = plain(count(len(numbers) - _CONTACTS_AT_ONCE))
        yield fold("contacts", tr("More collisions"), rest, context.opened, collisions)
    if destroyed != NEVER:
        yield field("destroyed", tr("Destroyed"), _at(context, destroyed))


def _at(context: InspectorContext, frame: int) -> Value:
    return time_link(float(context.index.elapsed[frame]), context.time_text)


def _span(context: InspectorContext, row: int) -> Value:
    actors = context.index.actors
    destroyed = int(actors.destroy_frame[row])
    start = _at(context, int(actors.spawn_frame[row]))
    end = plain(tr("end")) if destroyed == NEVER else _at(context, destroyed)
    return Value(f"{start.text} – {end.text}", link=start.link, parts=((tr("from"), start), (tr("to"), end)))


def _relations(context: InspectorContext, row: int) -> Iterator[Row]:
    actors = context.index.actors
    parent = int(actors.parent[row])
    if parent >= 0:
        name = short_blueprint(actors.descriptions[parent].type_id)
        value = actor_link(parent, int(actors.actor_id[parent]))
        yield field("parent", tr("Parent"), value._replace(text=f"{value.text} · {name}"))
    elif actors.category[row] == Category.SENSOR:
        tip = tr("The parents of actors that existed at the start are not recorded")
        yield field("parent", tr("Parent"), plain(tr("not recorded"), tip))
    children = actors.children(row).tolist()
    links = [actor_link(child, int(actors.actor_id[child])) for child in children]
    if len(children) > 1:
        many = len(children) > _CHILDREN_IN_A_LINE
        value = plain(count(len(children)) if many else ", ".join(link.text for link in links))
        names = [actors.descriptions[child].type_id for child in children]
        inside = (
            Row(f"child {child}", "", (plain(short_blueprint(name), name),), subject=link)
            for child, name, link in zip(children, names, links, strict=True)
        )
        yield fold("children", tr("Children"), value, context.opened, inside)
    elif children or actors.category[row] in VEHICLES:
        yield field("children", tr("Children"), links[0] if links else plain(tr("none")))


def _attribute(description: ActorDescription, name: str) -> Row:
    value = description.attributes[name]
    text = value or tr("empty")
    swatch = swatch_of(value)
    if swatch:
        text = value.replace(",", ", ")
    tip = tr("Attribute {0}").format(name)
    label = name.replace("_", " ")
    return field(f"attribute {name}", capital(fmt.plain(label)), plain(text, tip)._replace(swatch=swatch))


def _other_attributes(attributes: Mapping[str, str]) -> list[str]:
    shown = {name for name in IMPORTANT_ATTRIBUTES if attributes.get(name)} | {"role_name"}
    return sorted(attributes.keys() - shown)


def _size(index: RecordingIndex, row: int) -> Iterator[Row]:
    """Yield the inspector's row with length, width and height of an actor's bounding box.

    ``row`` is the actor's row in the table of actors. If the box is not recorded, the row has the usual size
    of such actors. Nothing is yielded if there is none, as for sensors, or if the box is empty.
    """
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
    yield field("size", tr("Size"), value)


def _contact(context: InspectorContext, row: int, contact: Contact, number: int) -> Row:
    other, other_id = contact.other, contact.other_id
    if other == row:
        other, other_id = contact.actor, contact.actor_id
    is_scenery = other < 0 and other_id in (0, SCENERY)
    partner = plain(tr("scenery")) if is_scenery else actor_link(other, other_id)
    tip = tr("Reported by {0}").format(together(contact.reported_by))
    if contact.last_frame > contact.first_frame:
        until = tr("until {0}").format(context.time_text(float(context.index.elapsed[contact.last_frame])))
        tip = join(tip, until, tr("{0} records").format(count(contact.records)))
    value = _at(context, contact.first_frame)._replace(tip=tip)
    return Row(f"contact {number}", tr("Collision with"), (value,), subject=partner)
