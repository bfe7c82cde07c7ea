"""Ways to arrange the window, by their keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.commands.conftest import do
from viewer.ui.commands.layouts import LayoutCommands
from viewer.ui.state.messages import Messages

CTRL = Qt.KeyboardModifier.ControlModifier
KEYS = {"replay": Qt.Key.Key_1, "analyse": Qt.Key.Key_2, "present": Qt.Key.Key_3}


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def commands(window, said) -> LayoutCommands:
    messages = Messages(window)
    messages.told.connect(said.append)
    window.set_empty(False)
    commands = LayoutCommands(messages, window)
    do(window.actions_by_id, layouts=commands)
    return commands


def shown(window) -> str:
    return window.arrangement.layout.id


def choose(window, layout_id) -> None:
    QTest.keyClick(window, KEYS[layout_id], CTRL)


@pytest.mark.parametrize("layout_id", KEYS)
def test_each_has_a_key_and_its_action_shows_it(window, commands, layout_id):
    choose(window, layout_id)
    assert shown(window) == layout_id
    assert window.actions_by_id[f"layout_{layout_id}"].isChecked()


@pytest.mark.parametrize("before", ["replay", "analyse"])
def test_leaving_a_presentation_leads_back_to_what_was_before(window, commands, said, before):
    choose(window, before)
    choose(window, "present")
    assert (window.top_bar.isVisible(), window.status_bar.isVisible()) == (False, False)
    assert said == ["Esc ends the presentation, F11 fills the screen"]
    choose(window, "present")  # again: it is still known what was before
    assert commands.leave()
    assert (shown(window), window.top_bar.isVisible()) == (before, True)
    assert not commands.leave()


def test_a_layout_is_reset_alone(window, commands):
    choose(window, "analyse")
    first = window.bottom.height()
    window.show_panel("actors", shown=False)
    window.arrangement.reset()
    assert window.actor_panel.isVisible()
    assert (shown(window), window.bottom.height()) == ("analyse", first)
