"""Command ``library``: survey recordings below folders; print a table of them or the answer to a query.

The table begins with the recordings in which the worst events happened. An HTML report is written on demand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from viewer.cli import arguments
from viewer.cli.terminal import Progress, Status, discard_output, whole_output
from viewer.export import rows
from viewer.export.errors import ExportError, require
from viewer.export.target import replacing
from viewer.file_error import FileError, printable
from viewer.library import summary
from viewer.library.columns import TABLES, Columns, dicts
from viewer.library.errors import LibraryError, QueryError
from viewer.library.library import EXTRA, MODULES, Library, path_or_url
from viewer.library.library import Progress as SurveyProgress
from viewer.library.remote import all_fetched
from viewer.library.survey_options import SurveyOptions, map_file
from viewer.recording.actor_name import ActorName, ActorNotFoundError

if TYPE_CHECKING:
    from viewer.library.report import Incident

_PICTURES = 60
"""Largest number of incidents of which an HTML report on a library has a picture.

An incident is a group of events that belong together; drawing it takes a second.
"""
_PICTURE = (480, 300)
_SPAN = 60.0
"""Width in metres of the part of the map that each picture in an HTML report on a library shows."""


_COLUMNS = "FROM (DESCRIBE events) lists the columns of events"
_QUERY = f"one SELECT over {', '.join(TABLES)}; {_COLUMNS}"
_SUMMARY = "print Bench2Drive's numbers over all runs instead: scores, success, abilities, scenarios, causes"
_RESULTS = "Leaderboard results file, in addition to those beside the recordings; can be given again"
_FOLDER = {"type": Path, "metavar": "FOLDER"}
PARSER = arguments.parser(
    "Survey all recordings below the folders, and print what happened in each, the worst first. The "
    "results are kept; the next time only new and changed recordings are surveyed.",
    ("folders", {
        "nargs": "+", "type": path_or_url, "metavar": "FOLDER",
        "help": "a folder, a recording, or a URL such as s3://bucket/nightly",
    }),
    [
        ("--query", {"metavar": "SQL", "help": _QUERY}),
        ("--summary", arguments.FLAG | {"help": _SUMMARY}),
    ],
    ["--csv", ("--json", {"help": "write JSON, an array with one object per row"})],
    ("--html", {"type": Path, "metavar": "REPORT.html", "help": "also write an HTML report"}),
    *arguments.rules("events for --fail-on"),
    ("--roads", _FOLDER | {"help": "folder with the towns' OpenDRIVE files"}),
    ("--results", {
        "type": path_or_url, "action": "append", "default": [], "metavar": "FILE.json", "help": _RESULTS,
    }),
    ("--routes", {"type": path_or_url}),
    ("--library", _FOLDER | {"help": "folder for the tables (default: in the user's cache folder)"}),
    ("--jobs", {
        "type": arguments.count, "metavar": "N", "help": "number of processes (default: one per core)",
    }),
    ("--scheduler", {
        "metavar": "ADDRESS",
        "help": "survey on the workers of a Dask scheduler, such as tcp://host:8786",
    }),
    epilog="Exit status, the first that applies: 2 wrong usage, or a mistake in the query; 1 there is no "
    "recording that can be used; 4 an event of a --fail-on kind happened; 5 one of these kinds could not "
    "be judged; 0 fine. A file that cannot be used is a row with an error.",
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Run the command ``library``: survey the folders, print the result, and return the exit status."""
    if options.query is not None:
        require(EXTRA, MODULES, "--query")
    if options.summary and options.csv:
        raise ExportError("--summary: its numbers are no table; write them with --json")
    survey_options = SurveyOptions(
        options.hero, arguments.thresholds_of(options), (options.roads,) if options.roads else ()
    )
    named = [*options.folders, *options.results, *options.routes, *([options.roads] if options.roads else [])]
    missing = [each for each in named if isinstance(each, Path) and not each.exists()]
    if missing:
        raise ExportError(f"{printable(missing[0])}: there is no such file or folder")
    try:
        library = Library(
            options.folders, options=survey_options, results=options.results, routes=options.routes,
            kept_in=options.library,
        )  # fmt: skip
        return _survey(options, library)
    except LibraryError as error:
        raise ExportError(str(error).rstrip(".")) from error


def _survey(options: argparse.Namespace, library: Library) -> int:
    with Progress() as progress:

        def show_progress(far: SurveyProgress) -> bool:
            progress.show(f"Looking through {summary.progress_words(far)}", far.share)
            return True

        library.refresh(show_progress, jobs=options.jobs, scheduler=options.scheduler)
    asked = options.query is not None
    whole = options.html is not None or ((options.json or options.csv) and not (asked or options.summary))
    recordings = library.columns("recordings", None if whole else summary.NEEDED)
    try:
        if options.summary:
            _write_summary(library, as_json=options.json)
        else:
            _write(options, library.query_in_parts(options.query) if asked else [_table(options, recordings)])
    except BrokenPipeError:  # the reader of the pipe has closed it; the exit status still counts
        discard_output()
    for line in summary.rest_lines(library, recordings):
        print(line, file=sys.stderr)
    if options.html is not None:
        _write_report(options.html, library, recordings)
    return _status(options, library, recordings)


