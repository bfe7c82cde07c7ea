"""Connects what only the map shows with who knows of it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viewer.ui.preview import Preview
from viewer.ui.selection import Selection
from viewer.ui.session import Session
from viewer.ui.window import MainWindow


class MapWiring(QObject):
    """Owns what the map needs besides the session, and connects it."""

    def __init__(self, session: Session, selection: Selection, window: MainWindow) -> None:
        super().__init__(window)
        map_view = window.map_area.map_view
        self.preview = Preview(session)
        window.timeline.hover_time.connect(self.preview.point_at)
        self.preview.world_changed.connect(map_view.set_preview)
        selection.changed.connect(map_view.set_selected_rows)
