"""What the inspector was told, and what is known of one actor at that moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from viewer.lazy import lazy
from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorDetails, ActorSnapshot
from viewer.replay.world.world import World
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import seconds
from viewer.ui.inspector.values import Signals, TimeText

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap


@dataclass(frozen=True, eq=False)
class Told:
    """What the inspector was told.

    Attributes:
        index: the recording.
        world: the moment, None until there is one.
        hero: row of the hero, to whom distances are measured; None if there is none.
        road_map: roads under the actors, None if there are none.
        opened: keys of the folds that are open.
        time_text: how moments are written.
        series: signals that were read.

    """

    index: RecordingIndex
    world: World | None = None
    hero: int | None = None
    road_map: RoadMap | None = None
    opened: Collection[str] = ()
    time_text: TimeText = seconds
    series: Mapping[SeriesKey, Series] = field(default_factory=dict)

    def keys(self, name: str, row: int | None, other: int | None = None) -> Signals:
        """Return the signal of an actor, or of the recording; none if it can have no such."""
        return (SeriesKey(name, row, other),) if SIGNALS[name].possible(self.index, row) else ()


class ActorNow:
    """An actor, by its row of the actor table, at a moment at which it is alive.

    Attributes:
        told: what else is known.
        row: who it is.
        world: the moment.
        snapshot: what the file tells of it in each frame.

    """

    def __init__(self, told: Told, world: World, snapshot: ActorSnapshot) -> None:
        self.told = told
        self.row = snapshot.row
        self.world = world
        self.snapshot = snapshot

    @lazy
    def details(self) -> ActorDetails:
        """What few files tell; to ask for it can raise RecordingError."""
        return ActorDetails(self.world, self.row)

    def keys(self, name: str, other: int | None = None) -> Signals:
        """Return the signal of a name, none if the actor can have no such."""
        return self.told.keys(name, self.row, other)

    def now(self, name: str) -> float | None:
        """Return what a signal is now, None as long as it is not read."""
        series = self.told.series.get(SeriesKey(name, self.row))
        return None if series is None else series.at(self.world.elapsed)
