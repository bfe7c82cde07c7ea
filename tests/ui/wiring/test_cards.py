"""What has been open has a card with its paths, and keeps it."""

from __future__ import annotations

from viewer.ui.app import Viewer
from viewer.ui.state.card_picture import from_text


def test_a_recording_that_was_open_has_a_picture_on_the_start_page(open_street: Viewer, qtbot) -> None:
    viewer = open_street
    settings = viewer._settings  # noqa: SLF001 - what it remembers is seen on the page only
    qtbot.waitUntil(lambda: bool(settings.recent() and settings.recent()[0].card))
    picture = from_text(settings.recent()[0].card)
    assert picture is not None
    assert {role for role, _ in picture.paths} >= {"hero"}
    assert picture.collisions == 1
    assert len(picture.contacts) == 1
    for _, line in picture.paths:
        assert all(0 <= x < 336 and 0 <= y < 132 for x, y in line)
    viewer.workspace.reload()
    qtbot.waitUntil(lambda: not viewer.recording.busy)
    assert settings.recent()[0].card
