"""Part of the command ``diff`` that compares two nights: folders of runs, or results files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from viewer.analysis.incidents import by_weight
from viewer.analysis.results_file import may_be_checkpoint
from viewer.cancellation import ShouldContinue
from viewer.cli.maps import map_beside, open_map
from viewer.cli.nights_page import nights_page
from viewer.cli.nights_text import nights_lines
from viewer.cli.terminal import Progress, Status, whole_output
from viewer.comparison.comparison import compare_recordings
from viewer.comparison.event_changes import compare_events
from viewer.comparison.tables import difference_object
from viewer.export import rows
from viewer.export.errors import ExportError
from viewer.export.target import replacing
from viewer.file_error import printable
from viewer.importing.opening import open_log
from viewer.library.errors import LibraryError
from viewer.library.library import Library
from viewer.library.library import Progress as SurveyProgress
from viewer.library.nights import NIGHTS, Nights, Parting, compare_nights
from viewer.library.summary import progress_words
from viewer.logfile.errors import RecordingError
from viewer.recording.indexing.builder import read_index
from viewer.roads import RoadMapError
from viewer.tables.events import EventRows, event_objects


def is_night(path: Path) -> bool:
    """Return whether ``path`` is a folder of runs or a results file, not a recording."""
    return path.is_dir() or may_be_checkpoint(path)


def compare(options: argparse.Namespace) -> Status:
    """Compare the nights ``options.a`` and ``options.b``, print the result, and return the exit status."""
    for path in (options.a, options.b):
        if not path.exists():
            raise ExportError(f"{printable(path)}: there is no such file or folder")
        if not is_night(path):
            raise ExportError(f"{printable(path)}: compare two recordings, or two folders or results files")
    with Progress() as progress:
        try:
            one, other = (_library(path, options.routes, progress) for path in (options.a, options.b))
        except LibraryError as error:
            raise ExportError(str(error).rstrip(".")) from error
        asked = progress.should_continue("Comparing runs")
        nights = compare_nights(one, other, lambda a, b, go_on: _part(a, b, options, go_on), asked)
    for library in (one, other):
        for line in library.remarks:
            print(printable(line), file=sys.stderr)
    _write(options, nights)
    return Status.HAPPENED if nights.differs else Status.FINE


def _library(path: Path, routes: Sequence[Path], progress: Progress) -> Library:
    library = Library([path], routes=routes)

    def show(far: SurveyProgress) -> bool:
        progress.show(f"Looking through {progress_words(far)}", far.share)
        return True

    library.refresh(show)
    return library


def _part(a: Path, b: Path, options: argparse.Namespace, should_continue: ShouldContinue) -> Parting | None:
    """Return where two recordings part; None if one of them cannot be read."""
    with ExitStack() as stack:
        try:
            one, other = (read_index(stack.enter_context(open_log(path))) for path in (a, b))
            if not len(one.frame_starts) or not len(other.frame_starts):
                return None
            roads = open_map(options.roads) if options.roads is not None else map_beside(one, open_map)
            comparison = compare_recordings(
                one, other, tolerance=options.tolerance, roads=roads, should_continue=should_continue
            )
            first = difference_object(comparison, comparison.decision.first)
            if comparison.reason or not comparison.differs:
                return Parting(comparison.verdict.value, first, None)
            changes = compare_events(comparison, roads, should_continue=should_continue)
            new = by_weight(changes.new, changes.heroes_b)
            event = next(iter(event_objects(EventRows(other, new[:1], changes.heroes_b))), None)
            return Parting(comparison.verdict.value, first, event)
        except (RecordingError, RoadMapError, MemoryError):
            return None


def _write(options: argparse.Namespace, nights: Nights) -> None:
    if options.html is not None:
        with replacing(options.html) as partial:
            partial.write_text(nights_page(nights, str(options.a), str(options.b)), encoding="utf-8")
    with whole_output():
        if options.json:
            print(rows.json_text(nights.as_json(), indent=2))
        elif options.csv:
            rows.write_csv([column.name for column in NIGHTS], nights.as_json()["runs"], sys.stdout)
        else:
            sys.stdout.writelines(f"{printable(line)}\n" for line in nights_lines(nights))
        sys.stdout.flush()
