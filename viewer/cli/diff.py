"""Command ``diff``: where two recordings part, and whether the agent or the world parted first."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from viewer.cli import arguments
from viewer.cli.diff_nights import compare as compare_nights
from viewer.cli.diff_nights import is_night
from viewer.cli.maps import map_beside, open_map
from viewer.cli.terminal import Progress, Status
from viewer.comparison.clock import MODES, AlignError
from viewer.comparison.comparison import Comparison, compare_recordings
from viewer.comparison.event_changes import EventChanges, compare_events
from viewer.comparison.named import MatchError, read_matches
from viewer.comparison.sentence import difference_text
from viewer.comparison.tables import PARTNERS, PartnerRows, document
from viewer.comparison.tolerance import Tolerance
from viewer.export.errors import ExportError
from viewer.export.event_report import event_line
from viewer.export.rows import json_text, many, write_csv
from viewer.file_error import printable
from viewer.importing.opening import open_log
from viewer.importing.sources import source_of
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.indexing.index_problems import frameless_error
from viewer.roads import MapFile
from viewer.tables.column import rows

_UNPAIRED = "unpaired"
_USUAL = ", ".join(f"{name}={value:g}" for name, value in Tolerance().values.items())


PARSER = arguments.parser(
    "Compare two recordings: where they part, and whether the agent or the world parted first. Times are "
    "those of A. Of two folders of runs, or two results files, compare the runs of each route: which passed "
    "in A and failed in B, and back.",
    ("a", {"type": Path, "metavar": "A", "help": "a recording, a folder of runs, or a results file"}),
    ("b", {"type": Path, "metavar": "B", "help": "what to compare with"}),
    ["--json", ("--csv", {"help": "print the table of partners, or of runs, as CSV"})],
    ("--html", {"type": Path, "metavar": "REPORT.html", "help": "of folders: also write an HTML report"}),
    ("--align", {
        "type": arguments.alignment, "default": "elapsed", "metavar": "MODE",
        "help": f"how the clocks are laid upon each other: {', '.join(MODES)}, event:KIND:N, or seconds that "
        "B is later (default: elapsed)",
    }),
    ("--tolerance", {
        "type": arguments.tolerance, "default": Tolerance(), "metavar": "NAME=VALUE,…",
        "help": f"how far apart A and B may be, in metres, degrees and seconds (default: {_USUAL})",
    }),
    ("--match", {
        "type": arguments.file, "metavar": "FILE.csv",
        "help": "partners that overrule those found: columns a and b with actor ids",
    }),
    ("--ignore", {
        "choices": [_UNPAIRED], "help": "do not take actors that only one recording has for differences",
    }),
    "--roads",
    "--routes",
    epilog="Exit status, the first that applies: 2 wrong usage; 1 a file cannot be used; 5 the recordings "
    "cannot be compared; 4 they differ; 3 a file is damaged, but was read; 0 they are the same.",
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Run the command ``diff``: compare recordings or folders, print how they differ, return the status."""
    if any(path.exists() and source_of(path) is None and is_night(path) for path in (options.a, options.b)):
        return compare_nights(options)
    if options.html is not None:
        raise ExportError("--html: a report is written of two folders or results files")
    roads = None if options.roads is None else open_map(options.roads)
    return _compare_recordings(options, roads)


def _compare_recordings(options: argparse.Namespace, roads: MapFile | None) -> Status:
    with ExitStack() as stack, Progress() as progress:
        try:
            index_a, index_b = (_open(stack, path, progress) for path in (options.a, options.b))
            file = roads if roads is not None else map_beside(index_a, open_map)
            comparison = _compare(index_a, index_b, file, options, progress)
            if not (options.json or options.csv):
                progress.clear()
                for line in _lines(comparison):
                    print(printable(line), flush=True)
            changes = None
            if not comparison.reason and not options.csv:
                changes = _events(comparison, file, progress)
        except RecordingError as error:
            progress.clear()
            print(error.line(), file=sys.stderr)
            return Status.NOTHING
        if options.json:
            print(json_text(document(comparison, changes), indent=2))
        elif options.csv:
            names = [column.name for column in PARTNERS]
            write_csv(names, rows(PARTNERS, PartnerRows(comparison)), sys.stdout)
            progress.clear()
            print(comparison.sentence, file=sys.stderr)
        elif changes is not None:
            progress.clear()
            for line in _event_lines(comparison, changes):
                print(printable(line))
        return _status(comparison)


