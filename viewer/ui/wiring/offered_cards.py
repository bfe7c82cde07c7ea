"""Draws the cards of recordings that are offered and were never open long enough, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from viewer.cancellation import Proceed, check
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import build_index
from viewer.recording.index import RecordingIndex
from viewer.resources import resource
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.commands.files import SAMPLE
from viewer.ui.shell.start_page import StartPage
from viewer.ui.state.card_picture import picture_of, to_text
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.recent import RecentRecording
from viewer.ui.state.settings import Settings

_LARGEST = 50_000_000  # bytes that are read for a card


class OfferedCards(QObject):
    """Reads recordings in the background while nothing is open, and shows on the page what is in them."""

    def __init__(self, tasks: Tasks, recording: OpenRecording, settings: Settings, page: StartPage) -> None:
        super().__init__(page)
        self._settings = settings
        self._page = page
        self._last: Path | None = None
        self._waiting: list[Path] = []
        self._latest = Latest(tasks, self, self._take, Priority.LATER)
        self._latest.failed.connect(self._go_on)
        recording.opened.connect(self._follow)

    @Slot(object)
    def _read(self, paths: Sequence[Path]) -> None:
        known = {each.path for each in self._settings.recent() if each.card}
        if self._settings.sample_card:
            known.add(resource(SAMPLE))
        self._waiting = [path for path in paths if path not in known]
        self._go_on()

    @Slot(object)
    def _follow(self, index: RecordingIndex | None) -> None:
        """Read no more once a recording is open; the one that is closed may not have been drawn yet.

        Other recent ones are left alone: they may lie on a drive that does not answer.
        """
        if index is not None:
            self._last, self._waiting = index.path, []
            self._latest.cancel()
        elif self._last is not None:
            self._read((self._last, resource(SAMPLE)))

    @Slot(object)
    def _take(self, recording: RecentRecording | None) -> None:
        if recording is not None:
            self._page.set_known(recording)
            if recording.path == resource(SAMPLE):
                self._settings.sample_card = recording.card
            else:
                self._settings.set_card(recording.path, recording.card)
        self._go_on()

    @Slot()
    def _go_on(self) -> None:
        if self._waiting:
            path = self._waiting.pop(0)
            self._latest.ask(lambda proceed: _known(path, proceed))


def _known(path: Path, proceed: Proceed) -> RecentRecording | None:
    """Return what a card tells of a recording; None of one that takes long to read."""
    with LogFile(path) as file:
        if file.size() > _LARGEST:
            return None
        for index in build_index(file):
            check(proceed, index.bytes_read / max(index.size, 1))
        heroes = index.actors.hero_rows
        picture = picture_of(index, heroes[0] if heroes else None, None, proceed=proceed)
        return RecentRecording(
            path, index.header.map_name, index.duration, index.header.date, to_text(picture)
        )
