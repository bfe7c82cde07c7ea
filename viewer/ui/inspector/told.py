"""What the inspector was told, and what is known of one actor at that moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorDetails, ActorSnapshot
from viewer.replay.world.world import World
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import seconds
from viewer.ui.inspector.values import Signals, TimeText

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap


@dataclass(eq=False)
class Told:
    """What the inspector was told.

    Attributes:
        recording: the recording, None if there is none.
        world: the moment, None until there is one.
        hero: row of the hero, to whom distances are measured; None if there is none.
        road_map: roads under the actors, None if there are none.
        time_text: how moments are written.
        opened: keys of the folds that are open; they are so for all actors.
        series: signals that were read.

    """

    recording: RecordingIndex | None = None
    world: World | None = None
    hero: int | None = None
    road_map: RoadMap | None = None
    time_text: TimeText = seconds
    opened: set[str] = field(default_factory=set)
    series: dict[SeriesKey, Series] = field(default_factory=dict)

    @property
    def index(self) -> RecordingIndex:
        """The recording, where there is one."""
        if self.recording is None:
            raise ValueError("there is no recording")
        return self.recording

    def keys(self, name: str, row: int | None, other: int | None = None) -> Signals:
        """Return the signal of an actor, or of the recording; none if it can have no such."""
        return (SeriesKey(name, row, other),) if SIGNALS[name].possible(self.index, row) else ()


@dataclass(frozen=True, eq=False)
class ActorNow:
    """An actor at a moment at which it is alive.

    Attributes:
        told: what else is known.
        world: the moment.
        snapshot: what the file tells of it in each frame.
        details: what few files tell; asking for them can raise RecordingError.

    """

    told: Told
    world: World
    snapshot: ActorSnapshot
    details: ActorDetails

    @property
    def row(self) -> int:
        """Row of the actor table."""
        return self.snapshot.row

    def keys(self, name: str, other: int | None = None) -> Signals:
        """Return the signal of a name, none if the actor can have no such."""
        return self.told.keys(name, self.row, other)

    def now(self, name: str) -> float | None:
        """Return what a signal is now, None as long as it is not read."""
        series = self.told.series.get(SeriesKey(name, self.row))
        return None if series is None else series.at(self.world.elapsed)
