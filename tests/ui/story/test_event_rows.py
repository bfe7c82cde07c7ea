"""By what the table of events is sorted."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import Qt

from viewer.analysis.event_table import Events
from viewer.ui.found_text import name_of
from viewer.ui.story.event_rows import EventColumn, headings
from viewer.ui.widgets.sorted_grid import SortedGridModel


def harsh(event):
    """By how much a value exceeds what is allowed; of a gap or a time the less the worse."""
    if event.kind in ("ttc", "near_miss"):
        return event.threshold / max(event.value, 1e-3)
    return abs(event.value / event.threshold) if event.threshold else abs(event.value)


@pytest.mark.parametrize(
    ("column", "key"),
    [
        (EventColumn.TIME, lambda event: event.start),
        (EventColumn.KIND, lambda event: name_of(event.kind)),
        (EventColumn.ACTORS, lambda event: event.actors),
        (EventColumn.MEASURED, lambda event: harsh(event) if math.isfinite(event.value) else None),
        (EventColumn.THRESHOLD, lambda event: abs(event.threshold) or None),
        (EventColumn.LASTED, lambda event: event.end - event.start or None),
        (EventColumn.SOURCE, lambda event: event.source.value),
        (EventColumn.SCENARIO_RUNNER, lambda event: (None, True, False).index(event.scenario_runner)),
        (EventColumn.RULE, lambda event: event.rule),
    ],
)
@pytest.mark.parametrize("order", [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder])
def test_a_column_is_sorted_without_its_cells_and_what_is_unknown_comes_last(
    crash, found, column, key, order
):
    """Rows of the table of actors are in the order of their ids here."""
    kinds = ("near_miss", "ttc", "harsh_braking", "stall", "contact", "standing")
    events = Events(event for event in found.events if event.kind in kinds)
    events = Events((*events, events[0]._replace(value=math.nan, scenario_runner=False)))
    model = SortedGridModel()
    model.show_items(headings(crash, events, str), events, lambda _event: pytest.fail("a cell was made"))
    model.sort(column, order)
    keys = [key(event) for event in model.items]
    known = [each for each in keys if each is not None]
    assert len(set(known)) > 1 or column is EventColumn.SOURCE
    assert known == sorted(known, reverse=order is Qt.SortOrder.DescendingOrder)
    assert keys[: len(known)] == known
