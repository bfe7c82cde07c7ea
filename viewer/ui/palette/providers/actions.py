"""The provider that finds actions of the window for the palette."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from viewer.ui import format as fmt
from viewer.ui.action_table import ACTIONS, MENUS, entries_of, with_menus
from viewer.ui.actions import shortcut_text
from viewer.ui.palette.entry import Entry, Provider, Results
from viewer.ui.palette.text_search import TextTable
from viewer.ui.shortcuts import keys_of
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr

_OWN = "palette"
_MENUS_OF_A_RECORDING = ("replay", "selection", "notes")
_OF_A_RECORDING = frozenset(
    (
        *("previous_file", "next_file", "reload", "close", "copy_image", "save_image"),
        *("fit", "zoom_in", "zoom_out"),
        *(action.id for menu in MENUS if menu.id in _MENUS_OF_A_RECORDING for action in entries_of(menu)),
    )
)
"""Ids of the actions that are possible only while a recording is open."""


class ActionProvider(Provider):
    """Source of the search palette's entries for actions; it searches their texts, tooltips and menus.

    If an action is not possible now, its entry says why.
    """

    prefix = "action:"

    def __init__(self, workspace: Workspace, actions: Mapping[str, QAction], parent: QObject) -> None:
        super().__init__(parent)
        self._recording, self._actions = workspace.recording, actions
        self._ids = [action_id for action_id in ACTIONS if action_id != _OWN]
        self._menus = {action.id: fmt.join(*map(tr, path)) for path, action in with_menus(MENUS)}
        self._table = TextTable([f"{self._text(each)} {self._menus[each]}" for each in self._ids])
        self._tips = [f" {tr(ACTIONS[each].tip)}".lower() for each in self._ids]

    def find(self, query: str) -> Results | None:
        """Return palette entries of the actions that match ``query``, None if none does.

        An empty ``query`` matches all actions.
        """
        title = tr("Actions")
        if not query:
            return Results(title, len(self._ids), self._entry, 0)
        rows, best = self._table.find(query)
        if not len(rows):
            rows = self._found_in_tips(query)

        def entry(rank: int) -> Entry:
            return self._entry(int(rows[rank]))

        return Results(title, len(rows), entry, best) if len(rows) else None

    def entry_named(self, name: str) -> Entry | None:
        """Return the search palette's entry for the action with id ``name``; None without such an action."""
        return self._entry(self._ids.index(name)) if name in self._ids else None

    def _found_in_tips(self, query: str) -> NDArray[np.int64]:
        """Return indices of the K actions whose tooltips have words that begin with those of ``query``.

        Each word of ``query`` must be found; the shape is ``(K,)``.
        """
        words = [f" {word}" for word in query.lower().split()]
        found = [number for number, tip in enumerate(self._tips) if all(word in tip for word in words)]
        return np.array(found, np.int64)

    def _text(self, action_id: str) -> str:
        return tr(ACTIONS[action_id].text).rstrip("…")

    def _entry(self, number: int) -> Entry:
        action_id = self._ids[number]
        row, action = ACTIONS[action_id], self._actions[action_id]
        reason = ""
        if action_id in _OF_A_RECORDING and self._recording.index is None:
            reason = tr("no recording is open")
        elif not action.isEnabled():
            reason = tr("not possible now")
        state = tr("on") if action.isCheckable() and action.isChecked() else ""
        return Entry(
            key=self.prefix + action_id,
            text=self._text(action_id),
            detail=fmt.join(self._menus[action_id], reason or state),
            keys=shortcut_text(keys_of(row.id)[0]) if keys_of(row.id) else "",
            run=None if reason else action.trigger,
        )
