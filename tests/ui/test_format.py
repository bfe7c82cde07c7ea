"""Numbers as the window writes them, and speeds in the unit that the user chose, in all places at once."""

import doctest
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView

from tests.scenes import HERO
from tests.ui.conftest import turn
from tests.ui.inspector.conftest import cells, tree_of
from tests.ui.person import row_of
from viewer.ui import format as fmt
from viewer.ui.speed_unit import KMH, MPS, in_shown_unit, other_speed_text, set_speed_unit, speed_with_unit

START = datetime(2019, 10, 23, 1, 4, 32, tzinfo=timezone.utc)


def test_the_examples_are_true():
    result = doctest.testmod(fmt)
    assert result.attempted >= 12
    assert result.failed == 0


@given(st.floats(allow_nan=True, allow_infinity=True), st.integers(0, 6))
def test_any_number_is_written_without_hyphen_nan_or_negative_zero(value, digits):
    text = fmt.number(value, digits)
    assert "-" not in text
    assert "n" not in text
    assert text.strip("−0.,") or not text.startswith("−")


def test_a_clock_goes_over_midnight_and_never_fails():
    assert fmt.wall_clock(START, 23 * 3600) == "00:04:32 UTC"
    assert fmt.wall_clock(START, 1e300) == "–"
    assert fmt.wall_clock(START, float("nan")) == "–"
    assert fmt.wall_clock(None, 1.0) == "–"


@pytest.mark.parametrize(
    ("type_id", "text"),
    [
        ("walker.pedestrian.0001", "walker 0001"),
        ("static.prop.box01", "prop box01"),
        ("vehicle.lincoln.mkz_2017", "lincoln mkz 2017"),
        ("", ""),
        ("vehicle.", "vehicle "),
    ],
)
def test_a_blueprint_loses_the_word_its_category_says(type_id, text):
    assert fmt.short_blueprint(type_id) == text


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
