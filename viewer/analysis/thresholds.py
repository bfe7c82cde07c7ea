"""The thresholds of all rules by their names, and other values for them from words or a TOML file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from viewer.regular_file import read_regular, reason


class ThresholdError(ValueError):
    """A threshold is not known, or its value is none; says which and what is possible."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """One threshold: its usual value, the unit of it, and what it bounds."""

    name: str
    default: float
    unit: str
    doc: str


TABLE = (
    Threshold("contact.depth", 0.05, "m", "overlap of two recorded boxes that is a contact"),
    Threshold("contact.depth.blueprint", 0.15, "m", "the same where a box is only that of the blueprint"),
    Threshold("contact.closing", 0.5, "m/s", "closing speed at which any overlap is a contact"),
    Threshold("near_miss.gap", 0.5, "m", "distance between two boxes below which it was close"),
    Threshold("near_miss.closing", 0.5, "m/s", "closing speed from which a small gap is a near miss"),
    Threshold("ttc", 1.5, "s", "time to collision"),
    Threshold("ttc.severe", 0.95, "s", "time to collision that is severe"),
    Threshold("ttc.horizon", 3.0, "s", "how far ahead motion is continued"),
    Threshold("headway", 1.0, "s", "time to where the leader is now"),
    Threshold("pet", 1.5, "s", "time between one leaving and the other entering where paths cross"),
    Threshold("drac", 3.4, "m/s²", "deceleration that the follower needs"),
    Threshold("harsh_braking", 4.05, "m/s²", "deceleration along the vehicle"),
    Threshold("harsh_braking.severe", 6.0, "m/s²", "deceleration of an emergency"),
    Threshold("harsh_acceleration", 2.40, "m/s²", "acceleration along the vehicle"),
    Threshold("lateral_acceleration", 4.89, "m/s²", "acceleration across the vehicle"),
    Threshold("jerk", 8.37, "m/s³", "change of acceleration in the vehicle's frame"),
    Threshold("yaw_rate", 0.95, "rad/s", "speed of turning"),
    Threshold("yaw_acceleration", 1.93, "rad/s²", "change of the speed of turning"),
    Threshold("speeding", 2.0, "m/s", "speed above the limit"),
    Threshold("speeding.time", 2.0, "s", "how long that lasts"),
    Threshold("sidewalk", 0.5, "m", "how far the box is on a sidewalk"),
    Threshold("sidewalk.time", 0.5, "s", "how long that lasts"),
    Threshold("outside_lanes", 0.5, "m", "how far the box is beside all lanes"),
    Threshold("outside_lanes.time", 0.5, "s", "how long that lasts"),
    Threshold("wrong_way", 120.0, "°", "angle to the direction of the lane"),
    Threshold("wrong_way.time", 1.0, "s", "how long that lasts"),
    Threshold("wrong_way.distance", 2.0, "m", "how far it goes meanwhile"),
    Threshold("solid_line", 0.2, "m", "how far a wheel is past the line"),
    Threshold("standing", 60.0, "s", "how long a vehicle stands"),
    Threshold("standing.speed", 0.1, "m/s", "speed below which it stands"),
    Threshold("stop_sign", 0.1, "m/s", "speed below which it has stopped"),
    Threshold("teleport", 30.0, "m/s", "how much faster a step is than those around it"),
    Threshold("teleport.speed", 60.0, "m/s", "speed at which any step is none"),
    Threshold("below_road", 2.0, "m", "depth below the road"),
    Threshold("incident.gap", 1.0, "s", "time between two findings of an incident"),
    Threshold("in_the_air", 0.5, "m", "height over the road"),
    Threshold("in_the_air.time", 0.3, "s", "how long that lasts"),
    Threshold("overturned", 60.0, "°", "angle of the box from upright"),
    Threshold("overturned.time", 0.5, "s", "how long that lasts"),
    Threshold("off_route", 30.0, "m", "distance from the route"),
    Threshold("stall", 0.25, "s", "length of a frame, if it is also three times the median"),
    Threshold("smoothing", 1.0, "s", "window over which motion is smoothed"),
    Threshold("smoothing.jerk", 1.5, "s", "the same for jerk"),
)
"""All thresholds, in the order of the rules."""

_BY_NAME = {row.name: row for row in TABLE}


class Thresholds(Mapping[str, float]):
    """A value for each name of ``TABLE``."""

    def __init__(self, changed: Mapping[str, float] | None = None) -> None:
        """Take the usual values but for those given.

        Raises:
            ThresholdError: a name is not known, or a value is no positive number.

        """
        self._values = {row.name: row.default for row in TABLE}
        for name, value in (changed or {}).items():
            self._values[_known(name)] = _positive(name, value)

    def __getitem__(self, name: str) -> float:
        """Return the value of a threshold."""
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        """Go through the names."""
        return iter(self._values)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._values)


def read_thresholds(path: Path | str) -> dict[str, float]:
    """Return the thresholds that a TOML file sets: ``ttc = 1.5``, ``ttc.severe = 1``, or tables of them.

    In a table, ``default`` is what has the table's own name: ``[ttc]`` with ``default`` and ``severe``.

    Raises:
        ThresholdError: it cannot be read, is no TOML, or says something that is no threshold.

    """
    toml = _toml()
    try:
        content = toml.loads(read_regular(Path(path)).decode("utf-8-sig"))
        return {_known(name): _positive(name, value) for name, value in _flat(content, "")}
    except OSError as error:
        raise ThresholdError(f"{path}: cannot be read: {reason(error)[0]}") from error
    except RecursionError as error:
        raise ThresholdError(f"{path}: this is no TOML: it is nested too deep") from error
    except ThresholdError as error:
        raise ThresholdError(f"{path}: {error}") from error
    except ValueError as error:
        raise ThresholdError(f"{path}: this is no TOML: {error}") from error


def parse_thresholds(text: str) -> dict[str, float]:
    """Return the thresholds that ``NAME=VALUE,NAME=VALUE`` sets.

    Raises:
        ThresholdError: a part is not of this form, or no threshold.

    """
    found = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals:
            raise ThresholdError(f"'{part}' sets nothing: give NAME=VALUE, as ttc=1.5")
        found[_known(name)] = _positive(name, value)
    return found


def _toml() -> ModuleType:
    """Return the module that reads TOML: Python's own from 3.11 on."""
    for name in ("tomllib", "tomli"):
        if find_spec(name) is not None:
            return import_module(name)
    raise ThresholdError("reading TOML needs Python 3.11 or the package tomli: install it, or use --set")


def _flat(content: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in content.items():
        full = prefix if name == "default" and prefix else f"{prefix}.{name}".lstrip(".")
        if isinstance(value, Mapping):
            yield from _flat(value, full)
        else:
            yield full, value


def _known(name: str) -> str:
    if name not in _BY_NAME:
        raise ThresholdError(f"there is no threshold '{name}'; there are {', '.join(_BY_NAME)}")
    return name


def _positive(name: str, value: object) -> float:
    try:
        number = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (OverflowError, TypeError, ValueError):
        number = math.nan
    if not 0.0 < number < math.inf:
        raise ThresholdError(
            f"'{value}' is no value for {name}: give a positive number, in {_BY_NAME[name].unit}"
        )
    return number
