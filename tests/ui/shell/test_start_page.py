"""What is seen while nothing is open: what was open lately, one click or key away."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from viewer.ui.shell.start_page import StartPage
from viewer.ui.state.recent import RecentRecording

TOWN = RecentRecording(
    Path("/data/town03.rec"), "Town03", 15.236, datetime(2019, 10, 23, 1, 4, tzinfo=timezone.utc)
)
NIGHT = RecentRecording(Path("/data/night"), folder=True)
GONE = RecentRecording(Path("/data/gone.log"), "Town05", 63.2)
SAMPLE = RecentRecording(Path("/data/sample.log"))
KNOWN = {"worst": "collision", "worst_at": 8.47, "why": None, "error": None, "way": [0.0, 0.0, 5.0, 5.0]}


@pytest.fixture
def page(qtbot):
    widget = StartPage()
    qtbot.addWidget(widget)
    widget.set_recent([NIGHT, TOWN, GONE], SAMPLE)
    widget.resize(1200, 700)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def shown(page):
    """Return what the rows say, from above."""
    model, view = page.view.model(), page.view
    seen = [column for column in range(model.columnCount()) if not view.isColumnHidden(column)]
    rows = range(model.rowCount())
    return [[text for column in seen if (text := model.index(row, column).data())] for row in rows]


def test_rows_tell_what_is_known_and_nothing_that_is_not(page):
    data = str(Path("/data"))
    assert shown(page) == [
        ["night/", data],
        ["town03.rec", "Town03", "15.236 s", "23 Oct 2019", data],
        ["gone.log", "Town05", "63.200 s", data],
        ["sample.log", "Comes with the program"],
    ]
    assert page.view.isColumnHidden(0)  # no library, no pictures
    page.set_checked({GONE.path}, {TOWN.path: KNOWN})
    assert not page.view.isColumnHidden(0)
    assert shown(page)[1] == [
        "town03.rec", "Collision at 8.470 s", "Town03", "15.236 s", "23 Oct 2019", data,
    ]  # fmt: skip
    assert [row[0] for row in shown(page)] == ["night/", "town03.rec", "sample.log"]
    assert "1 missing hidden" in [label.text() for label in page.findChildren(QLabel)]


def test_the_sample_is_offered_until_three_recordings_are_there(page):
    for count in range(6):
        recent = [RecentRecording(Path(f"/data/{number}.log")) for number in range(count)]
        page.set_recent([NIGHT, *recent], SAMPLE)
        assert (["sample.log", "Comes with the program"] in shown(page)) == (count < 3)


def test_one_click_or_enter_opens_and_delete_forgets(qtbot, page):
    view = page.view
    with qtbot.waitSignal(page.chosen) as asked:
        place = view.visualRect(view.model().index(1, 1)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == [TOWN]
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Up)
    with qtbot.waitSignal(page.chosen) as asked:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert asked.args == [NIGHT]
    with qtbot.waitSignal(page.forget_requested) as asked:
        qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert asked.args == [NIGHT.path]
    view.selectRow(3)
    with qtbot.assertNotEmitted(page.forget_requested):
        qtbot.keyClick(view, Qt.Key.Key_Delete)
