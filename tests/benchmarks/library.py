"""What a folder of runs costs: the first time, again, and asked in SQL, against the least there could be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.report import Row, timed
from viewer.library.columns import FILES, STORED, empty
from viewer.library.library import Library
from viewer.library.work import usual_jobs
from viewer.resources import resource

_RECORDINGS = 1_000
_EVENTS = 10_000_000
_LOOP = """
import sys
from viewer.api import open_recording
for path in sys.argv[1:]:
    with open_recording(path) as recording:
        recording.find_events()
"""
_STAT = """
import os, sys, duckdb
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        os.stat(os.path.join(folder, name))
"""
_QUESTION = "SELECT kind, count(*), avg(value) FROM events GROUP BY kind ORDER BY 2"


def measure_library(context: Context) -> Iterator[Row]:
    """A folder of recordings the first time, and again."""
    runs = _make_runs(context)
    paths = sorted(map(str, runs.iterdir()))
    jobs = usual_jobs()

    def first() -> None:
        kept = context.scratch / "kept"
        shutil.rmtree(kept, ignore_errors=True)
        Library([runs], kept_in=kept).refresh(jobs=jobs)

    def bare() -> None:
        started = [
            subprocess.Popen([sys.executable, "-c", _LOOP, *paths[number::jobs]]) for number in range(jobs)
        ]
        for process in started:
            process.wait()

    samples = interleave({"first": first, "bare": bare}, min(context.rounds, 3))
    size = sum(path.stat().st_size for path in runs.iterdir()) / len(paths)
    what = f"{len(paths):,} recordings of {size / 1e6:.1f} MB"
    reference = f"{jobs} bare processes that open and judge them"
    yield timed(f"A library of {what}, the first time", samples["first"], reference, samples["bare"])

    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def python(*words: str | Path) -> None:
        subprocess.run([sys.executable, *words], check=True, capture_output=True, env=usual)

    samples = interleave(
        {
            "again": lambda: python("-m", "viewer", "library", runs, "--library", context.scratch / "kept"),
            "stat": lambda: python("-c", _STAT, runs),
        },
        context.rounds,
    )
    yield timed(
        "The same again, unchanged", samples["again"], "import duckdb, stat the files", samples["stat"]
    )


def measure_questions(context: Context) -> Iterator[Row]:
    """A question over many events, against DuckDB on the same files."""
    import duckdb  # noqa: PLC0415 - of an extra

    from viewer.library.sql import ask  # noqa: PLC0415 - likewise
    from viewer.library.store import Store  # noqa: PLC0415

    store = Store(context.scratch / "many")
    count, parts = context.scaled(_EVENTS), 10
    kinds = np.array(["ttc", "jerk", "contact", "harsh_braking"])
    names = set()
    for part in range(parts):
        path = f"/runs/{part}.log"
        names.add(path)
        tables = {table: empty(table) for table in STORED}
        for column in FILES:
            tables["files"][column.name].append({"string": path, "int64": 0}.get(column.type))
        tables["recordings"] = {name: [path if name == "path" else None] for name in tables["recordings"]}
        size = count // parts
        values = np.random.default_rng(part).random(size)
        filled = {
            "recording": [path] * size,
            "kind": kinds[np.arange(size) % 4].tolist(),
            "value": values.tolist(),
        }
        tables["events"] = {name: filled.get(name, [None] * size) for name in tables["events"]}
        store.add(tables)
    files = store.files(store.parts(frozenset(names))[0], "events")
    samples = interleave(
        {
            "ours": lambda: ask(store, frozenset(names), _QUESTION),
            "duckdb": lambda: duckdb.sql(_QUESTION.replace("events", f"read_parquet({files})")).fetchall(),
        },
        context.rounds,
    )
    yield timed(
        f"A question over {count:,} events", samples["ours"], "DuckDB on the same files", samples["duckdb"]
    )


def _make_runs(context: Context) -> Path:
    """Return a folder of copies of the recordings that are there."""
    folder = context.scratch / "runs"
    folder.mkdir()
    real = os.environ.get("CARLA_RECORDINGS")
    sources = [resource("sample.log"), *(sorted(Path(real).glob("*.*")) if real else ())]
    sources = [path for path in sources if path.suffix in (".log", ".rec")]
    for number in range(context.scaled(_RECORDINGS)):
        shutil.copy(sources[number % len(sources)], folder / f"{number}.log")
    return folder
