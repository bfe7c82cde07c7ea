"""What the dialog of exports offers, and what becomes of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox
from shiboken6 import isValid

from viewer.ui.exports.dialog import ExportDialog
from viewer.ui.exports.order import Choices, ExportKind

CLIP = ExportKind("clip", "", "Clip (PNG)", "A folder of pictures of the map")


@pytest.fixture
def dialog(qtbot):
    shown = ExportDialog({"clip": CLIP}, "clip", Choices(None, "", (), None, ()))
    shown.show()
    yield shown
    if isValid(shown):
        shown.close()


def test_clips_come_in_the_sizes_that_players_and_pages_have(dialog):
    """540, 720, 1,080 and 1,440 lines of 16:9, and a square; the first is HD."""
    sizes = [dialog.picture_size.itemData(row).split("x") for row in range(dialog.picture_size.count())]
    wide = {int(height) for width, height in sizes if int(width) * 9 == int(height) * 16}
    assert wide == {540, 720, 1080, 1440}
    assert [width for width, height in sizes if width == height] == ["640"]
    assert sizes[0] == ["1280", "720"]


def test_it_tells_what_is_asked_for_and_closes(dialog, qtbot):
    save = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save)
    told = []
    dialog.chosen.connect(lambda *asked: told.append(asked))
    qtbot.mouseClick(save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not isValid(dialog))
    ((name, order),) = told
    assert (name, order.size) == ("clip", (1280, 720))
