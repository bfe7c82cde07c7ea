"""Keys and gestures as they are written for people. It needs no Qt."""

from __future__ import annotations

from viewer.ui.action_table import MENUS, Action, Menu, entries_of, tr

GESTURES = (
    (
        tr("On the map"),
        (
            (tr("Click"), tr("Select; again: what lies below")),
            (tr("Ctrl+click"), tr("Add to the selection, or take out of it")),
            (tr("Double-click"), tr("Follow")),
            (tr("Drag"), tr("Move")),
            (tr("Wheel"), tr("Zoom; Shift faster, Ctrl finer")),
        ),
    ),
    (
        tr("On the timeline"),
        (
            (tr("Drag"), tr("Go through time")),
            (tr("Shift+drag"), tr("The same, ten times finer")),
            (tr("Ctrl+drag"), tr("Choose a range; its edges can be dragged")),
            (tr("Right-drag"), tr("Move")),
            (tr("Wheel"), tr("Zoom; Shift faster, Ctrl finer")),
            (tr("Double-click"), tr("Show everything")),
            (tr("Wheel over names, or Alt+↑ ↓"), tr("Scroll the lanes")),
            (tr("Drag a name, or below it"), tr("Move a lane, or make it higher")),
            (
                tr("Wheel or drag over a lane’s figures"),
                tr("Zoom or move its values; double-click: all of them"),
            ),
            (tr("Right-click on a name, or the menu key"), tr("Fold, show and hide lanes")),
        ),
    ),
    (
        tr("In the inspector"),
        (
            (tr("Double-click on a value, or Enter"), tr("Show it in a lane of the timeline")),
            (tr("Drag a value"), tr("Drop it on the timeline, or on a lane")),
            (tr("Right-click"), tr("Copy a value, a section or everything, as text or JSON")),
            (tr("Drag an actor’s head"), tr("Move its column; right-click: pin it or take it away")),
            (tr("→ ←"), tr("Open and close a row")),
        ),
    ),
    (
        tr("In a list"),
        (
            (tr("Click on a title"), tr("Sort; right-click: choose columns")),
            (tr("Click on a row"), tr("Select; the keys stay the window’s")),
            (tr("Ctrl+click, Shift+click or Shift+↑ ↓"), tr("Select more actors")),
            (tr("Double-click on an actor"), tr("Follow it")),
            (tr("Right-click on an actor"), tr("All one can do with it, or with those selected")),
            (tr("Tab, or ↓ in the filter"), tr("Give ↑ ↓ PgUp PgDn Home End to the list")),
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
