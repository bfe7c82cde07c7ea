"""The choices of the menu Layers, without a map."""

from __future__ import annotations

import pytest

from tests.ui.commands.conftest import do
from viewer.ui.actions import build_actions
from viewer.ui.commands.map_options import MapOptionCommands
from viewer.ui.map.options import MapOptions


@pytest.fixture
def start(settings, widget):
    """Return a function that makes actions and commands, as the program does when it starts."""

    def start():
        actions = build_actions(widget)
        commands = MapOptionCommands(actions, settings, widget)
        do(actions, commands)
        return commands, actions

    return start


CHOICES = [
    *((f"trails_{whose}", "trails_of", whose) for whose in ("selected", "followed", "vehicles")),
    *((f"behind_{seconds}", "behind", seconds) for seconds in (0, 2, 5, 10, 30)),
    *((f"ahead_{seconds}", "ahead", seconds) for seconds in (0, 3, 5, 10)),
    *((f"color_{by}", "color_by", by) for by in ("category", "recorded", "speed")),
]


@pytest.mark.parametrize(("action", "field", "value"), CHOICES)
def test_what_is_chosen_is_told_and_remembered_and_nothing_else(start, action, field, value):
    """Seconds are those which the action's text names."""
    (commands, actions), told = start(), []
    commands.changed.connect(told.append)
    actions[action].trigger()
    expected = {name: getattr(MapOptions(), name) for name in MapOptions.__slots__} | {field: value}
    assert told[-1] == commands.options == start()[0].options == MapOptions(**expected)
    if field in ("behind", "ahead"):
        assert actions[action].text().endswith(f": {value} s" if value else ": nothing")


@pytest.mark.parametrize("switch", ["label_id", "label_role", "label_blueprint", "label_speed", "heading_up"])
def test_a_switch_is_turned_twice(start, switch):
    commands, actions = start()
    before = getattr(MapOptions(), switch)
    for expected in (not before, before):
        actions[switch].trigger()
        assert getattr(commands.options, switch) is getattr(start()[0].options, switch) is expected


def test_what_cannot_be_read_means_what_is_usual(settings, start):
    for name, text in (("behind", "behind_7"), ("color_by", "?"), ("label_id", "yes")):
        settings.choice[name] = text
    assert start()[0].options == MapOptions()


def test_the_map_turns_when_the_action_is_told_to(start):
    commands, actions = start()
    commands.set_heading_up(True)
    assert commands.options.heading_up
    assert actions["heading_up"].isChecked()
