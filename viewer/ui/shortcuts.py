"""Shortcuts of actions, from presets and the user's choices, and tables of keys and mouse gestures.

The module does not import Qt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from viewer.ui.action_table import ACTIONS, MENUS, entries_of
from viewer.ui.menus.row import Action, Menu

USUAL = "usual"
PRESETS: Mapping[str, Mapping[str, Sequence[str]]] = {
    USUAL: {},
    "video_player": {
        "back_5s": ["Left"],
        "forward_5s": ["Right"],
        "speed_reset": ["Backspace"],
        "loop": ["L"],
        "present": ["F", "F11"],
        "follow": ["Shift+F"],
    },
    "lichtblick": {
        "back_100ms": ["Left"],
        "forward_100ms": ["Right"],
        "back_500ms": ["Alt+Left"],
        "forward_500ms": ["Alt+Right"],
        "back_10ms": ["Shift+Left"],
        "forward_10ms": ["Shift+Right"],
        "go_back": ["Alt+Shift+Left"],
        "go_forward": ["Alt+Shift+Right"],
        "show_actors": ["["],
        "show_inspector": ["]"],
    },
}
"""Sets of shortcuts that the user can choose, by name: for each, shortcuts by action id.

A key in a preset is taken from all other actions.
"""
Keys = Mapping[str, Sequence[str]]
"""Keyboard shortcuts by action id."""


def keys_by(preset: str, own: Keys) -> dict[str, tuple[str, ...]]:
    """Return the shortcuts of all actions: the defaults changed by ``preset``, then by the user's ``own``.

    A key that ``preset`` or ``own`` gives to an action is removed from all others. If ``own`` gives it to two
    actions, the later one keeps it.
    """
    keys = {row.id: row.shortcuts for row in ACTIONS.values()}
    for changes in (PRESETS[preset], own):
        for action, given in changes.items():
            keys = {each: tuple(key for key in had if key not in given) for each, had in keys.items()}
            keys[action] = tuple(given)
    return keys


class _InUse:
    keys: Keys = keys_by(USUAL, {})


def use_keys(preset: str, own: Keys) -> None:
    """Set the keyboard shortcuts of the whole program: those of ``preset``, except where ``own`` has others.

    ``own`` are the shortcuts that the user chose, by action.
    """
    _InUse.keys = keys_by(preset, own)


def keys_of(action: str) -> Sequence[str]:
    """Return the shortcuts in use for an action, given by its id; menus show the first one."""
    return _InUse.keys[action]


GESTURES = (
    (
        "On the map",
        (
            ("Click", "Select; again: what lies below"),
            ("Ctrl+click", "Add to the selection, or take out of it"),
            ("Double-click", "Follow"),
            ("Drag", "Move"),
            ("Wheel", "Zoom; Shift faster, Ctrl finer"),
        ),
    ),
    (
        "On the timeline",
        (
            ("Drag", "Go through time"),
            ("Shift+drag", "The same, ten times finer"),
            ("Ctrl+drag", "Choose a range; its edges can be dragged"),
            ("Right-drag", "Move"),
            ("Wheel", "Zoom; Shift faster, Ctrl finer"),
            ("Double-click", "Show everything"),
            ("Wheel over names, or Alt+↑ ↓", "Scroll the lanes"),
            ("Drag a name, or below it", "Move a lane, or make it higher"),
            (
                "Wheel or drag over a lane’s figures",
                "Zoom or move its values; double-click: all of them",
            ),
            ("Right-click on a name, or the menu key", "Fold, show and hide lanes"),
        ),
    ),
    (
        "In the inspector",
        (
            ("Double-click on a value, or Enter", "Show it in a lane of the timeline"),
            ("Drag a value", "Drop it on the timeline, or on a lane"),
            ("Right-click", "Copy a value, a section or everything, as text or JSON"),
            ("Drag an actor’s head", "Move its column; right-click: pin it or take it away"),
            ("→ ←", "Open and close a row"),
        ),
    ),
    (
        "In a list",
        (
            ("Click on a title", "Sort; right-click: choose columns"),
            ("Click on a row", "Select; the keys stay the window’s"),
            ("Ctrl+click, Shift+click or Shift+↑ ↓", "Select more actors"),
            ("Double-click on an actor", "Follow it"),
            ("Right-click on an actor", "All one can do with it, or with those selected"),
            ("Tab, or ↓ in the filter", "Use ↑ ↓ PgUp PgDn Home End in the list"),
        ),
    ),
)
"""Mouse gestures: for each part of the window, pairs of gesture and effect."""

_KEY_SIGNS = {
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
    "PgDown": "PgDn",
    "Return": "Enter",
    "Enter": "Enter (keypad)",
    "-": "−",
}


def key_text(shortcut: str) -> str:
    """Return ``shortcut`` (in Qt's portable notation) with signs in place of key names.

    >>> key_text("Shift+Left"), key_text("Alt+PgDown"), key_text("+")
    ('Shift+←', 'Alt+PgDn', '+')
    """
    modifiers, plus, key = shortcut.rpartition("+")
    if not key:  # the key is + itself
        return shortcut
    return modifiers + plus + _KEY_SIGNS.get(key, key)


def shortcut_rows() -> list[tuple[Menu, list[Action]]]:
    """Return the menus whose actions have shortcuts, each with those actions."""
    rows = [(menu, [action for action in entries_of(menu) if keys_of(action.id)]) for menu in MENUS]
    return [(menu, actions) for menu, actions in rows if actions]


def keys_page(page: str, translate: Callable[[str], str], write: Callable[[str], str]) -> str:
    """Return the guide's page about keys, with its table replaced by one of the current shortcuts.

    The table has the mouse gestures, too.

    Args:
        page: Markdown text of the page; its table stands between two comments.
        translate: returns an English text in the user's language.
        write: returns a shortcut (Qt's portable notation) as it is shown, such as "Shift+←".
    """
    rows = [f"| {' | '.join(cells)} |".replace("|  |", "| |") for cells in _cells(translate, write)]
    table = "\n".join((rows[0], "|--|--|", *rows[1:], ""))
    begin, end = "<!-- table:begin -->\n", "<!-- table:end -->"
    return re.sub(f"({begin}).*?(?={end})", lambda found: f"{found[1]}{table}", page, flags=re.DOTALL)


def _cells(tr: Callable[[str], str], write: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    yield tr("Keys, mouse"), tr("What they do")
    for menu, actions in shortcut_rows():
        yield f"**{tr(menu.text)}**", ""
        for action in actions:
            tip = tr(action.tip)
            about = f" ({tip[0].lower()}{tip[1:]})" if tip else ""
            keys = f" {tr('or')} ".join(f"`{write(key)}`" for key in keys_of(action.id))
            yield keys, f"{tr(action.text).rstrip('…')}{about}"
    for area, gestures in GESTURES:
        yield f"**{tr(area)}**", ""
        yield from ((tr(gesture), tr(effect)) for gesture, effect in gestures)
