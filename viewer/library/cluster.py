"""Surveying (analysing) recordings on the workers of a Dask scheduler, on many machines.

The cluster replaces a worker that dies, and its recordings are surveyed again; the rows of each recording are
yielded once. A recording that kills its workers again and again becomes a row with an error.
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

from viewer.cancellation import ShouldContinue, always, check
from viewer.library.columns import Columns
from viewer.library.errors import LibraryError
from viewer.library.local_survey import Surveyed
from viewer.library.run_files import RunFiles
from viewer.library.survey import failed, survey
from viewer.library.survey_options import SurveyOptions
from viewer.program import program_version

_TIMEOUT = 10.0
"""Seconds to wait for an answer of the Dask scheduler, or for table rows from a worker."""
_WORKER_TIMEOUT = 60.0
"""Seconds to wait for a first Dask worker, at the start and after all workers have ended."""
_POLL = 0.1
"""Seconds between two checks for recordings that workers of the cluster have surveyed."""
_QUEUED_PER_WORKER = 4
"""Number of recordings submitted ahead per Dask worker, so that none waits and results do not pile up."""
_RETRY: dict[str, Columns] = {}
"""Marker that replaces a recording's table rows if its worker ended before they were fetched: Dask retries.
"""


def survey_on_cluster(
    runs: Sequence[RunFiles], options: SurveyOptions, scheduler: str, should_continue: ShouldContinue = always
) -> Iterator[Surveyed]:
    """Yield each recording with its rows of the library's tables as soon as it is surveyed, in any order.

    Args:
        runs: the recordings, under paths at which every worker finds them.
        options: hero, thresholds and maps for the survey.
        scheduler: address of the Dask scheduler, such as ``tcp://host:8786``.
        should_continue: called again and again; returns False to cancel.

    Raises:
        LibraryError: the scheduler does not answer, has no workers, or a worker has another version of this
            program.
        ReadingCancelledError: ``should_continue`` returned False; recordings being surveyed are given up.
    """
    try:
        address = urlsplit(scheduler)
        # A client that cannot connect would leave a thread behind, so the port is tried first.
        socket.create_connection((address.hostname or "", address.port or 0), _TIMEOUT).close()
        client = Client(scheduler, timeout=_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TimeoutError, asyncio.TimeoutError) as error:
        raise LibraryError(f"{scheduler}: no Dask scheduler answers there: {error}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_WORKER_TIMEOUT)
        except TimeoutError as error:
            raise LibraryError(f"{scheduler}: the scheduler has no workers; start some") from error
        _check_versions(client, scheduler)
        at_once = _QUEUED_PER_WORKER * max(len(client.scheduler_info()["workers"]), 1)
        suspects: list[RunFiles] = []
        for run, tables in _submit_all(client, runs, options, at_once, should_continue):
            if tables is None:
                suspects.append(run)
            else:
                yield run, tables
        # A recording may have been at a worker when another one killed it: of several, each is tried alone.
        for run in suspects:
            alone = (
                [(run, None)]
                if len(suspects) == 1
                else _submit_all(client, [run], options, 1, should_continue)
            )
            for _, tables in alone:
                yield run, tables or failed(run, options, "it ended its workers again and again")


def _submit_all(
    client: Client,
    runs: Sequence[RunFiles],
    options: SurveyOptions,
    at_once: int,
    should_continue: ShouldContinue,
) -> Iterator[tuple[RunFiles, dict[str, Columns] | None]]:
    """Yield each of ``runs`` with its table rows, as soon as a worker of the cluster has surveyed it.

    Rows are by table name; None stands for them if the workers that surveyed the recording died. At most
    ``at_once`` recordings are submitted to the scheduler at a time, the largest first.

    Raises:
        LibraryError: the scheduler has gone, or has no workers any more.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    todo = iter(sorted(runs, key=lambda each: -each.file.size))
    asked: dict[str, RunFiles] = {}
    answers = as_completed(loop=client.loop)

    def ask() -> None:
        run = next(todo, None)
        if run is not None:
            future = client.submit(survey, run, options, pure=False)
            asked[future.key] = run
            answers.add(future)

    for _ in range(at_once):
        ask()
    seen = time.monotonic()
    while asked:
        check(should_continue, 0.0)
        done = answers.next_batch(block=False)
        if not done:
            seen = _last_seen_workers(client, seen)
            time.sleep(_POLL)
        for future in done:
            tables = _rows_from(future, asked[future.key], options)
            if tables is _RETRY:
                answers.add(future)
            else:
                yield asked.pop(future.key), tables
                ask()


def _last_seen_workers(client: Client, before: float) -> float:
    """Return when the Dask scheduler last had workers, in seconds of ``time.monotonic``.

    That is the present time if it has some, else ``before``, which is the result of the previous call.

    Raises:
        LibraryError: the scheduler has had no workers for ``_WORKER_TIMEOUT`` seconds.
    """
    now = time.monotonic()
    if client.scheduler_info()["workers"]:
        return now
    if now - before > _WORKER_TIMEOUT:
        raise LibraryError("the Dask scheduler has no workers any more; what was done by then is kept")
    return before


def _rows_from(future: Future, run: RunFiles, options: SurveyOptions) -> dict[str, Columns] | None:
    """Return the table rows of the recording ``run``, by table name, from its finished survey ``future``.

    If the survey raised an exception, the rows report the error. The result is ``_RETRY`` if the survey must
    be repeated because its worker ended too early, and None if workers died again and again while they
    surveyed ``run``.

    Raises:
        LibraryError: the scheduler has gone.
    """
    try:
        tables: dict[str, Columns] = future.result(_TIMEOUT)
    except KilledWorker:
        return None
    except CancelledError as error:
        raise LibraryError("the Dask scheduler has gone; what was done by then is kept") from error
    except Exception as error:  # noqa: BLE001 - raised by a worker: the other recordings go on
        if future.status != "error":
            return _RETRY
        return failed(run, options, f"its worker failed: {type(error).__name__}: {error}", for_now=True)
    return tables


def _check_versions(client: Client, scheduler: str) -> None:
    """Raise LibraryError if a worker of the cluster lacks this program or has another version of it.

    Another version could compute other results. ``client`` is Dask's; ``scheduler`` is its address, for the
    message.
    """
    run: Callable[..., dict[str, Any]] = client.run
    versions = run(program_version, on_error="return")
    other = {worker: version for worker, version in versions.items() if version != program_version()}
    for worker, version in other.items():
        what = f"version {version}" if isinstance(version, str) else "none that can be used"
        raise LibraryError(
            f"{scheduler}: the worker {worker} has {what} of this program, and not {program_version()}"
        )
