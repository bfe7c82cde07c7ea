"""What actors are called on the map."""

from __future__ import annotations

from viewer.recording.actors import ActorDescription
from viewer.replay.world.world import World
from viewer.ui import format as fmt
from viewer.ui.speed_unit import speed_with_unit
from viewer.ui.translation import tr


def display_name(actor: ActorDescription, *, is_hero: bool) -> str:
    """Return the hero's role, or else the actor's id."""
    if not is_hero:
        return str(actor.actor_id)
    return fmt.plain(actor.role_name) or tr("hero")


def spoken_place(world: World, row: int) -> str:
    """Return who an actor is and where, for who cannot see the map: x and y in metres, speed in m/s."""
    description = world.index.actors.descriptions[row]
    who = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
    actor = world.snapshot(row)
    if actor is None:
        return tr("{0} is not there at this time").format(who)
    if actor.location is None:
        return tr("Where {0} is, is not recorded").format(who)
    x, y, _ = actor.location
    place = tr("{0} at x {1}, y {2} metres").format(who, fmt.number(x, 1), fmt.number(y, 1))
    return place if actor.speed is None else f"{place}, {speed_with_unit(actor.speed.value)}"
