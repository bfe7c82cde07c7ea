"""What sheets are made of: the recording, the moment, and how things are written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.replay.world.world import World
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import seconds
from viewer.ui.inspector.values import TimeText

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap


@dataclass(frozen=True, eq=False)
class Context:
    """What the inspector was told.

    Attributes:
        index: the recording.
        book: what changes rarely in it.
        world: the moment, None until there is one.
        hero: row of the hero, None if there is none.
        road_map: roads under the actors, None if there are none.
        opened: keys of the folds that are open.
        time_text: how moments are written.
        series: signals that were read.

    """

    index: RecordingIndex
    book: ChangeBook
    world: World | None = None
    hero: int | None = None
    road_map: RoadMap | None = None
    opened: Collection[str] = frozenset()
    time_text: TimeText = seconds
    series: Mapping[SeriesKey, Series] = field(default_factory=dict)
