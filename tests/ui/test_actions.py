from __future__ import annotations

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
from viewer.ui.menus.row import Menu

ROWS = list(ACTIONS.values())


@pytest.fixture
def window(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def test_the_examples_are_true():
    assert doctest.testmod(shortcuts).failed == 0


def test_no_id_is_used_twice():
    ids = Counter(action.id for menu in MENUS for action in entries_of(menu))
    assert ids.most_common(1)[0][1] == 1


@pytest.mark.parametrize("preset", shortcuts.PRESETS)
def test_no_shortcut_is_used_twice(preset):
    in_use = shortcuts.keys_by(preset, {"redo": ["Space"]})
    keys = Counter(QKeySequence(key).toString() for each in in_use.values() for key in each)
    assert keys.most_common(1)[0][1] == 1


@pytest.mark.parametrize("shortcut", [shortcut for row in ROWS for shortcut in row.shortcuts])
def test_every_shortcut_is_one_key_that_qt_knows(shortcut):
    sequence = QKeySequence(shortcut)
    assert sequence.count() == 1
    assert sequence[0].key() != Qt.Key.Key_unknown
    assert sequence.toString(QKeySequence.SequenceFormat.PortableText) == shortcut


@pytest.mark.parametrize("row", [row for row in ROWS if row.icon], ids=lambda row: row.id)
def test_every_icon_exists(row):
    assert resource(f"icons/{row.icon}.svg").is_file()


def texts() -> list[str]:
    menus = list(MENUS) + [entry for menu in MENUS for entry in menu.entries if isinstance(entry, Menu)]
    return [menu.text for menu in menus] + [text for row in ROWS for text in (row.text, row.tip) if text]


_FORMATS = ("CSV", "PNG", "SVG")


@pytest.mark.parametrize("text", texts())
def test_text_is_in_sentence_case(text):
    first, *others = re.findall(r"[^\W\d_]+", text)
    assert first[0] == first[0].upper()
    proper = {"CARLA", "OpenDRIVE", "UTC", "Lichtblick", "Foxglove", *_FORMATS}
    assert not [word for word in others if word[0].isupper() and word not in proper]
    assert not text.endswith(".")
    assert "..." not in text


def test_each_row_becomes_an_action_of_the_window(window):
    actions = build_actions(window)
    assert list(actions) == list(ACTIONS)
    for action_id, action in actions.items():
        assert action in window.actions()
        assert [key.toString() for key in action.shortcuts()] == list(ACTIONS[action_id].shortcuts)
        assert action.shortcutContext() == Qt.ShortcutContext.WindowShortcut


def test_every_action_is_in_one_menu(window):
    actions = build_actions(window)
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


@pytest.mark.parametrize("repeats", [False, True])
def test_holding_a_key_repeats_what_moves_and_nothing_else(window, repeats):
    action_id = "step_forward" if repeats else "play_pause"
    assert build_actions(window)[action_id].autoRepeat() is repeats


STEPS = {
    "step_back", "step_forward", "previous_event", "next_event", "slower", "faster", "next_actor",
    "previous_actor", "previous_divergence", "next_divergence", "previous_note", "next_note", "zoom_in",
    "zoom_out",
    *(f"{way}_{by}" for way in ("back", "forward") for by in ("10ms", "100ms", "500ms", "1s", "5s", "10s")),
}  # fmt: skip
"""What goes a step further, of which one may want many; all else is done once, however long a key is held."""


def test_whatever_goes_a_step_repeats(window):
    actions = build_actions(window)
    assert {action_id for action_id, action in actions.items() if action.autoRepeat()} == STEPS


def test_of_what_is_on_or_off_the_window_shows_which(window):
    """What is chosen among several, and what is shown or kept on; all else is done and over."""
    actions = build_actions(window)
    on_or_off = {action_id for action_id, action in actions.items() if action.isCheckable()}
    prefixes = (
        "layer_",
        "label_",
        "trails_",
        "behind_",
        "ahead_",
        "color_",
        "time_",
        "theme_",
        "show_",
        "keys_",
        "language_",
        "size_",
    )
    others = {
        "auto_reload", "follow_end", "loop", "range_loop", "interpolate", "follow", "measure",
        "heading_up", "living_actors", "story_strip", "speed_kmh", "present",
        "pause_at_findings",
    }  # fmt: skip
    expected = {
        each for each in actions if (each.startswith(prefixes) and each != "show_all") or each in others
    }
    assert on_or_off == expected
