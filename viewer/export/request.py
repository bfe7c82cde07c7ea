"""What is to be exported."""

from __future__ import annotations

from dataclasses import dataclass, field

from viewer.analysis.route_line import PlannedRoute
from viewer.export.part import Part
from viewer.roads.road_map import RoadMap


@dataclass(frozen=True)
class ExportRequest:
    """What is to be exported.

    Attributes:
        part: frames and actors.
        tables: names of tables, for formats that are tables; none for the usual ones.
        signals: names of signals, for a table of series; none for other tables.
        roads: the town's roads, for formats that show them and signals that need them.
        route: of the hero, for a signal that needs it; or why there is none.

    """

    part: Part
    tables: tuple[str, ...] = field(default=())
    signals: tuple[str, ...] = field(default=())
    roads: RoadMap | None = None
    route: PlannedRoute | str = ""
