"""Command ``metrics``: run a metric that was written for ScenarioRunner."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from viewer.cli import arguments
from viewer.cli.recordings import files_of, for_each
from viewer.cli.terminal import Progress
from viewer.export.errors import ExportError
from viewer.file_error import printable
from viewer.installation import how_to_install
from viewer.metrics import MetricsLog
from viewer.metrics.carla_types import carla_package
from viewer.metrics.runner import MetricError, run_metric
from viewer.recording.index import RecordingIndex
from viewer.regular_file import parse_json, read_regular, reason

_HERO = "the actor that the script gets as ego vehicle and as role hero (default: the recorded hero)"
_OUTPUT = "where pictures are written (default: the current folder)"
PARSER = arguments.parser(
    "Run a metric that was written for ScenarioRunner: a script with a class derived from BasicMetric. "
    "Figures that matplotlib would show are written as pictures. The script is a program like any other: it "
    "runs with your rights, and can read and write whatever you can.",
    "files",
    ("--metric", {"type": arguments.file, "required": True, "metavar": "SCRIPT.py", "help": "the script"}),
    ("--criteria", {"type": arguments.file, "metavar": "JSON", "help": "ScenarioRunner's file of criteria"}),
    ("--roads", {"help": "the town's OpenDRIVE file, for town_map; needs the carla package"}),
    ("--hero", {"help": _HERO}),
    ("-o --output", {"required": False, "default": Path(), "metavar": "FOLDER", "help": _OUTPUT}),
)  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Run the metric, a script written for ScenarioRunner, on each recording; return the exit status."""
    files = files_of(options.files)
    criteria = _criteria(options.criteria)
    options.output.mkdir(parents=True, exist_ok=True)
    return for_each(files, lambda index, progress: _run(index, progress, options, criteria))


def _run(index: RecordingIndex, progress: Progress, options: argparse.Namespace, criteria: Any) -> str:  # noqa: ANN401 - any JSON
    name = printable(index.path.name)

    def report(sentence: str) -> None:
        print(f"{name}: {sentence}.", file=sys.stderr)

    log = MetricsLog(index, hero=options.hero, report=report)
    progress.clear()  # the script may print, too
    pictures = f"{index.path.stem} {options.metric.stem}"
    try:
        town_map = _town_map(index.header.map_name, options.roads)
        written = run_metric(options.metric, log, town_map, criteria, pictures=options.output, name=pictures)
    except MetricError as error:
        print(error.trace, end="", file=sys.stderr)
        raise ExportError(printable(str(error))) from error
    ending = f"; {', '.join(map(printable, written))} written" if written else ""
    return f"{name}: {printable(options.metric.name)} is done{ending}"


def _criteria(path: Path | None) -> Any:  # noqa: ANN401 - any JSON
    if path is None:
        return None
    try:
        return parse_json(read_regular(path))
    except OSError as error:
        raise ExportError(f"{printable(path)}: the criteria cannot be read: {reason(error)[0]}") from error
    except ValueError as error:
        raise ExportError(f"{printable(path)}: the criteria are not JSON: {error}") from error


def _town_map(name: str, roads: Path | None) -> Any:  # noqa: ANN401 - carla has no annotations
    """Return the ``carla.Map`` of a town.

    Without an OpenDRIVE file of the town, or without the carla package, print that and return None.
    """
    map_class = getattr(carla_package(), "Map", None)
    if roads is None:
        print("town_map is None: give the town's OpenDRIVE file with --roads.", file=sys.stderr)
        return None
    if map_class is None:
        advice = f"which is not installed: {how_to_install('carla')}."
        print(f"town_map is None: it needs the carla package, {advice}", file=sys.stderr)
        return None
    try:
        return map_class(name, read_regular(roads).decode())
    except OSError as error:
        raise MetricError(f"{roads}: the roads cannot be read: {reason(error)[0]}") from error
    except (RuntimeError, ValueError) as error:  # raised by carla for an invalid file
        raise MetricError(f"{roads}: carla cannot use these roads: {error}") from error
