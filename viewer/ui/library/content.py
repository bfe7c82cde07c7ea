"""Content of the library page, read in the background."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from viewer.arrays import Floats
from viewer.library.columns import Columns
from viewer.library.library import Library
from viewer.library.summary import shown_penalties, worst_first
from viewer.ui import format as fmt
from viewer.ui.library.columns import REASON, WAY, reasons
from viewer.ui.library.table import ways_of
from viewer.ui.translation import translated


class Content(NamedTuple):
    """Content of the library (tables about the recordings in a folder) as the page shows it.

    Attributes:
        recordings: table of recordings by column, the worst first, with the columns that only the page has.
        ways: positions of the hero (ego vehicle) in metres, (K, 2), by path of the recording.
        kinds: number of events by kind of event, then by path of the recording.
        size: size of the library's tables in bytes.
        unusable: number of recordings that cannot be used.
    """

    recordings: Columns
    ways: Mapping[str, Floats]
    kinds: Mapping[str, Mapping[str, int]]
    size: int
    unusable: int

    def tip(self, row: int) -> str:
        """Return the tooltip of the recording at index ``row``: its path, its error, and what is unknown.

        Unknown are columns and kinds of events for which the recording lacks data; the reason is given.
        """
        path, error, unknown = (self.recordings[name][row] for name in ("path", "error", "not_judged"))
        notes = map(translated, (error or "", *(unknown or ())))
        return fmt.plain_lines("\n".join(filter(None, (path, *notes))))


def read_content(library: Library) -> Content:
    """Return what the library page shows of ``library``, the tables about the recordings in a folder.

    Raises LibraryError if the tables cannot be read.
    """
    recordings = library.columns("recordings")
    order = worst_first(recordings)
    ordered = {name: [values[at] for at in order] for name, values in recordings.items()}
    ordered["penalty"] = shown_penalties(ordered)
    shown = {**ordered, WAY: ordered["path"], REASON: reasons(ordered)}
    unusable = sum(error is not None for error in ordered["error"])
    return Content(shown, ways_of(library.columns("files")), library.kinds(), library.size(), unusable)
