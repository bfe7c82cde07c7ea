"""Recently opened recordings and folders, and a check in the background of which of them still exist."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from viewer.ui import format as fmt

MAX_RECENT, MAX_FOLDERS = 10, 4
"""Maximum numbers of recently opened recordings, and of folders, that are remembered."""


class RecentRecording(NamedTuple):
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


def check_recent(
    recent: Iterable[RecentRecording],
) -> tuple[frozenset[Path], dict[Path, dict[str, Any]]]:
    """Return the paths of those of ``recent`` that do not exist, and facts about the other recordings.

    The facts are those of the user's library: a dict for each path, from column name to value; recordings
    that are not in the library are left out. A network drive may take minutes to answer.
    """
    recent = tuple(recent)
    missing = frozenset(each.path for each in recent if not _is_there(each.path))
    files = [each.path for each in recent if not each.folder and each.path not in missing]
    return missing, _known(files) if files else {}


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
