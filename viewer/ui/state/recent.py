"""The recordings that were open lately, and which of them are gone."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from viewer.quick_dataclass import dataclass

MAX_RECENT = 10
"""How many are remembered."""


@dataclass(frozen=True, slots=True)
class RecentRecording:
    """What was learnt about a recording when it was open, so that a list of them reads no file.

    Attributes:
        path: where it was.
        map_name: CARLA's short name of the map, empty if unknown.
        duration: seconds, or None if it was never read to its end.
        date: when it was recorded, or None if the file does not say.
        card: the text of its CardPicture, empty if there is none.

    """

    path: Path
    map_name: str = ""
    duration: float | None = None
    date: datetime | None = None
    card: str = ""


class MissingCheck(QObject):
    """Asks the disk which files are gone, in the background: a network drive may take minutes to answer."""

    checked = Signal(object)
    """A frozenset of the paths where there is no file."""

    def start(self, paths: Iterable[Path]) -> None:
        """Begin to look; the answer comes as ``checked``."""
        # A daemon, not a QThread: a drive that never answers must not keep the program from ending.
        threading.Thread(target=self._run, args=(tuple(paths),), name="missing check", daemon=True).start()

    def _run(self, paths: tuple[Path, ...]) -> None:
        missing = frozenset(path for path in paths if not _is_there(path))
        with suppress(RuntimeError):  # nobody waits for the answer any more: the window is gone
            self.checked.emit(missing)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
