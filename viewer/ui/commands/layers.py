"""The menu Layers: what is shown on the map, and which map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from viewer.ui.state.map_layers import MapLayers
from viewer.ui.state.settings import Settings

_PREFIX = "layer_"
_NAMES = tuple(field.name for field in fields(MapLayers))


class LayerCommands(QObject):
    """Switches layers on and off, and lets the user choose maps."""

    layers_changed = Signal(object)
    """MapLayers, as switched now."""
    map_chosen = Signal(object)
    """Path of the OpenDRIVE file that the user wants under this recording."""
    folder_chosen = Signal(object)
    """Path of a folder in which maps are to be looked for."""

    def __init__(self, actions: Mapping[str, QAction], settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._actions = actions
        self._settings = settings
        self._window = window
        chosen = {name: settings.layer[name] for name in _NAMES}
        self.layers = replace(MapLayers(), **{name: on for name, on in chosen.items() if on is not None})
        for name in _NAMES:
            actions[_PREFIX + name].setChecked(getattr(self.layers, name))

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        switches = dict.fromkeys((_PREFIX + name for name in _NAMES), self._read_switches)
        return {**switches, "choose_map": self.choose_map, "map_folder": self.choose_folder}

    def set_layers(self, layers: MapLayers) -> None:
        """Switch all layers at once."""
        for name in _NAMES:
            self._actions[_PREFIX + name].setChecked(getattr(layers, name))
        self._read_switches()

    @Slot()
    def _read_switches(self) -> None:
        shown = {name: self._actions[_PREFIX + name].isChecked() for name in _NAMES}
        for name, on in shown.items():
            self._settings.layer[name] = on
        self.layers = MapLayers(**shown)
        self.layers_changed.emit(self.layers)

    @Slot()
    def choose_map(self) -> None:
        """Let the user choose an OpenDRIVE file."""
        kinds = f"{self.tr('OpenDRIVE maps')} (*.xodr);;{self.tr('All files')} (*)"
        folder = str(self._settings.last_folder or Path.home())
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Choose map"), folder, kinds)
        if path:
            self.map_chosen.emit(Path(path))

    @Slot()
    def choose_folder(self) -> None:
        """Let the user choose a folder with maps, such as a CARLA installation."""
        folder = QFileDialog.getExistingDirectory(
            self._window, self.tr("Folder with maps, or a CARLA installation")
        )
        if folder:
            self.folder_chosen.emit(Path(folder))
