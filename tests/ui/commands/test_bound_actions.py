"""Actions that show and change a setting, without a window."""

from __future__ import annotations

import pytest

from viewer.ui.action_table import ACTIONS
from viewer.ui.actions import build_actions
from viewer.ui.map_layers import MapOptions
from viewer.ui.state.settings import Settings

BOUND = [row for row in ACTIONS.values() if row.setting]


def parts(settings):
    return {row.setting: settings.part(row.setting) for row in BOUND}


def checked(actions):
    return {row.id for row in BOUND if actions[row.id].isChecked()}


def test_an_action_changes_its_own_setting_and_is_as_it_was_at_the_next_start(settings, widget):
    actions = build_actions(widget)
    settings.bind_actions(actions)
    for row in BOUND * 2:
        before = parts(settings)
        assert actions[row.id].isChecked() == (before[row.setting] == row.value)
        actions[row.id].trigger()
        value = row.value if row.choice else not before[row.setting]
        assert parts(settings) == {**before, row.setting: value}, row.id
        if row.id in ("layer_grid", "heading_up", BOUND[-1].id):
            again = build_actions(widget)
            Settings(settings.store).bind_actions(again)
            assert checked(again) == checked(actions)


def test_seconds_are_those_which_the_text_names():
    for row in (each for each in BOUND if isinstance(each.value, float) and each.setting != "size"):
        assert row.text.endswith(f": {row.value:.0f} s" if row.value else ": nothing")


def test_what_cannot_be_read_means_what_is_usual(settings):
    settings.write("map/options", {"color_by": "?", "label_id": "yes", "behind": "7", "heading_up": True})
    assert settings.map_options == MapOptions(heading_up=True)
    for nonsense in ([], "x", {"map_options": 1}):
        settings.write("map/options", nonsense)
        assert settings.map_options == MapOptions()


def test_how_it_is_played_is_switched(open_street):
    actions, moment = open_street.window.actions_by_id, open_street.moment

    def place():
        return moment.world.locations[moment.world.index_of(open_street.focus.hero), 0]

    open_street.playback.seek(0.52)
    assert place() == pytest.approx(5.0)
    actions["interpolate"].trigger()
    assert place() == pytest.approx(5.2)  # 10 m/s
    assert open_street.moment.interpolate
    actions["interpolate"].trigger()
    assert not moment.interpolate
