"""Recently opened recordings and folders, and a check in the background of which of them still exist."""

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
"""Maximum numbers of recently opened recordings, and of folders, that are remembered."""


@dataclass(frozen=True, slots=True)
class RecentRecording:
    """Facts about a recently opened recording or folder, stored so that lists of them read no files.

    Attributes:
        path: of the file or folder.
        map_name: CARLA's short name of the map, empty if unknown.
        duration: seconds, or None if it was never read to its end.
        date: when it was recorded, or None if the file does not say.
        folder: whether this is a folder of recordings.
    """

    path: Path
    map_name: str = ""
    duration: float | None = None
    date: datetime | None = None
    folder: bool = False

    @property
    def title(self) -> str:
        """Name of the file, or of the folder with a slash at its end."""
        return fmt.plain(self.path.name or str(self.path)) + "/" * self.folder


class RecentCheck(QObject):
    """Checks in a background thread which recently opened recordings and folders still exist.

    A network drive may take minutes to answer.
    """

    checked = Signal(object, object)
    """Emitted with the set of missing paths, and facts about the other recordings from the user's library.

    The facts are a dict for each path, from column name to value; recordings that are not in the library are
    left out.
    """

    def start(self, recent: Iterable[RecentRecording]) -> None:
        """Start to check which of ``recent`` exist; the result is emitted as ``checked``."""
        # A daemon, not a QThread: a drive that never answers must not keep the program from ending.
        threading.Thread(target=self._run, args=(tuple(recent),), name="recent check", daemon=True).start()

    def _run(self, recent: Sequence[RecentRecording]) -> None:
        missing = frozenset(each.path for each in recent if not _is_there(each.path))
        files = [each.path for each in recent if not each.folder and each.path not in missing]
        rows = _known(files) if files else {}
        with suppress(RuntimeError):  # the window has been closed
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
