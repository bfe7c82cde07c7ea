"""Command-line arguments: functions that parse them, and definitions that several commands share."""

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
    from viewer.comparison.tolerance import Tolerance
    from viewer.recording.actor_name import ActorName
    from viewer.replay.time.typed_time import TimeQuery

ACTOR = "ACTOR"
"""Placeholder (metavar) for an actor in the help of every option: ``ID``, ``hero`` or ``role=NAME``."""
ACTOR_HELP = "ID, hero or role=NAME"
"""Help text on the ways to name an actor, the same in every option."""
TIME_HELP = (
    "seconds (12.5, or -3 from the end), '#FRAME', collision:N, H:M:S, a time of day (14:03:22 UTC), or 50 %%"
)
"""Help text on the forms in which a time can be given, the same in every option."""
_RECORDED = "recorded"
"""Value of the option ``--fps`` that asks for one picture per frame of the recording."""

_NEGATIVE = re.compile(r"-[\d.]")
_SIZE = re.compile(r"(\d{1,6})[x×](\d{1,6})")
_SMALLEST = 16
_LARGEST = 16_384  # pixels along one side: the limit of Qt's raster engine
_EDGE = 1e6  # metres: no map is so large
_MOST = 1_000_000  # largest count: more is a typing error


# -- parsing arguments


def _by(module: str, name: str) -> Callable[[str], Any]:
    """Return a function that parses an argument with ``name`` in ``module``, imported on first use.

    A ValueError of the parsing function becomes argparse's error.
    """

    def read(text: str) -> Any:  # noqa: ANN401 - the result of the function
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
"""Function that parses a time in any of the forms that ``TIME_HELP`` names."""
actor: Callable[[str], ActorName] = _by("viewer.recording.actor_name", "ActorName.parse")
"""Function that parses an actor: ``ID``, ``hero`` or ``role=NAME``."""

alignment: Callable[[str], str] = _by("viewer.comparison.clock", "parse_mode")
"""Function that parses a way to align two recordings: a mode, ``event:KIND:N``, or seconds."""
tolerance: Callable[[str], Tolerance] = _by("viewer.comparison.tolerance", "Tolerance.parse")
"""Function that parses tolerances of a comparison: ``NAME=VALUE,…``."""


def actors(text: str) -> tuple[ActorName, ...]:
    """Parse a comma-separated list of actors, each ``ID``, ``hero`` or ``role=NAME``."""
    return tuple(actor(part.strip()) for part in text.split(","))


