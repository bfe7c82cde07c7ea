"""Contents of an OpenDRIVE file as tables, and a list of its faults.

Nothing is computed yet, and y is the file's: it grows to the left of x.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache
from math import hypot
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.file_error import FileError


class RoadMapError(FileError):
    """Error for a file that cannot be used as a map."""


@dataclass(frozen=True, slots=True)
class RoadProblem:
    """A fault or oddity of a map that can be used all the same.

    Attributes:
        what: the fault, as a sentence without a full stop.
        action: how reading went on.
        where: first element with this fault: ``road 17``, ``line 2,041``.
        count: number of equal faults.
    """

    what: str
    action: str
    where: str
    count: int = 1


LEFT_OUT = "it is left out"
"""Text for ``RoadProblem.action``: an unusable element of the map was left out."""
SHORTEST = 0.002
"""Lane sections of a road that are at most so long, in metres, are left out of the map when it is read."""

_MOST_FINDINGS = 200  # that differ
_number = lru_cache(8192)(float)  # most numbers of a map are written many times
_ABSURD = 1e9  # metres, and more than any coefficient of a road is


class UnusableError(ValueError):
    """Error for an element of an OpenDRIVE file with an attribute missing or of an unusable value."""


class NumericAttributes:
    """Reader for the numeric attributes of one kind of XML element, some of them optional with a default."""

    def __init__(self, *required: str, **defaults: float) -> None:
        """Store which attributes of an XML element are read as numbers.

        ``required`` ones must be there; those in ``defaults`` have the given value if they are missing.
        """
        self.names = (*required, *defaults)
        self._defaults = defaults
        self._pick = itemgetter(*self.names) if len(self.names) > 1 else lambda known: (known[self.names[0]],)

    def read(self, attributes: Mapping[str, str]) -> tuple[float, ...]:
        """Return the numbers in ``attributes`` by stored name, required ones first, then those with defaults.

        Raises:
            UnusableError: a required attribute is missing, or one is no number or too large (10⁹ or more).
        """
        try:
            row = tuple(map(_number, self._pick(attributes)))
        except (KeyError, ValueError):
            row = tuple(self._one(attributes, name) for name in self.names)
        if not hypot(*row) < _ABSURD:  # one of them may be absurd, or none
            for name, number in zip(self.names, row, strict=True):
                if not -_ABSURD < number < _ABSURD:
                    raise UnusableError(f'{name}="{attributes[name]}" is no usable number')
        return row

    def _one(self, attributes: Mapping[str, str], name: str) -> float:
        """Return attribute ``name`` of ``attributes`` as a number, or its default if it is missing or empty.

        Raises UnusableError if it has no default, or its text is no number.
        """
        text = attributes.get(name, "").strip()
        if not text:
            if name in self._defaults:
                return self._defaults[name]
            raise UnusableError(f'"{name}" is missing')
        try:
            return float(text)
        except ValueError:
            raise UnusableError(f'{name}="{text}" is no usable number') from None


class Rows:
    """Table of numbers to which rows are added; each row belongs to a row of another table, such as a road.

    ``width`` is the number of columns, without the one that holds the index of that other row, the owner.
    """

    def __init__(self, width: int) -> None:
        self._width = width + 1
        self._values = array("d")

    def __len__(self) -> int:
        return len(self._values) // self._width

    def add(self, owner: int, row: tuple[float, ...]) -> int:
        """Append ``row`` to the table, and return its index there.

        ``owner`` is the index of the row in another table that it belongs to, such as its road.
        """
        self._values.extend((owner, *row))
        return len(self._values) // self._width - 1

    @property
    def owners(self) -> Ints:
        """Row number of each row's owner in the owners' table, shape (N,): of a lane's road, for example."""
        return self._table()[:, 0].astype(np.int64)

    @property
    def values(self) -> Floats:
        """Numbers of all rows of this table as an array, shape (number of rows, numbers per row)."""
        return self._table()[:, 1:]

    def _table(self) -> Floats:
        return np.array(self._values, np.float64).reshape(-1, self._width)


class MapProblems:
    """Collection of the faults of a road map; equal ones are listed once, with their count."""

    def __init__(self) -> None:
        self.where = ""
        """The element that is being read, as text: ``road 17``."""
        self._found: dict[tuple[str, str], RoadProblem] = {}

    def note(self, what: str, action: str) -> None:
        """Add a fault to the collection: what it is, and what the program does about it (``action``).

        If it is listed already, only its count is raised.
        """
        if len(self._found) >= _MOST_FINDINGS and (what, action) not in self._found:
            what, action = "there is more of this kind", "it is not listed"
        known = self._found.get((what, action), RoadProblem(what, action, self.where, 0))
        self._found[what, action] = replace(known, count=known.count + 1)

    def problems(self) -> tuple[RoadProblem, ...]:
        """Return all faults that were found in the map, in the order in which they were first found."""
        return tuple(self._found.values())


