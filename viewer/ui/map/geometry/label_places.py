"""Where a label can be: its places around its actor, and the leader to each. Pure numpy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats

FARTHEST = 60.0
"""Pixels of the longest leader."""
_ROUNDED_TO_PIXELS = 1.0
"""How much longer it becomes by labels at whole pixels."""

_ROUNDING = 0.6
"""Radius of an actor's corners, in half widths."""
_DIAGONAL = np.sqrt(0.5)
_CORNER_STEPS, _LEADER_STEPS = 3, 5

# The places of a label, the best first: up right, up left, down right, down left, right, left, up, down; and
# all again farther away. To the right is 1 and to the left −1, below is 1 and above −1.
_SIDES = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))
_DISTANCES = (12.0, 28.0, 44.0, FARTHEST)
_RIGHT, _DOWN = np.tile(np.array(_SIDES, np.float64), (len(_DISTANCES), 1)).T
_AWAY = np.repeat(_DISTANCES, len(_SIDES)) * np.where(_RIGHT * _DOWN == 0, 1.0, _DIAGONAL)

PLACES = len(_AWAY)
"""How many places a label has."""


class LabelledActors(NamedTuple):
    """Actors and the sizes of their labels, N of them, in pixels.

    Attributes:
        x: middles, shape (N,).
        y: as ``x``.
        headings: radians clockwise, shape (N,).
        half_lengths: of the actors' outlines, along their headings, shape (N,).
        half_widths: across them, shape (N,).
        widths: of the labels, shape (N,).
        heights: as ``widths``.

    """

    x: Floats
    y: Floats
    headings: Floats
    half_lengths: Floats
    half_widths: Floats
    widths: Floats
    heights: Floats

    def take(self, rows: NDArray[np.int64]) -> LabelledActors:
        """Return some of them, in the order asked for."""
        return LabelledActors(*(column[rows] for column in self))


def boxes_at(actors: LabelledActors, places: NDArray[np.int64]) -> Floats:
    """Return left, top, right, bottom of N labels, each at one of its places (N,), shape (N, 4)."""
    right, down, away = _RIGHT[places], _DOWN[places], _AWAY[places]
    cos, sin = np.abs(np.cos(actors.headings)), np.abs(np.sin(actors.headings))
    across = right * (actors.half_lengths * cos + actors.half_widths * sin)
    along = down * (actors.half_lengths * sin + actors.half_widths * cos)
    away = away + _off_corners(actors, across, along, right, down)
    left = np.round(actors.x + across + right * away - actors.widths * (1 - right) / 2)
    top = np.round(actors.y + along + down * away - actors.heights * (1 - down) / 2)
    return np.stack([left, top, left + actors.widths, top + actors.heights], axis=1)


def leaders_to(actors: LabelledActors, boxes: Floats) -> tuple[Floats, Flags]:
    """Return both ends of the leaders to N labels, (N, 4), and which can be: short, and off the actor, (N,).

    An actor's outline is a rounded box: the points that are as far from a smaller box as its corners are
    round.
    """
    x, y = actors.x, actors.y
    left, top, right, bottom = boxes.T
    cos, sin = np.cos(actors.headings), np.sin(actors.headings)
    radius, inner_length, inner_width = _rounded(actors)
    begin_x, begin_y = x, y
    # Towards the nearest points of two convex shapes, in turns; so few that between edges which are all but
    # parallel it stays near the middle, and does not leap from corner to corner as the actor turns.
    for _ in range(_LEADER_STEPS):
        dx = np.minimum(np.maximum(begin_x, left), right) - x
        dy = np.minimum(np.maximum(begin_y, top), bottom) - y
        ahead, aside = dx * cos + dy * sin, dy * cos - dx * sin
        near_ahead = np.minimum(np.maximum(ahead, -inner_length), inner_length)
        near_aside = np.minimum(np.maximum(aside, -inner_width), inner_width)
        far = np.hypot(ahead - near_ahead, aside - near_aside)
        share = radius / np.maximum(far, 1e-9)
        ahead = near_ahead + (ahead - near_ahead) * share
        aside = near_aside + (aside - near_aside) * share
        begin_x, begin_y = x + ahead * cos - aside * sin, y + ahead * sin + aside * cos
    end_x = np.minimum(np.maximum(begin_x, left), right)
    end_y = np.minimum(np.maximum(begin_y, top), bottom)
    short = np.hypot(end_x - begin_x, end_y - begin_y) <= FARTHEST + _ROUNDED_TO_PIXELS
    return np.stack([begin_x, begin_y, end_x, end_y], axis=1), (far > radius) & short


def _off_corners(
    actors: LabelledActors, across: Floats, along: Floats, right: Floats, down: Floats
) -> Floats:
    """Return how much farther labels at corners of the boxes around N actors are, to either side, shape (N,).

    With that the first distance beside the corner is the first distance from the actor's outline: a slanted
    actor is far from two of the corners. Nothing for labels at other places.
    """
    radius, inner_length, inner_width = _rounded(actors)
    cos, sin = np.cos(actors.headings), np.sin(actors.headings)
    moved = np.zeros(len(across))
    for _ in range(_CORNER_STEPS):
        away = (moved + _DISTANCES[0]) * _DIAGONAL
        x, y = across + right * away, along + down * away
        ahead = np.maximum(np.abs(x * cos + y * sin) - inner_length, 0.0)
        aside = np.maximum(np.abs(y * cos - x * sin) - inner_width, 0.0)
        moved += _DISTANCES[0] - (np.hypot(ahead, aside) - radius)
    return np.where(right * down == 0.0, 0.0, moved * _DIAGONAL)


def _rounded(actors: LabelledActors) -> tuple[Floats, Floats, Floats]:
    """Return how round N actors are, and half the length and width of the box each is around, (N,)."""
    radius = _ROUNDING * np.minimum(actors.half_lengths, actors.half_widths)
    return radius, actors.half_lengths - radius, actors.half_widths - radius
