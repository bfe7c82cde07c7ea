"""The list that everything is shown in: what it shows, what stays, what is told and copied."""

import doctest

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.map.gestures import leave, move
from viewer.lazy import LazySequence
from viewer.ui.file import packet_table
from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.table import TableColumn, TableModel

COLUMNS = (
    TableColumn("actor", "Actor"),
    TableColumn("speed", "Speed, m/s", "{:.1f}".format, number=True, exact=str),
)
SPEEDS = [10.0, 9.25, None, -1.0]


@pytest.fixture
def model(qapp):
    apply_theme(qapp, load_theme("dark"))
    model = TableModel(COLUMNS, "–")
    model.set_values({"actor": ["7 audi", "51 prius", "8 mini", "100 Audi"], "speed": SPEEDS})
    yield model
    qapp.setStyleSheet("")


@pytest.fixture
def view(model, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    view = ListView(model, 24, window)
    view.resize(300, 200)
    view.offer_copies()
    window.show()
    qtbot.waitExposed(window)
    return view


def column(model, number):
    return [model.index(line, number).data() for line in range(model.rowCount())]


def place(view, line, column=0):
    return view.visualRect(view.model().index(line, column)).center()


def test_the_examples_are_true():
    assert doctest.testmod(packet_table).failed == 0


def test_it_keeps_the_rules_of_qt(model, qtmodeltester):
    qtmodeltester.check(model)
    model.set_values({"actor": ["7 audi"] * 5, "speed": [1.0] * 5})
    model.set_filter(np.array([True, False, True, False, True]))
    model.sort(1)
    qtmodeltester.check(model)


def test_only_what_is_seen_is_turned_into_text_and_other_values_keep_the_place(view, model):
    asked = set()

    def speed(row):
        asked.add(row)
        return row / 2

    def show(count):
        values = LazySequence(count, speed)
        model.set_values({"actor": LazySequence(count, str), "speed": values})
        QApplication.processEvents()

    show(1_000_000)
    view.verticalScrollBar().setValue(500_000 * 24)
    view.grab()
    assert len(asked) < 60
    show(999_999)
    assert view.rowAt(0) == 500_000


def test_a_click_says_which_cell_and_a_key_which_line(view):
    told = []
    view.cell_chosen.connect(lambda *cell: told.append(cell))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 1, 1))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Home):
        QTest.keyClick(view, key)
    assert told == [(1, 1), (2, -1), (3, -1), (0, -1)]


def test_rows_are_copied_with_their_exact_values(view):
    view.select_lines([1, 3])
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "51 prius\t9.25\n100 Audi\t-1.0"
    view.copy_all()
    assert QApplication.clipboard().text().splitlines()[0] == "Actor\tSpeed, m/s"
    assert view.model().index(1, 1).data(Qt.ItemDataRole.ToolTipRole) == "9.25"


def test_the_row_under_the_mouse_is_told_and_painted_whole(view):
    told, right = [], view.visualRect(view.model().index(1, 1)).topRight() + QPoint(-1, 2)
    view.line_hovered.connect(told.append)
    for position in (place(view, 0), place(view, 1)):
        move(view.viewport(), position)
    raised = load_theme("dark").raised.name()
    assert view.viewport().grab().toImage().pixelColor(right).name() == raised
    leave(view)
    assert told == [0, 1, None]
    assert view.viewport().grab().toImage().pixelColor(right).name() != raised


def test_columns_fit_until_somebody_arranges_them(view, model):
    view.fit(200)
    assert view.arrangement == ""
    model.set_values({"actor": ["an actor with a long name"], "speed": [1.0]})
    before = view.columnWidth(0)
    view.fit(200)
    assert before < view.columnWidth(0) <= 200
    view.setColumnWidth(0, 77)
    other = ListView(model, 24, view.window())
    other.arrange(view.arrangement)
    other.fit(200)
    assert other.columnWidth(0) == 77


def test_the_line_that_the_keyboard_is_on_stays_in_view_when_there_is_less_room(view):
    view.move_to(3)
    view.resize(300, 80)
    assert view.viewport().rect().contains(place(view, 3))


def test_no_row_is_cut_at_either_end_whatever_the_height_and_however_it_is_scrolled(view, model):
    model.set_values({"actor": [str(number) for number in range(50)], "speed": [1.0] * 50})
    bar = view.verticalScrollBar()
    for height in range(90, 240, 7):
        view.resize(300, height)
        for action in ("SliderToMaximum", "SliderSingleStepSub", "SliderToMinimum", "SliderSingleStepAdd"):
            bar.triggerAction(bar.SliderAction[action])
            rows = view.viewport().height() / 24
            assert rows == int(rows)
            assert view.rowViewportPosition(view.rowAt(0)) == 0
        assert bar.maximum() == (50 - rows) * 24
