"""Recordings below given folders, opened for questions, and nothing outside these folders."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from viewer.agent.answers import AnswerError, Deadline
from viewer.analysis.event_table import FoundEvents
from viewer.api import Recording, open_recording
from viewer.cancellation import ReadingCancelledError
from viewer.file_error import FileError, printable
from viewer.library.errors import LibraryError
from viewer.library.library import Library, Progress
from viewer.library.summary import progress_words
from viewer.roads import MapFile
from viewer.roads.find import find_map

_LONGEST = 255
"""Greatest number of characters of the name of a file."""
_OPEN = 4
"""Greatest number of recordings that are kept open."""


class _Version(NamedTuple):
    """What tells that a file is another one than before: its path, size, and time of change."""

    path: Path
    size: int
    modified: int


class _Open:
    """Recording that is kept open, with the events that were found in it."""

    def __init__(self, recording: Recording, roads: MapFile | None) -> None:
        self.recording, self.roads = recording, roads
        self.found: FoundEvents | None = None


class Runs:
    """Recordings below some folders of this machine; paths that lead outside of these are refused."""

    def __init__(self, folders: Iterable[Path], kept_in: Path | None = None) -> None:
        """Store the folders; nothing is read yet.

        Args:
            folders: folders with recordings at any depth.
            kept_in: folder for the library's tables; one in the user's cache folder if None.

        Raises:
            AnswerError: a folder does not exist, or is none.
        """
        self.folders = tuple(each.resolve() for each in folders)
        for given in self.folders:
            if not given.is_dir():
                raise AnswerError(f"{printable(given)}: there is no such folder.")
        self._kept_in = kept_in
        self._open: OrderedDict[_Version, _Open] = OrderedDict()
        self._library: Library | None = None

    def path(self, text: str) -> Path:
        """Return the file or folder that ``text`` names, with links resolved.

        Args:
            text: path relative to one of the folders, or an absolute path inside of one.

        Raises:
            AnswerError: there is none, or it is outside of the folders.
        """
        if "\0" in text or not text.strip():
            raise AnswerError("A path is needed, as the tool recordings lists them.")
        paths = [_resolved(folder / text) for folder in self.folders]
        inside = [path for path in paths if path is not None and self.is_inside(path)]
        if not inside:
            raise AnswerError(f"{printable(text)} is outside of the folders that may be read.")
        if known := next((path for path in inside if path.exists()), None):
            return known
        raise AnswerError(
            f"There is no {printable(text)} in the folders; the tool recordings lists all paths."
        )

    def is_inside(self, path: Path) -> bool:
        """Return whether ``path``, with its links resolved, is in one of the folders."""
        return any(path.is_relative_to(folder) for folder in self.folders)

    def reads_beside(self, path: Path) -> bool:
        """Return whether no file beside the one at ``path`` is a link that leads out of the folders."""
        try:
            return all(self.is_inside(each.resolve()) for each in path.parent.iterdir())
        except OSError:
            return False

    def name(self, path: Path | str) -> str:
        """Return ``path`` as text, relative to the folder that it is in; ``self.path`` takes such a text."""
        path = Path(path)
        folder = next((each for each in self.folders if path.is_relative_to(each)), None)
        return printable(path if folder is None else path.relative_to(folder))

    def _opened(self, text: str) -> _Open:
        path = self.path(text)
        status = path.stat()
        version = _Version(path, status.st_size, status.st_mtime_ns)
        if version in self._open:
            self._open.move_to_end(version)
            return self._open[version]
        try:
            recording = open_recording(path)
        except FileError as error:
            raise AnswerError(error.line()) from error
        if not len(recording.frames):
            recording.close()
            raise AnswerError(f"{self.name(path)}: it has no complete frame.")
        town = find_map(recording.header.map_name, recording_folder=path.parent)
        roads = None if town is None or not self.is_inside(town.resolve()) else MapFile(town)
        self._open[version] = _Open(recording, roads)
        while len(self._open) > _OPEN:
            self._open.popitem(last=False)[1].recording.close()
        return self._open[version]

    def recording(self, text: str) -> Recording:
        """Return the recording at the path ``text``; raise AnswerError if there is none that can be read."""
        return self._opened(text).recording

    def roads(self, text: str) -> MapFile | None:
        """Return the road map beside the recording at the path ``text``; None if there is none."""
        return self._opened(text).roads

    def found(self, text: str, deadline: Deadline) -> FoundEvents:
        """Return the events of the recording at the path ``text``.

        Raises:
            AnswerError: it cannot be read, or the search takes longer than ``deadline``.
        """
        opened = self._opened(text)
        if opened.found is None:
            try:
                opened.found = opened.recording.find_events(roads=opened.roads, should_continue=deadline)
            except ReadingCancelledError as error:
                raise AnswerError(
                    "The search for events takes longer than 10 s; the tool recordings keeps what it has "
                    "found, and sql asks the table events for it."
                ) from error
        return opened.found

    def library(self, deadline: Deadline) -> tuple[Library, str]:
        """Return all recordings as tables, and a remark; the remark is empty if all were surveyed.

        A survey that takes longer than ``deadline`` goes on at the next call.

        Raises:
            AnswerError: the tables cannot be read or written.
        """
        if self._library is None:
            self._library = self.night(*self.folders)
        return self._library, _refreshed(self._library, deadline)

    def night(self, *folders: Path) -> Library:
        """Return the runs below ``folders``, or of one results file, as a library that is not read yet."""
        return Library(folders, kept_in=self._kept_in, is_inside=self.is_inside)

    def refreshed(self, text: str, deadline: Deadline) -> Library:
        """Return the runs below the folder ``text``; raise AnswerError if that takes too long."""
        library = self.night(self.path(text))
        if remark := _refreshed(library, deadline):
            raise AnswerError(remark)
        return library


def _resolved(path: Path) -> Path | None:
    """Return ``path`` with its links resolved; None if they run in a circle, or a name is too long."""
    try:
        return path.resolve() if len(path.name) <= _LONGEST else None
    except (OSError, RuntimeError, ValueError):
        return None


def _refreshed(library: Library, deadline: Deadline) -> str:
    """Survey what is new in ``library`` until ``deadline``; return a remark if that was not all."""
    far = Progress(0, 0, 0.0, None)

    def go_on(now: Progress) -> bool:
        nonlocal far
        far = now if now.of else far
        return deadline(0.0)

    try:
        library.refresh(go_on)
    except ReadingCancelledError:
        done = f" of {progress_words(far)}" if far.of else ""
        return f"Not all recordings were looked through within 10 s{done}; ask again, it goes on from there."
    except LibraryError as error:
        raise AnswerError(str(error)) from error
    return ""
