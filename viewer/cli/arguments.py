"""Arguments that several commands share, and their checks."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewer.replay.time.moment import TimeQuery

_SIZE = re.compile(r"(\d{1,6})[x×](\d{1,6})")
_NEGATIVE = re.compile(r"-[\d.]")
_SMALLEST = 16
_LARGEST = 16_384  # pixels along one side: Qt's raster engine goes no further


def joined(words: Sequence[str]) -> list[str]:
    """Return the words with ``--name -6,130`` as ``--name=-6,130``: argparse takes it for an option else."""
    result: list[str] = []
    for word in words:
        if result and _NEGATIVE.match(word) and re.fullmatch(r"--[a-z-]+", result[-1]):
            result[-1] += f"={word}"
        else:
            result.append(word)
    return result


def moment(text: str) -> TimeQuery:
    """Read TIME: seconds, #FRAME or collision:N."""
    from viewer.replay.time.moment import MomentError, parse_moment

    try:
        return parse_moment(text)
    except MomentError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def actor_id(text: str) -> int:
    """Read an actor id."""
    if not text.isdecimal() or int(text) >= 1 << 32:
        raise argparse.ArgumentTypeError(f"'{text}' is no actor id")
    return int(text)


def size(text: str) -> tuple[int, int]:
    """Read WIDTHxHEIGHT in pixels."""
    match = _SIZE.fullmatch(text)
    width_height = (int(match[1]), int(match[2])) if match is not None else (0, 0)
    if not all(_SMALLEST <= side <= _LARGEST for side in width_height):
        limits = f"from {_SMALLEST}x{_SMALLEST} to {_LARGEST}x{_LARGEST}"
        raise argparse.ArgumentTypeError(
            f"'{text}' is no size: give WIDTHxHEIGHT in pixels, {limits}, as 1600x1000"
        )
    return width_height


def metres(text: str) -> float:
    """Read a positive length in metres."""
    try:
        length = float(text)
    except ValueError:
        length = 0.0
    if not 0.0 < length < 1e6:  # noqa: PLR2004 - larger than any map
        raise argparse.ArgumentTypeError(f"'{text}' is no length in metres")
    return length


def center(text: str) -> str | int | tuple[float, float]:
    """Read ``hero``, an actor id, or ``X,Y`` in metres."""
    if text == "hero":
        return text
    if "," in text:
        try:
            x, y = (float(part) for part in text.split(","))
        except ValueError:
            x = y = float("nan")
        if abs(x) < 1e6 and abs(y) < 1e6:  # noqa: PLR2004 - larger than any map
            return x, y
    elif text.isdecimal():
        return actor_id(text)
    raise argparse.ArgumentTypeError(f"'{text}' is no place: give hero, an actor id, or X,Y in metres")


def add_moment_and_actor(parser: argparse.ArgumentParser) -> None:
    """Add --at and --select."""
    parser.add_argument(
        "--at", type=moment, metavar="TIME", help="go to TIME: seconds, '#FRAME' or collision:N"
    )
    parser.add_argument("--select", type=actor_id, metavar="ACTOR", help="select the actor with this id")
