"""What a map file says, as tables: nothing is computed, and y still grows to the left of x."""

from __future__ import annotations

from dataclasses import field
from enum import IntEnum
from typing import NamedTuple

from viewer.quick_dataclass import dataclass
from viewer.roads.attributes import Findings, Rows


class CurveShape(IntEnum):
    """How a piece of a reference line runs: by its curvature at both ends, or by two polynomials."""

    CLOTHOID = 0
    POLYNOMIALS = 1


class Outline(IntEnum):
    """What the corners of an object are measured from: the object itself, or the road."""

    LOCAL = 0
    ROAD = 1


class ObjectKind(IntEnum):
    """The objects that matter from above."""

    CROSSWALK = 0
    STOP_LINE = 1
    PARKING_SPACE = 2
    WHITE_LINE = 3
    ARROW_AHEAD = 4
    ARROW_LEFT = 5
    ARROW_RIGHT = 6
    STOP_WORD = 7


@dataclass(frozen=True, slots=True)
class MapHeader:
    """The head of the file: revision as ``1.4``, name, and the projection of its coordinates."""

    revision: str = "?"
    name: str = ""
    vendor: str = ""
    date: str = ""
    geo_reference: str = ""


@dataclass(frozen=True, slots=True)
class RoadHead:
    """The attributes of a road; ``junction`` is the id of the junction it lies in, empty if in none."""

    id: str
    name: str
    junction: str
    left_hand: bool


@dataclass(frozen=True, slots=True)
class RawSignal:
    """A signal as written: its road (row), words by attribute, numbers as ``reader.SIGNAL`` names them."""

    road: int
    words: dict[str, str]
    numbers: tuple[float, ...]
    inertial: tuple[float, ...] | None
    """x, y, z, heading in the frame of the file, where it is placed by them."""


@dataclass(frozen=True, slots=True)
class RawReference:
    """A place where a signal acts: the road (row), the signal's id, s and t in metres, and pairs of lane ids.

    It acts on the lanes from the first to the second of each pair; by its orientation where there is no
    pair.
    """

    road: int
    signal: str
    s: float
    t: float
    orientation: str
    lanes: tuple[tuple[int, int], ...]


class SectionLinks(NamedTuple):
    """A lane section of a road: its extent in metres, and before and after each lane the one it is linked to.

    Lanes are OpenDRIVE's ids; before and after are along the reference line, None without a link.
    """

    begin: float
    end: float
    lanes: dict[int, tuple[int | None, int | None]]


class RoadLink(NamedTuple):
    """What a road begins or ends at: another road, and which end of it, or a junction."""

    is_junction: bool
    id: str
    at_end: bool


class Connection(NamedTuple):
    """A way through a junction: from a road to one in it, which it enters at its end or at its start."""

    incoming: str
    connecting: str
    at_end: bool
    lanes: tuple[tuple[int, int], ...]
    """Pairs of a lane of the incoming road and one of the connecting road."""


@dataclass
class MapContent:
    """The tables. Comments say to which table's rows the rows belong, and what their columns are."""

    header: MapHeader = field(default_factory=MapHeader)
    roads: list[RoadHead] = field(default_factory=list)
    lengths: Rows = field(default_factory=lambda: Rows(1))  # road
    geometries: Rows = field(default_factory=lambda: Rows(16))  # road: s x y heading length shape, numbers
    elevations: Rows = field(default_factory=lambda: Rows(5))  # road: s a b c d
    lane_offsets: Rows = field(default_factory=lambda: Rows(5))  # road: s a b c d
    sections: Rows = field(default_factory=lambda: Rows(2))  # road: start end
    lanes: Rows = field(default_factory=lambda: Rows(5))  # section: id type rank inner reversed
    widths: Rows = field(default_factory=lambda: Rows(5))  # lane: s a b c d
    borders: Rows = field(default_factory=lambda: Rows(5))  # lane: s a b c d
    marks: Rows = field(default_factory=lambda: Rows(4))  # lane: s type color width
    mark_lines: Rows = field(default_factory=lambda: Rows(5))  # mark: length space tOffset sOffset width
    speeds: Rows = field(default_factory=lambda: Rows(2))  # road: s metres per second
    lane_speeds: Rows = field(default_factory=lambda: Rows(2))  # lane: s metres per second
    objects: Rows = field(default_factory=lambda: Rows(7))  # road: kind s t zOffset hdg length width
    corners: Rows = field(default_factory=lambda: Rows(4))  # object: outline, u v z or s t dz
    section_links: list[tuple[SectionLinks, ...]] = field(default_factory=list)  # of each road
    road_links: list[tuple[RoadLink | None, RoadLink | None]] = field(default_factory=list)  # of each road
    connections: dict[str, tuple[Connection, ...]] = field(default_factory=dict)  # by junction's id
    signals: list[RawSignal] = field(default_factory=list)
    references: list[RawReference] = field(default_factory=list)
    junctions: dict[str, str] = field(default_factory=dict)  # names by id
    findings: Findings = field(default_factory=Findings)
