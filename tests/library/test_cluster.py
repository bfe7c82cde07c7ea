"""The workers of a cluster make the same tables as the processes of one machine."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import ExitStack

import pytest

from tests.extras import need, needs
from tests.library.conftest import DEADLY, changed_python, program
from tests.library.runs import calm, crash, folder_of_runs, rows
from viewer import open_library
from viewer.library.columns import TABLES
from viewer.library.errors import LibraryError


def worker(stack, scheduler, *more, environ=None):
    words = (
        "-m",
        "distributed.cli.dask_worker",
        scheduler,
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
    )
    return stack.enter_context(program(*words, *more, port=0, environ=environ))


def tables(library):
    """Return the rows of all tables, sorted, without what differs each time."""
    found = {}
    for table in TABLES:
        columns = library.columns(table)
        found[table] = sorted(zip(*columns.values(), strict=True), key=str)
    return found


def test_the_tables_are_those_of_one_machine_though_a_worker_is_killed(tmp_path, scheduler):
    runs = folder_of_runs(tmp_path / "runs")
    for number in range(12):
        (calm if number % 2 else crash)(runs / f"{number}.log")
    here = open_library(runs, kept_in=tmp_path / "here")
    here.refresh(jobs=2)
    there = open_library(runs, kept_in=tmp_path / "there")
    with ExitStack() as stack:
        first, _second = worker(stack, scheduler), worker(stack, scheduler)
        killed = threading.Event()

        def progress(far):
            if far.done >= 3 and not killed.is_set():
                first.kill()
                killed.set()
            return True

        there.refresh(progress, scheduler=scheduler)
    assert killed.is_set()
    assert tables(there) == tables(here)


def test_a_recording_that_ends_its_workers_is_a_row_and_the_others_are_done(tmp_path, scheduler):
    for name in ("deadly.log", "fine.log", "good.log"):
        calm(tmp_path / name)
    environ = changed_python(tmp_path, DEADLY)
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    with ExitStack() as stack:
        workers = [worker(stack, scheduler, environ=environ) for _ in range(2)]

        def progress(_):
            for at, each in enumerate(workers):
                if each.poll() is not None:
                    workers[at] = worker(stack, scheduler, environ=environ)
            return True

        library.refresh(progress, scheduler=scheduler)
    found = rows(library)
    assert "it ended its workers again and again" in found.pop("deadly.log")["error"]
    assert [row["error"] for row in found.values()] == [None, None]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            "viewer.program.program_version = lambda: '0.0.1'",
            r"has version 0\.0\.1 of this program, and not ",
        ),
        ("sys.modules['viewer.program'] = None", "has none that can be used of this program, and not "),
    ],
)
def test_a_worker_with_another_version_is_refused(tmp_path, scheduler, changed, said):
    calm(tmp_path / "one.log")
    environ = changed_python(tmp_path, f"import sys, viewer.program\n{changed}\n")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    with ExitStack() as stack:
        worker(stack, scheduler, environ=environ)
        with pytest.raises(LibraryError, match=f"{scheduler}: the worker tcp.* {said}"):
            library.refresh(scheduler=scheduler)


def test_a_scheduler_without_workers(tmp_path, scheduler, monkeypatch):
    monkeypatch.setattr("viewer.library.cluster._WORKER_TIMEOUT", 1.0)
    calm(tmp_path / "one.log")
    with pytest.raises(LibraryError, match=f"{scheduler}: the scheduler has no workers"):
        open_library(tmp_path, kept_in=tmp_path / "kept").refresh(scheduler=scheduler)


def test_workers_that_end_and_are_not_replaced(tmp_path, scheduler, monkeypatch):
    monkeypatch.setattr("viewer.library.cluster._WORKER_TIMEOUT", 1.0)
    calm(tmp_path / "deadly.log")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    with ExitStack() as stack:
        worker(stack, scheduler, environ=changed_python(tmp_path, DEADLY))
        with need("cluster", "distributed").Client(scheduler, set_as_default=False) as client:
            client.wait_for_workers(1)
        with pytest.raises(LibraryError, match="the Dask scheduler has no workers any more"):
            library.refresh(scheduler=scheduler)


@needs("cluster")
def test_nobody_answers(tmp_path):
    calm(tmp_path / "one.log")
    library = open_library(tmp_path, kept_in=tmp_path / "kept")
    with pytest.raises(LibraryError, match=r"tcp://127.0.0.1:9: no Dask scheduler answers there"):
        library.refresh(scheduler="tcp://127.0.0.1:9")


def test_recordings_of_an_object_store_are_fetched_and_read(tmp_path, bucket):
    record = {"route_id": "crash", "scores": {"score_composed": 30.0}}
    results = json.dumps({"_checkpoint": {"records": [record, {"route_id": "other"}]}})
    files = {"crash.log": crash(tmp_path / "crash.log").read_bytes(), "notes.txt": b"-",
             "calm.log": calm(tmp_path / "calm.log").read_bytes(), "results.json": results}  # fmt: skip
    for name, data in files.items():
        bucket.put_object(Bucket="runs", Key=f"night/{name}", Body=data)

    def run(*words):
        command = [sys.executable, "-m", "viewer", "library", "s3://runs", "--library", tmp_path / "kept"]
        return subprocess.run([*command, *words], capture_output=True, text=True, check=True)

    told = run("--json")
    found = {row["path"]: (row["collisions"], row["score_composed"]) for row in json.loads(told.stdout)}
    assert found == {
        "s3://runs/night/calm.log": (None, None), "s3://runs/night/crash.log": (2, 30.0), None: (None, None)
    }  # fmt: skip
    assert "2 other files" in told.stderr
    bucket.delete_object(Bucket="runs", Key="night/calm.log")
    question = "SELECT name, collisions FROM recordings WHERE path IS NOT NULL"
    (row,) = json.loads(run("--query", question, "--json").stdout)
    assert row == {"name": "crash.log", "collisions": 2}
