"""Keys and gestures as they are written for people. It needs no Qt."""

from __future__ import annotations

from viewer.ui.action_table import MENUS, Action, Menu, entries_of

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
    rows = [(menu, [action for action in entries_of(menu) if action.shortcuts]) for menu in MENUS]
    return [(menu, actions) for menu, actions in rows if actions]
