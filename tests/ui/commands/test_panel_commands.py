"""Panels that are shown and hidden by their actions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from tests.scenes import street
from tests.ui.commands.conftest import do
from viewer.ui.problems.panel import ProblemsPanel
from viewer.ui.times.display import TimeDisplay


@pytest.fixture
def wired(window):
    window.set_empty(False)
    do(window.actions_by_id, window=window)
    return window


@pytest.mark.parametrize(("action", "part"), [("show_actors", "actor_panel"), ("show_bottom", "bottom")])
def test_one_that_is_there_is_hidden_and_shown_again(wired, action, part):
    seen = [getattr(wired, part).isVisible()]
    for _ in range(2):
        wired.actions_by_id[action].trigger()
        seen.append(getattr(wired, part).isVisible())
    assert seen == [True, False, True]


@pytest.mark.parametrize("action", ["fold_events", "fold_lives"])
def test_lanes_are_folded_and_unfolded(wired, tmp_path, action):
    model = wired.timeline.model
    model.resize(QSize(1600, 400))
    wired.timeline.set_recording(street().index(tmp_path / "street.log"))
    key = action.removeprefix("fold_")

    def folded():
        section = next(each for each in model.sections.present() if each.key == key)
        return model.sections.is_folded(section)

    before = folded()
    states = []
    for _ in range(2):
        wired.actions_by_id[action].trigger()
        states.append(folded())
    assert states == [not before, before]
    if key == "events":
        assert model.sections.choices.folded["found"] is before


def test_one_of_the_drawer_is_made_when_it_is_first_shown(wired, opened, tasks, settings):
    wired.rooms.needs = {
        "recording": opened.recording,
        "playback": opened.playback,
        "display": TimeDisplay(settings, opened),
    }
    assert wired.findChild(ProblemsPanel) is None
    wired.actions_by_id["show_problems"].trigger()
    panel = wired.findChild(ProblemsPanel)
    assert (wired.docks["problems"].isVisible(), panel.isVisible()) == (True, True)
    wired.actions_by_id["show_problems"].trigger()
    assert not wired.docks["problems"].isVisible()
    wired.actions_by_id["show_problems"].trigger()
    assert wired.findChild(ProblemsPanel) is panel
    assert panel.isVisible()
