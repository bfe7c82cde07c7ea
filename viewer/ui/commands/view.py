"""The menus View and Help: what is shown, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.ui.actors import ActorPanel
from viewer.ui.map import MapView
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit, speed_unit
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.settings import Settings
from viewer.ui.theme import ThemeChoice, ThemeFollower
from viewer.ui.window import MainWindow

_ZOOM_STEP = 1.25


class ViewCommands(QObject):
    """Changes what the window shows."""

    def __init__(
        self, focus: ActorFocus, settings: Settings, themes: ThemeFollower, window: MainWindow
    ) -> None:
        super().__init__(window)
        self._focus = focus
        self._settings = settings
        self._themes = themes
        self._window = window
        self._map: MapView = window.map_area.map_view
        self._actors: ActorPanel = window.actor_panel
        window.actions_by_id[f"theme_{settings.theme}"].setChecked(True)
        window.actions_by_id["speed_kmh"].setChecked(speed_unit() == KMH)

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "fit": self._fit,
            "zoom_in": lambda: self._map.viewpoint.zoom(_ZOOM_STEP),
            "zoom_out": lambda: self._map.viewpoint.zoom(1 / _ZOOM_STEP),
            "find_actor": self._find_actor,
            "theme_auto": lambda: self._choose_theme("auto"),
            "theme_dark": lambda: self._choose_theme("dark"),
            "theme_light": lambda: self._choose_theme("light"),
            "speed_kmh": self._choose_speed_unit,
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

    def _choose_theme(self, choice: ThemeChoice) -> None:
        self._settings.theme = choice
        self._themes.set_choice(choice)

    @Slot(bool)
    def _choose_speed_unit(self, kmh: bool) -> None:
        self._settings.speed_unit = unit = KMH if kmh else MPS
        set_speed_unit(unit)
        self._themes.tell()
