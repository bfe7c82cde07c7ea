"""A toast that offers something to do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.ui.widgets.toast import Toast


@pytest.fixture
def toast(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(600, 400)
    host.show()
    toast = Toast(host)
    toast.events = []
    toast.accepted.connect(lambda: toast.events.append("accepted"))
    toast.gone.connect(lambda: toast.events.append("gone"))
    return toast


def link(toast):
    return toast.findChild(QPushButton)


def test_an_offer_is_a_link_behind_the_text(toast):
    toast.show_offer("Note deleted", "Undo")
    assert toast.text == "Note deleted"
    assert link(toast).text() == "Undo"
    assert link(toast).isVisible()


def test_a_click_accepts_it_before_it_is_gone(toast):
    toast.show_offer("Note deleted", "Undo")
    toast.events.clear()
    QTest.mouseClick(link(toast), Qt.MouseButton.LeftButton)
    assert toast.events == ["accepted", "gone"]
    assert not toast.isVisible()


def test_other_words_take_the_offer_away(toast):
    toast.show_offer("Note deleted", "Undo")
    toast.events.clear()
    toast.show_text("Copied")
    assert toast.events == ["gone"]
    assert toast.text == "Copied"
    assert not link(toast).isVisible()
