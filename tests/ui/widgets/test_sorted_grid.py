"""Rows that are sorted and filtered."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from viewer.ui.widgets.grid_view import GridView
from viewer.ui.widgets.sorted_grid import SortedGridModel, SortedHeading

HEADINGS = (
    SortedHeading("Actor"),
    SortedHeading("Speed", "m/s", numeric=True, write=lambda value: f"{value:.1f}"),
)
ITEMS = [("7 audi", 10.0), ("51 prius", 9.25), ("8 mini", math.nan), ("100 Audi", -1.0)]


@pytest.fixture
def model():
    model = SortedGridModel()
    model.show_items(HEADINGS, ITEMS, lambda item: item)
    return model


def column(model, number):
    return [model.text(line, number) for line in range(model.rowCount())]


def test_items_come_in_their_own_order(model):
    assert model.items == ITEMS
    assert column(model, 1) == ["10.0", "9.2", "", "-1.0"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Qt.SortOrder.AscendingOrder, ["-1.0", "9.2", "10.0", ""]),
        (Qt.SortOrder.DescendingOrder, ["10.0", "9.2", "-1.0", ""]),
    ],
)
def test_numbers_are_sorted_as_numbers_and_unknown_ones_last(model, order, expected):
    model.sort(1, order)
    assert column(model, 1) == expected
    assert model.items[0][1] == float(expected[0])


def test_all_words_of_the_filter_must_be_there_in_any_case(model):
    model.set_filter("AUDI")
    assert [item[0] for item in model.items] == ["7 audi", "100 Audi"]
    model.set_filter("audi 10.0")
    assert [item[0] for item in model.items] == ["7 audi"]
    assert model.total == len(ITEMS)
    model.set_filter("")
    assert model.items == ITEMS


def test_other_items_stay_sorted_and_filtered(model):
    model.sort(1)
    model.set_filter("i")
    model.show_items(HEADINGS, [*ITEMS, ("9 mini", 0.0), ("10 kart", 0.5)], lambda item: item)
    assert [item[0] for item in model.items] == ["100 Audi", "9 mini", "51 prius", "7 audi", "8 mini"]


def test_a_click_on_a_heading_sorts_and_a_second_one_turns_it_round(qtbot, model):
    view = GridView(model)
    qtbot.addWidget(view)
    header = view.horizontalHeader()
    header.setSectionsClickable(True)
    header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    view.setSortingEnabled(True)
    view.resize(400, 200)
    view.show()
    qtbot.waitExposed(view)
    place = QPoint(header.sectionViewportPosition(1) + 8, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert column(model, 1) == ["-1.0", "9.2", "10.0", ""]
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert column(model, 1) == ["10.0", "9.2", "-1.0", ""]
