"""The readout of the time by itself."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel

from tests.scenes import Scene, actor
from viewer.ui.shell.playback_readout import PlaybackReadout


def test_from_the_first_frame_on_there_is_room_for_the_number_of_the_last(qtbot, tmp_path):
    scene = Scene()
    for k in range(1100):
        scene.frame(0.05, add=[] if k else [actor(1)])
    index = scene.index(tmp_path / "long.log")
    readout = PlaybackReadout()
    qtbot.addWidget(readout)
    readout.set_recording(index)
    readout.show()

    widths = []
    for frame in (0, 99, 1099):
        readout.set_playhead(float(index.elapsed[frame]), frame)
        readout.resize(readout.sizeHint())
        QApplication.processEvents()
        labels = readout.findChildren(QLabel)
        assert all(each.fontMetrics().horizontalAdvance(each.text()) <= each.width() for each in labels)
        widths.append([each.width() for each in labels])

    assert widths[0] == widths[1] == widths[2]


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton])
@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("offers", [False, True])
def test_a_left_click_offers_other_forms_of_time_if_there_are_any(qtbot, tmp_path, button, opened, offers):
    readout = PlaybackReadout()
    qtbot.addWidget(readout)
    if opened:
        readout.set_recording(Scene().frame().frame().index(tmp_path / "two.log"))
    if offers:
        action, other = QAction("Go to…", readout), QAction("As frames", readout)
        readout.set_menu((action, None, other))
    readout.show()
    at = QPointF(4, 10)
    press = QMouseEvent(
        QEvent.Type.MouseButtonPress, at, readout.mapToGlobal(at), button, button,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(readout, press)
    menu = QApplication.activePopupWidget()
    assert (menu is not None) == (opened and offers and button == Qt.MouseButton.LeftButton)
    if menu is not None:
        assert [each.text() for each in menu.actions()] == ["Go to…", "", "As frames"]
        menu.close()
    pointing = readout.cursor().shape() is Qt.CursorShape.PointingHandCursor
    assert (pointing, bool(readout.toolTip())) == (opened, opened)
