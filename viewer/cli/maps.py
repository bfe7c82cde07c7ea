"""Road maps for commands: opened, found beside a recording, and their problems printed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from viewer.file_error import printable
from viewer.recording.index import RecordingIndex
from viewer.roads import MapFile, RoadMap, RoadMapError
from viewer.roads.find import find_map


def open_map(path: Path) -> MapFile:
    """Open a road map; read it completely unless it is large, and print its problems."""
    file = MapFile(path)
    if not file.is_large:
        print_map_problems(file.whole())
    return file


def print_map_problems(road_map: RoadMap) -> None:
    """Print the problems of a road map on standard error, as they influence which events are found."""
    for each in road_map.problems:
        often = f" ({each.count} times)" if each.count > 1 else ""
        where = f"{printable(road_map.path.name)}: {printable(each.where)}"
        print(f"{where}: {printable(each.what)}{often}: {each.action}.", file=sys.stderr)


def map_beside(index: RecordingIndex, open_it: Callable[[Path], MapFile]) -> MapFile | None:
    """Return the road map in the folder of a recording; None if there is none, or if it cannot be used.

    ``open_it`` opens the map at a path; if it raises a RoadMapError, that is printed.
    """
    path = find_map(index.header.map_name, recording_folder=index.path.parent)
    try:
        return None if path is None else open_it(path)
    except RoadMapError as error:
        print(error.line(), file=sys.stderr)
        return None
