"""Reading signals from a recording, with or without the town's roads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer.analysis.series.table import SIGNALS
from viewer.cancellation import Proceed, always
from viewer.recording.index import RecordingIndex
from viewer.replay.series.read import series_of_signals
from viewer.replay.series.series import Series

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.analysis.series.reading import TownReading
    from viewer.roads.road_map import RoadMap


def read_series(
    index: RecordingIndex,
    names: Sequence[str],
    row: int | None = None,
    *,
    other: int | None = None,
    road_map: RoadMap | None = None,
    route: PlannedRoute | None = None,
    proceed: Proceed = always,
) -> tuple[Series, ...]:
    """Return some signals over the life of an actor, or over the recording.

    What they are made from is read once for all of them.

    Args:
        index: the recording, or as much of it as has been read.
        names: ids of SIGNALS.
        row: the actor, for signals of one or of two.
        other: the other one, for signals of two.
        road_map: where they drive, if that is known; one that does not fit is not used.
        route: of the hero, if that is known.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        KeyError: there is no such signal.
        ValueError: a signal needs an actor, or another one, that is not given.
        MemoryBudgetError: a signal needs everybody, who are too many for the memory that is allowed.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    from viewer.analysis.series.reading import TownReading  # noqa: PLC0415 - most of the analysis is behind it

    def reading(ask: Proceed) -> TownReading:
        return TownReading(index, row, other, road_map, route, ask)

    return series_of_signals([SIGNALS[name] for name in names], reading, proceed)
