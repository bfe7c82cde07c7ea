"""What the window calls the kinds of events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from viewer.replay.events import EventKind


class KindWords(NamedTuple):
    """What events of one kind are called."""

    title: str
    """Of a lane of them."""
    one: str
    many: str
    """With a place for how many."""
    brief: str
    """The same beside a mark of the timeline."""


EVENT_WORDS: Mapping[EventKind, KindWords] = {
    EventKind.COLLISION: KindWords("Collisions", "1 collision", "{} collisions", "{} collisions"),
    EventKind.FOUND: KindWords("Findings", "1 finding", "{} findings", "{} found"),
    EventKind.PROBLEM: KindWords("Problems", "1 problem", "{} problems", "{} problems"),
    EventKind.NOTE: KindWords("Notes", "1 note", "{} notes", "{} notes"),
    EventKind.LIGHT: KindWords("Light changes", "1 light change", "{} light changes", "{} changes"),
    EventKind.WEATHER: KindWords("Weather", "1 weather change", "{} weather changes", "{} changes"),
    EventKind.DOOR: KindWords("Doors", "1 door moved", "{} doors moved", "{} doors"),
    EventKind.CUSTOM: KindWords("Custom packets", "1 custom packet", "{} custom packets", "{} packets"),
    EventKind.DESTROY: KindWords("Destroyed", "1 destroyed", "{} destroyed", "−{}"),
    EventKind.SPAWN: KindWords("Spawned", "1 spawned", "{} spawned", "+{}"),
    EventKind.PARENT: KindWords("Attached", "1 attached", "{} attached", "{} attached"),
}
"""The table of all kinds, in English."""
