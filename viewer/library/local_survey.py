"""Many recordings on one machine: processes of their own, each of which surveys one file after the other.

They are programs rather than forks, so that a window with its threads can start them; they speak over pipes,
and one that is killed by a recording (out of memory, a crash below Python) takes nothing else with it.
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

from viewer.cancellation import Proceed, always, check
from viewer.library.columns import Columns
from viewer.library.run_files import Run
from viewer.library.survey import failed, survey
from viewer.library.survey_options import Asking
from viewer.program import WORKER, own_process

TRIES = 3
"""How often a recording may kill its worker before it is a row with an error."""
_LOOK = 0.1
_BESIDE = 150_000_000
"""Bytes that a worker takes with a small recording."""
_TIMES = 3
"""A worker takes as many times the size of a recording, at most."""

Surveyed = tuple[Run, dict[str, Columns]]


def survey_here(
    runs: Sequence[Run], asking: Asking, jobs: int, proceed: Proceed = always
) -> Iterator[Surveyed]:
    """Yield the rows of each recording as soon as they are there, in any order.

    Args:
        runs: the recordings.
        asking: what is asked of them.
        jobs: how many processes to use at most.
        proceed: is asked whether to go on.

    Raises:
        ReadingCancelledError: ``proceed`` said no; the processes have ended.

    """
    todo: queue.SimpleQueue[Run] = queue.SimpleQueue()
    for run in sorted(runs, key=lambda each: -each.file.size):  # the longest first, so that all end together
        todo.put(run)
    done: queue.SimpleQueue[Surveyed | BaseException] = queue.SimpleQueue()
    room = _Room(free_memory())
    workers = [_Worker(todo, done, asking, room) for _ in range(max(min(jobs, len(runs)), 1))]
    for worker in workers:
        worker.start()
    try:
        for _ in runs:
            while True:
                check(proceed, 0.0)
                with suppress(queue.Empty):
                    answer = done.get(timeout=_LOOK)
                    break
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.end()


class _Room:
    """The memory that all workers share: who needs more than is left waits, but for the only one at work."""

    def __init__(self, free: float) -> None:
        self._left, self._inside = free, 0
        self._changed = threading.Condition()

    @contextmanager
    def of(self, size: int) -> Iterator[None]:
        """Hold so many bytes for a block."""
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
    """Return how many bytes this machine has left, as far as it says so."""
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return 1024.0 * int(next(line for line in lines if line.startswith("MemAvailable")).split()[1])
    return math.inf


def usual_jobs() -> int:
    """Return how many processes to use where nothing is said: one for each core that is ours."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


class _Worker(threading.Thread):
    """One process, and the thread that speaks with it."""

    def __init__(
        self,
        todo: queue.SimpleQueue[Run],
        done: queue.SimpleQueue[Surveyed | BaseException],
        asking: Asking,
        room: _Room,
    ) -> None:
        super().__init__(daemon=True)
        self._todo, self._done, self._asking, self._room = todo, done, asking, room
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def run(self) -> None:
        """Survey until nothing is left."""
        try:
            while not self._ended:
                run = self._todo.get_nowait()
                with self._room.of(_BESIDE + _TIMES * run.file.size):
                    tables = self._survey(run)
                self._done.put((run, tables))
        except queue.Empty:
            pass
        except Exception as error:  # noqa: BLE001 - who waits for the answer is told
            self._done.put(error)
        finally:
            self._leave()

    def kill(self) -> None:
        """Kill the process; what it does now is lost, and no other is started."""
        self._ended = True
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """Kill the process, and wait until it has ended."""
        while self.is_alive():
            self.kill()  # the thread may just be starting one
            self.join(_LOOK)

    def _survey(self, run: Run) -> dict[str, Columns]:
        status: int | None = 0
        for _ in range(TRIES):
            if self._ended:
                break
            if self._process is None:
                own = own_process(WORKER)
                self._process = subprocess.Popen(  # noqa: S603 - this program itself
                    own.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    cwd=own.folder, env={**os.environ, **own.environment},
                    start_new_session=True,  # Ctrl+C is for the command alone, which ends it
                )  # fmt: skip
            requests, answers = self._process.stdin, self._process.stdout
            assert requests is not None and answers is not None  # noqa: S101, PT018 - they are pipes
            with suppress(OSError, EOFError, pickle.UnpicklingError):
                pickle.dump((run, self._asking), requests)
                requests.flush()
                tables: dict[str, Columns] = pickle.load(answers)  # noqa: S301 - of our own process
                return tables
            status = self._leave()
        return failed(run, self._asking, f"it ended its process {TRIES} times (status {status})")

    def _leave(self) -> int | None:
        """End the process if it has not; return its exit status."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not sent is of no use to anybody
                if pipe is not None:
                    pipe.close()
        return process.wait()


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more."""
    with suppress(EOFError):
        while True:
            run, asking = pickle.load(requests)  # noqa: S301 - of our own process
            pickle.dump(survey(run, asking), answers)
            answers.flush()


def work() -> None:
    """Answer the requests of standard input on standard output: what a process of its own does."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked says when it is over
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, answers)
