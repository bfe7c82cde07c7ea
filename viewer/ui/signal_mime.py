"""Drag-and-drop format for signals (plotted quantities) that are dragged from lists to the plots.

The data of type ``application/x-carla-signal`` are a JSON object in UTF-8: ``row`` is a row of the table of
actors, or null for the recording as a whole; ``signal`` is the name of a signal, or empty for the actor's
default signal.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from PySide6.QtCore import QMimeData

SIGNAL_MIME = "application/x-carla-signal"


class SignalOf(NamedTuple):
    """A signal (a quantity over time) of one actor, or of the recording as a whole.

    ``row`` is the actor's row in the table of actors, None for the recording; ``signal`` is the name of the
    signal, empty for the actor's default signal.
    """

    row: int | None
    signal: str


def signal_mime(row: int | None, signal: str = "") -> QMimeData:
    """Return the MIME data for dragging a signal of an actor (``row`` in the table of actors).

    ``row`` is None for a signal of the recording; an empty ``signal`` is the actor's default signal.
    """
    data = QMimeData()
    data.setData(SIGNAL_MIME, json.dumps({"row": row, "signal": signal}).encode())
    return data


def signal_in(data: QMimeData) -> SignalOf | None:
    """Return the signal that is dragged as ``data``; None if ``data`` has none or an invalid one."""
    if not data.hasFormat(SIGNAL_MIME):
        return None
    try:
        content = json.loads(bytes(data.data(SIGNAL_MIME).data()))
        row, signal = content["row"], content["signal"]
    except (ValueError, KeyError, TypeError):
        return None
    is_row = row is None or (isinstance(row, int) and not isinstance(row, bool) and row >= 0)
    return (
        SignalOf(row, signal) if is_row and isinstance(signal, str) and (signal or row is not None) else None
    )
