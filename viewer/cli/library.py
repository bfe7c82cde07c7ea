"""A folder of recordings as a table: what happened in each, the worst first."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from datetime import date, datetime
from itertools import islice, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from viewer.analysis.thresholds import Thresholds
from viewer.cli import arguments
from viewer.cli.terminal import Progress, Status
from viewer.export import rows
from viewer.export.errors import ExportError, how_to_install
from viewer.export.target import replacing
from viewer.file_error import FileError, printable
from viewer.library.asking import Asking, map_file
from viewer.library.columns import TABLES, Columns
from viewer.library.errors import LibraryError
from viewer.library.library import EXTRA, Library, folder_of
from viewer.library.library import Progress as HowFar
from viewer.library.order import worst_first
from viewer.library.remote import fetched
from viewer.recording.actor_name import ActorName, ActorNotFoundError

if TYPE_CHECKING:
    from viewer.library.report import Incident

_SHOWN = (
    "name", "map", "length", "hero", "collisions", "contacts", "red_lights", "stop_signs", "incidents",
    "worst", "worst_at", "penalty", "score",
)  # fmt: skip
_ASKED = (*_SHOWN, "path", "error", "not_judged")
"""What is asked of the recordings where only these are shown."""
_WIDEST = 48
_PICTURES = 60
"""Moments that a report has pictures of; each takes about a second to draw."""
_PICTURE = (480, 300)
_SPAN = 60.0
"""Metres across that a picture shows."""


_QUERY = f"one SELECT over {', '.join(TABLES)}; the columns are in resources/guide/library.md"
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
    asking = Asking(options.hero, arguments.thresholds_of(options), (options.roads,) if options.roads else ())
    if options.html is not None and not options.html.parent.is_dir():
        raise ExportError(f"{printable(options.html)}: there is no such folder; make it first")
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
            left = "" if far.seconds_left is None else f", {_duration(far.seconds_left)} left"
            progress.show(f"Looking through {far.of:,} recordings ({far.done:,} done{left})", far.share)
            return True

        library.refresh(tell, jobs=options.jobs, scheduler=options.scheduler)
    whole = options.json or options.csv or options.html is not None
    recordings = library.columns("recordings", None if whole else _ASKED)
    order = worst_first(recordings)
    table = {name: [values[at] for at in order] for name, values in recordings.items()}
    if options.query is not None:
        from viewer.library.sql import QueryError

        try:
            table = library.query(options.query).to_pydict()
        except QueryError as error:
            raise ExportError(f"--query: {error}") from error
    _write(table, options, wide=options.query is not None)
    _say_rest(library, recordings)
    if options.html is not None:
        _write_report(options, library, recordings)
    return _status(options, library, recordings)


def _duration(seconds: float) -> str:
    hours, minutes = divmod(int(seconds) // 60, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else f"{seconds:.0f} s"


def _write(table: Columns, options: argparse.Namespace, *, wide: bool) -> None:
    names = list(table) if wide or options.json or options.csv else list(_SHOWN)
    if options.json or options.csv:
        plain = (map(_plain, table[name]) for name in names)
        told = (dict(zip(names, row, strict=True)) for row in zip(*plain, strict=True))
        if options.json:
            rows.write_json(told, sys.stdout)
        else:
            rows.write_csv(names, told, sys.stdout)
    else:
        cells = (_cells(name, table[name]) for name in names)
        print("\n".join("  ".join(row).rstrip() for row in zip(*cells, strict=True)))


def _cells(name: str, column: Sequence[Any]) -> list[str]:
    """Return a column of a table as text of one width below its name, numbers to the right."""
    types = set(map(type, column))
    if list in types:
        told = [name, *map(_cell, column)]
    else:  # most columns repeat a few values
        known = {value: _cell(value) for value in set(column)}
        told = [name, *map(known.__getitem__, column)]
    width = min(max(map(len, told)), _WIDEST)
    numbers = types <= {int, float, bool, type(None)}
    fit = f"%{'' if numbers else '-'}{width}.{width}s"
    return [fit % cell for cell in told]


def _cell(value: Any) -> str:  # noqa: ANN401 - whatever a table holds
    if value is None:
        return "–"
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".") if math.isfinite(value) else "–"
    if isinstance(value, list):
        value = "; ".join(map(_cell, value))
    return printable(str(_plain(value)))


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a table holds
    if value is None or isinstance(value, (str, int, list, dict)):
        return value
    if isinstance(value, float):
        return rows.finite(value)
    return value.isoformat() if isinstance(value, (datetime, date)) else str(value)


def _say_rest(library: Library, recordings: Columns) -> None:
    """Say on the error stream what the table does not: other files, what cannot be used, where it is kept."""
    unusable = sum(error is not None for error in recordings["error"])
    said = [rows.many(len(recordings["path"]), "recording")]
    if unusable:
        said.append(f"{unusable:,} of them cannot be used")
    if library.found.others:
        said.append(rows.many(library.found.others, "other file"))
    if library.kept_in is not None:
        said.append(f"tables of {library.size() / 1e6:.1f} MB in {printable(library.kept_in)}")
    else:
        said.append(f"nothing is kept: {how_to_install(EXTRA)}")
    for line in (*library.found.problems, *library.unjoined):
        print(printable(line), file=sys.stderr)
    print("; ".join(said) + ".", file=sys.stderr)


def _status(options: argparse.Namespace, library: Library, recordings: Columns) -> Status:
    if all(error is not None for error in recordings["error"]):
        return Status.NOTHING
    wanted: Collection[str] = options.fail_on
    if wanted:
        events = library.columns("events")
        ids = _asked_for(options.whose, library, recordings)
        for path, kind, actors in zip(events["recording"], events["kind"], events["actors"], strict=True):
            if kind in wanted and (ids is None or not ids[path].isdisjoint(actors)):
                return Status.HAPPENED
        reasons = (reason for told in recordings["not_judged"] for reason in told or ())
        if not options.allow_not_judged and any(each.partition(":")[0] in wanted for each in reasons):
            return Status.NOT_JUDGED
    return Status.FINE


def _asked_for(
    whose: ActorName | None, library: Library, recordings: Columns
) -> Mapping[str, frozenset[int]] | None:
    """Return the ids of who is asked about in each recording; None for everybody."""
    if whose is None:
        return None
    if whose == ActorName():
        heroes = zip(recordings["path"], recordings["hero"], strict=True)
        return {path: frozenset(() if hero is None else (hero,)) for path, hero in heroes}
    found: dict[str, set[int]] = {path: set() for path in recordings["path"]}
    actors = library.columns("actors")
    for path, actor, role in zip(actors["recording"], actors["actor"], actors["role_name"], strict=True):
        if actor == whose.actor_id or (whose.role_name is not None and role == whose.role_name):
            found[path].add(actor)
    return {path: frozenset(ids) for path, ids in found.items()}


def _write_report(options: argparse.Namespace, library: Library, recordings: Columns) -> None:
    from viewer.library.report import incidents_of, report_page

    incidents = incidents_of(recordings, library.columns("events"))
    order = [recordings["path"][at] for at in worst_first(recordings)]
    ranks = zip_longest(*(incidents[path] for path in order))  # the worst of each, then the next of each
    worst = list(islice((each for rank in ranks for each in rank if each), _PICTURES))
    pictures = dict(_pictures(worst, library))
    limits = Thresholds(library.asking.thresholds)
    page = report_page(recordings, incidents, limits, pictures)
    with replacing(options.html) as partial:
        partial.write_text(page, encoding="utf-8")
    size = options.html.stat().st_size / 1e6
    count = rows.many(len(pictures), "picture")
    print(f"{printable(options.html)}: {count}, {size:.1f} MB.", file=sys.stderr)


def _pictures(worst: Sequence[Incident], library: Library) -> Iterator[tuple[tuple[str, float], bytes]]:
    """Yield a picture of each incident's begin; where none can be drawn, it is said why."""
    from viewer.cli.window import ready_to_draw

    if not worst or not ready_to_draw():
        return
    from viewer.replay.time.moment import MomentError, parse_moment
    from viewer.ui.render import PictureError, RenderRequest, draw, without_expected_messages

    paths = {file.name: file.path for file in library.found.recordings}
    with (
        ExitStack() as fetching,
        TemporaryDirectory() as folder,
        Progress() as progress,
        without_expected_messages(),
    ):
        routes: list[Path] = []
        for each in library.routes:
            with suppress(OSError):  # it was said why
                routes.append(fetching.enter_context(fetched(each)) if isinstance(each, str) else each)
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
                routes=tuple(routes),
            )
            try:
                draw(path, picture, output)
            except (FileError, PictureError, MomentError, ActorNotFoundError) as error:
                print(f"{printable(path.name)}: no picture: {error}", file=sys.stderr)
            else:
                yield (incident.recording, event["start"]), output.read_bytes()
