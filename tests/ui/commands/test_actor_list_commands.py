"""How actors are listed, and pinning, without a window."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction

from tests.scenes import HERO
from viewer.ui.actors import ActorPanel
from viewer.ui.commands.actor_list import ActorListCommands
from viewer.ui.state.actor_ref import refs_of
from viewer.ui.state.pins import Pins


@pytest.fixture
def actions(widget) -> dict[str, QAction]:
    return {name: QAction(widget, checkable=True) for name in ("actor_tree", "living_actors")}


@pytest.fixture
def pins(settings) -> Pins:
    return Pins(settings)


@pytest.fixture
def make(qtbot, workspace, settings, actions, pins):
    """Return what makes the commands, as each start of the program does."""

    def make() -> ActorListCommands:
        panel = ActorPanel()
        qtbot.addWidget(panel)
        return ActorListCommands(workspace.messages, workspace.focus, pins, settings, actions, panel)

    return make


@pytest.mark.parametrize("name", ["actor_tree", "living_actors"])
def test_what_is_chosen_is_there_at_the_next_start(make, actions, settings, name):
    for on in (True, False):
        make().handlers()[name](on)
        make()
        assert (actions[name].isChecked(), getattr(settings, name)) == (on, on)


def test_the_selected_are_pinned_and_let_go(make, opened, pins):
    refs = refs_of(opened.recording.index.actors.rows_of(HERO))
    pins.set_recording(opened.recording.index)
    opened.focus.select_all(refs)
    commands = make()
    commands.handlers()["pin_actors"]()
    assert pins.pinned == refs
    commands.handlers()["pin_actors"]()
    assert pins.pinned == ()


def test_nobody_selected_is_said(make, opened, pins, refusals):
    make().handlers()["pin_actors"]()
    assert (pins.pinned, len(refusals)) == ((), 1)
