"""Table of all actions of the window.

Menus, shortcuts, tooltips, the list of shortcuts and a table of the guide are made from it. It needs no Qt;
``viewer.ui.actions`` makes QActions and menus of it, and connects them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from viewer.ui.menus.file import file_menu, help_menu, notes_menu
from viewer.ui.menus.replay import replay_menu, selection_menu
from viewer.ui.menus.row import Action, Menu
from viewer.ui.menus.view import edit_menu, layers_menu, view_menu

MENUS = (
    file_menu(),
    edit_menu(),
    replay_menu(),
    selection_menu(),
    notes_menu(),
    layers_menu(),
    view_menu(),
    help_menu(),
)


def entries_of(menu: Menu) -> Iterator[Action]:
    """Yield the actions in ``menu`` and its submenus, in order."""
    for entry in menu.entries:
        if isinstance(entry, Action):
            yield entry
        elif isinstance(entry, Menu):
            yield from entries_of(entry)


def with_menus(menus: Iterable[Menu], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Action]]:
    """Yield (texts of the enclosing menus from the outermost, action) for each action in ``menus``.

    ``path`` are the texts of menus that contain ``menus``; they come first in each result.
    """
    for menu in menus:
        inner = (*path, menu.text)
        for entry in menu.entries:
            if isinstance(entry, Action):
                yield inner, entry
            elif isinstance(entry, Menu):
                yield from with_menus((entry,), inner)


ACTIONS: Mapping[str, Action] = MappingProxyType(
    {action.id: action for menu in MENUS for action in entries_of(menu)}
)
"""All actions of the window by id, in the order of the menus."""
