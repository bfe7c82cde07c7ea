"""Order of the cameras of a run: those that look ahead first."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[a-z]+|\d+")
_DIRECTIONS = ("front", "front left", "front right", "left", "right", "back", "back left", "back right")
_SAME = {"rear": "back"}
_NOT_PLAIN = {
    "bev": 1, "top": 1, "topdown": 1, "birdview": 1,
    "augmented": 2, "semantic": 3, "semantics": 3, "instance": 3,
}  # fmt: skip
"""Rank of the words in a name that tell a view from above, a moved camera, or a picture of classes."""


def in_order(names: Iterable[str]) -> list[str]:
    """Return ``names`` of cameras in the order in which they are shown.

    Cameras come before views from above and pictures of classes; those that look ahead come first.

    >>> in_order(["bev", "rgb_back", "rgb_front", "rgb_front_left"])
    ['rgb_front', 'rgb_front_left', 'rgb_back', 'bev']
    """
    return sorted(names, key=_rank)


def _rank(name: str) -> tuple[int, int, str]:
    words = [_SAME.get(word, word) for word in _WORD.findall(name.casefold())]
    direction = " ".join(word for word in words if word in {"front", "left", "right", "back"})
    at = _DIRECTIONS.index(direction) if direction in _DIRECTIONS else len(_DIRECTIONS)
    return max((_NOT_PLAIN.get(word, 0) for word in words), default=0), at, name
