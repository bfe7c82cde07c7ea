"""Reading an OpenDRIVE file as a map: all of it or, if it is large, the part near given rectangles."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from viewer.cancellation import ShouldContinue, always, check
from viewer.roads.lane_boundaries import compute_boundaries
from viewer.roads.map_content import RoadMapError
from viewer.roads.map_text import read_text
from viewer.roads.network import Network, collect_marks
from viewer.roads.reader import MapReader
from viewer.roads.road_map import RoadMap
from viewer.roads.xml_stream import elements

_MOST = 0.7
"""Share of a map's geometries (pieces of reference lines) above which the whole map file is read.

If fewer are needed, only the part of the file with these is read.
"""


class MapFile:
    """An OpenDRIVE file that is read as a whole or, if it is large, only near given rectangles.

    Attributes:
        path: path of the file.
        is_large: whether reading a part takes less time than reading all.
        known: the whole map; None before it has been read.
    """

    def __init__(self, path: Path | str) -> None:
        """Open ``path``; if the file is large, find the roads in its text without parsing it.

        Raises:
            RoadMapError: not readable.
        """
        self.path = Path(path)
        self.known: RoadMap | None = None
        self._text = read_text(self.path)
        self.is_large = self._text is not None

    def whole(self, should_continue: ShouldContinue = always) -> RoadMap:
        """Return the whole map, which is read once and then cached.

        Raises:
            RoadMapError: not readable, not an OpenDRIVE file, or without a usable road.
            ReadingCancelledError: ``should_continue`` returned False.
        """
        known, text = self.known, self._text
        if known is None:
            known = _read(self.path, None if text is None else text.parts(), should_continue)
            self.known, self._text = known, None  # of which there is no more need
        return known

    def near(
        self, rectangles: ArrayLike, *, details: bool = False, should_continue: ShouldContinue = always
    ) -> RoadMap:
        """Return a map with at least the roads that touch one of ``rectangles``.

        It is the whole map if the file is not large or has no road there. Raises RoadMapError if the file
        cannot be used, ReadingCancelledError if ``should_continue`` returns False.

        Args:
            rectangles: least x, least y, greatest x, greatest y, metres in CARLA's coordinates, shape (K, 4).
            details: whether crosswalks and parking spaces, which are only drawn, are included.
            should_continue: called with the fraction done, 0 to 1; returns False to cancel.
        """
        text = self._text
        if text is None or self.known is not None:
            return self.whole(should_continue)
        near = text.near(np.asarray(rectangles, np.float64).reshape(-1, 4))
        if not near.any() or (near.mean() > _MOST and (details or not text.has_objects)):
            return self.whole(should_continue)
        try:
            return _read(self.path, text.parts(near, details=details), should_continue)
        except RoadMapError:
            return self.whole(should_continue)  # which tells the line that is at fault


def open_map(path: Path | str) -> RoadMap:
    """Return the whole map in the OpenDRIVE file ``path``.

    Raises:
        RoadMapError: not readable, not an OpenDRIVE file, or without a usable road.
    """
    return MapFile(path).whole()


def _read(path: Path, text: Iterable[bytes] | None, should_continue: ShouldContinue) -> RoadMap:
    """Return the map in ``text``, or in the file ``path`` if ``text`` is None.

    Raises RoadMapError if it is no usable map, ReadingCancelledError if ``should_continue`` returns False.
    """
    reader, was_enabled = MapReader(), gc.isenabled()
    gc.disable()  # elements have no cycles, and looking for them takes as long as reading
    try:
        for element in elements(path, text):
            check(should_continue, 0.0)
            reader.add(element)
    finally:
        if was_enabled:
            gc.enable()
    content = reader.content
    problems = content.found_problems.problems()
    if not len(content.sections):
        raise RoadMapError(
            path,
            "there is no road in it",
            expected="at least one complete road with lanes",
            found=f"{problems[0].what}, {problems[0].where}" if problems else "none",
            advice="Export the map again, or choose another file.",
        )
    check(should_continue, 0.0)
    network = Network(content)
    marks = collect_marks(content, network)
    check(should_continue, 0.0)
    boundaries = compute_boundaries(network, marks)
    (left, top), (right, bottom) = (each(boundaries.points, axis=0).tolist() for each in (np.min, np.max))
    return RoadMap(content, network, boundaries, path, marks, (left, top, right, bottom), problems)
