"""Bytes as they are seen, however many."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.ui.packets.hex_view import HexView


@pytest.fixture
def view(qtbot):
    view = HexView()
    qtbot.addWidget(view)
    view.resize(640, 120)
    view.show()
    qtbot.waitExposed(view)
    return view


def line(view, number):
    return [view.model().index(number, column).data() for column in range(3)]


def test_a_line_has_offset_bytes_and_letters(view):
    view.set_data(b"CARLA_RECORDER\x00\xffnext", 0x1234)
    assert line(view, 0) == [
        "00001234", "43 41 52 4c 41 5f 52 45  43 4f 52 44 45 52 00 ff", "CARLA_RECORDER.."
    ]  # fmt: skip
    assert line(view, 1) == ["00001244", "6e 65 78 74", "next"]
    assert view.model().rowCount() == 2
    view.set_data(b"", 0)
    assert view.model().rowCount() == 0


def test_only_the_lines_that_are_seen_are_written(view, monkeypatch):
    written = set()
    part = HexView._part  # noqa: SLF001 - what each line is made of
    monkeypatch.setattr(HexView, "_part", lambda self, line: (written.add(line), part(self, line))[1])
    view.set_data(bytes(50_000_000), 0)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    view.grab()
    assert 1 <= len(written) <= 220  # the first of them for the widths of columns


def test_other_bytes_keep_the_place(view):
    view.set_data(bytes(4096), 0)
    QApplication.processEvents()
    view.verticalScrollBar().setValue(20)
    view.set_data(bytes(4112), 100)
    QApplication.processEvents()
    assert view.verticalScrollBar().value() == 20


def test_lines_are_copied(view):
    view.set_data(b"\x00\x01AB", 16)
    view.setFocus()
    view.selectRow(0)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "00000010\t00 01 41 42\t..AB"
