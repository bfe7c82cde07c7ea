"""From a file to a map: read the tables, sample, lay lanes, and make what is drawn and asked."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from viewer.cancellation import Proceed, always, check
from viewer.roads.errors import RoadMapError
from viewer.roads.lane_links import LaneLinks
from viewer.roads.lane_points import LaneBook
from viewer.roads.lines import LaneLines
from viewer.roads.locate import Locator
from viewer.roads.map_content import MapContent
from viewer.roads.marks import collect_marks
from viewer.roads.network import Network
from viewer.roads.picture import bounds, draw_levels, lane_labels, painted_stop_lines
from viewer.roads.placing import place_references, place_signals
from viewer.roads.reader import MapReader
from viewer.roads.road_map import Junction, Road, RoadMap
from viewer.roads.sampling import sample
from viewer.roads.source import MapSource
from viewer.roads.strips import lay_strips


def read_map(path: Path | str, *, proceed: Proceed = always) -> RoadMap:
    """Read an OpenDRIVE file.

    Args:
        path: of the file.
        proceed: is told the share that is read, from 0 to 1, some hundred times in a large file, and answers
            whether to go on.

    Raises:
        RoadMapError: not readable, not an OpenDRIVE file, or without a road that can be used.
        ReadingCancelledError: ``proceed`` said no.

    """
    source, reader = MapSource(path), MapReader()
    with _without_garbage():
        for element in source.elements(proceed):
            reader.take(element)
    content = reader.content
    problems = (*source.problems, *content.findings.problems())
    if not len(content.sections):
        raise RoadMapError(
            path,
            "there is no road in it",
            expected="at least one complete road with lanes",
            found=f"{problems[0].what}, {problems[0].where}" if problems else "none",
            advice="Export the map again, or choose another file.",
        )
    return replace(build_map(content, source.path, proceed), problems=problems)


@contextmanager
def _without_garbage() -> Iterator[None]:
    """Look for no cycles: elements have none, and among so many objects that takes as long as reading."""
    looks = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looks:
            gc.enable()


def build_map(content: MapContent, path: Path, proceed: Proceed = always) -> RoadMap:
    """Make the map that tables describe; ``proceed`` is asked between the parts of the work."""
    network = Network(content)
    marks = collect_marks(content, network)
    strips = lay_strips(network, sample(network, marks))
    check(proceed, 1.0)
    ids = [road.id for road in content.roads]
    locator = Locator(network, strips, ids)
    check(proceed, 1.0)
    roads = tuple(
        Road(road.id, road.name, road.junction, length, road.left_hand)
        for road, length in zip(content.roads, content.lengths.values[:, 0].tolist(), strict=True)
    )
    return RoadMap(
        path=path,
        header=content.header,
        roads=roads,
        junctions=tuple(Junction(one, content.junctions.get(one, "")) for one in network.junctions),
        signals=place_signals(content, network),
        references=place_references(content),
        stop_lines=painted_stop_lines(content, network),
        labels=lane_labels(network, strips),
        bounds=bounds(strips),
        problems=(),
        locator=locator,
        lines=LaneLines(network, strips, marks),
        lanes=LaneBook(network, strips, ids),
        links=LaneLinks(content),
        draw=partial(draw_levels, content, network, strips, marks),
    )
