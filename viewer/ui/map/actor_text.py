"""What is said of actors on the map: their names, their tooltips, and where they are in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from viewer.analysis.traffic_lights import StopLine
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import ActorDescription, Category
from viewer.replay.world.world import World
from viewer.ui import format as fmt
from viewer.ui.format import number, plain, seconds, short_blueprint
from viewer.ui.map.geometry.footprints import MOVING, velocities
from viewer.ui.map.label_box import Lines, Span
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits, speed_unit, speed_with_unit
from viewer.ui.translation import tr, translated


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


_STEADY_BELOW = 0.05  # m/s


def tooltip(world: World, descriptions: Sequence[ActorDescription], row: int, selected: int | None) -> Lines:
    """Return id and blueprint, speed or state, and distance and closing speed to the selected actor."""
    place = world.place_of(row)
    if place is None:
        return ()
    lines: list[tuple[Span, ...]] = [_name(descriptions[row])]
    if MOVING[world.categories[place]]:
        speed = float(np.linalg.norm(velocities(world)[place]))
        lines.append((_speed(speed), Span(f" {speed_unit()}", "secondary")))
    elif world.categories[place] == Category.TRAFFIC_LIGHT:
        lines.append((_state(int(world.light_states[place])),))
    other = world.place_of(selected) if selected is not None and selected != row else None
    if other is not None:
        lines += _relation(world, place, other)
    return tuple(lines)


def stop_line_tooltip(world: World, descriptions: Sequence[ActorDescription], line: StopLine) -> Lines:
    """Return which lights govern a stop line, how that is known, and whether the map has the line."""
    title = [Span(tr("Stop line"), bold=True)]
    if line.derived:
        title.append(Span(" ƒ", "secondary"))
    lines = [tuple(title)]
    for row in line.lights:
        place = world.place_of(row)
        name = Span(tr("Light {0}").format(descriptions[row].actor_id))
        state = () if place is None else (Span(" · "), _state(int(world.light_states[place])))
        lines.append((name, *state))
    known = tr("ƒ known by {0}").format(translated(line.how))
    lines.append((Span(known, "secondary"),))
    if line.derived:
        end = tr("ƒ the end of the lane: the map has no line here")
        lines.append((Span(end, "secondary"),))
    return tuple(lines)


def ghost_tooltip(description: ActorDescription, moment: float, now: float) -> Lines:
    """Return who is not there, and the moment to which a click on its place goes."""
    said = tr("Not spawned until {0}") if moment > now else tr("Last seen at {0}")
    go = tr("Click to go there")
    return (_name(description), (Span(said.format(seconds(moment))),), (Span(go, "secondary"),))


def _name(description: ActorDescription) -> tuple[Span, ...]:
    blueprint = plain(_mesh_name(description)) or short_blueprint(description.type_id)
    return Span(str(description.actor_id), bold=True), Span(f"  {blueprint}", "secondary")


def _state(state: int) -> Span:
    """Return the word for a TrafficLightState, in its colour."""
    spans: dict[int, Span] = {
        TrafficLightState.RED: Span(tr("Red"), "light_red"),
        TrafficLightState.YELLOW: Span(tr("Yellow"), "light_yellow"),
        TrafficLightState.GREEN: Span(tr("Green"), "light_green"),
        TrafficLightState.OFF: Span(tr("Off"), "secondary"),
    }
    return spans.get(state, Span(tr("State unknown"), "secondary"))


def _speed(value: float) -> Span:
    return Span(number(in_shown_unit(value, MPS), speed_digits()))


def _relation(world: World, place: int, other: int) -> list[tuple[Span, ...]]:
    """Return the distance to another actor, and how fast it shrinks or grows."""
    apart = world.locations[place] - world.locations[other]
    metres = float(np.linalg.norm(apart))
    if not math.isfinite(metres):
        return []
    to = tr("m to {0}, between centres").format(int(world.actor_ids[other]))
    lines: list[tuple[Span, ...]] = [(Span(number(metres, 1)), Span(f" {to}", "secondary"))]
    speeds = velocities(world)
    growing = float(apart @ (speeds[place] - speeds[other])) / metres if metres > 0 else 0.0
    if math.isfinite(growing) and abs(growing) >= _STEADY_BELOW:
        closing, opening = tr("closing"), tr("moving apart")
        how = closing if growing < 0 else opening
        lines.append((_speed(abs(growing)), Span(f" {speed_unit()} {how}", "secondary")))
    return lines


def _mesh_name(actor: ActorDescription) -> str:
    """Return what a prop is made of, by the last part of its mesh's path; empty if that is not recorded."""
    return actor.attributes.get("mesh_path", "").rpartition(".")[2].removeprefix("SM_")
