"""What a folder of runs costs: the first time, again, by a cluster, asked in SQL, and on its page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.measure import FRAME, Bench, Row, Task, interleaved, rows
from tests.library.runs import table_of
from viewer.analysis.event_kinds import KINDS
from viewer.library.columns import FILES, STORED, Columns, empty
from viewer.library.library import Library, Progress
from viewer.library.local_survey import usual_jobs
from viewer.library.survey_options import SurveyOptions
from viewer.program import resource

_RECORDINGS, _ON_PAGE, _EVENTS = 1_000, 10_000, 10_000_000
_PARTS, _WORKERS = 10, 2
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


def measure_library(bench: Bench) -> Iterator[Row]:
    """A folder of recordings the first time, and again."""
    runs, kept = _make_runs(bench), bench.scratch / "kept"
    paths = sorted(map(str, runs.iterdir()))
    jobs = min(usual_jobs(), len(paths))

    def bare() -> None:
        loops = [subprocess.Popen([sys.executable, "-c", _LOOP, *paths[job::jobs]]) for job in range(jobs)]
        if sum(loop.wait() for loop in loops):
            raise RuntimeError("a recording cannot be opened and judged")

    tasks: dict[str, Task] = {
        f"A library of {len(paths):,} recordings, the first time": partial(_first, runs, kept, jobs=jobs),
        f"{jobs} bare processes that open and judge them": bare,
    }
    yield from rows(interleaved(tasks, bench.few))
    if find_spec("duckdb") is not None:
        again = ("-m", "viewer", "library", str(runs), "--library", str(kept))
        tasks = {
            "The same again, unchanged": partial(_python, *again),
            "import duckdb, and stat the files": partial(_python, "-c", _STAT, str(runs)),
        }
        yield from rows(interleaved(tasks, bench.rounds))


def _make_runs(bench: Bench) -> Path:
    """Return a folder of copies of the recordings that are there."""
    folder = bench.scratch / "runs"
    folder.mkdir()
    real = os.environ.get("CARLA_RECORDINGS")
    sources = [resource("sample.log"), *(sorted(Path(real).glob("*.*")) if real else ())]
    sources = [path for path in sources if path.suffix in {".log", ".rec"}]
    for number in range(bench.scaled(_RECORDINGS)):
        shutil.copy(sources[number % len(sources)], folder / f"{number}.log")
    return folder


def _first(runs: Path, kept: Path, **how: Any) -> None:
    shutil.rmtree(kept, ignore_errors=True)
    Library([runs], kept_in=kept).refresh(**how)


def _python(*words: str) -> None:
    subprocess.run([sys.executable, *words], check=True, capture_output=True)


def measure_cluster(bench: Bench) -> Iterator[Row]:
    """The same by workers of Dask, against as many processes."""
    if find_spec("distributed") is None:
        return
    from distributed import LocalCluster  # noqa: PLC0415 - of an extra

    first = partial(_first, _make_runs(bench), bench.scratch / "kept")
    with LocalCluster(n_workers=_WORKERS, threads_per_worker=1, dashboard_address=None) as cluster:
        tasks = {
            f"A library by {_WORKERS} workers of Dask": partial(first, scheduler=cluster.scheduler_address),
            f"by {_WORKERS} processes": partial(first, jobs=_WORKERS),
        }
        yield from rows(interleaved(tasks, bench.few))


def measure_question(bench: Bench) -> Iterator[Row]:
    """A question over many events, against DuckDB on the same files."""
    if find_spec("duckdb") is None:
        return
    import duckdb  # noqa: PLC0415 - of an extra

    from viewer.library.sql import run_query  # noqa: PLC0415 - likewise
    from viewer.library.store import Store  # noqa: PLC0415 - likewise

    store, count = Store(bench.scratch / "many"), bench.scaled(_EVENTS)
    names = frozenset(f"/runs/{part}.log" for part in range(_PARTS))
    for path in sorted(names):
        store.add(_made_tables(path, count // _PARTS))
    files = store.files(store.parts(names)[0], "events")
    plain = _QUESTION.replace("events", f"read_parquet({files})")
    tasks: dict[str, Task] = {
        f"A question over {count:,} events": partial(run_query, store, names, _QUESTION),
        "DuckDB alone, on the same files": lambda: duckdb.sql(plain).fetchall(),
    }
    yield from rows(interleaved(tasks, bench.rounds))


def _made_tables(path: str, events: int) -> dict[str, Columns]:
    """Return what is kept of one recording."""
    tables = {table: empty(table) for table in STORED}
    for column in FILES:
        tables["files"][column.name].append({"string": path, "int64": 0}.get(column.type))
    tables["recordings"] = {name: [path if name == "path" else None] for name in tables["recordings"]}
    filled = {
        "recording": [path] * events,
        "kind": list(islice(cycle(KINDS), events)),
        "value": np.random.default_rng(events).random(events).tolist(),
    }
    tables["events"] = {name: filled.get(name, [None] * events) for name in tables["events"]}
    return tables


# -- the page


class _Made(Library):
    """A library whose tables are made up."""

    def __init__(self, count: int, kept_in: Path) -> None:
        super().__init__((), kept_in=kept_in)
        recordings, files = [], []
        rng, kinds = np.random.default_rng(1), list(KINDS)
        for number in range(count):
            name = f"RouteScenario_{number}_rep0.log"
            row = {
                "path": f"/runs/{name}", "name": name, "map_name": f"Town{number % 7:02}", "worst_at": 3.0,
                "duration": rng.random(), "collisions": int(rng.integers(3)),
                "worst": kinds[number % len(kinds)], "not_judged": ["red_light: there is no road map"],
            }  # fmt: skip
            recordings.append(row)
            way = np.cumsum(rng.normal(size=128)).tolist()
            files.append({"path": row["path"], "way": way})
        made = {"recordings": recordings, "events": [], "files": files}
        self._tables = {table: table_of(table, rows) for table, rows in made.items()}

    def refresh(self, progress: Callable[[Progress], bool] = lambda _: True, **_: object) -> None:
        progress(Progress(0, 0, 1.0, None))

    def columns(self, table: str, names: Sequence[str] | None = None) -> Columns:
        return {name: self._tables[table][name] for name in names or self._tables[table]}

    def kinds(self) -> dict[str, dict[str, int]]:
        paths = self._tables["recordings"]["path"]
        return {kind: dict.fromkeys(paths[at :: len(KINDS)], 1) for at, kind in enumerate(KINDS)}


def measure_page(bench: Bench) -> Iterator[Row]:
    """A key in the field, and a turn of the wheel, until the page of very many recordings is painted."""
    from tests.benchmarks.window import delete  # noqa: PLC0415 - no Qt for the other measures
    from viewer.ui.app import make_application  # noqa: PLC0415 - likewise
    from viewer.ui.library.page import LibraryPage  # noqa: PLC0415 - likewise

    app, count = make_application(), bench.scaled(_ON_PAGE)
    page = LibraryPage(_Made(count, bench.scratch / "none"), SurveyOptions, lambda *_: None)
    page.resize(1280, 720)
    page.show()
    while page.busy:
        app.processEvents()
    texts, places = cycle(("Route", "RouteS", "_77", "Town03")), cycle(range(0, 3_000, 15))
    tasks: dict[str, Task] = {
        "filtered": lambda: page.field.setText(next(texts)),
        "scrolled": lambda: page.view.verticalScrollBar().setValue(next(places)),
    }
    for what, act in tasks.items():
        page.field.clear()
        painted = {f"The page of {count:,} recordings, {what}": lambda act=act: (act(), app.processEvents())}
        yield from rows(interleaved(painted, 4 * bench.rounds, time.process_time), FRAME)
    page.shut_down()
    delete(page)
