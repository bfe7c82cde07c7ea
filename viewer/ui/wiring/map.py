"""Connects what only the map shows with who knows of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.ui.background.tasks import Tasks
from viewer.ui.commands.layers import LayerCommands
from viewer.ui.commands.map_options import MapOptionCommands
from viewer.ui.map.options import MapOptions
from viewer.ui.state.preview import Preview
from viewer.ui.state.selection import Selection
from viewer.ui.state.session import Session
from viewer.ui.state.settings import Settings
from viewer.ui.state.visibility import Visibility
from viewer.ui.window import MainWindow
from viewer.ui.wiring.trails import TrailGuide


class MapWiring(QObject):
    """Owns what the map needs besides the session, and connects it."""

    def __init__(
        self, tasks: Tasks, session: Session, selection: Selection, settings: Settings, window: MainWindow
    ) -> None:
        super().__init__(window)
        self._map = window.map_area.map_view
        self.preview = Preview(session)
        self.trails = TrailGuide(tasks, session, selection, self._map)
        self.options = MapOptionCommands(window.actions_by_id, settings, self)
        window.timeline.hover_time.connect(self.preview.point_at)
        self.preview.world_changed.connect(self._map.set_preview)
        selection.changed.connect(self._map.set_selected_rows)
        self.options.changed.connect(self._show_options)
        self.visibility = Visibility(session)
        self.visibility.changed.connect(self._show_visibility)
        self._map.show_all_requested.connect(self.visibility.show_all)
        self._map.heading_up_requested.connect(self.options.set_heading_up)
        self._show_options(self.options.options)

    def follow_layers(self, layers: LayerCommands) -> None:
        """Show the ways of actors, or none, as their layer is switched."""
        layers.layers_changed.connect(self.trails.set_layers)
        self.trails.set_layers(layers.layers)

    @Slot()
    def _show_visibility(self) -> None:
        self._map.set_hidden(self.visibility.hidden_rows)

    @Slot(object)
    def _show_options(self, options: MapOptions) -> None:
        self._map.set_options(options)
        self.trails.set_options(options)