def _table(options: argparse.Namespace, recordings: Columns) -> Columns:
    """Return the table of recordings sorted by worst event, penalty and number of incidents, worst first.

    Without the options --json and --csv it has only the columns ``summary.SHOWN``, which are meant for
    people.
    """
    order = summary.worst_first(recordings)
    shown = recordings
    if not (options.json or options.csv):
        recorded = any(path is not None for path in recordings["path"])
        shown = {name: recordings[name] for name in (summary.SHOWN if recorded else summary.SHOWN_OF_RUNS)}
        if recorded:
            shown["penalty"] = summary.shown_penalties(recordings)
    return {name: [values[at] for at in order] for name, values in shown.items()}


def _write(options: argparse.Namespace, parts: Iterable[Columns]) -> None:
    """Print ``parts``, the successive rows of one table, each part as soon as it is made.

    If that fails and the output is a file, nothing of the result is left there.

    Raises:
        ExportError: the query of ``--query`` cannot be answered.
    """
    with whole_output():
        try:
            if options.json:
                rows.write_json(chain.from_iterable(map(dicts, parts)), sys.stdout)
            elif options.csv:
                parts = iter(parts)
                first = next(parts)
                lines = chain.from_iterable(map(dicts, chain((first,), parts)))
                rows.write_csv([*first], lines, sys.stdout)
            else:
                sys.stdout.writelines(f"{line}\n" for line in summary.text_lines(parts))
            sys.stdout.flush()
        except QueryError as error:
            raise ExportError(f"--query: {error}") from error


def _write_summary(library: Library, *, as_json: bool) -> None:
    """Print the numbers of a benchmark over the runs of ``library``."""
    from viewer.library.benchmark import summary_of
    from viewer.library.numbers_text import summary_lines

    with Progress() as progress:

        def show_progress(share: float) -> bool:
            progress.show("Looking for the junctions of the routes", share)
            return True

        found = summary_of(library, show_progress)
    with whole_output():
        if as_json:
            print(rows.json_text(found.as_json(), indent=2))
        else:
            sys.stdout.writelines(f"{line}\n" for line in summary_lines(found))
        sys.stdout.flush()


def _status(options: argparse.Namespace, library: Library, recordings: Columns) -> Status:
    """Return the exit status of the command ``library``, and print the events that are its reason.

    These are the events of the kinds that ``--fail-on`` names: those in recordings that have them, else those
    that could not be searched for.
    """
    if all(error is not None for error in recordings["error"]):
        return Status.NOTHING
    happened = [*summary.happened(library, options.fail_on, options.whose)] if options.fail_on else []
    unjudged = [] if options.allow_not_judged else [*summary.unjudged(recordings, options.fail_on)]
    for line in happened or unjudged:
        print(f"--fail-on: {line}", file=sys.stderr)
    return Status.HAPPENED if happened else Status.NOT_JUDGED if unjudged else Status.FINE


def _write_report(target: Path, library: Library, recordings: Columns) -> None:
    from viewer.library.benchmark import summary_of
    from viewer.library.report import incidents_of, report_page, worst_of_all

    incidents = incidents_of(recordings, library.columns("events"))
    pictures = dict(_pictures(worst_of_all(recordings, incidents)[:_PICTURES], library))
    with replacing(target) as partial:
        page = report_page(recordings, incidents, library.options.thresholds, pictures, summary_of(library))
        partial.write_text(page, encoding="utf-8")
    facts = f"{rows.many(len(pictures), 'picture')}, {target.stat().st_size / 1e6:.1f} MB"
    print(f"{printable(target)}: {facts}.", file=sys.stderr)


def _pictures(worst: Sequence[Incident], library: Library) -> Iterator[tuple[tuple[str, float], bytes]]:
    """Yield a JPEG picture of each incident; print why one is missing.

    Each picture comes with a key: path of the recording, and start (seconds) of the incident's worst event.

    Args:
        worst: incidents, each of events of one recording that belong together, worst event first.
        library: the surveyed recordings.
    """
    from viewer.cli.window import ready_to_draw

    if not worst or not ready_to_draw():
        return
    from viewer.replay.time.typed_time import MomentError, parse_moment
    from viewer.ui.render import draw, without_expected_messages
    from viewer.ui.render_request import PictureError, RenderRequest

    paths = {file.name: file.path for file in library.found.recordings}
    with (
        all_fetched(library.routes) as routes,
        TemporaryDirectory() as folder,
        Progress() as progress,
        without_expected_messages(),
    ):
        output = Path(folder) / "moment.jpg"
        for number, incident in enumerate(worst):
            progress.show("Drawing moments", number / len(worst))
            event = incident.events[0]
            who = event["actor_id"] if event["actor_id"] is not None else event["other_id"]
            path = paths[incident.recording]
            picture = RenderRequest(
                moment=parse_moment(f"{event['start']:.6f}"),
                actor=None if who is None else ActorName(who),
                size=_PICTURE,
                window=False,
                center=None if event["x"] is None else (event["x"], event["y"]),
                span=_SPAN,
                theme="light",
                roads=map_file(incident.map_name, path.parent, library.options),
                routes=routes,
            )
            try:
                draw(path, picture, output)
            except (FileError, PictureError, MomentError, ActorNotFoundError) as error:
                print(f"{printable(path.name)}: no picture: {error}", file=sys.stderr)
            else:
                yield (incident.recording, event["start"]), output.read_bytes()
