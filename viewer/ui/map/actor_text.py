"""Texts about actors on the map: names, tooltips, and positions in words for screen readers."""

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
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits, speed_unit, speed_with_unit
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.label_box import TextLines, TextRun


def display_name(actor: ActorDescription, *, is_hero: bool) -> str:
    """Return the label of ``actor`` on the map: the hero's role name, for others the actor's id."""
    if not is_hero:
        return str(actor.actor_id)
    return fmt.plain(actor.role_name) or tr("hero")


def accessible_text(world: World, row: int) -> str:
    """Return an actor's id, blueprint, position in metres and speed in words, for screen readers.

    ``row`` is the actor's index in the recording's actor table; if it does not exist at the time of ``world``
    (the actors at one time), or its position is not recorded, the text says so.
    """
    description = world.index.actors.descriptions[row]
    name = f"{description.actor_id} {fmt.short_blueprint(description.type_id)}"
    actor = world.snapshot(row)
    if actor is None:
        return tr("{0} is not present at this time").format(name)
    if actor.location is None:
        return tr("The position of {0} is not recorded").format(name)
    x, y, _ = actor.location
    text = tr("{0} at x {1}, y {2} metres").format(name, fmt.number(x, 1), fmt.number(y, 1))
    return text if actor.speed is None else f"{text}, {speed_with_unit(actor.speed.value)}"


_STEADY_BELOW = 0.05  # m/s


def tooltip(
    world: World, descriptions: Sequence[ActorDescription], row: int, selected: int | None
) -> TextLines:
    """Return the tooltip of an actor as lines of text; empty if it does not exist at the time of ``world``.

    The lines are its id and blueprint, its speed or traffic light state, and its distance and closing speed
    to the selected actor.

    Args:
        world: the actors at one time.
        descriptions: blueprint and attributes of all actors of the recording, by row.
        row: index of the actor in the recording's actor table.
        selected: row of the selected actor, None without one.
    """
    index = world.index_of(row)
    if index is None:
        return ()
    lines: list[tuple[TextRun, ...]] = [_name(descriptions[row])]
    if MOVING[world.categories[index]]:
        speed = float(np.linalg.norm(velocities(world)[index]))
        lines.append((_speed(speed), TextRun(f" {speed_unit()}", "secondary")))
    elif world.categories[index] == Category.TRAFFIC_LIGHT:
        lines.append((_state(int(world.light_states[index])),))
    other = world.index_of(selected) if selected is not None and selected != row else None
    if other is not None:
        lines += _relation(world, index, other)
    return tuple(lines)


def stop_line_tooltip(world: World, descriptions: Sequence[ActorDescription], line: StopLine) -> TextLines:
    """Return the tooltip of ``line``: its traffic lights, their states in ``world``, and how they were found.

    If ``line`` is not painted in the map, but the end of a lane, the tooltip says so. ``descriptions`` has
    all actors of the recording, by their row in the actor table.
    """
    title = [TextRun(tr("Stop line"), bold=True)]
    if line.derived:
        title.append(TextRun(" ƒ", "secondary"))
    lines = [tuple(title)]
    for row in line.lights:
        index = world.index_of(row)
        name = TextRun(tr("Light {0}").format(descriptions[row].actor_id))
        state = () if index is None else (TextRun(" · "), _state(int(world.light_states[index])))
        lines.append((name, *state))
    known = tr("ƒ known by {0}").format(translated(line.how))
    lines.append((TextRun(known, "secondary"),))
    if line.derived:
        end = tr("ƒ the end of the lane: the map has no line here")
        lines.append((TextRun(end, "secondary"),))
    return tuple(lines)


def absent_actor_tooltip(description: ActorDescription, exists_at: float, now: float) -> TextLines:
    """Return the tooltip at the last or first known position of an actor that does not exist at ``now``.

    ``exists_at`` is the time when the actor was last seen or, if later than ``now``, when it is spawned. A
    click moves the playhead there. Both times are in seconds since the start of the recording.
    """
    text = tr("Not spawned until {0}") if exists_at > now else tr("Last seen at {0}")
    go = tr("Click to go there")
    return (_name(description), (TextRun(text.format(seconds(exists_at))),), (TextRun(go, "secondary"),))


def _name(description: ActorDescription) -> tuple[TextRun, ...]:
    blueprint = plain(_mesh_name(description)) or short_blueprint(description.type_id)
    return TextRun(str(description.actor_id), bold=True), TextRun(f"  {blueprint}", "secondary")


def _state(state: int) -> TextRun:
    """Return the word for a traffic light's ``state`` (a TrafficLightState), in the state's colour."""
    spans: dict[int, TextRun] = {
        TrafficLightState.RED: TextRun(tr("Red"), "light_red"),
        TrafficLightState.YELLOW: TextRun(tr("Yellow"), "light_yellow"),
        TrafficLightState.GREEN: TextRun(tr("Green"), "light_green"),
        TrafficLightState.OFF: TextRun(tr("Off"), "secondary"),
    }
    return spans.get(state, TextRun(tr("State unknown"), "secondary"))


def _speed(value: float) -> TextRun:
    return TextRun(number(in_shown_unit(value, MPS), speed_digits()))


def _relation(world: World, index: int, other: int) -> list[tuple[TextRun, ...]]:
    """Return the distance between two actors, and how fast it shrinks or grows, as lines of text.

    ``index`` and ``other`` are their indices in the arrays of ``world``; no lines if a position is unknown.
    """
    apart = world.locations[index] - world.locations[other]
    metres = float(np.linalg.norm(apart))
    if not math.isfinite(metres):
        return []
    to = tr("m to {0}, between centres").format(int(world.actor_ids[other]))
    lines: list[tuple[TextRun, ...]] = [(TextRun(number(metres, 1)), TextRun(f" {to}", "secondary"))]
    speeds = velocities(world)
    growing = float(apart @ (speeds[index] - speeds[other])) / metres if metres > 0 else 0.0
    if math.isfinite(growing) and abs(growing) >= _STEADY_BELOW:
        closing, opening = tr("closing"), tr("moving apart")
        how = closing if growing < 0 else opening
        lines.append((_speed(abs(growing)), TextRun(f" {speed_unit()} {how}", "secondary")))
    return lines


def _mesh_name(actor: ActorDescription) -> str:
    """Return the name of a prop's mesh: the end of its mesh path without ``SM_``; empty if not recorded."""
    return actor.attributes.get("mesh_path", "").rpartition(".")[2].removeprefix("SM_")