def names(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list of names."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def kinds(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list of kinds of events, at least one.

    Raises:
        argparse.ArgumentTypeError: there is no such kind, or none is named.
    """
    from viewer.analysis.event_kinds import KINDS

    found = names(text)
    unknown = [name for name in found if name not in KINDS]
    if unknown or not found:
        what = f"there is no kind '{unknown[0]}'" if unknown else "no kind is named"
        raise argparse.ArgumentTypeError(f"{what}; there are {', '.join(KINDS)}")
    return found


def size(text: str) -> tuple[int, int]:
    """Parse a size in pixels, ``WIDTHxHEIGHT``, each from 16 to 16384."""
    match = _SIZE.fullmatch(text)
    width_height = (int(match[1]), int(match[2])) if match is not None else (0, 0)
    if not all(_SMALLEST <= side <= _LARGEST for side in width_height):
        limits = f"from {_SMALLEST}x{_SMALLEST} to {_LARGEST}x{_LARGEST}"
        raise argparse.ArgumentTypeError(
            f"'{text}' is no size: give WIDTHxHEIGHT in pixels, {limits}, as 1600x1000"
        )
    return width_height


def _floats(text: str, count: int) -> tuple[float, ...]:
    """Parse ``text``, ``count`` numbers separated by commas; return NaN for each if it is anything else."""
    try:
        found = tuple(map(float, text.split(",")))
    except ValueError:
        found = ()
    return found if len(found) == count else (math.nan,) * count


def _number(what: str, fits: Callable[[float], bool]) -> Callable[[str], float]:
    """Return a function that parses a number on the command line and refuses one that ``fits`` rejects.

    ``what`` names an acceptable number, for the error message "'…' is no …".
    """

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
    """Return the integer from 1 to 999,999 that a command-line argument ``text`` contains."""
    if not text.isdecimal() or not 0 < int(text) < _MOST:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 on")
    return int(text)


def rate(text: str) -> float | None:
    """Return the frame rate (1/s) that a command-line argument ``text`` contains.

    None for the word ``recorded``, which means one picture per frame of the recording.
    """
    return None if text == _RECORDED else positive(text)


def center(text: str) -> ActorName | tuple[float, float]:
    """Parse a map centre: an actor, or ``X,Y`` in metres."""
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
    """Parse ``X,Y,TIME``: centre of a ring on the map in metres, and elapsed seconds when it appears."""
    x, y, start = _floats(text, 3)
    if abs(x) < _EDGE and abs(y) < _EDGE and start < math.inf:
        return x, y, start
    raise argparse.ArgumentTypeError(f"'{text}' is no X,Y,TIME: give metres and elapsed seconds")


def _whose(text: str) -> ActorName | None:
    return None if text == "all" else actor(text)


# -- the arguments

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
        "type": actor, "metavar": "ID|role=NAME",
        "help": "the actor to take as the hero (default: the recorded hero)",
    },
    "--range": {
        "nargs": 2, "type": moment, "default": (None, None), "metavar": ("A", "B"),
        "help": f"only from TIME A to TIME B, both included: {TIME_HELP}",
    },
    "--with": {
        "dest": "other", "type": Path, "metavar": "B", "help": "another recording, to compare with",
    },
    "--roads": {"type": file, "metavar": "MAP.xodr", "help": "the town's OpenDRIVE file"},
    "--routes": {
        "type": file, "action": "append", "default": [], "metavar": "ROUTES.xml",
        "help": "Leaderboard route file, used before those beside the recording; can be given again",
    },
    "--size": {"type": size, "metavar": "WxH", "help": "width and height in pixels"},
    "--span": {"type": _metres, "metavar": "METRES", "help": "width that the map shows"},
    "--center": {"type": center, "metavar": "ACTOR|X,Y"},
    "--window": {**FLAG, "help": "draw the whole window with its panels"},
    "--theme": {
        "choices": ("dark", "light"), "default": "dark", "help": "colours of the picture (default: dark)",
    },
    "--json": {**FLAG, "help": "write JSON, an array with one object per file"},
    "--csv": {**FLAG, "help": "write CSV"},
    "--force": {**FLAG, "help": "overwrite existing files"},
    "--for": {"dest": "whose", "type": _whose, "metavar": "all|ACTOR"},
    "--fail-on": {
        "type": kinds, "default": (), "metavar": "K,K",
        "help": "exit with status 4 if an event of these kinds happened",
    },
    "--allow-not-judged": {**FLAG, "help": "do not exit with status 5 if a --fail-on kind was not judged"},
    "--set": {
        "dest": "changed", "type": _by("viewer.analysis.thresholds", "parse_thresholds"), "action": "append",
        "default": [], "metavar": "NAME=VALUE,…", "help": "change thresholds; can be given again",
    },
    "--thresholds": {
        "type": file, "metavar": "FILE.toml", "help": "read thresholds from a file; --set overrides them",
    },
}  # fmt: skip
"""Arguments that several commands share, by their names, with the keyword arguments for argparse."""

Row = str | tuple[str, Mapping[str, Any]]
"""Declaration of a command's argument: its names, such as ``-o --output``, or a tuple of names and keywords.

Names alone stand for an argument in ``_OPTIONS``. The keywords of a tuple, for argparse, override those of
``_OPTIONS``; if ``action`` is among them, they replace all of those.
"""


def parser(
    description: str, *rows: Row | list[Row], epilog: str | None = None, lines: Sequence[str] = ()
) -> argparse.ArgumentParser:
    """Return the argument parser of a command; the command's name in its usage is set when it is used.

    Args:
        description: first paragraph of the help.
        rows: declarations of arguments; at most one of those in a list can be given.
        epilog: last paragraph of the help.
        lines: lines below the help, printed as they are, in place of an epilog.
    """
    made = argparse.ArgumentParser(description=description, epilog=epilog)
    made._negative_number_matcher = _NEGATIVE  # noqa: SLF001 - else -3,5 would be taken for an option
    if lines:
        made.formatter_class, made.epilog = argparse.RawDescriptionHelpFormatter, "\n".join(lines)
    for row in rows:
        into = made.add_mutually_exclusive_group() if isinstance(row, list) else made
        for each in row if isinstance(row, list) else [row]:
            name, other = (each, {}) if isinstance(each, str) else each
            defaults = {} if "action" in other else _OPTIONS.get(name, {})
            into.add_argument(*name.split(), **{**defaults, **other})
    return made


def rules(whose: str) -> tuple[Row, ...]:
    """Return the options that commands about events share: actors, hero, thresholds, and when to fail.

    With ``--fail-on`` such a command fails if one of the named events happens or could not be judged.

    Args:
        whose: first words of the help of the option ``--for``, before the ways to name an actor.
    """
    help_text = f"{whose}: all (default), or those of one actor: {ACTOR_HELP}"
    return (
        ("--for", {"help": help_text}),
        "--hero",
        "--fail-on",
        "--allow-not-judged",
        "--set",
        "--thresholds",
    )


def thresholds_of(options: argparse.Namespace) -> Thresholds:
    """Return the thresholds of the rules by which events are found, changed by --thresholds and --set.

    Raises:
        ExportError: the file of thresholds is invalid, or --allow-not-judged is given without --fail-on.
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
