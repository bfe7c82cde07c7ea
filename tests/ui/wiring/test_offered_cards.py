"""The recordings of a folder are drawn on the start page, though none of them was open."""

from __future__ import annotations

from pathlib import Path

from tests.scenes import street
from viewer.ui.app import Viewer
from viewer.ui.shell.recording_card import RecordingCard
from viewer.ui.state.open_request import OpenRequest


def facts(viewer: Viewer) -> dict[str, tuple[str, str]]:
    """What the cards of the start page say, by the names of the files."""
    cards = viewer.window.map_area.start_page.findChildren(RecordingCard)
    return {card.recording.path.name: card.lines for card in cards}


def test_each_recording_of_a_folder_has_its_facts(viewer: Viewer, qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "recordings"
    folder.mkdir()
    for name in ("a.log", "c.log"):
        street().save(folder / name)
    (folder / "b.log").write_bytes((folder / "a.log").read_bytes()[:20])  # what cannot be read is passed over
    viewer.files.take_given([folder], OpenRequest())
    assert facts(viewer)["a.log"] == (str(folder), "")
    qtbot.waitUntil(lambda: facts(viewer)["c.log"][1] == "1 collision")
    shown = facts(viewer)
    assert shown["a.log"] == shown["c.log"]
    assert shown["a.log"][0].startswith("Town")
    assert shown["b.log"] == (str(folder), "")
    assert viewer.recording.index is None


def test_a_recording_that_is_opened_comes_first(viewer: Viewer, qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "recordings"
    folder.mkdir()
    for number in range(6):
        street().save(folder / f"{number}.log")
    viewer.files.take_given([folder], OpenRequest())
    viewer.files.open(folder / "5.log")
    qtbot.waitUntil(lambda: viewer.recording.index is not None and not viewer.tasks.busy)
    assert facts(viewer)["4.log"] == (str(folder), "")


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
