"""Arguments that several commands share, and their checks."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewer.recording.actor_name import ActorName
    from viewer.replay.time.moment import TimeQuery

_SIZE = re.compile(r"(\d{1,6})[x×](\d{1,6})")
_NEGATIVE = re.compile(r"-[\d.]")
_RANGE = "--range"
_SMALLEST = 16
_LARGEST = 16_384  # pixels along one side: Qt's raster engine goes no further


def joined(words: Sequence[str]) -> list[str]:
    """Return the words with ``--name -6,130`` as ``--name=-6,130``: argparse takes it for an option else.

    Behind ``--range`` there are two; a blank before a word tells argparse that it is none of its options.
    """
    result: list[str] = []
    for place, word in enumerate(words):
        if not _NEGATIVE.match(word) or not result:
            result.append(word)
        elif _RANGE in words[max(place - 2, 0) : place]:
            result.append(f" {word}")
        elif re.fullmatch(r"--[a-z-]+", result[-1]):
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


ACTOR = "ACTOR"
"""How help names an actor, which is ``ID``, ``hero`` or ``role=NAME`` everywhere."""
ACTOR_HELP = "ID, hero or role=NAME"


def actor(text: str) -> ActorName:
    """Read ``ID``, ``hero`` or ``role=NAME``."""
    from viewer.recording.actor_name import ActorName

    try:
        return ActorName.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def actors(text: str) -> tuple[ActorName, ...]:
    """Read actors with commas between them."""
    return tuple(actor(part.strip()) for part in text.split(","))


def names(text: str) -> tuple[str, ...]:
    """Read names with commas between them."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


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


def count(text: str) -> int:
    """Read a whole number from 1 on."""
    if not text.isdecimal() or not 0 < int(text) < 1_000_000:  # noqa: PLR2004 - more is a slip
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 on")
    return int(text)


def positive(text: str) -> float:
    """Read a positive number, as of pictures a second or times as fast."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number <= 1_000.0:  # noqa: PLR2004 - more is no film
        raise argparse.ArgumentTypeError(f"'{text}' is no number above 0, up to 1000")
    return number


RECORDED = "recorded"
"""The rate of one picture for each frame of the recording."""


def rate(text: str) -> float | None:
    """Read pictures a second; None for one for each frame of the recording."""
    return None if text == RECORDED else positive(text)


def center(text: str) -> ActorName | tuple[float, float]:
    """Read an actor, or ``X,Y`` in metres."""
    try:
        if "," not in text or "=" in text:
            return actor(text)
        x, y = (float(part) for part in text.split(","))
        if abs(x) < 1e6 and abs(y) < 1e6:  # noqa: PLR2004 - larger than any map
            return x, y
    except (argparse.ArgumentTypeError, ValueError):
        pass
    raise argparse.ArgumentTypeError(f"'{text}' is no place: give {ACTOR_HELP}, or X,Y in metres")


def ring(text: str) -> tuple[float, float, float]:
    """Read ``X,Y,TIME``: a place in metres, and elapsed seconds."""
    try:
        x, y, start = (float(part) for part in text.split(","))
    except ValueError:
        x = y = start = float("nan")
    if abs(x) < 1e6 and abs(y) < 1e6 and start < float("inf"):  # noqa: PLR2004 - larger than any map
        return x, y, start
    raise argparse.ArgumentTypeError(f"'{text}' is no X,Y,TIME: give metres and elapsed seconds")


_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "file": {"type": Path, "metavar": "FILE", "help": "the recording"},
    "files": {
        "nargs": "+", "type": Path, "metavar": "FILE", "help": "a recording, or a folder of recordings",
    },
    "--at": {
        "type": moment, "metavar": "TIME", "help": "go to TIME: seconds, '#FRAME' or collision:N",
    },
    "--select": {"type": actor, "metavar": ACTOR, "help": f"select an actor: {ACTOR_HELP}"},
    "--follow": {"type": actor, "metavar": ACTOR},
    "--hero": {"type": actor, "metavar": "ID|role=NAME"},
    _RANGE: {
        "nargs": 2, "type": moment, "default": (None, None), "metavar": ("A", "B"),
        "help": "only from TIME A to TIME B, both included: seconds, '#FRAME' or collision:N",
    },
    "--roads": {"type": Path, "metavar": "MAP.xodr", "help": "the town's OpenDRIVE file"},
    "--routes": {
        "type": Path, "action": "append", "default": [], "metavar": "ROUTES.xml",
        "help": "routes of the Leaderboard, which count before those beside the recording",
    },
    "--size": {"type": size, "metavar": "WxH", "help": "in pixels"},
    "--span": {"type": metres, "metavar": "METRES", "help": "width of what the map shows"},
    "--center": {"type": center, "metavar": "ACTOR|X,Y"},
    "--window": {"action": "store_true", "help": "draw the whole window with its panels"},
    "--theme": {"choices": ("dark", "light"), "default": "dark"},
    "--json": {"action": "store_true", "help": "write JSON, an array with one object per file"},
    "--csv": {"action": "store_true", "help": "write a table"},
    "--force": {"action": "store_true", "help": "overwrite what is there"},
}  # fmt: skip
"""Arguments by their names, as argparse takes them."""


def add(parser: argparse._ActionsContainer, *names: str, **other: Any) -> None:  # noqa: ANN401 - what argparse takes
    """Add arguments of the table to a parser, or to a group of one, with what is other than there."""
    for name in names:
        parser.add_argument(name, **{**_OPTIONS[name], **other})
