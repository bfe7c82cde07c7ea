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
    happened: str
    """What happened, where playing pauses at one."""


@cache
def event_words() -> Mapping[EventKind, KindWords]:
    """Return the table of all kinds."""
    return {
        EventKind.COLLISION: KindWords(
            tr("Collisions"), tr("1 collision"), tr("{} collisions"),
            tr("{} collisions"), tr("collision"),
        ),
        EventKind.FOUND: KindWords(
            tr("Findings"), tr("1 finding"), tr("{} findings"),
            tr("{} found"), tr("something went wrong"),
        ),
        EventKind.PROBLEM: KindWords(
            tr("Problems"), tr("1 problem"), tr("{} problems"),
            tr("{} problems"), tr("problem in the file"),
        ),
        EventKind.NOTE: KindWords(tr("Notes"), tr("1 note"), tr("{} notes"), tr("{} notes"), tr("note")),
        EventKind.LIGHT: KindWords(
            tr("Light changes"), tr("1 light change"), tr("{} light changes"),
            tr("{} changes"), tr("a traffic light changed"),
        ),
        EventKind.WEATHER: KindWords(
            tr("Weather"), tr("1 weather change"), tr("{} weather changes"),
            tr("{} changes"), tr("the weather changed"),
        ),
        EventKind.DOOR: KindWords(
            tr("Doors"), tr("1 door moved"), tr("{} doors moved"),
            tr("{} doors"), tr("a door moved"),
        ),
        EventKind.CUSTOM: KindWords(
            tr("Custom packets"), tr("1 custom packet"), tr("{} custom packets"),
            tr("{} packets"), tr("custom packet"),
        ),
        EventKind.DESTROY: KindWords(
            tr("Destroyed"), tr("1 destroyed"), tr("{} destroyed"),
            tr("−{}"), tr("an actor was destroyed"),
        ),
        EventKind.SPAWN: KindWords(
            tr("Spawned"), tr("1 spawned"), tr("{} spawned"),
            tr("+{}"), tr("an actor was spawned"),
        ),
        EventKind.PARENT: KindWords(
            tr("Attached"), tr("1 attached"), tr("{} attached"),
            tr("{} attached"), tr("an actor was attached"),
        ),
    }  # fmt: skip
