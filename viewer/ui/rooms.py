"""Panels that are made when they are first shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from viewer.ui.panels import PanelRow


class Rooms(QObject):
    """Imports and makes each panel of the table once, when somebody asks for it.

    Attributes:
        needs: what panels may need, by the names that the table has for it.

    """

    def __init__(self, rows: Iterable[PanelRow], parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = {row.id: row for row in rows if row.room}
        self._window = parent
        self._made: dict[str, Any] = {}
        self.needs: Mapping[str, object] = {}

    def __contains__(self, panel_id: str) -> bool:
        """Return whether a panel has been made."""
        return panel_id in self._made

    def panel(self, panel_id: str) -> Any:  # noqa: ANN401 - each room has a panel of its own kind
        """Return a panel, and make it before if there is none yet.

        Raises:
            KeyError: the table has no such panel, or it needs what nobody has.

        """
        if panel_id not in self._made:
            row = self._rows[panel_id]
            needs = {name: self.needs[name] for name in row.needs}
            panel = import_module(row.room).open_room(self._window, **needs)
            self._made[panel_id] = panel
        return self._made[panel_id]
