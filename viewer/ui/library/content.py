"""What the page shows of a library at one time, read in the background."""

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
    """What is known.

    Attributes:
        recordings: the table, the worst first, and the columns that only the page has.
        ways: where each hero went, by path.
        kinds: how often each kind of event happened, by path.
        size: bytes of the tables.
        unusable: how many recordings cannot be used.

    """

    recordings: Columns
    ways: Mapping[str, Floats]
    kinds: Mapping[str, Mapping[str, int]]
    size: int
    unusable: int

    def tip(self, row: int) -> str:
        """Return what there is to say of a recording besides its columns."""
        path, error, unknown = (self.recordings[name][row] for name in ("path", "error", "not_judged"))
        said = map(translated, (error or "", *(unknown or ())))
        return fmt.plain_lines("\n".join(filter(None, (path, *said))))


def read_content(library: Library) -> Content:
    """Return what a library holds; LibraryError if its tables cannot be read."""
    recordings = library.columns("recordings")
    order = worst_first(recordings)
    ordered = {name: [values[at] for at in order] for name, values in recordings.items()}
    ordered["penalty"] = shown_penalties(ordered)
    shown = {**ordered, WAY: ordered["path"], REASON: reasons(ordered)}
    unusable = sum(error is not None for error in ordered["error"])
    return Content(shown, ways_of(library.columns("files")), library.kinds(), library.size(), unusable)
