"""Skipping gaps: an action of the window that is remembered."""

from __future__ import annotations

from collections.abc import Callable

from viewer.ui.app import Viewer


def test_skipping_gaps_is_off_until_it_is_asked_for_and_then_remembered(
    make_viewer: Callable[[], Viewer],
) -> None:
    first = make_viewer()
    action = first.window.actions_by_id["skip_gaps"]
    assert not action.isChecked()
    action.trigger()
    assert first.playback.transport.skips_gaps
    first.window.close()
    again = make_viewer()
    assert again.window.actions_by_id["skip_gaps"].isChecked()
    assert again.playback.transport.skips_gaps
    again.window.actions_by_id["skip_gaps"].trigger()
    assert not again.playback.transport.skips_gaps
