"""Speeds in the unit that the user chose, in all places at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView

from tests.scenes import HERO
from tests.ui.conftest import turn
from tests.ui.inspector.sheets import cells, row_of, tree_of
from viewer.ui.speed_unit import KMH, MPS, in_shown_unit, other_speed_text, set_speed_unit, speed_with_unit


@pytest.fixture(autouse=True)
def _as_before(qapp):
    yield
    set_speed_unit(MPS)


@pytest.mark.parametrize(
    ("unit", "text", "other"), [(MPS, "10.00 m/s", "36.0 km/h"), (KMH, "36.0 km/h", "10.00 m/s")]
)
def test_a_speed_is_written_in_one_unit_and_below_in_the_other(unit, text, other):
    set_speed_unit(unit)
    assert (speed_with_unit(10.0), other_speed_text(10.0)) == (text, other)
    assert speed_with_unit(float("nan")) == "–"
    assert in_shown_unit(10.0, "m") == 10.0


def test_one_action_changes_it_everywhere_and_it_is_remembered(open_street, make_viewer, qtbot):
    viewer = open_street
    index = viewer.recording.index
    viewer.focus.select_all((row_of(index, HERO),))
    viewer.playback.jump(0.45)
    qtbot.waitUntil(lambda: not viewer.recording.busy)
    sheet = tree_of(viewer.window.inspector)
    qtbot.waitUntil(lambda: cells(sheet).get("Speed") == ("10.00 m/s",))
    viewer.window.actions_by_id["speed_kmh"].trigger()
    turn()
    assert cells(sheet)["Speed"] == ("36.0 km/h",)
    assert cells(sheet)["Velocity"][0].endswith("km/h")
    model = viewer.window.actor_panel.findChild(QTableView).model()
    assert model.headerData(model.column_index["speed"], Qt.Orientation.Horizontal) == "km/h"
    assert model.text(row_of(index, HERO), "speed") == "36.0"
    viewer.window.actions_by_id["next_collision"].trigger()
    turn()
    said = viewer.window.map_area.event_card.content.text
    assert "Speed of 101, 2 frames before: 36.0 km/h" in said
    again = make_viewer()
    assert again.window.actions_by_id["speed_kmh"].isChecked()
