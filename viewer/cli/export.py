"""Command ``export``: write recordings as data for other programs."""

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
from viewer.export.selection import make_selection
from viewer.export.tables import TABLE_NAMES
from viewer.export.target import check_target
from viewer.file_error import printable
from viewer.recording.index import RecordingIndex
from viewer.roads import open_map
from viewer.run_folder.agent_signals import PREFIX, agent_signals
from viewer.run_folder.search import find_run_folder
from viewer.signals import SIGNALS, Signals

_NAME, _NUMBER = "{name}", "{number}"


_SEVERAL = f"a name with {_NAME} or {_NUMBER}, or an existing folder"
_TABLES = f"csv and parquet: write this table: {', '.join(TABLE_NAMES)}"
_SIGNALS = (
    f"csv and parquet: write signals, of the chosen actors or the hero: {', '.join(SIGNALS)}; and, as "
    f"{PREFIX}NAME, the numbers in the folder that the driving stack wrote for the run"
)
_EXTRAS = {each: f" (needs the extra [{each.extra}])" if each.extra else "" for each in FORMATS.values()}
PARSER = arguments.parser(
    "Write recordings as data for other programs.",
    "files",
    ("--to", {"required": True, "choices": FORMATS, "help": "the format"}),
    ("-o --output", {"help": f"file or folder to write; for several recordings {_SEVERAL}"}),
    ("--table", {"type": arguments.names, "default": (), "metavar": "T", "help": _TABLES}),
    "--range",
    ("--actors", {
        "type": arguments.actors, "metavar": "ACTORS",
        "help": f"only these actors, with commas between them: {arguments.ACTOR_HELP}",
    }),
    ("--signals", {"type": arguments.names, "default": (), "metavar": "S,S", "help": _SIGNALS}),
    ("--roads", {"help": "OpenDRIVE file: roads to show (mcap, rrd), and to find lights ahead by"}),
    "--routes", "--force",
    lines=["formats:", *(f"  {each.name:10}{each.doc}{extra}" for each, extra in _EXTRAS.items())],
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Run the command ``export`` on the files named on the command line, and return the exit status."""
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
        selection = replace(
            make_selection(index, options.range, options.actors),
            tables=options.table, signals=options.signals,
            known_signals=_known_signals(index, options.signals), roads=roads, route=route,
        )  # fmt: skip
        export(selection, form, target, progress.should_continue(f"Writing {target.name}"))
        return (
            f"{printable(index.path.name)}: {len(selection.frames):,} frames written to {printable(target)}"
        )

    return for_each(files, write)


def _known_signals(index: RecordingIndex, names: Sequence[str]) -> Signals:
    """Return the signals of the recording, with those of its run's folder if one is among ``names``."""
    if not any(name.startswith(PREFIX) for name in names):
        return SIGNALS
    heroes = index.actors.hero_lifetimes
    hero = heroes[0] if heroes else None
    folder = find_run_folder(index, hero)
    if folder is None:
        raise ExportError("no folder that the driving stack wrote for this run was found near the recording")
    return SIGNALS.with_rows(agent_signals(folder, index, hero))


def _targets(files: Sequence[Path], output: Path, ending: str) -> list[Path]:
    """Return the file or folder to write for each recording.

    In ``output``, ``{name}`` is replaced by the recording's name without its suffix, and ``{number}`` by its
    number from 1. If ``output`` is an existing folder, the files in it are named after their recordings.
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
