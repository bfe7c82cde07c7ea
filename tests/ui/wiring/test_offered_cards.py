"""Recordings are drawn on the start page, though they were not open long."""

from __future__ import annotations

from pathlib import Path

from tests.scenes import street
from viewer.ui.app import Viewer
from viewer.ui.shell.recording_card import RecordingCard


def facts(viewer: Viewer) -> dict[str, tuple[str, str]]:
    """What the cards of the start page say, by the names of the files."""
    cards = viewer.window.map_area.start_page.findChildren(RecordingCard)
    return {card.recording.path.name: card.lines for card in cards}


def test_a_recording_that_is_closed_at_once_is_drawn_all_the_same(
    viewer: Viewer, qtbot, tmp_path: Path
) -> None:
    """And so is the sample beside it, which was never open: no card stays empty."""
    path = street().save(tmp_path / "street.log")
    assert facts(viewer) == {"sample.log": ("Comes with the program", "")}
    viewer.files.open(path)
    qtbot.waitUntil(lambda: viewer.recording.index is not None and viewer.recording.index.complete)
    viewer.window.actions_by_id["close"].trigger()
    qtbot.waitUntil(lambda: all(told for _, told in facts(viewer).values()), timeout=20_000)
    assert facts(viewer)["street.log"][1] == "1 collision"
    assert facts(viewer)["sample.log"] == ("Sampletown · 60.018 s · 14 May 2024", "1 collision")
