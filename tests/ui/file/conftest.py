"""The panel of the file, by itself."""

from __future__ import annotations

import pytest

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
