"""From an OpenDRIVE file to a map: of all of it or, where it is large, of what is near some places."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from viewer.cancellation import Proceed, always, check
from viewer.roads.lane_boundaries import lay_strips
from viewer.roads.map_content import RoadMapError
from viewer.roads.map_text import read_text
from viewer.roads.network import Network, collect_marks
from viewer.roads.reader import MapReader
from viewer.roads.road_map import RoadMap
from viewer.roads.xml_stream import elements

_MOST = 0.7
"""Share of a map from which on the whole is read: that is wanted next."""


class MapFile:
    """An OpenDRIVE file, to be read as a whole or, where it is large, only near some places.

    Attributes:
        path: of the file.
        is_large: whether a part of it is read in less time than the whole.
        known: the whole map; None before it has been read.

    """

    def __init__(self, path: Path | str) -> None:
        """Find where the roads are, if the file is large.

        Raises:
            RoadMapError: not readable.

        """
        self.path = Path(path)
        self.known: RoadMap | None = None
        self._text = read_text(self.path)
        self.is_large = self._text is not None

    def whole(self, proceed: Proceed = always) -> RoadMap:
        """Return the whole map, which is read once.

        Raises:
            RoadMapError: not readable, not an OpenDRIVE file, or without a road that can be used.
            ReadingCancelledError: ``proceed`` said no.

        """
        known, text = self.known, self._text
        if known is None:
            known = _read(self.path, None if text is None else text.parts(), proceed)
            self.known, self._text = known, None  # of which there is no more need
        return known

    def near(self, places: ArrayLike, *, details: bool = False, proceed: Proceed = always) -> RoadMap:
        """Return the map with those roads at least that touch one of some rectangles.

        The whole map where the file is not large, or has no road there. Errors as for ``whole``.

        Args:
            places: least x, least y, greatest x, greatest y, metres in CARLA's frame, shape (K, 4).
            details: whether crossings and parking spaces are wanted, too, which are only drawn.
            proceed: is told the share that is done, and answers whether to go on.

        """
        text = self._text
        if text is None or self.known is not None:
            return self.whole(proceed)
        near = text.near(np.asarray(places, np.float64).reshape(-1, 4))
        if not near.any() or (near.mean() > _MOST and (details or not text.has_objects)):
            return self.whole(proceed)
        try:
            return _read(self.path, text.parts(near, details=details), proceed)
        except RoadMapError:
            return self.whole(proceed)  # which tells the line that is at fault


def open_map(path: Path | str) -> RoadMap:
    """Read an OpenDRIVE file.

    Raises:
        RoadMapError: not readable, not an OpenDRIVE file, or without a road that can be used.

    """
    return MapFile(path).whole()


def _read(path: Path, text: Iterable[bytes] | None, proceed: Proceed) -> RoadMap:
    """Read a file, or what is given of its text."""
    reader, looks = MapReader(), gc.isenabled()
    gc.disable()  # elements have no cycles, and looking for them takes as long as reading
    try:
        for element in elements(path, text):
            check(proceed, 0.0)
            reader.take(element)
    finally:
        if looks:
            gc.enable()
    content = reader.content
    problems = content.findings.problems()
    if not len(content.sections):
        raise RoadMapError(
            path,
            "there is no road in it",
            expected="at least one complete road with lanes",
            found=f"{problems[0].what}, {problems[0].where}" if problems else "none",
            advice="Export the map again, or choose another file.",
        )
    check(proceed, 0.0)
    network = Network(content)
    marks = collect_marks(content, network)
    check(proceed, 0.0)
    strips = lay_strips(network, marks)
    (left, top), (right, bottom) = strips.points.min(axis=0).tolist(), strips.points.max(axis=0).tolist()
    return RoadMap(content, network, strips, path, marks, (left, top, right, bottom), problems)
