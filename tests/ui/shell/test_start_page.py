from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton

from viewer.ui.shell.recent_row import RecentRow
from viewer.ui.shell.start_page import StartPage
from viewer.ui.state.recent import RecentRecording
from viewer.ui.theme import load_theme

LEFT = Qt.MouseButton.LeftButton
TOWN = RecentRecording(
    Path("/data/town03.rec"), "Town03", 15.236, datetime(2019, 10, 23, 1, 4, tzinfo=timezone.utc)
)
GONE = RecentRecording(Path("/data/gone.log"), "Town05", 63.2)
BARE = RecentRecording(Path("/data/deep/bare.log"))


@pytest.fixture
def page(qtbot):
    widget = StartPage(load_theme("dark"))
    qtbot.addWidget(widget)
    widget.set_recent([TOWN, GONE, BARE])
    widget.resize(1200, 700)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def rows(page) -> list[RecentRow]:
    return sorted(
        (row for row in page.findChildren(RecentRow) if not row.isHidden()),
        key=lambda row: row.mapTo(page, QPoint(0, 0)).y(),
    )


def texts(row: RecentRow) -> list[str]:
    return [label.text() for label in row.findChildren(QLabel) if label.text()]


def button(page, text: str) -> QPushButton:
    return next(each for each in page.findChildren(QPushButton) if each.text() == text)


def test_recent_recordings_are_listed_with_what_is_known(page):
    assert [texts(row) for row in rows(page)] == [
        ["town03.rec", "Town03 · 15.236 s · 23 Oct 2019 01:04 UTC"],
        ["gone.log", "Town05 · 63.200 s"],
        ["bare.log", str(Path("/data/deep"))],
    ]
    assert {row.height() for row in rows(page)} == {44}


def test_a_click_on_a_row_opens_it(qtbot, page):
    with qtbot.waitSignal(page.open_path_requested) as asked:
        qtbot.mouseClick(rows(page)[0], LEFT, pos=QPoint(60, 20))
    assert asked.args == [TOWN.path]


def test_the_keyboard_opens_a_row_and_forgets_it(qtbot, page):
    row = rows(page)[1]
    with qtbot.waitSignal(page.open_path_requested):
        qtbot.keyClick(row, Qt.Key.Key_Select)
    with qtbot.waitSignal(page.forget_requested) as asked:
        qtbot.keyClick(row, Qt.Key.Key_Delete)
    assert asked.args == [GONE.path]


def test_what_is_gone_is_grey_and_does_not_open(qtbot, page):
    page.set_missing({GONE.path})
    row = rows(page)[1]
    assert texts(row) == ["gone.log", "Not found"]
    with qtbot.assertNotEmitted(page.open_path_requested):
        qtbot.mouseClick(row, LEFT, pos=QPoint(60, 20))
    with qtbot.waitSignal(page.forget_requested) as asked:
        qtbot.mouseClick(row.findChild(QToolButton), LEFT)
    assert asked.args == [GONE.path]
    page.set_missing(())
    assert texts(row)[1] == "Town05 · 63.200 s"


def test_the_cross_is_there_while_a_row_is_pointed_at(page):
    row = rows(page)[0]
    cross = row.findChild(QToolButton)
    assert not cross.isVisible()
    centre = row.rect().center().toPointF()
    QApplication.sendEvent(row, QEnterEvent(centre, centre, row.mapToGlobal(centre)))
    assert cross.isVisible()


def test_the_buttons_ask(qtbot, page):
    with qtbot.waitSignal(page.open_requested):
        qtbot.mouseClick(button(page, "Open…"), LEFT)
    with qtbot.waitSignal(page.sample_requested):
        qtbot.mouseClick(button(page, "Look at the sample recording"), LEFT)


def test_without_recent_recordings_there_is_no_heading_for_them(page):
    heading = next(label for label in page.findChildren(QLabel) if label.text() == "Recent recordings")
    assert heading.isVisible()
    page.set_recent(())
    assert not heading.isVisible()
    assert rows(page) == []


@pytest.mark.parametrize("width", [1200, 700, 400])
def test_the_column_is_centred_and_never_cut_off(qtbot, page, width):
    long = RecentRecording(Path("/data/" + "long" * 40 + ".log"), "Town10HD_Opt", 3_600.0)
    page.set_recent([long, *[BARE] * 9])
    page.resize(width, 500)
    qtbot.waitUntil(lambda: len(rows(page)) == 10)
    wanted = min(560, page.viewport().width() - 48)
    qtbot.waitUntil(lambda: rows(page)[0].width() == wanted)
    left = rows(page)[0].mapTo(page.viewport(), QPoint(0, 0)).x()
    assert abs(left - (page.viewport().width() - wanted) // 2) <= 1
    assert not page.horizontalScrollBar().isVisible()


def test_icons_go_with_the_theme(page):
    def icon_color() -> str:
        image = rows(page)[0].findChild(QLabel).pixmap().toImage()
        pixels = (image.pixelColor(x, y) for x in range(16) for y in range(16))
        return next(pixel.name() for pixel in pixels if pixel.alpha() == 255)

    for name in ("light", "dark"):
        theme = load_theme(name)
        page.set_theme(theme)
        assert icon_color() == theme.secondary.name()