def _open(stack: ExitStack, path: Path, progress: Progress) -> RecordingIndex:
    file = stack.enter_context(open_log(path, progress.should_continue(f"Importing {path.name}")))
    index = read_index(file, progress.should_continue(f"Reading {file.path.name}"))
    if not len(index.frame_starts):
        raise frameless_error(index)
    return index


def _compare(
    index_a: RecordingIndex,
    index_b: RecordingIndex,
    roads: MapFile | None,
    options: argparse.Namespace,
    progress: Progress,
) -> Comparison:
    try:
        named = [] if options.match is None else read_matches(options.match, index_a, index_b)
        return compare_recordings(
            index_a, index_b, mode=options.align, tolerance=options.tolerance, named=named,
            ignore_unpaired=options.ignore == _UNPAIRED, roads=roads,
            should_continue=progress.should_continue("Comparing"),
        )  # fmt: skip
    except (AlignError, MatchError) as error:
        raise ExportError(str(error)) from error


def _events(comparison: Comparison, roads: MapFile | None, progress: Progress) -> EventChanges | None:
    try:
        return compare_events(comparison, roads, should_continue=progress.should_continue("Judging both"))
    except MemoryError as error:
        progress.clear()
        print(f"Events are not compared: {error}.", file=sys.stderr)
        return None


def _status(comparison: Comparison) -> Status:
    if comparison.reason:
        return Status.NOT_JUDGED
    if comparison.differs:
        return Status.HAPPENED
    damaged = any(problem.damage for side in (comparison.a, comparison.b) for problem in side.index.problems)
    return Status.DAMAGED if damaged else Status.FINE


# -- text


def _lines(comparison: Comparison) -> Iterator[str]:
    """Yield the verdict, what differs at the start, and each pair of partners that differs, as lines."""
    yield from comparison.sentences
    if comparison.reason:
        return
    if comparison.alignment.offset:
        yield f"Elapsed time of B is that of A {comparison.alignment.offset:+.3f} s."
    if comparison.decision.start:
        yield f"{many(len(comparison.decision.start), 'difference')} more at the start."
    if comparison.unpaired:
        yield "Without a partner:"
        yield from (f"  {difference_text(comparison, each)}" for each in comparison.unpaired)
    found = sorted((first.time, pair) for pair, first in enumerate(comparison.firsts) if first is not None)
    same = len(comparison.firsts) - len(found)
    yield f"{many(same, 'pair')} of actors agree, {len(found):,} differ{':' if found else '.'}"
    for _, pair in found:
        yield f"  {_pair_line(comparison, pair)}"


def _pair_line(comparison: Comparison, pair: int) -> str:
    first, largest = comparison.firsts[pair], comparison.largest(pair)
    partners = comparison.partners
    ids = (
        int(side.index.actors.actor_id[side_rows[pair]])
        for side, side_rows in ((comparison.a, partners.rows_a), (comparison.b, partners.rows_b))
    )
    words = ["{} = {}:".format(*ids), "" if first is None else difference_text(comparison, first)]
    if largest is not None:
        words.append(f"(at most {largest.value:.2f} {largest.unit} at {largest.time:.2f} s)")
    return " ".join(filter(None, words))


def _event_lines(comparison: Comparison, changes: EventChanges) -> Iterator[str]:
    """Yield the events that only one recording has, or that are at another time, as lines."""
    a, b = comparison.a.index, comparison.b.index
    for title, index, events in (("only in A", a, changes.gone), ("only in B", b, changes.new)):
        if len(events):
            yield f"{many(len(events), 'event')} {title}:"
            yield from (f"  {event_line(index, event)}" for event in events)
    if len(changes.moved):
        yield f"{many(len(changes.moved), 'event')} at another time:"
        for event, by in zip(changes.moved, changes.by, strict=True):
            yield f"  {event_line(a, event)}  {by:+.2f} s in B"
