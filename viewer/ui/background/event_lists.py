"""Events that the index does not list, found in the file, with what is said about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from viewer.cancellation import Proceed
from viewer.lazy import LazySequence
from viewer.logfile.enums import TrafficLightState, VehicleDoor
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.events import (
    EventKind,
    EventList,
    custom_packets,
    door_moves,
    light_changes,
    weather_changes,
)
from viewer.ui import format as fmt
from viewer.ui.translation import tr

_NAMED = 3
"""Fields of the weather that are named in one line."""


def find_event_lists(index: RecordingIndex, proceed: Proceed) -> tuple[EventList, ...]:
    """Return all events that are not in the index; reads the state of all lights in all frames.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    return (
        weather_events(index),
        door_events(index),
        custom_events(index),
        light_events(index, proceed),
    )


def light_events(index: RecordingIndex, proceed: Proceed) -> EventList:
    """Return the changes of traffic lights."""
    found, actors = light_changes(index, proceed), index.actors

    def text(number: int) -> str:
        row = int(found.rows[number])
        return tr("Light {name}: {before} → {after}").format(
            name=str(actors.descriptions[row].actor_id) if row >= 0 else "?",
            before=_name(TrafficLightState, int(found.before[number])),
            after=_name(TrafficLightState, int(found.after[number])),
        )

    return _list(found, text)


def weather_events(index: RecordingIndex) -> EventList:
    """Return the changes of weather."""
    found = weather_changes(index)

    def text(number: int) -> str:
        before, after = found.before[number], found.after[number]
        changed = [name for name in before.dtype.names or () if before[name] != after[name]]
        parts = [
            f"{name.replace('_', ' ')} {fmt.number(float(before[name]), 1)} → "
            f"{fmt.number(float(after[name]), 1)}"
            for name in changed[:_NAMED]
        ]
        rest = len(changed) - _NAMED
        more = [tr("{} more").format(rest)] if rest > 0 else []
        return tr("Weather: {}").format(", ".join(parts + more))

    return _list(found, text)


def door_events(index: RecordingIndex) -> EventList:
    """Return the doors that were opened or closed."""
    found = door_moves(index)

    def text(number: int) -> str:
        record = found.after[number]
        said = tr("Door {door} of {actor} opened") if record["open"] else tr("Door {door} of {actor} closed")
        return said.format(door=_name(VehicleDoor, int(record["door"])), actor=int(record["actor_id"]))

    return _list(found, text)


def custom_events(index: RecordingIndex) -> EventList:
    """Return the packets that CARLA does not write."""
    found = custom_packets(index)

    def text(number: int) -> str:
        packet_id = int(found.after[number])
        kind = index.dialect.kind_of(packet_id)
        if kind is None:
            return tr("Packet with id {}").format(packet_id)
        return tr("Packet {name}, id {id}").format(name=kind.name, id=packet_id)

    return _list(found, text)


def problem_events(problems: Iterable[Problem], frame_count: int) -> EventList:
    """Return the damage of a file as events, each at the frame where it was first found."""
    placed = sorted(
        (
            (problem.frame, problem.what)
            for problem in problems
            if problem.damage and problem.frame is not None and 0 <= problem.frame < frame_count
        ),
        key=lambda each: each[0],
    )
    frames = np.array([frame for frame, _ in placed], np.int64)
    texts = [tr("Problem: {}").format(what) for _, what in placed]
    return EventList(EventKind.PROBLEM, frames, np.full(len(frames), -1, np.int64), texts=texts)


def _list(found: EventList, text: Callable[[int], str]) -> EventList:
    """Return changes as a list, each with its text when that is asked for."""
    return replace(found, texts=LazySequence(len(found), text))


def _name(enum: type[TrafficLightState | VehicleDoor], value: int) -> str:
    """Return CARLA's name of a value, or the number if it has none."""
    return str(enum(value)) if value in enum.__members__.values() else str(value)
