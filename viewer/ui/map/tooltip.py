"""What the tooltip says about an actor."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import ActorDescription, Category
from viewer.replay.movers import MOVERS
from viewer.replay.world import World
from viewer.ui.format import number, short_blueprint
from viewer.ui.map.pill import Lines, Role, Span

_STEADY_BELOW = 0.05  # m/s
_STATES: dict[int, tuple[str, Role]] = {
    TrafficLightState.RED: ("Red", "light_red"),
    TrafficLightState.YELLOW: ("Yellow", "light_yellow"),
    TrafficLightState.GREEN: ("Green", "light_green"),
    TrafficLightState.OFF: ("Off", "secondary"),
    TrafficLightState.UNKNOWN: ("Unknown", "secondary"),
}


def tooltip(world: World, descriptions: Sequence[ActorDescription], row: int, selected: int | None) -> Lines:
    """Return id and blueprint, speed or state, and distance and closing speed to the selected actor."""
    place = world.place_of(row)
    if place is None:
        return ()
    described = descriptions[row]
    name = (
        Span(str(described.actor_id), bold=True),
        Span(f"  {short_blueprint(described.type_id)}", "secondary"),
    )
    lines: list[tuple[Span, ...]] = [name]
    if world.categories[place] in MOVERS:
        lines.append((Span(number(float(world.speeds[place]))), Span(" m/s", "secondary")))
    elif world.categories[place] == Category.TRAFFIC_LIGHT and int(world.light_states[place]) in _STATES:
        word, role = _STATES[int(world.light_states[place])]
        lines.append((Span(QCoreApplication.translate("MapView", word), role),))
    other = world.place_of(selected) if selected is not None and selected != row else None
    if other is not None:
        lines += _relation(world, place, other)
    return tuple(lines)


def _relation(world: World, place: int, other: int) -> list[tuple[Span, ...]]:
    """Return distance to the other actor, and how fast it shrinks or grows."""
    apart = world.locations[place] - world.locations[other]
    metres = float(np.linalg.norm(apart))
    if not math.isfinite(metres):
        return []
    to = QCoreApplication.translate("MapView", " m to {0}").format(int(world.actor_ids[other]))
    lines: list[tuple[Span, ...]] = [(Span(number(metres, 1)), Span(to, "secondary"))]
    moving = world.velocities[place] - world.velocities[other]
    growing = float(apart @ moving) / metres if metres > 0 else 0.0
    if math.isfinite(growing) and abs(growing) >= _STEADY_BELOW:
        word = "closing" if growing < 0 else "moving apart"
        lines.append(
            (
                Span(number(abs(growing))),
                Span(" m/s " + QCoreApplication.translate("MapView", word), "secondary"),
            )
        )
    return lines
