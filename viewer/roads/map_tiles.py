"""Tiles: parts of a map's surfaces that are merged one by one, so that the visible ones come first.

A town is one tile. Roads far apart are in different tiles, and areas larger than a town are cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from viewer.arrays import Floats, Ints
from viewer.lazy import lazy
from viewer.roads.arrays import Paths, offsets
from viewer.roads.lane_types import Surface
from viewer.roads.merged_surfaces import Box, MergedLevel, Surfaces, halved, merge_surfaces

_TOWN = 40_000  # points that are united at once: what that takes grows more than linearly
_PIECE = 10_000  # points of a sheet of what is larger
_APART = 64.0  # m: what lies farther apart has no influence on each other
_AROUND = 40.0  # m around a sheet that is cut, within which surfaces have influence on it


@dataclass(frozen=True, eq=False)
class Tile:
    """Part of a map's surfaces that is merged on its own.

    Attributes:
        levels: closed outlines by kind of surface, per level (storey of the roads), lowest first; if the tile
            is ``cut``, also outlines that lie close around it.
        box: rectangle of the tile: least x, least y, greatest x, greatest y, metres.
        cut: whether surfaces may continue beyond the rectangle, so that merged ones are clipped to it.
    """

    levels: tuple[Surfaces, ...]
    box: Box
    cut: bool

    @lazy
    def merged(self) -> tuple[MergedLevel, ...]:
        """Surfaces of the tile, merged over lanes, by level (storey of the roads), lowest first.

        Takes up to a second at first use.
        """
        return merge_surfaces(self.levels, self.box if self.cut else None)

    @property
    def is_merged(self) -> bool:
        """Whether the surfaces of this tile (part of the road map) have been merged yet."""
        return "merged" in self.__dict__


def make_tiles(levels: Sequence[Surfaces]) -> tuple[Tile, ...]:
    """Return the surfaces of ``levels`` (storeys of the roads, lowest first), divided into tiles.

    A town is one tile; surfaces far apart are in different tiles, and larger areas are cut.
    """
    outlines = [each for level in levels for each in level.values()]
    if not outlines:
        return (Tile(tuple(levels), (0.0, 0.0, 0.0, 0.0), cut=False),)
    boxes = np.concatenate([each.boxes for each in outlines])
    sizes = np.concatenate([np.diff(each.first) for each in outlines])
    if sizes.sum() <= _TOWN:
        return (Tile(tuple(levels), _around(boxes), cut=False),)
    found = []
    for rows in _apart(boxes):
        box = _around(boxes[rows])
        if sizes[rows].sum() <= _TOWN:
            found.append(Tile(_chosen(levels, rows), box, cut=False))
            continue
        for piece in _cut(box, boxes[rows], sizes[rows]):
            left, top, right, bottom = piece
            near = (boxes[:, :2] <= (right + _AROUND, bottom + _AROUND)).all(axis=1)
            near &= (boxes[:, 2:] >= (left - _AROUND, top - _AROUND)).all(axis=1)
            found.append(Tile(_chosen(levels, np.flatnonzero(near)), piece, cut=True))
    return tuple(found)


def _around(boxes: Floats) -> Box:
    """Return the rectangle around all of the rectangles ``boxes`` (N, 4).

    Rectangles are least x, least y, greatest x, greatest y, in metres.
    """
    left, top, _, _ = boxes.min(axis=0).tolist()
    _, _, right, bottom = boxes.max(axis=0).tolist()
    return left, top, right, bottom


def _apart(boxes: Floats) -> list[Ints]:
    """Return the rows of ``boxes`` (N, 4) in groups so far apart that each can be merged separately.

    A box is a rectangle in metres: least x, least y, greatest x, greatest y.
    """
    low, high = np.floor(boxes[:, :2] / _APART), np.floor(boxes[:, 2:] / _APART) + 1
    rough = np.array([*{*map(tuple, np.concatenate([low, high], axis=1).tolist())}]) * _APART
    margin = _APART / 4  # so that corners that touch lie together
    rough += (-margin, -margin, margin, margin)
    areas = shapely.get_parts(shapely.union_all(shapely.box(*rough.T)))
    row, area = shapely.STRtree(areas).query(shapely.points(boxes[:, :2]), predicate="intersects")
    order = np.argsort(area[np.argsort(row)], kind="stable")
    return np.split(order, np.cumsum(np.bincount(area, minlength=len(areas)))[:-1])


def _cut(box: Box, boxes: Floats, sizes: Ints) -> Iterator[Box]:
    """Cut the rectangle ``box`` of a map again and again, and yield the parts that are small enough.

    A part is small enough if the outlines in it have 10,000 points at most; one that cannot be cut further is
    yielded, too. ``boxes`` (N, 4) are rectangles around the N outlines in ``box``, ``sizes`` (N,) their
    numbers of points.
    """
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    left, top, right, bottom = box
    axis = int(bottom - top > right - left)
    at = float(np.median(middles[:, axis]))
    first = middles[:, axis] <= at
    if sizes.sum() <= _PIECE or first.all() or not box[axis] < at < box[axis + 2]:
        yield box
        return
    for half, chosen in zip(halved(box, axis, at), (first, ~first), strict=True):
        yield from _cut(half, boxes[chosen], sizes[chosen])


def _chosen(levels: Sequence[Surfaces], rows: Ints) -> tuple[Surfaces, ...]:
    """Return the outlines of road surfaces with the indices ``rows``, by storey and then by kind of surface.

    ``rows`` are ascending indices into the outlines of all ``levels`` (storeys), the lowest level first;
    within a level, kind after kind.
    """
    ends = offsets(np.array([len(each) for level in levels for each in level.values()]))
    chosen = iter(np.split(rows, np.searchsorted(rows, ends[1:-1])))
    starts = iter(ends.tolist())
    found: list[dict[Surface, Paths]] = []
    for level in levels:
        kinds = {kind: each.select(next(chosen) - next(starts)) for kind, each in level.items()}
        found.append({kind: each for kind, each in kinds.items() if len(each)})
    return tuple(found)


def merge_tiles(tiles: Sequence[Tile]) -> tuple[MergedLevel, ...]:
    """Return the surfaces of all ``tiles``, merged over lanes, by level (storey of the roads), lowest first.

    Tiles that were not merged yet take up to a second each.
    """
    levels = zip(*(tile.merged for tile in tiles), strict=True)
    return tuple(MergedLevel(*map(_together, zip(*level, strict=True))) for level in levels)


def _together(found: Sequence[Paths]) -> Paths:
    """Join several Paths objects into one that has all their paths."""
    counts = np.concatenate([np.diff(each.first) for each in found])
    return Paths(np.concatenate([each.points for each in found]), offsets(counts))
