"""By what the table of events is sorted."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import Qt

from viewer.analysis.event_table import Events
from viewer.ui.event_text import name_of
from viewer.ui.findings.event_table import EventTable


def harsh(event):
    """By how much a value exceeds what is allowed; of a gap or a time the less the worse."""
    if event.kind in ("ttc", "near_miss"):
        return event.threshold / max(event.value, 1e-3)
    return abs(event.value / event.threshold) if event.threshold else abs(event.value)


@pytest.mark.parametrize(
    ("column", "key"),
    [
        ("time", lambda event: event.start),
        ("kind", lambda event: name_of(event.kind)),
        ("actors", lambda event: event.rows),
        ("measured", lambda event: harsh(event) if math.isfinite(event.value) else None),
        ("threshold", lambda event: abs(event.threshold) or None),
        ("lasted", lambda event: event.end - event.start or None),
        ("source", lambda event: event.source.value),
    ],
)
@pytest.mark.parametrize("order", [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder])
def test_a_column_sorts_and_what_is_unknown_comes_last(qtbot, crash, found, column, key, order):
    """Rows of the table of actors are in the order of their ids here."""
    kinds = ("near_miss", "ttc", "harsh_braking", "stall", "contact", "standing")
    events = [event._replace(incident=0) for event in found.events if event.kind in kinds]
    events = Events((*events, events[0]._replace(value=math.nan, scenario_runner=False)))
    table = EventTable()
    qtbot.addWidget(table)
    table.show_events(crash, events, str, "")
    table.sortByColumn(table.model().column_index[column], order)
    keys = [key(event) for event in table.events]
    known = [each for each in keys if each is not None]
    assert len(set(known)) > 1 or column == "source"
    assert known == sorted(known, reverse=order is Qt.SortOrder.DescendingOrder)
    assert keys[: len(known)] == known
