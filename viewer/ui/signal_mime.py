"""What is dragged from lists to the plots: a signal of an actor or of the recording.

The data of type ``application/x-carla-signal`` are a JSON object in UTF-8: ``row`` is a row of the actor
table, or null for the recording as a whole; ``signal`` is a name of ``viewer.signals.SIGNALS``, or
empty for the actor's usual one.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from PySide6.QtCore import QMimeData

from viewer.signals import SIGNALS

SIGNAL_MIME = "application/x-carla-signal"


class SignalOf(NamedTuple):
    """A signal, empty for the usual one, and the row of the actor, None for the recording."""

    row: int | None
    signal: str


def signal_mime(row: int | None, signal: str = "") -> QMimeData:
    """Return what a drag of a signal carries."""
    data = QMimeData()
    data.setData(SIGNAL_MIME, json.dumps({"row": row, "signal": signal}).encode())
    return data


def signal_in(data: QMimeData) -> SignalOf | None:
    """Return the signal that is dragged, None if it is something else or not understood."""
    if not data.hasFormat(SIGNAL_MIME):
        return None
    try:
        told = json.loads(bytes(data.data(SIGNAL_MIME).data()))
        row, signal = told["row"], told["signal"]
    except (ValueError, KeyError, TypeError):
        return None
    is_row = row is None or (isinstance(row, int) and not isinstance(row, bool) and row >= 0)
    known = isinstance(signal, str) and (signal in SIGNALS or (not signal and row is not None))
    return SignalOf(row, signal) if is_row and known else None
