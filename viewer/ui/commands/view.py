"""The menus View and Help: what is shown, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal, Slot

from viewer.ui.actors import ActorPanel
from viewer.ui.map import MapView
from viewer.ui.speed_unit import KMH, MPS
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.window import MainWindow

_ZOOM_STEP = 1.25


class ViewCommands(QObject):
    """Changes what the window shows."""

    theme_requested = Signal(str)
    """``auto``, ``dark`` or ``light``."""

    speed_unit_requested = Signal(str)
    """The unit in which speeds are to be shown."""

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
            "zoom_in": self._zoom_in,
            "zoom_out": self._zoom_out,
            "find_actor": self._find_actor,
            "theme_auto": self._theme_auto,
            "theme_dark": self._theme_dark,
            "theme_light": self._theme_light,
            "speed_kmh": self._speed_kmh,
            "full_screen": self._full_screen,
        }

    @Slot()
    def _fit(self) -> None:
        self._focus.follow(None)
        self._map.viewpoint.fit()

    @Slot()
    def _zoom_in(self) -> None:
        self._map.viewpoint.zoom(_ZOOM_STEP)

    @Slot()
    def _zoom_out(self) -> None:
        self._map.viewpoint.zoom(1 / _ZOOM_STEP)

    @Slot()
    def _find_actor(self) -> None:
        self._window.open_panel("actors")
        self._actors.focus_filter()

    @Slot()
    def _theme_auto(self) -> None:
        self.theme_requested.emit("auto")

    @Slot()
    def _theme_dark(self) -> None:
        self.theme_requested.emit("dark")

    @Slot()
    def _theme_light(self) -> None:
        self.theme_requested.emit("light")

    @Slot(bool)
    def _speed_kmh(self, on: bool) -> None:
        self.speed_unit_requested.emit(KMH if on else MPS)

    @Slot(bool)
    def _full_screen(self, on: bool) -> None:
        self._window.set_full_screen(on)
