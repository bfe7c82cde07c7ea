"""The keys of actions, as presets and the user have them, and gestures, as they are written for people.

It needs no Qt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from viewer.ui.action_table import ACTIONS, MENUS, Action, Menu, entries_of

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
"""By their names, the keys that a preset gives to actions; others lose them."""
Keys = Mapping[str, Sequence[str]]
"""Shortcuts of actions by their ids."""


def keys_by(preset: str, own: Keys) -> dict[str, tuple[str, ...]]:
    """Return the shortcuts of all actions: those of a preset, and over them the user's own.

    Who is given a key takes it from all others, the last one in ``own`` from those before it, too.
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
    """Use the keys of a preset and the user's own from now on, in the whole program."""
    _InUse.keys = keys_by(preset, own)


def keys_of(action: str) -> Sequence[str]:
    """Return the shortcuts of an action that are in use; the first one is shown in menus."""
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
            ("Tab, or ↓ in the filter", "Give ↑ ↓ PgUp PgDn Home End to the list"),
        ),
    ),
)
"""What the mouse does: where, and of each place the gestures with what they do."""

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
    """Return a shortcut as it is written for people.

    >>> key_text("Shift+Left"), key_text("Alt+PgDown"), key_text("+")
    ('Shift+←', 'Alt+PgDn', '+')
    """
    modifiers, plus, key = shortcut.rpartition("+")
    if not key:  # the key is + itself
        return shortcut
    return modifiers + plus + _KEY_SIGNS.get(key, key)


def shortcut_rows() -> list[tuple[Menu, list[Action]]]:
    """Return the menus in which actions have shortcuts, and of each those actions."""
    rows = [(menu, [action for action in entries_of(menu) if keys_of(action.id)]) for menu in MENUS]
    return [(menu, actions) for menu, actions in rows if actions]


def keys_page(page: str, translate: Callable[[str], str], write: Callable[[str], str]) -> str:
    """Return the guide's page of keys with a table of those in use, and of what the mouse does.

    Args:
        page: the page as it is.
        translate: what makes a text of the table one in the user's language.
        write: what writes a shortcut for people.

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
    for place, gestures in GESTURES:
        yield f"**{tr(place)}**", ""
        yield from ((tr(gesture), tr(what)) for gesture, what in gestures)
