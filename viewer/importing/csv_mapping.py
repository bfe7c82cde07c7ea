"""What the columns of a table of poses mean: a mapping file in TOML, or the columns of our own export."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from viewer.importing.errors import SourceError
from viewer.regular_file import read_regular, unreadable

COLUMNS = (
    "frame", "elapsed", "actor_id", "x", "y", "z", "roll", "pitch", "yaw", "type_id", "role_name",
    "length", "width", "height", "origin_x", "origin_y", "origin_z", "extent_x", "extent_y", "extent_z",
    "velocity_x", "velocity_y", "velocity_z",
)  # fmt: skip
"""Names of the columns that are read; among them those of ``export --to csv``."""
_CHOICES: Mapping[str, Mapping[str, float]] = {
    "lengths": {"m": 1.0, "cm": 0.01, "ft": 0.3048},
    "angles": {"degrees": 1.0, "radians": math.degrees(1.0)},
    "axes": {"left-handed": 1.0, "right-handed": -1.0},
    "yaw_zero": {"x": 0.0, "y": 90.0},
    "yaw_turns": {"right": 1.0, "left": -1.0},
    "position": {"origin": 0.0, "center": 1.0, "front": 2.0},
    "sizes": {"full": 0.5, "half": 1.0},
    "ids": {"number": 0.0, "text": 1.0},
}
"""Words of the mapping file's options, each with what it stands for."""
_TYPES = {
    "car": "vehicle.lincoln.mkz_2020",
    "truck": "vehicle.carlamotors.carlacola",
    "bus": "vehicle.mitsubishi.fusorosa",
    "van": "vehicle.mercedes.sprinter",
    "motorcycle": "vehicle.yamaha.yzf",
    "bicycle": "vehicle.diamondback.century",
    "pedestrian": "walker.pedestrian.0001",
}
"""Blueprints by the words that a column or the mapping file may have for a type."""


@dataclass(frozen=True)
class TableMapping:
    """What the columns of a table mean.

    Attributes:
        columns: name of the table's column by one of COLUMNS.
        types: blueprint by the text in the column ``type_id``.
        usual_type: blueprint of actors without one.
        options: word that was chosen of each group of ``_CHOICES``.
        rate: frames per second, where no column has seconds; None if it is not known.
        hero: id of the hero; None to go by the column ``role_name``.
        town: name of the map; empty if unknown.
        delimiter: character between cells.
    """

    columns: Mapping[str, str] = field(default_factory=lambda: {name: name for name in COLUMNS})
    types: Mapping[str, str] = field(default_factory=lambda: _TYPES)
    usual_type: str = _TYPES["car"]
    options: Mapping[str, str] = field(
        default_factory=lambda: {name: next(iter(words)) for name, words in _CHOICES.items()}
    )
    rate: float | None = None
    hero: str | None = None
    town: str = ""
    delimiter: str = ","

    def value(self, option: str) -> float:
        """Return the number that the chosen word of ``option`` stands for."""
        return _CHOICES[option][self.options[option]]


def read_mapping(path: Path) -> TableMapping:
    """Return the mapping in the TOML file ``path``.

    Raises:
        SourceError: the file cannot be read, is no TOML, or has a key or a word that means nothing.
    """
    try:
        document = _parse(read_regular(path).decode("utf-8-sig"))
    except OSError as error:
        raise unreadable(path, error, SourceError) from error
    except ValueError as error:  # of TOML, and of texts that are not UTF-8
        raise SourceError(path, f"this is no TOML: {error}") from error
    given = dict(document)
    columns, types = (given.pop(name, {}) for name in ("columns", "types"))
    if not isinstance(columns, dict) or not isinstance(types, dict):
        raise SourceError(path, "columns and types are tables: [columns], then one name a line")
    options = {name: next(iter(words)) for name, words in _CHOICES.items()}
    if given.get("axes") == "right-handed":
        options["yaw_turns"] = "left"
    for name, words in _CHOICES.items():
        if name in given:
            options[name] = _one_of(path, name, given.pop(name), words)
    rate, hero = _number(path, given.pop("rate", None)), given.pop("hero", None)
    town, delimiter = str(given.pop("map", "")), str(given.pop("delimiter", ","))
    usual = str(given.pop("type", "car"))
    for name in (*given, *(each for each in columns if each not in COLUMNS)):
        known = ", ".join(
            (*_CHOICES, "rate", "hero", "map", "delimiter", "type") if name in given else COLUMNS
        )
        raise SourceError(path, f"there is no {'key' if name in given else 'column'} {name}", expected=known)
    if len(delimiter) != 1:
        raise SourceError(path, "the delimiter is one character", found=delimiter)
    known_types = _TYPES | {str(word): _TYPES.get(str(kind), str(kind)) for word, kind in types.items()}
    return TableMapping(
        {name: str(column) for name, column in columns.items()},
        known_types,
        known_types.get(usual, usual),
        options,
        rate,
        None if hero is None else str(hero),
        town,
        delimiter,
    )


def _parse(text: str) -> dict[str, Any]:
    module = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    document: dict[str, Any] = module.loads(text)
    return document


def _one_of(path: Path, name: str, word: object, words: Mapping[str, float]) -> str:
    if word not in words:
        raise SourceError(path, f"{name} has no such word", expected=" or ".join(words), found=str(word))
    return str(word)


def _number(path: Path, value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or not 0.0 < value < 1e6:  # noqa: PLR2004 - frames per second
        raise SourceError(path, "the rate is a number of frames per second", found=str(value))
    return float(value)
