"""The panel of the file, by itself."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.ui.person import button
from viewer.ui.file.panel import FilePanel
from viewer.ui.theme import apply_theme, load_theme


@pytest.fixture
def file_panel(qtbot, qapp, alone):
    """The panel with its head, of a workspace that stands alone."""
    apply_theme(qapp, load_theme("dark"))
    panel = FilePanel(alone)
    qtbot.addWidget(panel)
    panel.resize(960, 480)
    panel.head.resize(panel.width(), 30)
    panel.head.show()
    panel.show()
    qtbot.waitExposed(panel)
    yield panel
    qapp.setStyleSheet("")


def click(view, line, x=20):
    """Click on a line of a list."""
    place = QPoint(x, view.rowViewportPosition(line) + view.rowHeight(line) // 2)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def press(panel, text):
    """Press the button that says so, or begins so, in the panel or its head."""
    QTest.mouseClick(button(panel.window(), text), Qt.MouseButton.LeftButton)
