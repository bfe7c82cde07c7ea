"""A recording that is opened from the list of a folder is shown with its pictures."""

from __future__ import annotations

from tests.extras import needs
from tests.ui.cameras.conftest import OFFSET, step_in, tiles


@needs("library")
def test_the_first_recording_with_pictures_shows_them_at_its_worst_moment(viewer, run, settle, qtbot):
    log, _ = run
    viewer.library.open([log.parent])
    page = viewer.library.page
    qtbot.waitUntil(lambda: not page.busy and page.model.rowCount() == 1)
    page.open_recording(0)
    panel = viewer.window.panel("cameras")
    qtbot.waitUntil(panel.isVisible)
    settle()
    frame = viewer.workspace.view.playback.frame
    assert frame > OFFSET
    assert step_in(tiles(panel)["rgb"]) == frame - OFFSET
