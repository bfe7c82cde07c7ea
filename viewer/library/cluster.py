"""Many recordings on many machines: the workers of a Dask scheduler survey them.

A worker that dies is replaced by its cluster, and its recordings are done again; each is answered once. One
that ends its workers again and again is a row with an error, as with processes of this machine.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from typing import Any
from urllib.parse import urlsplit

from distributed import Client, Future, KilledWorker, as_completed

from viewer.cancellation import Proceed, always, check
from viewer.library.columns import Columns
from viewer.library.errors import LibraryError
from viewer.library.local_survey import Surveyed
from viewer.library.run_files import Run
from viewer.library.survey import failed, survey
from viewer.library.survey_options import Asking
from viewer.program import program_version

_ANSWER = 10.0
"""Seconds within which a scheduler has to answer, and a worker to hand its rows over."""
_JOINED = 60.0
"""Seconds within which a worker has to be there, at the beginning and when all have ended."""
_LOOK = 0.1
_AHEAD = 4
"""Recordings that wait for each worker: answers are kept as they come, however many there will be."""
_LOST: dict[str, Columns] = {}
"""Instead of the rows of a recording whose worker ended before they were fetched: they are made again."""


def survey_there(
    runs: Sequence[Run], asking: Asking, scheduler: str, proceed: Proceed = always
) -> Iterator[Surveyed]:
    """Yield the rows of each recording as soon as they are there, in any order.

    Args:
        runs: the recordings, where every worker finds them too.
        asking: what is asked of them.
        scheduler: its address, as ``tcp://host:8786``.
        proceed: is asked whether to go on.

    Raises:
        LibraryError: nobody answers there, or no more; no worker is left; or one has another version of
            this program.
        ReadingCancelledError: ``proceed`` said no; what the workers do is given up.

    """
    try:
        place = urlsplit(scheduler)
        # A client that finds nobody leaves a thread behind.
        socket.create_connection((place.hostname or "", place.port or 0), _ANSWER).close()
        client = Client(scheduler, timeout=_ANSWER, set_as_default=False)
    except (OSError, ValueError, TimeoutError, asyncio.TimeoutError) as error:
        raise LibraryError(f"{scheduler}: no Dask scheduler answers there: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_JOINED)
        except TimeoutError as error:
            raise LibraryError(f"{scheduler}: the scheduler has no workers; start some") from error
        _check_versions(client, scheduler)
        at_once = _AHEAD * max(len(client.scheduler_info()["workers"]), 1)
        suspects: list[Run] = []
        for run, tables in _ask(client, runs, asking, at_once, proceed):
            if tables is None:
                suspects.append(run)
            else:
                yield run, tables
        # Who was at a worker when another ended it is not to blame: of several, each is tried alone.
        for run in suspects:
            alone = [(run, None)] if len(suspects) == 1 else _ask(client, [run], asking, 1, proceed)
            for _, tables in alone:
                yield run, tables or failed(run, asking, "it ended its workers again and again")


def _ask(
    client: Client, runs: Sequence[Run], asking: Asking, at_once: int, proceed: Proceed
) -> Iterator[tuple[Run, dict[str, Columns] | None]]:
    """Yield the rows of each recording; None for one whose workers ended."""
    todo = iter(sorted(runs, key=lambda each: -each.file.size))
    asked: dict[str, Run] = {}
    answers = as_completed(loop=client.loop)

    def ask() -> None:
        run = next(todo, None)
        if run is not None:
            future = client.submit(survey, run, asking, pure=False)
            asked[future.key] = run
            answers.add(future)

    for _ in range(at_once):
        ask()
    seen = time.monotonic()
    while asked:
        check(proceed, 0.0)
        done = answers.next_batch(block=False)
        if not done:
            seen = _workers_seen(client, seen)
            time.sleep(_LOOK)
        for future in done:
            tables = _answer(future, asked[future.key], asking)
            if tables is _LOST:
                answers.add(future)
            else:
                yield asked.pop(future.key), tables
                ask()


def _workers_seen(client: Client, before: float) -> float:
    """Return when there were workers last.

    Raises:
        LibraryError: that is too long ago.

    """
    now = time.monotonic()
    if client.scheduler_info()["workers"]:
        return now
    if now - before > _JOINED:
        raise LibraryError("the Dask scheduler has no workers any more; what was done by then is kept")
    return before


def _answer(future: Future, run: Run, asking: Asking) -> dict[str, Columns] | None:
    """Return the rows, ``_LOST`` or None for a recording that ended its workers."""
    try:
        tables: dict[str, Columns] = future.result(_ANSWER)
    except KilledWorker:
        return None
    except CancelledError as error:
        raise LibraryError("the Dask scheduler has gone; what was done by then is kept") from error
    except Exception as error:  # noqa: BLE001 - of the worker: the others are done all the same
        if future.status != "error":
            return _LOST
        return failed(run, asking, f"its worker failed: {type(error).__name__}: {error}", for_now=True)
    return tables


def _check_versions(client: Client, scheduler: str) -> None:
    """Refuse workers whose rows would be others.

    Raises:
        LibraryError: a worker lacks this program, or has another version of it.

    """
    run: Callable[..., dict[str, Any]] = client.run
    versions = run(program_version, on_error="return")
    other = {worker: version for worker, version in versions.items() if version != program_version()}
    for worker, version in other.items():
        what = f"version {version}" if isinstance(version, str) else "none that can be used"
        raise LibraryError(
            f"{scheduler}: the worker {worker} has {what} of this program, and not {program_version()}"
        )
