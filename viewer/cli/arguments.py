"""Arguments that commands take: how their words are read, and those that several commands share."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from viewer.export.errors import ExportError
from viewer.file_error import printable
from viewer.regular_file import open_regular, reason

if TYPE_CHECKING:
    from viewer.analysis.thresholds import Thresholds
    from viewer.recording.actor_name import ActorName
    from viewer.replay.time.typed_time import TimeQuery

ACTOR = "ACTOR"
"""How help names an actor, which is ``ID``, ``hero`` or ``role=NAME`` everywhere."""
ACTOR_HELP = "ID, hero or role=NAME"
TIME_HELP = (
    "seconds (12.5, or -3 from the end), '#FRAME', collision:N, H:M:S, a time of day (14:03:22 UTC), or 50 %%"
)
"""How help names the forms of TIME, which are the same in every option."""
_RECORDED = "recorded"
"""The rate of one picture for each frame of the recording."""

_NEGATIVE = re.compile(r"-[\d.]")
_SIZE = re.compile(r"(\d{1,6})[x×](\d{1,6})")
_SMALLEST = 16
_LARGEST = 16_384  # pixels along one side: Qt's raster engine goes no further
_EDGE = 1e6  # metres: no map is so large
_MOST = 1_000_000  # of what is counted: more is a slip


# -- reading words


def _by(module: str, name: str) -> Callable[[str], Any]:
    """Return what reads a word by a function, which is imported when it is asked; its errors are told."""

    def read(text: str) -> Any:  # noqa: ANN401 - whatever that returns
        try:
            return attrgetter(name)(import_module(module))(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return read


def file(text: str) -> Path:
    """Return ``text`` as the path of a file that can be read now.

    Raises:
        argparse.ArgumentTypeError: there is no such file, it is a folder, or reading it is not permitted.

    """
    path = Path(text)
    try:
        open_regular(path).close()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{printable(path)}: {reason(error)[0]}") from error
    return path


moment: Callable[[str], TimeQuery] = _by("viewer.replay.time.typed_time", "parse_moment")
actor: Callable[[str], ActorName] = _by("viewer.recording.actor_name", "ActorName.parse")


def actors(text: str) -> tuple[ActorName, ...]:
    """Read actors with commas between them."""
    return tuple(actor(part.strip()) for part in text.split(","))


def names(text: str) -> tuple[str, ...]:
    """Read names with commas between them."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def kinds(text: str) -> tuple[str, ...]:
    """Read kinds of events with commas between them."""
    from viewer.analysis.event_kinds import KINDS

    found = names(text)
    unknown = [name for name in found if name not in KINDS]
    if unknown or not found:
        what = f"there is no kind '{unknown[0]}'" if unknown else "no kind is named"
        raise argparse.ArgumentTypeError(f"{what}; there are {', '.join(KINDS)}")
    return found


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


def _floats(text: str, count: int) -> tuple[float, ...]:
    """Return so many numbers with commas between them; that are none, if they are others."""
    try:
        found = tuple(map(float, text.split(",")))
    except ValueError:
        found = ()
    return found if len(found) == count else (math.nan,) * count


def _number(what: str, fits: Callable[[float], bool]) -> Callable[[str], float]:
    """Return what reads a number that fits; of others it says that they are no ``what``."""

    def read(text: str) -> float:
        (value,) = _floats(text, 1)
        if not fits(value):
            raise argparse.ArgumentTypeError(f"'{text}' is no {what}")
        return value

    return read


at_least_zero = _number("number from 0 on", lambda value: 0.0 <= value < math.inf)
positive = _number("number above 0, up to 1000", lambda value: 0.0 < value <= 1_000.0)  # noqa: PLR2004
_metres = _number("length in metres", lambda value: 0.0 < value < _EDGE)


def count(text: str) -> int:
    """Read a whole number from 1 on."""
    if not text.isdecimal() or not 0 < int(text) < _MOST:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 on")
    return int(text)


def rate(text: str) -> float | None:
    """Read pictures a second; None for one for each frame of the recording."""
    return None if text == _RECORDED else positive(text)


def center(text: str) -> ActorName | tuple[float, float]:
    """Read an actor, or ``X,Y`` in metres."""
    try:
        if "," not in text or "=" in text:
            return actor(text)
    except argparse.ArgumentTypeError:
        pass
    x, y = _floats(text, 2)
    if abs(x) < _EDGE and abs(y) < _EDGE:
        return x, y
    raise argparse.ArgumentTypeError(f"'{text}' is no place: give {ACTOR_HELP}, or X,Y in metres")


def ring(text: str) -> tuple[float, float, float]:
    """Read ``X,Y,TIME``: a place in metres, and elapsed seconds."""
    x, y, start = _floats(text, 3)
    if abs(x) < _EDGE and abs(y) < _EDGE and start < math.inf:
        return x, y, start
    raise argparse.ArgumentTypeError(f"'{text}' is no X,Y,TIME: give metres and elapsed seconds")


