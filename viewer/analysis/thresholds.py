"""Thresholds of the rules that find events: their values, from text or a TOML file."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from viewer.analysis.event_kinds import TABLE
from viewer.regular_file import read_regular, reason


class ThresholdError(ValueError):
    """Error for an unknown threshold or an invalid value; the message says which, and what is possible."""


_BY_NAME = {row.name: row for row in TABLE}
BENCH2DRIVE_BLOCKED = 60.0
"""Default of ``standing.blocked`` in runs of Bench2Drive, in seconds."""


class Thresholds(dict[str, float]):
    """Values of all thresholds by name, for the rules that find events, each in the unit given in ``TABLE``.

    ``viewer.analysis.event_kinds.TABLE`` has all names, defaults and units.

    Attributes:
        given: names of the thresholds that were given, and are no defaults.
    """

    def __init__(self, changed: Mapping[str, float] | None = None) -> None:
        """Set all thresholds to their defaults, except those in ``changed``, values by name.

        Raises:
            ThresholdError: a name is unknown, or a value is no positive number.
        """
        super().__init__({row.name: row.default for row in TABLE})
        self.update({name: _checked(name, value) for name, value in (changed or {}).items()})
        self.given: frozenset[str] = getattr(changed, "given", frozenset(changed or ()))

    def set_default(self, name: str, value: float) -> None:
        """Set a threshold, unless it was given when these were made."""
        if name not in self.given:
            self[name] = value


def read_thresholds(path: Path | str) -> dict[str, float]:
    """Return the thresholds that a TOML file sets: ``ttc = 1.5``, ``ttc.severe = 1``, or tables.

    In a table, ``default`` sets the threshold with the table's own name: ``[ttc]`` with ``default`` and
    ``severe``.

    Raises:
        ThresholdError: the file cannot be read, is no TOML, or sets something else.

    """
    try:
        toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    except ImportError as error:
        what = "reading TOML needs Python 3.11 or the package tomli: install it, or use --set"
        raise ThresholdError(what) from error
    try:
        content = toml.loads(read_regular(Path(path)).decode("utf-8-sig"))
        return {name: _checked(name, value) for name, value in _flat(content, "")}
    except OSError as error:
        raise ThresholdError(f"{path}: cannot be read: {reason(error)[0]}") from error
    except ThresholdError as error:
        raise ThresholdError(f"{path}: {error}") from error
    except ValueError as error:
        raise ThresholdError(f"{path}: this is no TOML: {error}") from error


def parse_thresholds(text: str) -> dict[str, float]:
    """Return the thresholds that ``text``, like ``NAME=VALUE,NAME=VALUE``, sets.

    Raises:
        ThresholdError: a part has another form, or is no threshold.

    """
    found = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals:
            raise ThresholdError(f"'{part}' sets nothing: give NAME=VALUE, as ttc=1.5")
        found[name] = _checked(name, value)
    return found


def _flat(content: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in content.items():
        full = prefix if name == "default" and prefix else f"{prefix}.{name}".lstrip(".")
        if isinstance(value, Mapping):
            yield from _flat(value, full)
        else:
            yield full, value


def _checked(name: str, value: object) -> float:
    if name not in _BY_NAME:
        raise ThresholdError(f"there is no threshold '{name}'; there are {', '.join(_BY_NAME)}")
    try:
        number = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (OverflowError, TypeError, ValueError):
        number = math.nan
    if not 0.0 < number < math.inf:
        raise ThresholdError(
            f"'{value}' is no value for {name}: give a positive number, in {_BY_NAME[name].unit}"
        )
    return number
