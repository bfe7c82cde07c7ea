"""What the card of a recording shows: driven paths on the town's roads; small enough to be remembered."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.quick_dataclass import dataclass
from viewer.recording.actors import MOVERS
from viewer.recording.collision_sensors import collisions_told
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import travelled_paths
from viewer.replay.paths.first_passes import first_passes
from viewer.replay.world.world import world_at
from viewer.roads.kinds import Surface
from viewer.ui.theme import category_role

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap

WIDTH, HEIGHT = 336, 132
_MARGIN = 12
_LEAST_SPAN = 60.0  # metres: a few steps of somebody are not blown up further
_MOST_PATHS = 80
_APART = 4
"""Pixels between two contacts: what touched often at one place, touched there."""
_MOST_CONTACTS = 400
"""Contacts whose place is looked up, evenly among all: each costs the reading of a frame."""
_LARGEST = 300_000  # bytes that are read of a picture; earlier versions kept more of long recordings
_DRAWN = frozenset(("vehicle", "bicycle", "walker", "hero"))

Line = tuple[tuple[int, int], ...]
"""Pixels of the picture, x to the right and y down."""


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A picture of ``WIDTH`` by ``HEIGHT``, and what there is to say of collisions.

    Attributes:
        roads: closed outlines.
        paths: by whom each was driven, a role of the theme, and where, without what others of the role drove
            before; a single pixel is where somebody stood in the end.
        contacts: where actors touched.
        collisions: how many are recorded.
        told: whether there was a sensor that could tell of them.
        overlaps: how often boxes were found to overlap, which no sensor reported.

    """

    roads: tuple[Line, ...]
    paths: tuple[tuple[str, Line], ...]
    contacts: Line
    collisions: int
    told: bool
    overlaps: int = 0


def picture_of(
    index: RecordingIndex, hero: int | None, road_map: RoadMap | None, *, proceed: Proceed = always
) -> CardPicture:
    """Return the picture of a recording that has been read.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    travelled = travelled_paths(index, MOVERS, proceed=proceed)
    longest = sorted(travelled, key=lambda each: -_length(each[1]))[:_MOST_PATHS]
    longest.sort(key=lambda each: (each[0] == hero, -int(index.actors.category[each[0]])))  # the hero last
    contacts = _contact_places(index, proceed)
    frame = _Frame.around([*(path for _, path in longest), contacts])
    if frame is None:
        return CardPicture((), (), (), len(index.contacts), collisions_told(index))
    driven: dict[str, list[Ints]] = {}
    for row, path in longest:
        role = category_role(int(index.actors.category[row]), hero=row == hero)
        driven.setdefault(role, []).append(frame.pixels(path))
    apart = {(x // _APART, y // _APART): (x, y) for x, y in frame.pixels(contacts).tolist()}
    return CardPicture(
        () if road_map is None else _roads(road_map, frame),
        tuple((role, line) for role, lines in driven.items() for line in _seen(lines)),
        tuple(apart.values()),
        len(index.contacts),
        collisions_told(index),
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """Which part of the world is seen, y pointing down as in CARLA."""

    left: float
    top: float
    scale: float

    @classmethod
    def around(cls, paths: list[Floats]) -> _Frame | None:
        """Return the one that shows all paths in the middle; None if there are none."""
        points = np.concatenate(paths)
        if not len(points):
            return None
        least, most = points.min(axis=0), points.max(axis=0)
        span = np.maximum(most - least, _LEAST_SPAN * np.array((1.0, HEIGHT / WIDTH)))
        room = np.array((WIDTH, HEIGHT)) - 2 * _MARGIN
        scale = float((room / span).min())
        left, top = ((least + most) / 2 - np.array((WIDTH, HEIGHT)) / (2 * scale)).tolist()
        return cls(left, top, scale)

    def pixels(self, points: Floats) -> Ints:
        """Return places in metres, shape (K, 2), as pixels; neighbours on one pixel are one."""
        places = np.rint((points - (self.left, self.top)) * self.scale).astype(np.int64)
        turns: Ints = places[np.any(np.diff(places, axis=0, prepend=places[:1] - 1) != 0, axis=1)]
        return turns


def _seen(lines: Sequence[Ints]) -> Iterator[Line]:
    """Return what is seen of lines of pixels, then the pixels where they end."""
    yield from map(_line, first_passes(lines, 1.0))
    for line in lines:
        if len(line) > 1:  # who stays on a pixel is not drawn
            yield _line(line[-1:])


def _roads(road_map: RoadMap, frame: _Frame) -> tuple[Line, ...]:
    lines = []
    for level in road_map.levels:
        outlines = level.surfaces.get(Surface.ROAD)
        for row in range(0 if outlines is None else len(outlines)):
            line = _line(frame.pixels(outlines.path(row))) if outlines is not None else ()
            xs, ys = zip(*line, strict=True) if line else ((), ())
            seen = line and min(xs) < WIDTH and max(xs) > 0 and min(ys) < HEIGHT and max(ys) > 0
            if seen:
                lines.append(line)
    return tuple(lines)


def _length(path: Floats) -> float:
    return float(np.hypot(*np.diff(path, axis=0).T).sum())


def _contact_places(index: RecordingIndex, proceed: Proceed) -> Floats:
    """Return where actors were when they touched something, in metres, shape (C, 2); of many, of some."""
    places = [np.empty((0, 2))]
    step = len(index.contacts) // _MOST_CONTACTS + 1
    for frame, contacts in groupby(index.contacts[::step], attrgetter("first_frame")):
        check(proceed, frame / len(index.heads))
        world = world_at(index, float(index.elapsed[frame]), frame_index=frame)
        touching = np.isin(world.rows, [contact.actor for contact in contacts])
        places.append(world.locations[touching & world.has_pose, :2])
    return np.concatenate(places)


def to_text(picture: CardPicture) -> str:
    """Return a picture as a short text."""
    content = [
        picture.roads, picture.paths, picture.contacts, picture.collisions, picture.told, picture.overlaps,
    ]  # fmt: skip
    packed = zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)
    return base64.b85encode(packed).decode()


def from_text(text: str) -> CardPicture | None:
    """Return the picture of a text; None for one that is none, or too large to be drawn at once."""
    try:
        content = json.loads(zlib.decompressobj().decompress(base64.b85decode(text), _LARGEST))
        roads, paths, contacts, collisions, told, *later = content  # before the story there were five
        return CardPicture(
            tuple(_line(line) for line in roads),
            tuple((role, _line(line)) for role, line in paths if role in _DRAWN and line),
            _line(contacts),
            int(collisions),
            bool(told),
            int(later[0]) if later else 0,
        )
    except (ValueError, TypeError, zlib.error):
        return None


def _line(points: Any) -> Line:  # noqa: ANN401 - whatever JSON has, or an array
    return tuple((int(x), int(y)) for x, y in points)
