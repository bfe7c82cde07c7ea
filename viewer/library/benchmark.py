"""Numbers of a benchmark over the runs in a library, with its routes and maps."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

import numpy as np

from viewer.analysis.bench2drive import junction_share
from viewer.analysis.route_files import Route
from viewer.analysis.route_line import plan_route
from viewer.cancellation import ShouldContinue, always, check, part_of
from viewer.library.library import Library
from viewer.library.numbers import NEEDED, Summary, summarise, undecided
from viewer.library.survey_options import SurveyOptions, map_file
from viewer.roads.map_content import RoadMapError
from viewer.roads.map_file import MapFile

_MARGIN = 100.0
"""Metres around a route within which its path may run."""


def summary_of(library: Library, should_continue: ShouldContinue = always) -> Summary:
    """Return the numbers of a benchmark over the runs in ``library``, which has been refreshed.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    runs = library.columns("recordings", NEEDED)
    planned = library.planned_routes()
    if planned is None:
        return summarise(runs)
    junctions = _junction_shares(planned, undecided(runs), library.options, should_continue)
    return summarise(runs, [*dict.fromkeys(route.id for route in planned)], junctions)


def _junction_shares(
    routes: Iterable[Route], wanted: Collection[str], options: SurveyOptions, should_continue: ShouldContinue
) -> dict[str, float]:
    """Return the ``junction_share`` by the id of each of ``routes`` that is ``wanted`` and has a map."""
    maps: dict[Path, MapFile] = {}
    shares = {}
    looked_at = [route for route in routes if route.id in wanted]
    for done, route in enumerate(looked_at):
        so_far = part_of(should_continue, done / len(looked_at), 1 / len(looked_at))
        check(so_far, 0.0)
        path = map_file(route.town, route.path.parent, options)
        if path is None:
            continue
        points = np.array(route.points)[:, :2]
        box = [*(points.min(axis=0) - _MARGIN), *(points.max(axis=0) + _MARGIN)]
        try:
            if path not in maps:
                maps[path] = MapFile(path)
            road_map = maps[path].near([box], should_continue=so_far)
        except RoadMapError:
            continue
        share = junction_share(plan_route(route, road_map).line, road_map)
        if share is not None:
            shares[route.id] = share
    return shares
