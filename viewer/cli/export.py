"""Recordings as data for other programs."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from viewer.analysis.route_line import find_route
from viewer.cli import arguments
from viewer.cli.recordings import files_of, for_each
from viewer.cli.terminal import Progress
from viewer.export.errors import ExportError, require
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_part
from viewer.export.tables import TABLE_NAMES
from viewer.export.target import check_target
from viewer.file_error import printable
from viewer.recording.index import RecordingIndex
from viewer.roads import open_map
from viewer.signals import SIGNALS

_NAME, _NUMBER = "{name}", "{number}"


_SEVERAL = f"with {_NAME} or {_NUMBER} in its name, or a folder that is there already"
_TABLES = f"of csv and parquet: {', '.join(TABLE_NAMES)}"
_SIGNALS = f"of csv and parquet: series of the actors, or of the hero: {', '.join(SIGNALS)}"
_EXTRAS = {each: f" (needs the extra [{each.extra}])" if each.extra else "" for each in FORMATS.values()}
PARSER = arguments.parser(
    "Write recordings as data for other programs.",
    "files",
    ("--to", {"required": True, "choices": FORMATS, "help": "the format"}),
    ("-o --output", {"help": f"what to write; of several files, {_SEVERAL}"}),
    ("--table", {"type": arguments.names, "default": (), "metavar": "T", "help": _TABLES}),
    "--range",
    ("--actors", {
        "type": arguments.actors, "metavar": "ACTORS",
        "help": f"only these, with commas between them: {arguments.ACTOR_HELP}",
    }),
    ("--signals", {"type": arguments.names, "default": (), "metavar": "S,S", "help": _SIGNALS}),
    ("--roads", {"help": "show these roads (mcap, rrd); tell lights ahead by them"}),
    "--routes", "--force",
    lines=["formats:", *(f"  {each.name:10}{each.doc}{extra}" for each, extra in _EXTRAS.items())],
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Export; return the exit status."""
    form = FORMATS[options.to]
    require(form.extra, form.modules, form.name)
    files = files_of(options.files)
    targets = dict(zip(files, _targets(files, options.output, form.ending), strict=True))
    for source, target in targets.items():
        check_target(target, source, overwrite=options.force, folder=not form.ending)

    def write(index: RecordingIndex, progress: Progress) -> str:
        roads = None if options.roads is None else open_map(options.roads)
        target = targets[index.path]
        asked = any(name in SIGNALS and SIGNALS[name].uses_route for name in options.signals)
        route = find_route(index, options.routes, road_map=roads) if asked else ""
        part = replace(
            make_part(index, options.range, options.actors),
            tables=options.table, signals=options.signals, roads=roads, route=route,
        )  # fmt: skip
        export(part, form, target, progress.proceed(f"Writing {target.name}"))
        return f"{printable(index.path.name)}: {len(part.frames):,} frames written to {printable(target)}"

    return for_each(files, write)


def _targets(files: Sequence[Path], output: Path, ending: str) -> list[Path]:
    """Return the file or folder to be written for each recording.

    ``{name}`` stands for the recording's name without its ending, ``{number}`` counts from 1; in a folder
    that exists, files are called after their recordings.

    Raises:
        ExportError: two recordings would be written to one place.

    """
    pattern = str(output)
    if _NAME not in pattern and _NUMBER not in pattern and output.is_dir() and (ending or len(files) > 1):
        pattern = str(output / f"{_NAME}{ending}")
    found = [
        Path(pattern.replace(_NAME, path.stem).replace(_NUMBER, str(number)))
        for number, path in enumerate(files, 1)
    ]
    ((common, times),) = Counter(found).most_common(1)
    if times > 1:
        raise ExportError(
            f"{times} recordings cannot all become {printable(common)}: write {_NAME} or {_NUMBER} into its "
            "name, or name a folder that is there already"
        )
    return found
