"""Actions that show and change a setting, without a window."""

from __future__ import annotations

import pytest

from viewer.ui.action_table import ACTIONS
from viewer.ui.actions import build_actions
from viewer.ui.map_layers import MapOptions
from viewer.ui.state.settings import Settings

BOUND = [row for row in ACTIONS.values() if row.setting]


@pytest.fixture
def start(settings, widget):
    """Return a function that makes actions, as the program does when it starts."""

    def start():
        actions = build_actions(widget)
        Settings(settings.store).bind_actions(actions)
        return actions

    return start


def parts(settings):
    return {row.setting: settings.part(row.setting) for row in BOUND}


@pytest.mark.parametrize("row", BOUND, ids=lambda row: row.id)
def test_an_action_changes_its_own_setting_and_is_as_it_was_at_the_next_start(start, settings, row):
    before, actions = parts(settings), start()
    assert actions[row.id].isChecked() == (before[row.setting] == row.value)
    for _ in range(2):
        actions[row.id].trigger()
        value = row.value if row.choice else not before[row.setting]
        assert parts(settings) == {**before, row.setting: value}
        assert {name: action.isChecked() for name, action in start().items()} == {
            name: action.isChecked() for name, action in actions.items()
        }
        before = parts(settings)


def test_an_action_shows_what_is_set_elsewhere(settings, widget):
    actions = build_actions(widget)
    settings.bind_actions(actions)
    settings.set_part("map_options.heading_up", part=True)
    settings.theme = "light"
    assert actions["heading_up"].isChecked()
    assert actions["theme_light"].isChecked()
    assert not actions["theme_auto"].isChecked()


@pytest.mark.parametrize(
    "row",
    [row for row in BOUND if isinstance(row.value, float) and row.setting != "size"],
    ids=lambda row: row.id,
)
def test_seconds_are_those_which_the_text_names(row):
    assert row.text.endswith(f": {row.value:.0f} s" if row.value else ": nothing")


def test_what_cannot_be_read_means_what_is_usual(settings):
    settings.write("map/options", {"color_by": "?", "label_id": "yes", "behind": "7", "heading_up": True})
    assert settings.map_options == MapOptions(heading_up=True)
    for nonsense in ([], "x", {"map_options": 1}):
        settings.write("map/options", nonsense)
        assert settings.map_options == MapOptions()


def test_how_it_is_played_is_switched_and_comes_back(open_street, make_viewer):
    actions, moment = open_street.window.actions_by_id, open_street.moment

    def place():
        return moment.world.locations[moment.world.index_of(open_street.focus.hero), 0]

    open_street.playback.seek(0.52)
    assert place() == pytest.approx(5.0)
    actions["interpolate"].trigger()
    assert place() == pytest.approx(5.2)  # 10 m/s
    assert open_street.moment.interpolate
    assert make_viewer().moment.interpolate
    actions["interpolate"].trigger()
    assert not moment.interpolate
