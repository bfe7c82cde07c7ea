"""Draws the card of the recording that is open, for the start page, and remembers it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex
from viewer.resources import resource
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.commands.files import SAMPLE
from viewer.ui.state.card_picture import CardPicture, picture_of, to_text
from viewer.ui.state.settings import Settings
from viewer.ui.state.story import Story
from viewer.ui.state.workspace import Workspace
from viewer.ui.wiring.ground_finder import GroundFinder

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap

_OVERLAP = "contact"
"""Kind of the events in which boxes overlap that no sensor reported."""


class CardWiring(QObject):
    """Asks for the picture once a recording has been read, and again when its roads are there."""

    def __init__(
        self,
        tasks: Tasks,
        workspace: Workspace,
        ground: GroundFinder,
        story: Story,
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._focus = workspace.focus
        self._settings = settings
        self._story = story
        self._picture: CardPicture | None = None
        self._written = False
        self._index: RecordingIndex | None = None
        self._road_map: RoadMap | None = None
        self._latest = Latest(tasks, self, self._keep, Priority.LATER)
        self._writing = Latest(tasks, self, self._write, Priority.LATER)
        afterwards = workspace.recording.afterwards
        afterwards.opened.connect(self._forget)
        afterwards.index_changed.connect(self._look)
        ground.found.connect(self._take_roads)
        story.changed.connect(self._remember)

    @Slot(object)
    def _forget(self, _index: RecordingIndex | None) -> None:
        self._latest.cancel()
        self._index = self._road_map = self._picture = None

    @Slot(object)
    def _look(self, index: RecordingIndex | None) -> None:
        if index is not None and index.complete and not index.growing and index is not self._index:
            self._index = index
            self._ask()

    @Slot(object)
    def _take_roads(self, road_map: RoadMap | None) -> None:
        if road_map is not None:
            self._road_map = road_map
            self._ask()

    def _ask(self) -> None:
        index, hero, road_map = self._index, self._focus.hero, self._road_map
        if index is not None:
            row = None if hero is None else hero.row
            self._latest.ask(lambda proceed: picture_of(index, row, road_map, proceed=proceed))

    @Slot(object)
    def _keep(self, picture: CardPicture) -> None:
        self._picture, self._written = picture, False
        self._remember()

    @Slot()
    def _remember(self) -> None:
        """Remember the picture, with what the story has found by now."""
        if self._index is None or self._picture is None:
            return
        overlaps = sum(event.kind == _OVERLAP for event in self._story.found_touches)
        if overlaps != self._picture.overlaps or not self._written:
            self._picture = replace(self._picture, overlaps=overlaps)
            self._written = True
            self._writing.ask(partial(_text, self._index.path, self._picture))

    @Slot(object)
    def _write(self, card: tuple[Path, str]) -> None:
        path, text = card
        if path == resource(SAMPLE):
            self._settings.sample_card = text
        else:
            self._settings.set_card(path, text)


def _text(path: Path, picture: CardPicture, _proceed: Proceed) -> tuple[Path, str]:
    return path, to_text(picture)
