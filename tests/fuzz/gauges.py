"""What using a file costs: reads, steps of the program, memory; and an end to what never ends."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from viewer.logfile.source import LogFile

_PATIENCE = 60.0
"""Seconds: a thousand times what the slowest case takes. Nothing else here asks a clock."""


class BrokenError(AssertionError):
    """Something that must hold whatever the bytes say does not hold."""


@dataclass
class Cost:
    """What was used; ``steps`` and ``memory`` are 0 where they were not measured."""

    reads: int = 0
    bytes_read: int = 0
    steps: int = 0
    memory: int = 0


@dataclass(frozen=True)
class Limit:
    """What may be used at most: so much for each byte of the file, and so much besides."""

    name: str
    per_byte: float
    besides: int

    def check(self, used: int, size: int) -> None:
        """Raise BrokenError if more was used for a file of this size."""
        most = int(self.per_byte * size) + self.besides
        if used > most:
            raise BrokenError(f"{used:,} {self.name} for a file of {size:,} bytes, more than {most:,}")


@contextmanager
def counted_reads(cost: Cost) -> Iterator[None]:
    """Count what is asked of the system."""
    plain, plain_into = LogFile._pread, LogFile._preadinto  # noqa: SLF001 - every read comes through here

    def reading(file: LogFile, size: int, offset: int) -> bytes:
        data = plain(file, size, offset)
        cost.reads += 1
        cost.bytes_read += len(data)
        return data

    def reading_into(file: LogFile, target: memoryview, offset: int) -> int:
        count = plain_into(file, target, offset)
        cost.reads += 1
        cost.bytes_read += count
        return count

    LogFile._pread, LogFile._preadinto = reading, reading_into  # noqa: SLF001
    try:
        yield
    finally:
        LogFile._pread, LogFile._preadinto = plain, plain_into  # noqa: SLF001


@contextmanager
def counted_steps(cost: Cost) -> Iterator[None]:
    """Count the calls of functions: unlike seconds, they are the same on every machine."""
    steps = 0

    def count(_frame: object, _event: str, _argument: object) -> None:
        nonlocal steps
        steps += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
        cost.steps = steps


@contextmanager
def traced_memory(cost: Cost) -> Iterator[None]:
    """Measure how much memory is used at most."""
    tracemalloc.start()
    try:
        yield
    finally:
        cost.memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()


@contextmanager
def end_of_patience(seconds: float = _PATIENCE) -> Iterator[None]:
    """Raise BrokenError if the block has not ended after some seconds, at the line where it is then.

    What ends it is an interrupt, so interrupts count here even where they are ignored, as ``nohup`` has it.
    """
    lost = threading.Event()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt() -> None:
        lost.set()
        _thread.interrupt_main()

    timer = threading.Timer(seconds, interrupt)
    timer.start()
    try:
        yield
    except KeyboardInterrupt:
        if not lost.is_set():
            raise
        raise BrokenError(f"it goes on and on: {seconds:g} seconds were not enough") from None
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)
