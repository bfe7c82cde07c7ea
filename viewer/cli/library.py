"""A folder of recordings as a table: what happened in each, the worst first."""

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
from viewer.library.columns import TABLES, Columns
from viewer.library.errors import LibraryError, QueryError
from viewer.library.library import EXTRA, MODULES, Library, folder_of
from viewer.library.library import Progress as HowFar
from viewer.library.remote import all_fetched
from viewer.library.survey_options import Asking, map_file
from viewer.recording.actor_name import ActorName, ActorNotFoundError

if TYPE_CHECKING:
    from viewer.library.report import Incident

_PICTURES = 60
"""Moments that a report has pictures of; each takes about a second to draw."""
_PICTURE = (480, 300)
_SPAN = 60.0
"""Metres across that a picture shows."""


_COLUMNS = "FROM (DESCRIBE events) lists the columns of events"
_QUERY = f"one SELECT over {', '.join(TABLES)}; {_COLUMNS}"
_RESULTS = "results of the Leaderboard, besides those beside the recordings"
_FOLDER = {"type": Path, "metavar": "FOLDER"}
PARSER = arguments.parser(
    "Look through all recordings below some folders, and tell what happened in each, the worst first. "
    "What was looked at is kept; the next time only what has changed is looked at.",
    ("folders", {
        "nargs": "+", "type": folder_of, "metavar": "FOLDER",
        "help": "a folder, a recording, or a URL, as s3://bucket/nightly",
    }),
    ("--query", {"metavar": "SQL", "help": _QUERY}),
    ["--csv", ("--json", {"help": "write an array of objects by column"})],
    ("--html", {"type": Path, "metavar": "REPORT.html", "help": "also write a page for a browser"}),
    *arguments.rules("whose events --fail-on is about"),
    ("--roads", _FOLDER | {"help": "where the towns' OpenDRIVE files are"}),
    ("--results", {
        "type": folder_of, "action": "append", "default": [], "metavar": "FILE.json", "help": _RESULTS,
    }),
    ("--routes", {"type": folder_of}),
    ("--library", _FOLDER | {"help": "keep the tables here"}),
    ("--jobs", {"type": arguments.count, "metavar": "N", "help": "processes that look at once"}),
    ("--scheduler", {
        "metavar": "ADDRESS",
        "help": "let the workers of a Dask scheduler look instead, as tcp://host:8786",
    }),
    epilog="Exit status, the first that applies: 2 wrong usage, or a mistake in the query; 1 there is no "
    "recording that can be used; 4 an event of a --fail-on kind happened; 5 one of these kinds could not "
    "be judged; 0 fine. A file that cannot be used is a row with an error.",
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Look; return the exit status."""
    if options.query is not None:
        require(EXTRA, MODULES, "--query")
    asking = Asking(options.hero, arguments.thresholds_of(options), (options.roads,) if options.roads else ())
    named = [*options.folders, *options.results, *options.routes, *([options.roads] if options.roads else [])]
    missing = [each for each in named if isinstance(each, Path) and not each.exists()]
    if missing:
        raise ExportError(f"{printable(missing[0])}: there is no such file or folder")
    try:
        library = Library(
            options.folders, asking=asking, results=options.results, routes=options.routes,
            kept_in=options.library,
        )  # fmt: skip
        return _look(options, library)
    except LibraryError as error:
        raise ExportError(str(error).rstrip(".")) from error


def _look(options: argparse.Namespace, library: Library) -> int:
    with Progress() as progress:

        def tell(far: HowFar) -> bool:
            progress.show(f"Looking through {summary.progress_words(far)}", far.share)
            return True

        library.refresh(tell, jobs=options.jobs, scheduler=options.scheduler)
    asked = options.query is not None
    whole = options.html is not None or ((options.json or options.csv) and not asked)
    recordings = library.columns("recordings", None if whole else summary.NEEDED)
    try:
        _write(options, library.query_in_parts(options.query) if asked else [_table(options, recordings)])
    except BrokenPipeError:  # who reads has seen enough; what happened is told by the exit status
        discard_output()
    for line in summary.rest_lines(library, recordings):
        print(line, file=sys.stderr)
    if options.html is not None:
        _write_report(options.html, library, recordings)
    return _status(options, library, recordings)


def _table(options: argparse.Namespace, recordings: Columns) -> Columns:
    """Return the recordings, the worst first; what is for people has fewer columns."""
    order = summary.worst_first(recordings)
    told = recordings
    if not (options.json or options.csv):
        told = {name: recordings[name] for name in summary.SHOWN}
        told["penalty"] = summary.shown_penalties(recordings)
    return {name: [values[at] for at in order] for name, values in told.items()}


def _write(options: argparse.Namespace, parts: Iterable[Columns]) -> None:
    """Print a table as its rows come; nothing of it, if not all of it, where the output is a file.

    Raises:
        ExportError: the question of ``--query`` cannot be answered.

    """
    with whole_output():
        try:
            if options.json:
                rows.write_json((row for part in parts for row in summary.plain_rows(part)), sys.stdout)
            elif options.csv:
                parts = iter(parts)
                first = next(parts)
                told = (row for part in chain((first,), parts) for row in summary.plain_rows(part))
                rows.write_csv([*first], told, sys.stdout)
            else:
                sys.stdout.writelines(f"{line}\n" for line in summary.text_lines(parts))
            sys.stdout.flush()
        except QueryError as error:
            raise ExportError(f"--query: {error}") from error


def _status(options: argparse.Namespace, library: Library, recordings: Columns) -> Status:
    """Return the exit status, and say of which recordings and kinds it comes."""
    if all(error is not None for error in recordings["error"]):
        return Status.NOTHING
    happened = [*summary.happened(library, options.fail_on, options.whose)] if options.fail_on else []
    unjudged = [] if options.allow_not_judged else [*summary.unjudged(recordings, options.fail_on)]
    for line in happened or unjudged:
        print(f"--fail-on: {line}", file=sys.stderr)
    return Status.HAPPENED if happened else Status.NOT_JUDGED if unjudged else Status.FINE


def _write_report(target: Path, library: Library, recordings: Columns) -> None:
    from viewer.library.report import incidents_of, report_page, worst_of_all

    incidents = incidents_of(recordings, library.columns("events"))
    pictures = dict(_pictures(worst_of_all(recordings, incidents)[:_PICTURES], library))
    with replacing(target) as partial:
        page = report_page(recordings, incidents, library.asking.thresholds, pictures)
        partial.write_text(page, encoding="utf-8")
    said = f"{rows.many(len(pictures), 'picture')}, {target.stat().st_size / 1e6:.1f} MB"
    print(f"{printable(target)}: {said}.", file=sys.stderr)


def _pictures(worst: Sequence[Incident], library: Library) -> Iterator[tuple[tuple[str, float], bytes]]:
    """Yield a picture of each incident's begin; where none can be drawn, it is said why."""
    from viewer.cli.window import ready_to_draw

    if not worst or not ready_to_draw():
        return
    from viewer.replay.time.typed_time import MomentError, parse_moment
    from viewer.ui.render import PictureError, RenderRequest, draw, without_expected_messages

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
            who = next((actor for actor in event["actors"] if actor is not None), None)
            path = paths[incident.recording]
            picture = RenderRequest(
                moment=parse_moment(f"{event['start']:.6f}"),
                actor=None if who is None else ActorName(who),
                size=_PICTURE,
                window=False,
                center=None if event["x"] is None else (event["x"], event["y"]),
                span=_SPAN,
                theme="light",
                roads=map_file(incident.map_name, path.parent, library.asking),
                routes=routes,
            )
            try:
                draw(path, picture, output)
            except (FileError, PictureError, MomentError, ActorNotFoundError) as error:
                print(f"{printable(path.name)}: no picture: {error}", file=sys.stderr)
            else:
                yield (incident.recording, event["start"]), output.read_bytes()
