"""``python -m tests.benchmarks``: measure the program on recordings made for it; print a Markdown table.

Ratios against named references are what counts: absolute figures move with the machine. Nothing here passes
or fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tests.benchmarks.actors import measure_actors
from tests.benchmarks.asking import measure_signals, measure_world
from tests.benchmarks.drawing import measure_map
from tests.benchmarks.exporting import measure_clip, measure_export
from tests.benchmarks.full_map import measure_full_map
from tests.benchmarks.judging import measure_beat, measure_events, measure_trajectories
from tests.benchmarks.library import measure_library, measure_questions
from tests.benchmarks.library_page import measure_library_page
from tests.benchmarks.loading import measure_again, measure_lateness, measure_lateness_after, measure_views
from tests.benchmarks.measure import Context
from tests.benchmarks.memory import measure_memory
from tests.benchmarks.opening import measure_examination, measure_open, measure_shapes
from tests.benchmarks.peers import measure_peers
from tests.benchmarks.plots import measure_first_plot, measure_plots
from tests.benchmarks.recordings import BYTES, RECORDINGS, scaled_plan
from tests.benchmarks.report import Row, heading, size, table
from tests.benchmarks.road_frames import measure_road_frames
from tests.benchmarks.roads import measure_large_map, measure_roads
from tests.benchmarks.scaling import measure_scaling
from tests.benchmarks.scrubbing import measure_inspector
from tests.benchmarks.starting import measure_start
from tests.benchmarks.stored import Run, worse
from tests.benchmarks.text import measure_text
from tests.benchmarks.timeline import measure_dragging, measure_timeline
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index

_MEASURES: dict[str, Callable[[Context], Iterator[Row]]] = {
    "open": measure_open,
    "shapes": measure_shapes,
    "scaling": measure_scaling,
    "memory": measure_memory,
    "start": measure_start,
    "lateness": measure_lateness,
    "lateness-after": measure_lateness_after,
    "views": measure_views,
    "again": measure_again,
    "examination": measure_examination,
    "world": measure_world,
    "signals": measure_signals,
    "trajectories": measure_trajectories,
    "peers": measure_peers,
    "events": measure_events,
    "beat": measure_beat,
    "first-plot": measure_first_plot,
    "inspector": measure_inspector,
    "dragging": measure_dragging,
    "map": measure_map,
    "full-map": measure_full_map,
    "road-frames": measure_road_frames,
    "roads": measure_roads,
    "large-map": measure_large_map,
    "actors": measure_actors,
    "timeline": measure_timeline,
    "plots": measure_plots,
    "text": measure_text,
    "export": measure_export,
    "clip": measure_clip,
    "library": measure_library,
    "page": measure_library_page,
    "questions": measure_questions,
}


def main() -> int:
    """Run what was asked for; return the exit status."""
    options = _parse()
    before = Run.load(options.against) if options.against else None
    if before is not None and before.scale != options.scale:
        _say(f"{options.against} was measured at --scale {before.scale:g}.")
        return 2
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "default.warning=false"}
    with tempfile.TemporaryDirectory(prefix="carla-replay-benchmark-") as scratch:
        os.environ |= {f"XDG_{kind}_HOME": scratch for kind in ("CONFIG", "DATA", "CACHE")}
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < BYTES * options.scale:
            _say(f"There is no room for {size(BYTES * options.scale)} in {folder}; choose a smaller --scale.")
            return 1
        context = Context(folder, Path(scratch), options.rounds, options.scale)
        rows: list[Row] = []
        for name in options.only or _MEASURES:
            begin = time.monotonic()
            rows += _MEASURES[name](context)
            _say(f"Measured {name} in {time.monotonic() - begin:.0f} s")
        run = Run(
            options.scale, f"{heading(options.rounds, options.scale)}\n\n{_describe(context)}", tuple(rows)
        )
    text = f"{run.about}\n\n{table(run.rows)}\n"
    sys.stdout.write(text)
    if options.save:
        run.save(options.save)
    if options.table:
        options.table.write_text(text, encoding="utf-8")
    if before is not None:
        _say_all(
            worse(before.rows, run.rows),
            f"Nothing is worse than in {options.against} by more than its noise.",
        )
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "--scale", type=float, default=1.0,
        help="length of all recordings, where 1 is 1 GB for the longest (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--rounds", type=int, default=5, help="how often everything is measured (default: %(default)s)"
    )
    parser.add_argument(
        "--only", action="append", choices=_MEASURES, metavar="NAME",
        help=f"measure only this; can be given again; one of {', '.join(_MEASURES)}",
    )  # fmt: skip
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER",
        help="write the recordings here and leave them there; those that are there are used again",
    )  # fmt: skip
    parser.add_argument("--save", type=Path, metavar="FILE", help="write all figures of all rounds as JSON")
    parser.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="tell what became worse since a saved run, by more than its noise",
    )
    parser.add_argument("--table", type=Path, metavar="FILE", help="also write the table to a file")
    return parser.parse_args()


def _describe(context: Context) -> str:
    """Return a line for each recording that has been written."""
    lines = []
    for name, plan in RECORDINGS.items():
        if (
            plan.scales
            and (context.folder / f"{name}-{scaled_plan(plan, context.scale).frames}.log").exists()
        ):
            with LogFile(context.recording(name)) as file:
                index = read_index(file)
                counts = (
                    f"{len(index.heads):,} frames, {len(index.actors):,} actors, {len(index.events):,} events"
                )
                lines.append(f"- *{name}*: {size(index.size)}, {counts}")
    return "\n".join(lines)


def _say_all(sentences: Iterable[str], otherwise: str) -> None:
    for sentence in list(sentences) or [otherwise]:
        _say(sentence)


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")


if __name__ == "__main__":
    sys.exit(main())
