"""The base of lists: what it paints, and what keys and mouse do, against plain counting."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QStringListModel, Qt
from PySide6.QtGui import QColor, QHelpEvent, QImage, QMouseEvent, QPainter, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from viewer.ui.theme import current_theme
from viewer.ui.widgets.rows_view import RowsView, fill_polygon, triangle

HIGH = 20
Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton
HEADINGS = {0, 7}
"""Lines that fold."""


class Probe(RowsView):
    """A list that notes what it is asked."""

    def __init__(self, count):
        super().__init__(QStringListModel([f"line {n}" for n in range(count)]), HIGH)
        self.painted, self.done = {}, []
        self.horizontalHeader().hide()

    def paint_line(self, painter, rect, line):
        self.painted[line] = QRect(self.asked)
        painter.fillRect(rect, QColor("black"))
        self.paint_state(painter, rect, line, marked=line == 3)

    def choose(self, line):
        self.done.append(("choose", line))

    def is_foldable(self, line):
        return line in HEADINGS

    def fold(self, line, opened):
        self.done.append(("fold", line, opened))

    def copy_line(self):
        self.done.append(("copy",))

    @property
    def can_copy(self):
        return True

    def leads_on(self, line):
        return line == 2

    def tip(self, line, _at):
        return f"tip of {line}" if line == 2 else "" if line == 1 else None


@pytest.fixture
def make(qtbot):
    def show(count, lines=10):
        view = Probe(count)
        qtbot.addWidget(view)
        view.resize(200, lines * HIGH)
        with qtbot.waitActive(view):
            view.show()
            view.activateWindow()
        view.setFocus()
        QApplication.processEvents()
        return view

    return show


@pytest.mark.parametrize("count", [0, 1, 4, 30])
@pytest.mark.parametrize("seed", range(3))
def test_the_lines_that_are_asked_for_are_painted_each_once_and_no_others(make, count, seed):
    view, random = make(count), Random(seed)
    for _ in range(15):
        view.verticalScrollBar().setValue(random.choice([0, 3, 200]))
        top = view.verticalOffset()
        areas = [QRect(0, random.randrange(200), 9, random.choice([1, 5, HIGH, 70])) for _ in range(2)]
        areas = [each & view.viewport().rect() for each in areas]
        QApplication.processEvents()
        view.painted.clear()
        view.viewport().repaint(QRegion(areas[0]).united(QRegion(areas[1])))
        expected = {
            line
            for line in range(count)
            if any(each.intersects(QRect(0, line * HIGH - top, 200, HIGH)) for each in areas)
        }
        assert view.painted.keys() == expected
        assert all(asked.width() == 9 for asked in view.painted.values())


def test_keys_move_fold_and_copy_and_the_rest_is_the_windows(make):
    view, random, line = make(30), Random(1), -1
    page = view.viewport().height() // HIGH - 1
    steps = {Key.Key_Up: -1, Key.Key_Down: 1, Key.Key_PageUp: -page, Key.Key_PageDown: page}
    folds = {Key.Key_Left: False, Key.Key_Right: True, Key.Key_Return: None, Key.Key_Enter: None}
    for _ in range(150):
        key = random.choice([*steps, *steps, *folds, Key.Key_Home, Key.Key_End, Key.Key_A])
        view.done.clear()
        QTest.keyClick(view, key)
        if key in folds or key == Key.Key_A:
            assert view.done == ([("fold", line, folds[key])] if key in folds and line in HEADINGS else [])
            continue
        to = {Key.Key_Home: 0, Key.Key_End: 29}.get(key, line + steps.get(key, 0))
        line = min(max(to, 0), 29)
        assert view.done == [("choose", line)]
        assert (view.currentIndex().row(), view.current_line) == (line, line)
        assert view.viewport().rect().contains(view.line_rect(line))
    view.done.clear()
    QTest.keyClick(view, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert view.done == [("copy",)]
    view.clearFocus()
    assert view.current_line is None


def test_an_empty_list_takes_no_keys_and_says_why_in_the_middle(make):
    view = make(0)
    empty = view.viewport().grab().toImage()
    view.set_message("Nobody is here")
    QTest.keyClick(view, Key.Key_Down)
    assert view.done == []
    QApplication.processEvents()
    said = view.viewport().grab().toImage()
    inked = [
        (x, y)
        for x in range(said.width())
        for y in range(said.height())
        if said.pixelColor(x, y) != empty.pixelColor(x, y)
    ]
    assert inked
    for of, size in ((0, said.width()), (1, said.height())):
        low, high = min(each[of] for each in inked), max(each[of] for each in inked)
        assert (low + high) / 2 == pytest.approx(size / 2, abs=6)
    view.set_message("Nobody is here at all, and there is a long reason why " * 2)
    said = view.viewport().grab().toImage()
    columns = [
        x
        for x in range(said.width())
        if any(said.pixelColor(x, y) != empty.pixelColor(x, y) for y in range(said.height()))
    ]
    assert columns[0] >= 12
    assert columns[-1] < said.width() - 12


def test_a_press_chooses_or_folds_and_another_button_or_place_does_nothing(make):
    view = make(9)
    for y, button, done in (
        (0, LEFT, [("fold", 0, None)]),
        (HIGH, LEFT, [("choose", 1)]),
        (2 * HIGH - 1, LEFT, [("choose", 1)]),
        (9 * HIGH - 1, LEFT, [("choose", 8)]),
        (9 * HIGH + 1, LEFT, []),
        (HIGH, Qt.MouseButton.RightButton, []),
    ):
        view.done.clear()
        at = QPointF(5, y)
        event = QMouseEvent(
            QEvent.Type.MouseButtonPress, at, view.viewport().mapToGlobal(at), button, button,
            Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(view.viewport(), event)
        assert view.done == done
    view.done.clear()
    QTest.mouseDClick(view.viewport(), LEFT, pos=QPoint(5, 3 * HIGH))
    assert view.done[-1] == ("choose", 3)
    assert view.currentIndex().row() == 3


def test_the_line_under_the_mouse_is_told_and_shown_until_the_mouse_leaves(make):
    view, told = make(5), []
    view.line_hovered.connect(told.append)

    def move(y):
        at = QPointF(5, y)
        event = QMouseEvent(
            QEvent.Type.MouseMove, at, view.viewport().mapToGlobal(at), Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(view.viewport(), event)
        return view.viewport().cursor().shape()

    def grounds():
        QApplication.processEvents()
        picture = view.viewport().grab().toImage()
        return [picture.pixelColor(100, HIGH * line + 5).name() for line in range(5)]

    shapes = [move(y) for y in (1, 3, HIGH, 2 * HIGH + 1, 4 * HIGH)]
    pointing = Qt.CursorShape.PointingHandCursor
    assert [shape is pointing for shape in shapes] == [False, False, False, True, False]
    assert told == [0, 1, 2, 4]
    raised, selected = current_theme().raised.name(), current_theme().selected.name()
    assert grounds() == ["#000000"] * 3 + [selected, raised]
    move(3 * HIGH)
    assert grounds() == ["#000000"] * 3 + [selected, "#000000"]  # that it is marked comes first
    move(6 * HIGH)
    assert told[-1] is None
    move(1)
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert (told[-1], view.hovered_line) == (None, None)
    move(1)
    view.reset()
    assert (told[-1], view.hovered_line) == (None, None)


def test_the_keyboards_line_has_a_bar_two_pixels_wide(make):
    view = make(5)
    view.move_to(2)
    QApplication.processEvents()
    picture = view.viewport().grab().toImage()
    accent = current_theme().accent
    barred = [
        (x, line) for x in range(6) for line in range(5) if picture.pixelColor(x, HIGH * line + 9) == accent
    ]
    assert barred == [(0, 2), (1, 2)]


def test_a_tooltip_is_the_lists_or_else_the_models(make, monkeypatch):
    view, said = make(3, lines=5), []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, part: said.append((text, part)))
    answers = []
    for line in (2, 1, 4, 0):
        at = QPoint(5, line * HIGH + 3)
        answers.append(
            view.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at)))
        )
    assert said == [(text, view.viewport()) for text in ("tip of 2", "", "")]  # none below the last line
    assert answers[:3] == [True] * 3  # nobody else is asked


@pytest.mark.parametrize("opened", [False, True])
def test_the_mark_of_a_heading_points_down_if_it_is_open_else_right(qapp, opened):
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    with QPainter(image) as painter:
        triangle(painter, 6.0, 10.0, QColor("white"), opened=opened)
        fill_polygon(painter, [QPointF(0, 0), QPointF(2, 0), QPointF(2, 2), QPointF(0, 2)], QColor("red"))
    lit = [(x, y) for x in range(4, 20) for y in range(20) if image.pixelColor(x, y).red() > 90]
    rows = {y: sum(1 for _, at in lit if at == y) for _, y in lit}
    columns = {x: sum(1 for at, _ in lit if at == x) for x, _ in lit}
    heavy = rows if opened else columns
    assert heavy[min(heavy)] > heavy[max(heavy)]
    assert all(6 <= x < 14 and 6 <= y <= 14 for x, y in lit)
    assert image.pixelColor(1, 1) == QColor("red")
