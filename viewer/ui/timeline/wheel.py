"""What a turn of the wheel means over a strip of time or of values."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent

_NOTCH = 120
_ZOOM, _FINE_ZOOM, _FAST_ZOOM = 1.25, 1.05, 2.0
"""Factors for one notch of the wheel."""
_PAN_NOTCH = 0.1
"""Share of the strip that one notch of a horizontal wheel pans."""


class WheelTurn(NamedTuple):
    """Zooming or panning, never both.

    Attributes:
        factor: how much closer to get; 1 pans.
        pixels: how far what is shown moves to the right.

    """

    factor: float
    pixels: float


def wheel_turn(event: QWheelEvent, width: float) -> WheelTurn:
    """Return what is meant: a wheel zooms, finely with Ctrl, fast with Shift; a horizontal one pans."""
    delta, pixels = event.angleDelta(), event.pixelDelta()
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    across = delta.x() if not shift else 0  # some systems turn the wheel by Shift
    along = delta.y() or (delta.x() if shift else 0)
    if abs(across) > abs(along):
        return WheelTurn(1.0, pixels.x() or across / _NOTCH * _PAN_NOTCH * width)
    fine = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    factor = _FINE_ZOOM if fine else _FAST_ZOOM if shift else _ZOOM
    return WheelTurn(factor ** (along / _NOTCH), 0.0)
