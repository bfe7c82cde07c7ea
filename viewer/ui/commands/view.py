"""The menus View and Help: what is shown, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.ui.actors import ActorPanel
from viewer.ui.map import MapView
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.window import MainWindow

_ZOOM_STEP = 1.25


class ViewCommands(QObject):
    """Changes what the window shows."""

    def __init__(self, focus: ActorFocus, window: MainWindow) -> None:
        super().__init__(window)
        self._focus = focus
        self._window = window
        self._map: MapView = window.map_area.map_view
        self._actors: ActorPanel = window.actor_panel

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "fit": self._fit,
            "zoom_in": lambda: self._map.viewpoint.zoom(_ZOOM_STEP),
            "zoom_out": lambda: self._map.viewpoint.zoom(1 / _ZOOM_STEP),
            "find_actor": self._find_actor,
            "full_screen": self._window.set_full_screen,
        }

    @Slot()
    def _fit(self) -> None:
        self._focus.follow(None)
        self._map.viewpoint.fit()

    @Slot()
    def _find_actor(self) -> None:
        self._window.open_panel("actors")
        self._actors.focus_filter()