class CurveShape(IntEnum):
    """Shapes of a geometry (piece of a reference line), given by curvature at both ends or by polynomials."""

    CLOTHOID = 0
    POLYNOMIALS = 1


class ObjectKind(IntEnum):
    """Kinds of map objects that are drawn in the top-down view."""

    CROSSWALK = 0
    STOP_LINE = 1
    PARKING_SPACE = 2


@dataclass(frozen=True, slots=True)
class Road:
    """A road of the map.

    Attributes:
        id: id in the file.
        name: name in the file.
        junction: id of the junction that the road lies in, empty between junctions.
        length: length of the reference line, metres.
        left_hand: whether traffic drives on the left.
    """

    id: str
    name: str
    junction: str
    length: float
    left_hand: bool


class SignalReference(NamedTuple):
    """Position at which a traffic light or sign acts on traffic.

    CARLA's maps have it where lanes enter a junction.

    Attributes:
        signal: id of the traffic light or sign.
        road: row of ``RoadMap.roads``.
        s: metres along the reference line.
        orientation: for which lanes the signal is if ``lanes`` is empty, as CARLA reads it: ``+`` for those
            to the left of the reference line, ``-`` for those to the right, else for both.
        lanes: ranges of lane ids that the signal acts on, each as its first and last id; empty if the file
            lists none.
    """

    signal: str
    road: int
    s: float
    orientation: str
    lanes: tuple[tuple[int, int], ...]

    def acts_on(self, lane: int) -> bool:
        """Return whether the signal acts on ``lane`` (OpenDRIVE's id) of its road."""
        if self.lanes:
            return any(first <= lane <= last for first, last in self.lanes)
        return self.orientation not in ("+", "-") or (self.orientation == "+") == (lane > 0)


class SectionLinks(NamedTuple):
    """A lane section: begin and end (s in metres), and the links of its lanes.

    ``lanes`` has, by OpenDRIVE's lane id, the ids of the lanes linked before and after the lane, as seen
    along the reference line; None without a link.
    """

    begin: float
    end: float
    lanes: dict[int, tuple[int | None, int | None]]


class RoadLink(NamedTuple):
    """Link from one end of a road to the junction or road with the given ``id``.

    If it links to a road, ``at_end`` tells to which end of that road: True for its end, False for its start.
    """

    is_junction: bool
    id: str
    at_end: bool


class Connection(NamedTuple):
    """A connecting road within a junction: its id, and whether it is entered at its end (else its start)."""

    connecting: str
    at_end: bool
    lanes: tuple[tuple[int, int], ...]
    """Pairs of linked lanes, each as the lane's id on the incoming road and that on the connecting road."""


@dataclass
class MapContent:
    """Contents of an OpenDRIVE file: lists, tables of numbers (``Rows``), and faults (``found_problems``).

    Each row of a table belongs to an owner: a road, lane section, lane or object. In the source, a comment
    beside each table names its owner and its columns.
    """

    roads: list[Road] = field(default_factory=list)
    geometries: Rows = field(default_factory=lambda: Rows(16))  # road: s x y heading length shape, numbers
    elevations: Rows = field(default_factory=lambda: Rows(5))  # road: s a b c d
    lane_offsets: Rows = field(default_factory=lambda: Rows(5))  # road: s a b c d
    sections: Rows = field(default_factory=lambda: Rows(2))  # road: start end
    lanes: Rows = field(default_factory=lambda: Rows(4))  # section: id type rank inner
    widths: Rows = field(default_factory=lambda: Rows(5))  # lane: s a b c d
    marks: Rows = field(default_factory=lambda: Rows(4))  # lane: s type color width
    speeds: Rows = field(default_factory=lambda: Rows(2))  # road: s metres per second
    lane_speeds: Rows = field(default_factory=lambda: Rows(2))  # lane: s metres per second
    objects: Rows = field(default_factory=lambda: Rows(7))  # road: kind s t zOffset hdg length width
    corners: Rows = field(default_factory=lambda: Rows(4))  # object: from road, s t dz; or not, u v z
    section_links: list[tuple[SectionLinks, ...]] = field(default_factory=list)  # of each road
    road_links: list[tuple[RoadLink | None, RoadLink | None]] = field(default_factory=list)  # of each road
    junctions: list[str] = field(default_factory=list)  # ids
    connections: dict[tuple[str, str], list[Connection]] = field(default_factory=dict)  # of junction and road
    signals: Rows = field(default_factory=lambda: Rows(6))  # road: s t zOffset x y z; NaN if s t place it
    signal_words: list[tuple[str, str, bool]] = field(default_factory=list)  # id type dynamic
    references: list[SignalReference] = field(default_factory=list)
    found_problems: MapProblems = field(default_factory=MapProblems)
