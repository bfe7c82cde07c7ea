"""Bytes as they are seen, however many."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
from shiboken6 import delete

from viewer.ui.packets.hex_view import _MARGIN, BYTES_IN_LINE, HexView

popups = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def view(qtbot):
    view = HexView()
    qtbot.addWidget(view)
    view.resize(640, 120)
    view.show()
    qtbot.waitExposed(view)
    return view


def test_a_line_has_offset_bytes_and_letters(view):
    view.set_data(b"CARLA_RECORDER\x00\xffnext", 0x1234)
    assert view.line_text(0) == (
        "00001234  43 41 52 4c 41 5f 52 45  43 4f 52 44 45 52 00 ff  CARLA_RECORDER.."
    )
    assert view.line_text(1) == f"00001244  {'6e 65 78 74':<48}  next"
    assert view.line_count == 2


def test_nothing_is_no_line(view):
    view.set_data(b"", 0)
    assert view.line_count == 0
    assert not view.grab().isNull()


def test_only_the_lines_that_are_seen_are_written(view, monkeypatch):
    view.set_data(bytes(50_000_000), 0)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    written = []
    line_text = HexView.line_text
    monkeypatch.setattr(
        HexView, "line_text", lambda self, line: (written.append(line), line_text(self, line))[1]
    )
    view.grab()
    assert 1 <= len(set(written)) <= 12
    assert min(written) >= view.verticalScrollBar().value()


def test_keys_scroll_and_the_last_line_can_be_seen(view):
    view.set_data(bytes(range(256)) * 4, 0)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.verticalScrollBar().value() == 1
    QTest.keyClick(view, Qt.Key.Key_End)
    seen = view.viewport().height() // (view.viewport().height() // view.verticalScrollBar().pageStep())
    assert view.verticalScrollBar().value() + seen >= view.line_count
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.verticalScrollBar().value() == 0


def test_a_narrow_view_scrolls_sideways_to_the_last_letter(view):
    view.set_data(b"A" * BYTES_IN_LINE, 0)
    view.resize(240, 120)
    line = view.horizontalScrollBar().singleStep() * len(view.line_text(0))  # a step is a letter
    assert view.viewport().width() < line
    bar = view.horizontalScrollBar()
    hidden = line - view.viewport().width()
    assert hidden < bar.maximum() <= hidden + 40
    assert bar.pageStep() == view.viewport().width()
    view.resize(line + 60, 120)
    assert bar.maximum() == 0


def test_other_bytes_keep_the_place(view):
    view.set_data(bytes(1024), 0)
    view.verticalScrollBar().setValue(20)
    view.set_data(bytes(1040), 100)
    assert view.verticalScrollBar().value() == 20


def test_bytes_and_lines_are_copied(view):
    view.set_data(b"\x00\x01AB", 16)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "00 01 41 42"
    view.copy_lines()
    assert QApplication.clipboard().text() == f"00000010  {'00 01 41 42':<48}  ..AB"


def test_each_digit_is_of_its_byte_and_what_stands_between_is_of_none(view):
    view.set_data(bytes(range(0xA0, 0xB0)), 0)
    text, letter = view.line_text(0), view.horizontalScrollBar().singleStep()
    under = [view.byte_at(QPoint(_MARGIN + column * letter + letter // 2, 5)) for column in range(len(text))]
    begins = [text.index(f"{0xA0 + number:x}") for number in range(16)]
    digits = {column + n: number for number, column in enumerate(begins) for n in (0, 1)}
    assert under == [digits.get(column) for column in range(len(text))]


@popups
def test_a_byte_is_told_of_when_pointed_at(view):
    view.set_data(bytes(range(64)), 1000)
    found = {view.byte_at(QPoint(x, 30)) for x in range(view.viewport().width())} - {None}
    assert found == set(range(BYTES_IN_LINE, 2 * BYTES_IN_LINE))
    x = next(x for x in range(600) if view.byte_at(QPoint(x, 30)) == 24)
    place = QPoint(x, 30)
    QApplication.sendEvent(
        view.viewport(), QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
    )
    assert QToolTip.text() == "Byte 1,024 of the file, 24 of the packet: 24 (0x18)"
    QToolTip.hideText()


def test_the_menu_copies_bytes_or_lines(view):
    view.set_data(b"CARLA", 16)
    place = view.viewport().rect().center()
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason, place, view.mapToGlobal(place)))
    (menu,) = view.findChildren(QMenu)
    offered = {action.text(): action for action in menu.actions()}
    offered["Copy bytes"].trigger()
    assert QApplication.clipboard().text() == "43 41 52 4c 41"
    offered["Copy lines"].trigger()
    assert QApplication.clipboard().text() == view.line_text(0)
    delete(menu)
