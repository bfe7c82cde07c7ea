"""The folders and recordings that were open lately, which of them are gone, and what a library knows."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from viewer.ui import format as fmt

MAX_RECENT, MAX_FOLDERS = 10, 4
"""How many recordings, and folders of them, are remembered."""


@dataclass(frozen=True, slots=True)
class RecentRecording:
    """What was learnt about a recording when it was open, so that a list of them reads no file.

    Attributes:
        path: where it was.
        map_name: CARLA's short name of the map, empty if unknown.
        duration: seconds, or None if it was never read to its end.
        date: when it was recorded, or None if the file does not say.
        folder: whether it is a folder of recordings.

    """

    path: Path
    map_name: str = ""
    duration: float | None = None
    date: datetime | None = None
    folder: bool = False

    @property
    def title(self) -> str:
        """What it is called."""
        return fmt.plain(self.path.name or str(self.path)) + "/" * self.folder


class RecentCheck(QObject):
    """Asks in the background what is gone and what is known: a network drive may take minutes to answer."""

    checked = Signal(object, object)
    """A frozenset of the paths where nothing is; and of the recordings the rows of ``known_rows``."""

    def start(self, recent: Iterable[RecentRecording]) -> None:
        """Begin to look; the answer comes as ``checked``."""
        # A daemon, not a QThread: a drive that never answers must not keep the program from ending.
        threading.Thread(target=self._run, args=(tuple(recent),), name="recent check", daemon=True).start()

    def _run(self, recent: Sequence[RecentRecording]) -> None:
        missing = frozenset(each.path for each in recent if not _is_there(each.path))
        files = [each.path for each in recent if not each.folder and each.path not in missing]
        rows = _known(files) if files else {}
        with suppress(RuntimeError):  # nobody waits for the answer any more: the window is gone
            self.checked.emit(missing, rows)


def _known(files: Iterable[Path]) -> dict[Path, dict[str, Any]]:
    from viewer.library.errors import LibraryError  # noqa: PLC0415 - likewise
    from viewer.library.library import known_rows  # noqa: PLC0415 - not before somebody asks

    with suppress(LibraryError, OSError):
        return known_rows(files)
    return {}


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
