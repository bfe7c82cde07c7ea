"""In which unit speeds are shown: metres per second, as the file has them, or kilometres per hour."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viewer.ui.format import UNKNOWN, number

MPS, KMH = "m/s", "km/h"
UNITS = (MPS, KMH)
_KMH_PER_MPS = 3.6
_UNIT = "speed_unit"
"""Name of the property of the application that says in which unit."""


def speed_unit() -> str:
    """Return the unit in which speeds are shown."""
    app = QCoreApplication.instance()
    unit = app.property(_UNIT) if app is not None else None
    return unit if unit in UNITS else MPS


def set_speed_unit(unit: str) -> None:
    """Show speeds in another unit; what is shown already follows when it is shown next."""
    app = QCoreApplication.instance()
    if app is not None:
        app.setProperty(_UNIT, unit)


def unit_shown(unit: str) -> str:
    """Return the unit in which values that are in ``unit`` are shown: another one for speeds alone."""
    return speed_unit() if unit == MPS else unit


def in_shown_unit(value: float, unit: str) -> float:
    """Return a value that is in ``unit`` in the one in which it is shown."""
    return value * _KMH_PER_MPS if unit == MPS and speed_unit() == KMH else value


def speed_with_unit(value: float) -> str:
    """Return a speed given in metres per second, with the unit in which speeds are shown."""
    text = speed_number(value)
    return text if text == UNKNOWN else f"{text} {speed_unit()}"


def speed_number(value: float) -> str:
    """Return a speed given in metres per second in the unit in which speeds are shown, without that."""
    return number(in_shown_unit(value, MPS), speed_digits())


def other_speed_text(value: float) -> str:
    """Return a speed given in metres per second in the unit in which speeds are not shown."""
    if speed_unit() == KMH:
        return f"{number(value, 2)} {MPS}"
    return f"{number(value * _KMH_PER_MPS, 1)} {KMH}"


def speed_digits() -> int:
    """Return how many digits after the point a speed has."""
    return 1 if speed_unit() == KMH else 2
