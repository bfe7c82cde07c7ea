"""What the window says about the map of roads under a recording."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viewer.roads.find import SUFFIX
from viewer.ui import format as fmt
from viewer.ui.shell.map_area import MapArea
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.wiring.ground_finder import GroundFinder

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap, RoadMapError
    from viewer.roads.find import Fit

_CHOOSE = "choose_map"


class MapNotices(QObject):
    """Tells quietly that there is no map, and plainly that one is wrong."""

    def __init__(self, recording: OpenRecording, ground: GroundFinder, area: MapArea) -> None:
        super().__init__(area)
        self._ground = ground
        self._area = area
        self._missing = ""
        for part in (area.map_chip, area.road_bar):
            recording.opened.connect(part.hide)
        ground.missing.connect(self._tell_missing)
        ground.found.connect(self._tell_found)
        ground.failed.connect(self._tell_failed)
        ground.misfit.connect(self._tell_misfit)
        area.map_chip.clicked.connect(self._ask)
        area.road_bar.action_requested.connect(self._follow_link)

    def take_dropped(self, paths: list[Path]) -> list[Path]:
        """Use the map among files dropped on the window; return the others."""
        maps = [path for path in paths if path.suffix.lower() == SUFFIX]
        if maps:
            self._ground.use_map(maps[0])
        return [path for path in paths if path not in maps]

    @Slot(str)
    def _tell_missing(self, map_name: str) -> None:
        self._missing = map_name
        self._area.map_chip.show_text(self.tr("No map for {name} · Choose…").format(name=fmt.plain(map_name)))
        self._area.map_chip.show()

    @Slot(object)
    def _tell_found(self, road_map: RoadMap | None) -> None:
        self._area.road_bar.hide()  # that was of the one before
        if road_map is not None:
            self._area.map_chip.hide()

    @Slot(object)
    def _tell_failed(self, error: RoadMapError) -> None:
        self._area.road_bar.show_message(error.line(), {_CHOOSE: self.tr("Choose another")})

    @Slot(object)
    def _tell_misfit(self, fit: Fit | None) -> None:
        if fit is None:
            self._area.road_bar.hide()
            return
        off = self.tr("{share} % of the driving vehicles are off its lanes").format(
            share=round(100 * (1 - fit.on_lanes))
        )
        against = self.tr("{share} % drive against its lanes").format(share=round(100 * (1 - fit.aligned)))
        if fit.side:
            left = self.tr("vehicles drive on the left of its roads, against its lanes")
            right = self.tr("vehicles drive on the right of its roads, against its lanes")
            against = left if fit.side == "left" else right
        what = off if fit.on_lanes < fit.aligned else against
        text = self.tr("The map does not seem to be that of this recording: {what}").format(what=what)
        self._area.road_bar.show_message(text, {_CHOOSE: self.tr("Choose another")})

    @Slot(str)
    def _follow_link(self, link: str) -> None:
        if link == _CHOOSE:
            self._ground.choose_map()

    @Slot()
    def _ask(self) -> None:
        """Say where the map is to be had, and let it be chosen."""
        from viewer.ui.shell.no_map_dialog import NoMapDialog  # noqa: PLC0415 - seldom seen

        dialog = NoMapDialog(self._missing, self._area.window())
        dialog.finished.connect(self._take_keyboard)
        dialog.file_wanted.connect(self._ground.choose_map)
        dialog.folder_wanted.connect(self._ground.choose_folder)
        dialog.open()

    @Slot()
    def _take_keyboard(self) -> None:
        """Give the keyboard back to the window: without a window manager nobody else does."""
        self._area.window().activateWindow()
