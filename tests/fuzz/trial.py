"""Trying damaged recordings, one after the other, and counting what came of it."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.fuzz.compare import compare
from tests.fuzz.corpus import Original
from tests.fuzz.gauges import (
    BrokenError,
    Cost,
    Limit,
    counted_reads,
    counted_steps,
    end_of_patience,
    traced_memory,
)
from tests.fuzz.mutants import Mutant, mutate
from tests.fuzz.use import check, check_repair, use
from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.index import RecordingIndex

_READS = Limit("reads", 0.5, 3_000)
_BYTES_READ = Limit("bytes read", 60, 1 << 20)
_STEPS = Limit("steps", 40, 400_000)
_MEMORY = Limit("bytes of memory", 96, 6 << 20)
_MEASURED = 24  # of so many cases, steps and memory of one
_WARM = 7  # so that the first is not charged for what is loaded and kept once
_REPAIRED = 8  # of so many, one


@dataclass(frozen=True)
class Case:
    """One damaged recording: what it is made of, which of them, and by which seed."""

    original: Original
    number: int
    seed: str

    def __str__(self) -> str:
        """Return the words with which the option ``--fuzz-case`` asks for it."""
        return f"{self.original.name}:{self.number}:{self.seed}"


@dataclass
class Figures:
    """What came of all cases, for the summary."""

    cases: int = 0
    opened: int = 0
    refused: int = 0
    damaged: int = 0
    problems: int = 0
    repaired: int = 0
    frames_compared: int = 0
    slowest: tuple[float, str] = (0.0, "none")
    most_memory: tuple[float, str] = (0.0, "none")
    most_steps: tuple[float, str] = (0.0, "none")

    def add(self, other: Figures) -> None:
        """Take in what came of other cases: counts add up, extremes are the greater ones."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            setattr(self, name, mine + value if isinstance(value, int) else max(mine, value))

    def lines(self) -> list[str]:
        """Return the figures in words."""
        seconds, slowest = self.slowest
        memory, biggest = self.most_memory
        steps, longest = self.most_steps
        counts = (
            f"{self.cases:,} damaged recordings: {self.opened:,} opened, {self.refused:,} refused; "
            f"{self.damaged:,} damaged, {self.problems:,} problems told; {self.repaired:,} repaired; "
            f"{self.frames_compared:,} frames that nothing touched read as before"
        )
        return [
            counts,
            f"slowest: {1000 * seconds:,.0f} ms ({slowest})",
            f"most memory: {memory:.1f} bytes for each byte of the file ({biggest})",
            f"most steps: {steps:.1f} for each byte of the file ({longest})",
        ]


class Trials:
    """Tries damaged recordings in one file."""

    def __init__(self, folder: Path, donors: tuple[Original, ...]) -> None:
        """Use files in this folder; pieces of ``donors`` are spliced into others."""
        self.figures = Figures()
        self.path = folder / "damaged.log"
        self._original_path = folder / "original.log"
        self._repaired_path = folder / "repaired.log"
        self._donors = donors
        self._known: tuple[Original, RecordingIndex] | None = None

    def run(self, case: Case) -> None:
        """Try one; on failure say which, what was done to it, and how to have it again.

        Raises:
            BrokenError: something does not hold, or an error escaped.

        """
        mutant = self.mutant_of(case)
        try:
            self.use(mutant, Random(str(case)), str(case), measured=case.number % _MEASURED == _WARM)
        except Exception as error:
            edits = "\n".join(map(str, mutant.edits))
            raise BrokenError(
                f"{type(error).__name__}: {error}\nwith these edits:\n{edits}\n"
                f'Again: python -m pytest tests/fuzz --fuzz-case "{case}"; the file is {self.path}'
            ) from error

    def mutant_of(self, case: Case) -> Mutant:
        """Return the damaged recording of a case."""
        return mutate(case.original, self._donors, Random(str(case)))

    def use(self, mutant: Mutant, random: Random, name: str, *, measured: bool) -> None:
        """Use a damaged recording; raise BrokenError or what escaped."""
        data = mutant.data
        self.path.write_bytes(data)
        figures, cost = self.figures, Cost()
        figures.cases += 1
        began = time.perf_counter()
        with ExitStack() as gauges:
            gauges.enter_context(end_of_patience())
            gauges.enter_context(counted_reads(cost))
            if measured:
                gauges.enter_context(traced_memory(cost))
                gauges.enter_context(counted_steps(cost))
            self._open_and_use(mutant, random)
        for limit, used in (
            (_READS, cost.reads), (_BYTES_READ, cost.bytes_read), (_STEPS, cost.steps), (_MEMORY, cost.memory)
        ):  # fmt: skip
            limit.check(used, len(data))
        if measured:
            figures.most_memory = max(figures.most_memory, (cost.memory / max(len(data), 1), name))
            figures.most_steps = max(figures.most_steps, (cost.steps / max(len(data), 1), name))
        else:
            figures.slowest = max(figures.slowest, (time.perf_counter() - began, name))

    def _open_and_use(self, mutant: Mutant, random: Random) -> None:
        figures = self.figures
        try:
            with LogFile(self.path) as file:
                index = read_index(file)
                use(index, random)
                damaged = check(index, self.path)
                if mutant.keeps_order:
                    before = self._before(mutant.original)
                    figures.frames_compared += compare(mutant, before, index, random)
                if len(index.heads) and random.randrange(_REPAIRED) == 0:
                    whole = check_repair(index, self._repaired_path)
                    if mutant.keeps_order and not whole:
                        raise BrokenError("a repaired recording is taken for that of another build")
                    figures.repaired += whole
        except RecordingError:
            figures.refused += 1
            return
        figures.opened += 1
        figures.damaged += damaged
        figures.problems += sum(problem.count for problem in index.problems)

    def _before(self, original: Original) -> RecordingIndex:
        """Return the index of the recording before it was damaged."""
        if self._known is None or self._known[0] is not original:
            self._original_path.write_bytes(original.data)
            self._known = original, read_index(LogFile(self._original_path))
        return self._known[1]
