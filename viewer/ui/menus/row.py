"""Rows of the tables of menus, and functions that make some of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from viewer.ui.map_layers import LAYERS
from viewer.ui.panels import PANELS, DockArea

if TYPE_CHECKING:
    from viewer.ui.app import Viewer


@dataclass(frozen=True, slots=True)
class Action:
    """One action of the window.

    Attributes:
        id: name by which code looks it up.
        text: its text in menus, in sentence case.
        keys: default shortcuts in Qt's portable notation, separated by spaces.
        tip: explanation for tooltips, beyond the text; empty for none.
        icon: name of a file in ``resources/icons``, for an action that has a button; empty for none.
        checkable: whether it can be on or off.
        choice: name of a group in which one action is on at a time; empty for none.
        setting: path of the setting that it shows and changes (``map_layers.grid``); empty for none.
        value: value of that setting while the action is on.
        repeats: whether holding the key down triggers it again and again.
        do: function that is called with the window's Viewer when the action is triggered; None for an action
            that has ``setting`` or ``switch``.
        switch: function that is called with the Viewer and whether the action is now on.
    """

    id: str
    text: str
    keys: str = ""
    tip: str = ""
    icon: str = ""
    checkable: bool = False
    choice: str = ""
    setting: str = ""
    value: object = True
    repeats: bool = False
    do: Callable[[Viewer], object] | None = None
    switch: Callable[[Viewer, bool], object] | None = None

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """Default shortcuts, one by one; ``viewer.ui.shortcuts`` knows those in use."""
        return tuple(self.keys.split())


SEPARATOR = None
"""Stands for a separator line between groups of actions in the list that menus are made from."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Menu of the window with its entries in order; without entries, it is filled while the program runs."""

    id: str
    text: str
    entries: tuple[Action | Menu | None, ...] = ()


def menu(menu_id: str, text: str, *entries: Action | Menu | None) -> Menu:
    """Return a menu with the id ``menu_id`` and the English ``text``."""
    return Menu(menu_id, text, entries)


def toggle(
    action_id: str,
    text: str,
    keys: str = "",
    tip: str = "",
    icon: str = "",
    setting: str = "",
    do: Callable[[Viewer], object] | None = None,
    switch: Callable[[Viewer, bool], object] | None = None,
) -> Action:
    """Return an action that can be on or off; its arguments are attributes of Action."""
    return Action(action_id, text, keys, tip, icon, checkable=True, setting=setting, do=do, switch=switch)


def panels(*areas: DockArea) -> tuple[Action, ...]:
    """Return the actions that show and hide the panels in one of the ``areas`` of the window."""
    return tuple(
        Action(
            row.action, row.title, row.keys, row.tip,
            checkable=row.area is not DockArea.POPUP, switch=partial(_show_panel, row.id)
        )
        for row in PANELS
        if row.area in areas
    )  # fmt: skip


def _show_panel(name: str, it: Viewer, on: bool) -> None:
    it.window.toggle_panel(name, on)


def layers(section: str) -> tuple[Action, ...]:
    """Return the actions that show and hide layers of the map, for one section of the menus.

    ``section`` is its name, as in ``LayerRow.menu``: "ground", "layers" or "developer".
    """
    return tuple(
        toggle(f"layer_{row.name}", row.text, row.keys, row.tip, setting=f"map_layers.{row.name}")
        for row in LAYERS
        if row.text and row.menu == section
    )


def choice(setting: str, value: object, action_id: str, text: str, tip: str = "") -> Action:
    """Return an action that sets ``setting`` to ``value``; one of the actions with ``setting`` is on."""
    return Action(action_id, text, tip=tip, checkable=True, choice=setting, setting=setting, value=value)
