"""What kind of thing a prop is, by the name of its blueprint or mesh, and how that looks from above.

CARLA has some hundred props and anybody may add more; what is beside the road matters by its kind.
"""

from __future__ import annotations

import re
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats
from viewer.lazy import kept
from viewer.recording.actors import ActorDescription, ActorTable, Blueprint
from viewer.ui.map.geometry.actor_shapes import placed


class PropKind(IntEnum):
    """A kind of props that looks alike from above; later ones stand over those before: tables over seats."""

    UNKNOWN = 0
    SIGN = 1
    CONE = 2
    BARRIER = 3
    SEAT = 4
    LITTER = 5
    ROUND = 6
    BOX = 7


_WORDS = {
    PropKind.SIGN: r"sign|warning|advert",
    PropKind.CONE: r"cone",
    PropKind.BARRIER: r"barrier|fence|railing",
    PropKind.SEAT: r"bench|chair|couch|swing|slide",
    PropKind.LITTER: r"debris|garbage|litter|tile|bag\d*$|rubbish",
    PropKind.ROUND: r"barrel|bin\d*$|can\d*$|pot|plant|table|fountain|trampoline",
    PropKind.BOX: r"box|case|container|machine|atm|kiosk|cart|house|bale|trolley",
}
"""Of lower case names; the first that is found decides."""

Outline = tuple[tuple[float, float], ...]

_TURNS = np.linspace(0.0, 2 * np.pi, 20, endpoint=False)
_SQUARE: Outline = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))


def _circle(radius: float) -> Outline:
    points = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)]) * radius
    return tuple((u, v) for u, v in points.tolist())


_BODIES: dict[PropKind, Outline] = {
    PropKind.UNKNOWN: _circle(1.0),
    PropKind.SIGN: ((-1.0, -1.0), (1.0, 0.0), (-1.0, 1.0)),
    PropKind.LITTER: ((-1.0, 0.1), (-0.4, -0.9), (0.5, -0.6), (1.0, 0.2), (0.3, 0.9), (-0.6, 0.7)),
    PropKind.ROUND: _circle(1.0),
}
"""Others are as their boxes."""

_INSIDE: dict[PropKind, tuple[Outline, ...]] = {
    PropKind.CONE: (_circle(0.55),),
    PropKind.BARRIER: (((-0.7, 1.0), (-0.1, -1.0)), ((0.1, 1.0), (0.7, -1.0))),
    PropKind.SEAT: (((-0.45, -1.0), (-0.45, 1.0)),),
    PropKind.BOX: (((-1.0, 0.0), (1.0, 0.0)),),
}


@kept
def prop_kinds(table: ActorTable) -> NDArray[np.uint8]:
    """Return the PropKind of each actor, shape (N,); what is no prop is UNKNOWN."""
    return table.descriptions.of_each(_kind, np.uint8)


def mesh_name(actor: ActorDescription | Blueprint) -> str:
    """Return what a prop is made of, by the last part of its mesh's path; empty if that is not recorded."""
    return actor.attributes.get("mesh_path", "").rpartition(".")[2].removeprefix("SM_")


def body(kind: PropKind, centers: Floats, headings: Floats, halves: Floats) -> Floats:
    """Return the outlines of M props of one kind, shape (M, K, 2); the others as for ``outline``."""
    return placed(np.array(_BODIES.get(kind, _SQUARE)), centers, headings, halves)


def inside(kind: PropKind, centers: Floats, headings: Floats, halves: Floats) -> list[Floats]:
    """Return the lines within the bodies of M props of one kind, several of shape (M, L, 2), or none."""
    return [placed(np.array(line), centers, headings, halves) for line in _INSIDE.get(kind, ())]


def _kind(blueprint: Blueprint) -> PropKind:
    if not blueprint.type_id.startswith("static.prop"):
        return PropKind.UNKNOWN
    name = (mesh_name(blueprint) or blueprint.type_id.rpartition(".")[2]).lower()
    return next((kind for kind, words in _WORDS.items() if re.search(words, name)), PropKind.UNKNOWN)
