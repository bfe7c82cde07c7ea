"""Unit in which speeds are shown: m/s, as recorded, or km/h."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viewer.ui.format import UNKNOWN, number

MPS, KMH = "m/s", "km/h"
UNITS = (MPS, KMH)
_KMH_PER_MPS = 3.6
_UNIT = "speed_unit"
"""Name of the QApplication property that holds the unit in which speeds are shown."""


def speed_unit() -> str:
    """Return the unit in which speeds are shown: "m/s" or "km/h"."""
    app = QCoreApplication.instance()
    unit = app.property(_UNIT) if app is not None else None
    return unit if unit in UNITS else MPS


def set_speed_unit(unit: str) -> None:
    """Set the unit in which speeds are shown; widgets use it from their next update on."""
    app = QCoreApplication.instance()
    if app is not None:
        app.setProperty(_UNIT, unit)


def unit_shown(unit: str) -> str:
    """Return the unit in which values in ``unit`` are shown: the chosen speed unit for m/s, else ``unit``."""
    return speed_unit() if unit == MPS else unit


def in_shown_unit(value: float, unit: str) -> float:
    """Return ``value`` (in ``unit``) converted to the unit in which it is shown.

    That is the unit that the user chose for speeds if ``unit`` is "m/s", and ``unit`` otherwise.
    """
    return value * _KMH_PER_MPS if unit == MPS and speed_unit() == KMH else value


def speed_with_unit(value: float) -> str:
    """Return ``value`` (m/s) as text in the unit chosen for speeds, with the unit."""
    text = speed_number(value)
    return text if text == UNKNOWN else f"{text} {speed_unit()}"


def speed_number(value: float) -> str:
    """Return ``value`` (m/s) as text in the unit chosen for speeds, without the unit."""
    return number(in_shown_unit(value, MPS), speed_digits())


def other_speed_text(value: float) -> str:
    """Return ``value`` (m/s) as text in km/h if speeds are shown in m/s, else in m/s; with the unit."""
    if speed_unit() == KMH:
        return f"{number(value, 2)} {MPS}"
    return f"{number(value * _KMH_PER_MPS, 1)} {KMH}"


def speed_digits() -> int:
    """Return the number of digits after the decimal point with which speeds are shown."""
    return 1 if speed_unit() == KMH else 2
