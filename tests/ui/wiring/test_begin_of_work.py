"""When work in the background begins: with the first picture, and a little later where nobody can see one."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QWindow

from tests.scenes import street
from viewer.ui.wiring import bars


@pytest.mark.parametrize("exposed", [True, False])
def test_it_waits_for_a_window_that_is_not_on_the_screen(viewer, qtbot, tmp_path, monkeypatch, exposed):
    begun, afterwards = [], viewer.recording.afterwards
    viewer.bars.painting.finished.connect(lambda: begun.append(afterwards.begun))
    viewer.workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: viewer.bars.painting.under_way)
    monkeypatch.setattr(QWindow, "isExposed", lambda _: exposed)
    monkeypatch.setattr(bars, "_UNSEEN", 50)
    viewer.bars.painting.finish()
    assert begun[0] is exposed
    qtbot.waitUntil(lambda: afterwards.begun)
