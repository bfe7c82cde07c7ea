"""Surveying (analysing) recordings on this machine, in several processes, each one file at a time.

The processes are new programs, not forks, so that a window with threads can start them. They get requests and
send rows over pipes; one that a recording kills (out of memory, a crash) takes nothing else with it.
"""

from __future__ import annotations

import math
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from viewer.cancellation import ShouldContinue, always, check
from viewer.library.columns import Columns
from viewer.library.run_files import RunFiles
from viewer.library.survey import failed, survey
from viewer.library.survey_options import SurveyOptions
from viewer.program import WORKER, own_process

TRIES = 3
"""Number of survey processes that a recording may kill (by a crash) before it becomes a row with an error."""
_POLL = 0.1
"""Seconds between two checks whether a survey by local processes is cancelled."""
_WORKER_BYTES = 150_000_000
"""Number of bytes of memory that each process of a survey (analysis of recordings) needs at least."""
_BYTES_PER_FILE_BYTE = 3
"""Greatest number of bytes of memory that a survey process needs per byte of the recording."""

Surveyed = tuple[RunFiles, dict[str, Columns]]
"""Result of surveying one recording: the recording, and its rows by name of the library's table."""


def survey_in_processes(
    runs: Sequence[RunFiles], options: SurveyOptions, jobs: int, should_continue: ShouldContinue = always
) -> Iterator[Surveyed]:
    """Yield each recording with its rows of the library's tables as soon as it is surveyed, in any order.

    Args:
        runs: the recordings.
        options: hero, thresholds and maps for the survey.
        jobs: number of processes, at most.
        should_continue: called again and again; returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False; the processes have ended by then.
    """
    todo: queue.SimpleQueue[RunFiles] = queue.SimpleQueue()
    for run in sorted(
        runs, key=lambda each: -each.file.size
    ):  # the largest first, so that all processes end at about the same time
        todo.put(run)
    done: queue.SimpleQueue[Surveyed | BaseException] = queue.SimpleQueue()
    budget = _MemoryBudget(free_memory())
    workers = [_Worker(todo, done, options, budget) for _ in range(max(min(jobs, len(runs)), 1))]
    for worker in workers:
        worker.start()
    try:
        for _ in runs:
            while True:
                check(should_continue, 0.0)
                with suppress(queue.Empty):
                    answer = done.get(timeout=_POLL)
                    break
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.end()


class _MemoryBudget:
    """Memory shared by all survey processes; a survey that needs more than is free waits for others to end.

    If no other survey is running, it does not wait.
    """

    def __init__(self, free: float) -> None:
        self._left, self._inside = free, 0
        self._changed = threading.Condition()

    @contextmanager
    def reserved(self, size: int) -> Iterator[None]:
        """Reserve ``size`` bytes of memory for the ``with`` block; wait before it until they are free."""
        with self._changed:
            self._changed.wait_for(lambda: self._left >= size or not self._inside)
            self._left -= size
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._left += size
                self._inside -= 1
                self._changed.notify_all()


def free_memory() -> float:
    """Return the available memory of this machine in bytes; infinity if the system does not say."""
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return 1024.0 * int(next(line for line in lines if line.startswith("MemAvailable")).split()[1])
    return math.inf


def usual_jobs() -> int:
    """Return the default number of survey processes: one per CPU core that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


class _Worker(threading.Thread):
    """Thread that starts a survey process, sends it recordings to survey, and receives their table rows."""

    def __init__(
        self,
        todo: queue.SimpleQueue[RunFiles],
        done: queue.SimpleQueue[Surveyed | BaseException],
        options: SurveyOptions,
        budget: _MemoryBudget,
    ) -> None:
        super().__init__(daemon=True)
        self._todo, self._done, self._options, self._budget = todo, done, options, budget
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def run(self) -> None:
        """Send recordings from the queue to this worker's subprocess to be analysed, until none is left."""
        try:
            while not self._ended:
                run = self._todo.get_nowait()
                with self._budget.reserved(_WORKER_BYTES + _BYTES_PER_FILE_BYTE * run.file.size):
                    tables = self._survey(run)
                self._done.put((run, tables))
        except queue.Empty:
            pass
        except Exception as error:  # noqa: BLE001 - raised again by the waiting thread
            self._done.put(error)
        finally:
            self._leave()

    def kill(self) -> None:
        """Kill the survey (analysis) process and start no other; its current recording is not surveyed."""
        self._ended = True
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """Kill the process that surveys recordings for this worker, and wait until this thread has ended."""
        while self.is_alive():
            self.kill()  # the thread may just be starting another process
            self.join(_POLL)

    def _survey(self, run: RunFiles) -> dict[str, Columns]:
        """Return the library's table rows for ``run`` (a recording), as surveyed by another process.

        If the process dies, a new one tries again. After ``TRIES`` processes have died, a row with the error
        is returned.
        """
        status: int | None = 0
        for _ in range(TRIES):
            if self._ended:
                break
            if self._process is None:
                own = own_process(WORKER)
                self._process = subprocess.Popen(  # noqa: S603 - this program itself
                    own.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    cwd=own.folder, env={**os.environ, **own.environment},
                    start_new_session=True,  # Ctrl+C is for the command alone, which kills this process
                )  # fmt: skip
            requests, answers = self._process.stdin, self._process.stdout
            assert requests is not None and answers is not None  # noqa: S101, PT018 - Popen was given PIPE
            with suppress(OSError, EOFError, pickle.UnpicklingError):
                pickle.dump((run, self._options), requests)
                requests.flush()
                tables: dict[str, Columns] = pickle.load(answers)  # noqa: S301 - of our own process
                return tables
            status = self._leave()
        return failed(run, self._options, f"it ended its process {TRIES} times (status {status})")

    def _leave(self) -> int | None:
        """Kill the worker's survey process, and return its exit status; None if no process runs."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # unsent data may be lost
                if pipe is not None:
                    pipe.close()
        return process.wait()


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Read pickled requests, each to survey (analyse) a recording; write the resulting table rows, pickled.

    The function returns when there are no more requests.
    """
    with suppress(EOFError):
        while True:
            run, options = pickle.load(requests)  # noqa: S301 - of our own process
            pickle.dump(survey(run, options), answers)
            answers.flush()


def work() -> None:
    """Survey recordings as a survey process: standard input names them, standard output gets the results.

    The results are the recordings' rows in the tables of the library.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # prints must not mix with the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends this one
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, answers)
