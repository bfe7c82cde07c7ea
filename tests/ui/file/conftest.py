"""The panel of the file, by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.alone import Alone
from viewer.ui.file.panel import FilePanel
from viewer.ui.theme import apply_theme, load_theme


@pytest.fixture
def file_panel(qtbot: QtBot, qapp: QApplication, alone: Alone) -> Iterator[FilePanel]:
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
