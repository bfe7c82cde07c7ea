"""Content of the library page, read in the background."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from viewer.arrays import Floats
from viewer.library.columns import Columns
from viewer.library.library import Library
from viewer.library.numbers import NEEDED, summarise
from viewer.library.summary import shown_penalties, worst_first
from viewer.ui import format as fmt
from viewer.ui.library.columns import KEY, REASON, WAY, reasons
from viewer.ui.library.table import ways_of
from viewer.ui.translation import tr, translated

_REASONS = 3
"""Number of the most frequent reasons of failed runs that are shown."""


class Content(NamedTuple):
    """Content of the library (tables about the recordings in a folder) as the page shows it.

    Attributes:
        recordings: table of recordings by column, the worst first, with the columns that only the page has.
        ways: positions of the hero (ego vehicle) in metres, (K, 2), by path of the recording.
        kinds: number of events by kind of event, then by path of the recording.
        size: size of the library's tables in bytes.
        unusable: number of recordings that cannot be used.
        numbers: numbers of the benchmark over the runs with results, as text; empty without any.
    """

    recordings: Columns
    ways: Mapping[str, Floats]
    kinds: Mapping[str, Mapping[str, int]]
    size: int
    unusable: int
    numbers: str = ""

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
    names = zip(*(ordered[name] for name in ("path", "name", "route", "repetition", "attempt")), strict=True)
    keys = [path or repr(rest) for path, *rest in names]
    shown = {**ordered, WAY: ordered["path"], REASON: reasons(ordered), KEY: keys}
    unusable = sum(error is not None for error in ordered["error"])
    ways, kinds = ways_of(library.columns("files")), library.kinds()
    return Content(shown, ways, kinds, library.size(), unusable, _numbers(library, recordings))


def _numbers(library: Library, recordings: Columns) -> str:
    """Return driving score and success rate of a library's runs, and why most failed, as text."""
    planned = library.planned_routes()
    expected = None if planned is None else [*dict.fromkeys(route.id for route in planned)]
    found = summarise({name: recordings[name] for name in NEEDED}, expected)
    if found.driving_score is None or found.success_rate is None or not any(recordings["score_composed"]):
        return ""
    score = tr("Driving score {0}").format(fmt.number(found.driving_score, 2))
    if found.expected is not None and found.missing and found.driving_score_found is not None:
        alone = tr("{0} over the {1} that are there").format(
            fmt.number(found.driving_score_found, 2), fmt.count(found.found)
        )
        score = f"{score} ({alone})"
    parts = [score, tr("success {0} %").format(fmt.number(100 * found.success_rate, 1))]
    if found.missing:
        parts.append(tr("{0} routes missing").format(fmt.count(len(found.missing))))
    for reason, count in [*found.reasons.items()][:_REASONS]:
        parts.append(f"{': '.join(map(translated, reason.split(': ')))} {fmt.count(count)}")
    return fmt.join(*map(fmt.plain, parts))
