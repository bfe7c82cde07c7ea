"""The figures of a range as lines for a spreadsheet, against sums of the street's own."""

from __future__ import annotations

import pytest

from tests.scenes import HERO, LATE, street
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.state.range_figures import RangeFigures
from viewer.ui.state.time_range import TimeRange
from viewer.ui.state.workspace import Workspace


@pytest.fixture
def workspace(tasks, settings):
    workspace = Workspace(tasks, settings)
    yield workspace
    workspace.shut_down()
    workspace.deleteLater()


@pytest.fixture
def figures(workspace):
    recording = workspace.recording
    chosen = TimeRange(recording, workspace.playback, workspace)
    return RangeFigures(recording, workspace.focus, chosen, workspace.events, workspace)


@pytest.fixture
def opened(workspace, figures, qtbot, tmp_path):
    workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: workspace.recording.index is not None and not workspace.recording.busy)
    return workspace


def table(figures):
    """Return values by name, the unit behind them."""
    rows = [line.split("\t") for line in figures.table().splitlines()]
    return {name: " ".join(rest) for name, *rest in rows}


def select(workspace, actor_id, qtbot):
    row = workspace.recording.index.actors.rows_of(actor_id)[0]
    workspace.focus.select(ref_of(row))
    qtbot.waitUntil(lambda: workspace.recording.path is not None and workspace.recording.path.row == row)


def test_without_a_range_there_are_none(figures, opened, qtbot):
    told = []
    figures.changed.connect(told.append)
    assert figures.table() == ""
    select(opened, HERO, qtbot)
    assert figures.table() == ""
    assert told == []  # nothing is told of nothing
    opened.playback.set_range((0.1, 0.5))
    assert figures.table() != ""
    opened.close()
    assert figures.table() == ""
    assert told[-1] is None
    assert told.count(None) == 1


def test_frames_events_and_the_way_of_who_is_selected(figures, opened, qtbot):
    """Frames last 0.05 s, the hero goes 10 m/s and touches another in frames 10 and 11: one contact."""
    opened.playback.set_range(tuple(opened.recording.index.elapsed[[4, 12]].tolist()))
    found = table(figures)
    assert (found["start"], found["end"], found["length"]) == ("0.200000 s", "0.600000 s", "0.400000 s")
    assert (found["frames"], found["first frame"], found["last frame"]) == ("9", "5", "13")
    assert "actor" not in found
    assert {name: found[f"events: {name}"] for name in ("collision", "spawn", "destroy")} == {
        "collision": "1",
        "spawn": "1",
        "destroy": "0",
    }
    select(opened, HERO, qtbot)
    found = table(figures)
    assert found["actor"] == str(HERO)
    assert found["distance"] == "4.000 m"
    assert [found[f"{which} speed"] for which in ("mean", "lowest", "highest")] == ["10.000 m/s"] * 3


def test_what_is_not_known_is_left_out(figures, opened, qtbot):
    """Before it is spawned, nothing is known of an actor's way."""
    opened.playback.set_range((0.0, 0.1))
    select(opened, LATE, qtbot)
    found = table(figures)
    assert found["actor"] == str(LATE)
    assert [found["distance"], *(found[f"{which} speed"] for which in ("mean", "lowest", "highest"))] == [
        " m",
        *[" m/s"] * 3,
    ]


def test_who_is_not_known_yet_has_no_figures(figures, opened):
    opened.playback.set_range((0.2, 0.6))
    told = []
    figures.changed.connect(told.append)
    opened.focus.select(ref_of(opened.recording.index.actors.rows_of(HERO)[0]))
    assert told[0].actor_id == HERO
    assert told[0].motion is None
    assert "actor" not in table(figures)
