"""What the window calls the kinds of events."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from viewer.replay.events import EventKind
from viewer.ui.translation import tr


class KindWords(NamedTuple):
    """What events of one kind are called, in the language of the window."""

    title: str
    """Of a lane of them."""
    one: str
    many: str
    """With a place for how many."""
    brief: str
    """The same beside a mark of the timeline."""


@cache
def event_words() -> Mapping[EventKind, KindWords]:
    """Return the table of all kinds."""
    return {
        EventKind.COLLISION: KindWords(
            tr("Collisions"), tr("1 collision"), tr("{} collisions"), tr("{} collisions")
        ),
        EventKind.FOUND: KindWords(tr("Findings"), tr("1 finding"), tr("{} findings"), tr("{} found")),
        EventKind.PROBLEM: KindWords(tr("Problems"), tr("1 problem"), tr("{} problems"), tr("{} problems")),
        EventKind.NOTE: KindWords(tr("Notes"), tr("1 note"), tr("{} notes"), tr("{} notes")),
        EventKind.LIGHT: KindWords(
            tr("Light changes"), tr("1 light change"), tr("{} light changes"), tr("{} changes")
        ),
        EventKind.WEATHER: KindWords(
            tr("Weather"), tr("1 weather change"), tr("{} weather changes"), tr("{} changes")
        ),
        EventKind.DOOR: KindWords(tr("Doors"), tr("1 door moved"), tr("{} doors moved"), tr("{} doors")),
        EventKind.CUSTOM: KindWords(
            tr("Custom packets"), tr("1 custom packet"), tr("{} custom packets"), tr("{} packets")
        ),
        EventKind.DESTROY: KindWords(tr("Destroyed"), tr("1 destroyed"), tr("{} destroyed"), tr("−{}")),
        EventKind.SPAWN: KindWords(tr("Spawned"), tr("1 spawned"), tr("{} spawned"), tr("+{}")),
        EventKind.PARENT: KindWords(tr("Attached"), tr("1 attached"), tr("{} attached"), tr("{} attached")),
    }
