"""The ways on the map are those of whom they were asked for, around the moment that is shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.scenes import BICYCLE, HERO, LATE, OTHER, WALKER, street
from viewer.ui.map import MapView
from viewer.ui.state.actor_ref import refs_of
from viewer.ui.state.map_options import MapOptions
from viewer.ui.state.workspace import Workspace
from viewer.ui.wiring.trails import TrailGuide

FRAME, STEP = 0.05, 0.5
"""Seconds of a frame, and metres that the hero drives in each, along x."""


class Ways:
    """A guide with what it shows: of the primary actor in full, of others from samples."""

    def __init__(self, workspace: Workspace, tasks, view: MapView) -> None:
        self.workspace = workspace
        self.full, self.sampled = [], []
        view.scene.tell = self.note
        self.guide = TrailGuide(tasks, workspace, view)

    def note(self, *, trail=None, trails=None) -> None:
        (self.full if trails is None else self.sampled).append(trail if trails is None else trails)

    def row(self, actor_id: int) -> int:
        (row,) = self.workspace.recording.index.actors.rows_of(actor_id)
        return row

    def refs(self, *ids: int):
        return refs_of([self.row(each) for each in ids])

    def ids(self) -> set[int]:
        """Whose ways are shown from samples."""
        shown = self.sampled[-1]
        rows = shown.rows[np.isfinite(shown.places).any(axis=(1, 2))]
        return set(self.workspace.recording.index.actors.actor_id[rows].tolist())


@pytest.fixture
def ways(qtbot, tasks, tmp_path, settings):
    workspace, view = Workspace(tasks, settings), MapView(tasks)
    qtbot.addWidget(view)
    ways = Ways(workspace, tasks, view)
    recording = workspace.recording
    workspace.open(street().save(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: recording.index is not None and not recording.busy)
    workspace.playback.seek(10.5 * FRAME)
    yield ways
    workspace.shut_down()
    workspace.deleteLater()


def select(ways, qtbot, *ids):
    ways.workspace.focus.select_all(ways.refs(*ids))
    recording, row = ways.workspace.recording, ways.row(ids[-1])
    qtbot.waitUntil(lambda: recording.path is not None and recording.path.row == row)


def along(first: int, last: int) -> np.ndarray:
    return np.array([(STEP * frame, 0.0) for frame in range(first, last + 1)]).reshape(-1, 2)


@pytest.mark.parametrize(
    ("behind", "ahead", "past", "future"),
    [(5.0, 3.0, (0, 10), (10, 19)), (0.14, 0.14, (8, 10), (10, 13)), (0.0, 0.0, (11, 10), (10, 10))],
)
def test_the_way_of_the_selected_one_goes_from_where_it_was_to_where_it_will_be(
    ways, qtbot, behind, ahead, past, future
):
    select(ways, qtbot, HERO)
    ways.guide.set_options(replace(MapOptions(), behind=behind, ahead=ahead))
    for shown, expected in zip(ways.full[-1], (past, future), strict=True):
        np.testing.assert_allclose(shown, along(*expected), atol=1e-4)


def test_it_goes_along_with_time_and_ends_with_the_selection(ways, qtbot):
    select(ways, qtbot, HERO)
    ways.workspace.playback.seek(4.5 * FRAME)
    np.testing.assert_allclose(ways.full[-1][0], along(0, 4), atol=1e-4)
    ways.workspace.focus.select(None)
    assert [len(each) for each in ways.full[-1]] == [0, 0]


@pytest.mark.parametrize(
    ("whose", "whole", "sampled"),
    [
        ("selected", True, {BICYCLE}),  # the primary one in full; a walker has no samples
        ("followed", False, {OTHER}),
        ("vehicles", True, {HERO, OTHER, BICYCLE, LATE}),
    ],
)
def test_whose_ways_are_shown_is_chosen(ways, qtbot, whose, whole, sampled, tasks):
    ways.guide.set_options(MapOptions(trails_of=whose))
    select(ways, qtbot, BICYCLE, WALKER, HERO)
    ways.workspace.focus.follow(*ways.refs(OTHER))
    qtbot.waitUntil(lambda: tasks.quiet and bool(len(ways.sampled[-1].rows)))
    assert ways.ids() == sampled
    assert bool(len(ways.full[-1][0])) is whole


def test_whoever_is_followed_and_selected_has_its_way_in_full(ways, qtbot):
    ways.guide.set_options(MapOptions(trails_of="followed"))
    ways.workspace.focus.follow(*ways.refs(HERO))
    select(ways, qtbot, HERO)
    np.testing.assert_allclose(ways.full[-1][0], along(0, 10), atol=1e-4)
    assert not len(ways.sampled[-1].rows)
