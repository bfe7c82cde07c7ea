"""Tables of values: what they show, how wide, what stays where it is, what is copied."""

from __future__ import annotations

import doctest

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from shiboken6 import delete

from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.widgets import grid_model
from viewer.ui.widgets.grid_model import GridHeading, GridModel
from viewer.ui.widgets.grid_view import ROW_HEIGHT, GridView

HEADINGS = (GridHeading("id"), GridHeading("speed", "m/s", numeric=True))


def rows(count, speed=1.5):
    return [(number, speed) for number in range(count)]


@pytest.fixture
def model():
    return GridModel()


@pytest.fixture
def view(model, qtbot, qapp):
    apply_theme(qapp, load_theme("dark"))
    view = GridView(model)
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    qtbot.waitExposed(view)
    yield view
    qapp.setStyleSheet("")


def press_line(view, line, x=20):
    place = QPoint(x, view.rowViewportPosition(line) + ROW_HEIGHT // 2)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_examples_are_true():
    assert doctest.testmod(grid_model).failed == 0


def test_it_keeps_the_rules_of_qt(model, qtmodeltester):
    model.show(HEADINGS, rows(3))
    qtmodeltester.check(model)
    model.show(HEADINGS, rows(5))
    model.show(HEADINGS, rows(1))
    model.show(HEADINGS[:1], [(1,)])
    qtmodeltester.check(model)


def test_other_values_of_the_same_table_keep_the_place(view, model):
    model.show(HEADINGS, rows(1000))
    view.verticalScrollBar().setValue(400 * ROW_HEIGHT)
    model.show(HEADINGS, rows(1001, 2.5))
    assert view.rowAt(0) == 400
    assert model.index(400, 1).data() == "2.5"
    model.show(HEADINGS, rows(999))
    assert view.rowAt(0) == 400


def test_only_what_is_seen_is_turned_into_text(view, model):
    class Endless(list):
        def __init__(self):
            super().__init__()
            self.asked = set()

        def __len__(self):
            return 1_000_000

        def __getitem__(self, line):
            self.asked.add(line)
            return line, 0.5

    endless = Endless()
    model.show(HEADINGS, endless)
    view.grab()
    assert max(endless.asked) < 20
    view.verticalScrollBar().setValue(500_000 * ROW_HEIGHT)
    view.grab()
    assert len(endless.asked) < 60


def test_columns_widen_and_do_not_narrow_again(view, model):
    model.show(HEADINGS, rows(1, 1.0))
    narrow = view.columnWidth(1)
    model.show(HEADINGS, rows(1, -12345678901.7))
    wide = view.columnWidth(1)
    assert wide > narrow
    model.show(HEADINGS, rows(1, 1.0))
    assert view.columnWidth(1) == wide


@pytest.mark.parametrize(("lines", "widens"), [(30, False), (300, True)])
def test_only_a_long_table_widens_its_columns_while_it_is_scrolled(view, model, lines, widens):
    model.show(HEADINGS, [*rows(lines), (lines, -12345678901.7)])
    before = view.columnWidth(1)
    view.scrollToBottom()
    assert (view.columnWidth(1) > before) is widens


def test_a_click_says_which_cell_and_a_key_which_line(view, model):
    heard = []
    view.chosen.connect(lambda line, column: heard.append((line, column)))
    model.show(HEADINGS, rows(3))
    press_line(view, 1, view.columnViewportPosition(1) + 5)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert heard == [(1, 1), (2, -1)]


def test_marked_lines_are_in_the_selections_colour(view, model):
    theme = load_theme("dark")
    model.show(HEADINGS, rows(3))
    view.set_marked(frozenset((1,)))
    picture = view.viewport().grab().toImage()
    x = picture.width() - 3
    assert picture.pixelColor(x, ROW_HEIGHT + 3) == theme.selected
    assert picture.pixelColor(x, 3) != theme.selected


def test_what_is_copied_is_exact(view, model):
    model.show(HEADINGS, [(7, 0.05000000074505806), (8, -1.0)])
    press_line(view, 0)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "7\t0.05000000074505806"
    view.copy_all()
    assert QApplication.clipboard().text() == "id\tspeed (m/s)\n7\t0.05000000074505806\n8\t-1.0"


def test_moving_along_the_lines_does_not_scroll_aside(view, model):
    model.show(tuple(GridHeading(f"a long name {n}") for n in range(9)), [("x",) * 9] * 50)
    view.horizontalScrollBar().setValue(120)
    view.setFocus()
    for _ in range(12):
        QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.horizontalScrollBar().value() == 120
    assert view.rowAt(0) > 0


def menu_at(view, place):
    """Open the menu there as a mouse does; return what it offers, by its texts."""
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason, place, view.mapToGlobal(place)))
    (menu,) = view.findChildren(QMenu)
    return menu, {action.text(): action for action in menu.actions()}


def test_the_menu_copies_the_row_under_the_mouse_or_all(view, model):
    model.show(HEADINGS, rows(3))
    menu, offered = menu_at(view, QPoint(20, view.rowViewportPosition(1) + 4))
    assert list(offered) == ["Copy row", "Copy table"]
    offered["Copy row"].trigger()
    assert QApplication.clipboard().text().split() == ["1", "1.5"]
    offered["Copy table"].trigger()
    assert len(QApplication.clipboard().text().splitlines()) == 4
    delete(menu)
    menu, offered = menu_at(view, QPoint(20, view.viewport().height() - 4))
    assert list(offered) == ["Copy table"]
    delete(menu)
