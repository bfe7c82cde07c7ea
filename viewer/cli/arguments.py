"""Arguments that several commands share, and their checks."""

from __future__ import annotations

import argparse
import re

from viewer.replay.moment import Moment, MomentError, parse_moment

_SIZE = re.compile(r"(\d{2,5})[x×](\d{2,5})")
_LARGEST = 16_384  # pixels along one side: Qt's raster engine goes no further


def moment(text: str) -> Moment:
    """Read TIME: seconds, #FRAME or collision:N."""
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
    if match is None or max(width_height := (int(match[1]), int(match[2]))) > _LARGEST:
        raise argparse.ArgumentTypeError(f"'{text}' is no size: give WIDTHxHEIGHT in pixels, as 1600x1000")
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
