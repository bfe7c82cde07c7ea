"""The table of actions: menus, shortcuts, and those that show and change a setting."""

import doctest
import re
from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from viewer.program import resource
from viewer.ui import shortcuts
from viewer.ui.action_table import ACTIONS, MENUS, entries_of
from viewer.ui.actions import build_actions, build_menus
from viewer.ui.map_layers import MapOptions
from viewer.ui.menus.row import Menu
from viewer.ui.state.settings import Settings

ROWS = list(ACTIONS.values())


@pytest.fixture
def window(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def actions(window):
    return build_actions(window)


def test_the_examples_are_true():
    assert doctest.testmod(shortcuts).failed == 0


def test_no_id_is_used_twice_and_each_has_its_icon_and_one_who_does_it():
    ids = Counter(action.id for menu in MENUS for action in entries_of(menu))
    assert ids.most_common(1)[0][1] == 1
    assert [row.id for row in ROWS if row.icon and not resource(f"icons/{row.icon}.svg").is_file()] == []
    assert [row.id for row in ROWS if sum(map(bool, (row.do, row.switch, row.setting))) != 1] == []


@pytest.mark.parametrize("preset", shortcuts.PRESETS)
def test_no_shortcut_is_used_twice(preset):
    in_use = shortcuts.keys_by(preset, {"redo": ["Space"]})
    keys = Counter(QKeySequence(key).toString() for each in in_use.values() for key in each)
    assert keys.most_common(1)[0][1] == 1


def test_every_shortcut_is_one_key_that_qt_knows():
    for shortcut in (each for row in ROWS for each in row.shortcuts):
        sequence = QKeySequence(shortcut)
        assert sequence.count() == 1
        assert sequence[0].key() != Qt.Key.Key_unknown
        assert sequence.toString(QKeySequence.SequenceFormat.PortableText) == shortcut


def test_texts_are_in_sentence_case():
    proper = {"CARLA", "Leaderboard", "OpenDRIVE", "UTC", "Lichtblick", "Foxglove", "CSV", "PNG", "SVG"}
    menus = [*MENUS, *(entry for menu in MENUS for entry in menu.entries if isinstance(entry, Menu))]
    for text in (
        *(menu.text for menu in menus),
        *(each for row in ROWS for each in (row.text, row.tip) if each),
    ):
        first, *others = re.findall(r"[^\W\d_]+", text)
        assert first[0] == first[0].upper(), text
        assert not [word for word in others if word[0].isupper() and word not in proper], text
        assert not text.endswith("."), text
        assert "..." not in text


def test_each_row_becomes_an_action_of_the_window(window, actions):
    assert list(actions) == list(ACTIONS)
    for action_id, action in actions.items():
        assert action in window.actions()
        assert [key.toString() for key in action.shortcuts()] == list(ACTIONS[action_id].shortcuts)
        assert action.shortcutContext() == Qt.ShortcutContext.WindowShortcut


def test_every_action_is_in_one_menu(window, actions):
    menus = build_menus(actions, window)
    assert list(menus)[: len(MENUS)] == [menu.id for menu in MENUS]
    headings = [menu.menuAction() for menu in menus.values()]
    placed = Counter(
        action.objectName()
        for menu in menus.values()
        for action in menu.actions()
        if not action.isSeparator() and action not in headings
    )
    assert placed == Counter(list(ACTIONS))


STEPS = {
    "step_back", "step_forward", "previous_event", "next_event", "slower", "faster", "next_actor",
    "previous_actor", "previous_divergence", "next_divergence", "previous_note", "next_note", "zoom_in",
    "zoom_out",
    *(f"{way}_{by}" for way in ("back", "forward") for by in ("10ms", "100ms", "500ms", "1s", "5s", "10s")),
}  # fmt: skip
"""What goes a step further, of which one may want many; all else is done once, however long a key is held."""
PREFIXES = (
    "layer_", "label_", "trails_", "behind_", "ahead_", "color_", "time_", "theme_", "show_", "keys_",
    "language_", "size_",
)  # fmt: skip
SWITCHES = {
    "auto_reload", "follow_end", "loop", "range_loop", "interpolate", "follow", "measure", "heading_up",
    "living_actors", "story_strip", "speed_kmh", "present", "pause_at_findings",
}  # fmt: skip
"""What is chosen among several, by its prefix, and what is shown or kept on; all else is done and over."""


def test_whatever_goes_a_step_repeats_and_of_what_is_on_or_off_the_window_shows_which(actions):
    assert {action_id for action_id, action in actions.items() if action.autoRepeat()} == STEPS
    on_or_off = {action_id for action_id, action in actions.items() if action.isCheckable()}
    assert on_or_off == {each for each in actions if each.startswith(PREFIXES)} - {"show_all"} | SWITCHES


BOUND = [row for row in ACTIONS.values() if row.setting]


def parts(settings):
    return {row.setting: settings.part(row.setting) for row in BOUND}


def checked(actions):
    return {row.id for row in BOUND if actions[row.id].isChecked()}


def test_an_action_changes_its_own_setting_and_is_as_it_was_at_the_next_start(settings, window):
    actions = build_actions(window)
    settings.bind_actions(actions)
    for row in BOUND * 2:
        before = parts(settings)
        assert actions[row.id].isChecked() == (before[row.setting] == row.value)
        actions[row.id].trigger()
        value = row.value if row.choice else not before[row.setting]
        assert parts(settings) == {**before, row.setting: value}, row.id
        if row.id in ("layer_grid", "heading_up", BOUND[-1].id):
            again = build_actions(window)
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
