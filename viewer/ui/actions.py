"""Builder of the QActions and menus from the table in ``viewer.ui.action_table``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QStyleOptionMenuItem, QWidget

from viewer.ui.action_table import ACTIONS, MENUS
from viewer.ui.icons import icon
from viewer.ui.menus.row import Action, Menu
from viewer.ui.shortcuts import key_text, keys_of
from viewer.ui.translation import tr

if TYPE_CHECKING:
    from viewer.ui.app import Viewer


class ActionMenu(QMenu):
    """Menu that writes shortcuts as the tooltips and the list of shortcuts do ("←" instead of "Left")."""

    def initStyleOption(self, option: QStyleOptionMenuItem, action: QAction) -> None:
        """Set the text of the menu entry ``action``, with its shortcut as the program writes shortcuts."""
        super().initStyleOption(option, action)
        if action.objectName() in ACTIONS and (keys := keys_of(action.objectName())):
            option.text = f"{action.text()}\t{shortcut_text(keys[0])}"


def shortcut_text(shortcut: str) -> str:
    """Return ``shortcut`` (in Qt's portable notation) as it is written on this operating system."""
    if sys.platform == "darwin":
        return QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)
    return key_text(shortcut)


def tooltip(action_id: str) -> str:
    """Return the tooltip of an action, with its first shortcut: "One frame back (←)"."""
    action = ACTIONS[action_id]
    text = tr(action.text).rstrip("…")
    keys = f" ({shortcut_text(keys_of(action_id)[0])})" if keys_of(action_id) else ""
    tip = f"\n{tr(action.tip)}" if action.tip else ""
    return f"{text}{keys}{tip}"


def build_actions(parent: QWidget) -> dict[str, QAction]:
    """Return a QAction by id for each row of ACTIONS; their shortcuts work in the window of ``parent``."""
    actions = {row.id: _build(row, parent) for row in ACTIONS.values()}
    for choice in {row.choice for row in ACTIONS.values() if row.choice}:
        group = QActionGroup(parent)
        for row in ACTIONS.values():
            if row.choice == choice:
                group.addAction(actions[row.id])
    return actions


def connect_actions(viewer: Viewer) -> None:
    """Connect the QActions of the window of ``viewer`` to the handlers in their rows."""
    for row in ACTIONS.values():
        triggered = viewer.window.actions_by_id[row.id].triggered
        if row.do is not None:
            triggered.connect(lambda _on, do=row.do: do(viewer))
        elif row.switch is not None:
            triggered.connect(lambda on, switch=row.switch: switch(viewer, on))


def show_keys(actions: Mapping[str, QAction]) -> None:
    """Set the user's current shortcuts on ``actions`` (QAction by action id), and show them in the tooltips.

    The shortcuts are those set last with ``viewer.ui.shortcuts.use_keys``, else the defaults.
    """
    for action_id, action in actions.items():
        action.setShortcuts([QKeySequence(key) for key in keys_of(action_id)])
        action.setToolTip(tooltip(action_id))


def _build(row: Action, parent: QWidget) -> QAction:
    action = QAction(tr(row.text), parent)
    action.setObjectName(row.id)
    show_keys({row.id: action})
    action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
    action.setAutoRepeat(row.repeats)
    action.setCheckable(row.checkable)
    action.setStatusTip(tr(row.tip))
    action.setIconVisibleInMenu(False)
    if row.icon:
        action.setIcon(icon(row.icon))
    parent.addAction(action)
    return action


def build_menus(actions: Mapping[str, QAction], parent: QWidget) -> dict[str, QMenu]:
    """Return all menus of the window by id, submenus too; menus of the first level come first, in order.

    The menu ``recent`` stays empty; it is filled while the program runs.
    """
    menus: dict[str, QMenu] = {menu.id: ActionMenu(tr(menu.text), parent) for menu in MENUS}
    for menu in MENUS:
        _fill(menu, menus, actions)
    return menus


def _fill(menu: Menu, menus: dict[str, QMenu], actions: Mapping[str, QAction]) -> None:
    target = menus[menu.id]
    target.setObjectName(menu.id)
    for entry in menu.entries:
        if entry is None:
            target.addSeparator()
        elif isinstance(entry, Action):
            target.addAction(actions[entry.id])
        else:
            menus[entry.id] = ActionMenu(tr(entry.text), target)
            target.addMenu(menus[entry.id])
            _fill(entry, menus, actions)