def _whose(text: str) -> ActorName | None:
    return None if text == "all" else actor(text)


# -- what there is to be read

FLAG = {"action": "store_true"}
_OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "file": {"type": Path, "metavar": "FILE", "help": "the recording"},
    "files": {
        "nargs": "+", "type": Path, "metavar": "FILE", "help": "a recording, or a folder of recordings",
    },
    "-o --output": {"required": True, "type": Path, "metavar": "OUT"},
    "--at": {"type": moment, "metavar": "TIME", "help": f"go to TIME: {TIME_HELP}"},
    "--select": {"type": actor, "metavar": ACTOR, "help": f"select an actor: {ACTOR_HELP}"},
    "--follow": {"type": actor, "metavar": ACTOR},
    "--hero": {
        "type": actor, "metavar": "ID|role=NAME", "help": "who the hero is, if not who the recording says",
    },
    "--range": {
        "nargs": 2, "type": moment, "default": (None, None), "metavar": ("A", "B"),
        "help": f"only from TIME A to TIME B, both included: {TIME_HELP}",
    },
    "--roads": {"type": file, "metavar": "MAP.xodr", "help": "the town's OpenDRIVE file"},
    "--routes": {
        "type": file, "action": "append", "default": [], "metavar": "ROUTES.xml",
        "help": "routes of the Leaderboard, which count before those beside the recording",
    },
    "--size": {"type": size, "metavar": "WxH", "help": "in pixels"},
    "--span": {"type": _metres, "metavar": "METRES", "help": "width of what the map shows"},
    "--center": {"type": center, "metavar": "ACTOR|X,Y"},
    "--window": {**FLAG, "help": "draw the whole window with its panels"},
    "--theme": {
        "choices": ("dark", "light"), "default": "dark", "help": "colours of the picture (default: dark)",
    },
    "--json": {**FLAG, "help": "write JSON, an array with one object per file"},
    "--csv": {**FLAG, "help": "write a table"},
    "--force": {**FLAG, "help": "overwrite what is there"},
    "--for": {"dest": "whose", "type": _whose, "metavar": "all|ACTOR"},
    "--fail-on": {
        "type": kinds, "default": (), "metavar": "K,K", "help": "end with status 4 if one of these happened",
    },
    "--allow-not-judged": {**FLAG, "help": "do not end with 5 if one of them was not judged"},
    "--set": {
        "dest": "changed", "type": _by("viewer.analysis.thresholds", "parse_thresholds"), "action": "append",
        "default": [], "metavar": "NAME=VALUE,…", "help": "other thresholds; can be given again",
    },
    "--thresholds": {
        "type": file, "metavar": "FILE.toml", "help": "other thresholds from a file; --set goes first",
    },
}  # fmt: skip
"""Arguments by their names, as argparse takes them."""

Row = str | tuple[str, Mapping[str, Any]]
"""An argument: its names, with what argparse takes beside what stands in the table, or instead."""


def parser(
    description: str,
    *rows: Row | list[Row],
    epilog: str | None = None,
    lines: Sequence[str] = (),
) -> argparse.ArgumentParser:
    """Return the parser of a command; of the rows of a list one excludes the others.

    Below its help stands an epilog, or these lines. Its ``prog`` is set when it is used.
    """
    made = argparse.ArgumentParser(description=description, epilog=epilog)
    made._negative_number_matcher = _NEGATIVE  # noqa: SLF001 - else X,Y below 0 would be an option
    if lines:
        made.formatter_class, made.epilog = argparse.RawDescriptionHelpFormatter, "\n".join(lines)
    for row in rows:
        into = made.add_mutually_exclusive_group() if isinstance(row, list) else made
        for each in row if isinstance(row, list) else [row]:
            name, other = (each, {}) if isinstance(each, str) else each
            usual = {} if "action" in other else _OPTIONS.get(name, {})
            into.add_argument(*name.split(), **{**usual, **other})
    return made


def rules(whose: str) -> tuple[Row, ...]:
    """Return the arguments about events: whose, of which kinds, and by which thresholds."""
    told = f"{whose}: of everybody (usual), or of an actor: {ACTOR_HELP}"
    return ("--for", {"help": told}), "--hero", "--fail-on", "--allow-not-judged", "--set", "--thresholds"


def thresholds_of(options: argparse.Namespace) -> Thresholds:
    """Return the thresholds that were asked for.

    Raises:
        ExportError: the file cannot be used, or --allow-not-judged has nothing to allow.

    """
    from viewer.analysis.thresholds import ThresholdError, Thresholds, read_thresholds

    try:
        changed = {} if options.thresholds is None else read_thresholds(options.thresholds)
        for each in options.changed:
            changed |= each
        thresholds = Thresholds(changed)
    except ThresholdError as error:
        raise ExportError(str(error).rstrip(".")) from error
    if options.allow_not_judged and not options.fail_on:
        raise ExportError("--allow-not-judged goes with --fail-on")
    return thresholds
