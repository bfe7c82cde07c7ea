"""Trying damaged recordings, one after the other."""

from __future__ import annotations

from contextlib import ExitStack, suppress
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
from tests.fuzz.use import check, check_exports, check_repair, use
from viewer.logfile.errors import RecordingError
from viewer.logfile.source import LogFile
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index

_READS = Limit("reads", 0.5, 3_000)
_BYTES_READ = Limit("bytes read", 60, 1 << 20)
_STEPS = Limit("steps", 40, 400_000)
_MEMORY = Limit("bytes of memory", 96, 6 << 20)
_MEASURED = 24  # of so many cases, steps and memory of one
_WARM = 7  # so that the first is not charged for what is loaded and kept once
_REPAIRED = 3  # of so many, one


@dataclass(frozen=True)
class Case:
    """One damaged recording: what it is made of, which of them, and by which seed."""

    original: Original
    number: int
    seed: str

    def __str__(self) -> str:
        """Return the words with which the option ``--fuzz-case`` asks for it."""
        return f"{self.original.name}:{self.number}:{self.seed}"


class Trials:
    """Tries damaged recordings in one file."""

    def __init__(self, folder: Path, donors: tuple[Original, ...]) -> None:
        """Use files in this folder; pieces of ``donors`` are spliced into others."""
        self.path = folder / "damaged.log"
        self._original_path = folder / "original.log"
        self._repaired_path = folder / "repaired.log"
        self._exported_path = folder / "exported"
        self._donors = donors
        self._known: tuple[Original, RecordingIndex] | None = None

    def run(self, case: Case) -> None:
        """Try one; on failure say which, what was done to it, and how to have it again.

        Raises:
            BrokenError: something does not hold, or an error escaped.

        """
        mutant = self.mutant_of(case)
        try:
            self.use(mutant, Random(str(case)), measured=case.number % _MEASURED == _WARM)
        except Exception as error:
            edits = "\n".join(map(str, mutant.edits))
            raise BrokenError(
                f"{type(error).__name__}: {error}\nwith these edits:\n{edits}\n"
                f'Again: python -m pytest tests/fuzz --fuzz-case "{case}"; the file is {self.path}'
            ) from error

    def mutant_of(self, case: Case) -> Mutant:
        """Return the damaged recording of a case."""
        return mutate(case.original, self._donors, Random(str(case)))

    def use(self, mutant: Mutant, random: Random, *, measured: bool) -> None:
        """Use a damaged recording; raise BrokenError or what escaped."""
        data = mutant.data
        self.path.write_bytes(data)
        cost = Cost()
        with ExitStack() as gauges:
            gauges.enter_context(end_of_patience())
            gauges.enter_context(counted_reads(cost))
            if measured:
                gauges.enter_context(traced_memory(cost))
                gauges.enter_context(counted_steps(cost))
            self._open_and_use(mutant, random, measured=measured)
        for limit, used in (
            (_READS, cost.reads), (_BYTES_READ, cost.bytes_read), (_STEPS, cost.steps), (_MEMORY, cost.memory)
        ):  # fmt: skip
            limit.check(used, len(data))

    def _open_and_use(self, mutant: Mutant, random: Random, *, measured: bool) -> None:
        with suppress(RecordingError), LogFile(self.path) as file:
            index = read_index(file)
            use(index, random)
            check(index, self.path)
            if len(index.frame_starts) and not measured:
                check_exports(index, self._exported_path, random)
            if mutant.keeps_order:
                compare(mutant, self._before(mutant.original), index, random)
            if len(index.frame_starts) and random.randrange(_REPAIRED) == 0:
                whole = check_repair(index, self._repaired_path)
                if mutant.keeps_order and not whole:
                    raise BrokenError("a repaired recording is taken for that of another build")

    def _before(self, original: Original) -> RecordingIndex:
        """Return the index of the recording before it was damaged."""
        if self._known is None or self._known[0] is not original:
            self._original_path.write_bytes(original.data)
            self._known = original, read_index(LogFile(self._original_path))
        return self._known[1]
