"""Values of whatever kind as tables show them, and as programs would read them."""

from __future__ import annotations

import math
from typing import Any

from viewer.ui.format import plain

_DIGITS = 7
"""Digits of a float: as many as an f32 has."""


def cell_text(value: Any) -> str:  # noqa: ANN401 - whatever a record holds
    """Return a value for the eye.

    >>> cell_text(0.05000000074505806), cell_text(-3), cell_text(True), cell_text(math.nan), cell_text(None)
    ('0.05', '−3', 'true', 'NaN', '')
    >>> cell_text(-math.inf), cell_text(-636.0412)
    ('−∞', '−636.0412')
    """
    if isinstance(value, str):
        return plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if math.isnan(value):
        return "NaN"
    sign, value = ("−", -value) if value < 0 else ("", value)
    if math.isinf(value):
        return f"{sign}∞"
    return sign + (f"{value:.{_DIGITS}g}".replace("-", "−") if isinstance(value, float) else str(value))


def exact_text(value: Any) -> str:  # noqa: ANN401 - whatever a record holds
    """Return a value as a program would read it.

    >>> exact_text("a b"), exact_text(0.05000000074505806)
    ('a b', '0.05000000074505806')
    """
    return value if isinstance(value, str) else repr(value)
