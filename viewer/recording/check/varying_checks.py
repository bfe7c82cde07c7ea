"""What is wrong with packets whose records vary in length, all of one kind in many frames at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags
from viewer.logfile.dialect import Dialect
from viewer.logfile.nested import Places, Run, decode_nested
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.build.event_records import EVENTFUL
from viewer.recording.plausible import are_plausible_texts, implausible_fields
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.records import Batch


class VaryingChecks:
    """Collects what is wrong with one batch after the other."""

    def __init__(self, dialect: Dialect, found: ProblemList) -> None:
        """Check as the dialect has it; what is wrong goes to ``found``."""
        self._dialect = dialect
        self._found = found

    def check(self, batch: Batch) -> None:
        """Check the payloads of one kind, unless they were checked when the file was opened."""
        if batch.kind not in EVENTFUL:
            for size in np.unique(batch.sizes).tolist():
                self._check_alike(batch, np.flatnonzero(batch.sizes == size))

    def _check_alike(self, batch: Batch, places: NDArray[np.int64]) -> None:
        """Check payloads of one size, in the order of the file: most differ in nothing but their numbers."""
        all_payloads = batch.payloads
        joined = b"".join([all_payloads[place] for place in places.tolist()])
        payloads = np.frombuffer(joined, np.uint8).reshape(len(places), -1)
        at = 0
        while at < len(places):
            found = self._check_one(batch, int(places[at]))
            if found is None:
                at += 1
                continue
            bytes_of = {
                run: np.array(starts)[:, None] + np.arange(run.dtype.itemsize)
                for run, starts in found.items()
                if isinstance(run, Run)
            }
            stop = _end_of_form(payloads, at, [each.ravel() for each in bytes_of.values()])
            wrong = np.zeros(stop - at, np.bool_)
            for run, numbers in () if batch.kind.any_numbers else bytes_of.items():
                records = payloads[at:stop].take(numbers.ravel(), axis=1).view(run.dtype).ravel()
                for _, mask in implausible_fields(run.fields, records):
                    wrong |= mask.reshape(stop - at, -1).any(axis=1)
            for place in places[at:stop][wrong].tolist():
                what = f"{batch.kind.name}: a number is NaN, infinite or absurd"
                self._tell(batch, place, what, "it is kept as written")
            at = stop

    def _check_one(self, batch: Batch, place: int) -> Places | None:
        """Check all but the numbers of a payload; return where these stand, None if it is damaged."""
        kind, payload, places = batch.kind, bytes(batch.payloads[place]), Places()
        try:
            records = decode_nested(kind, payload, self._dialect.engine_of(kind), places)
        except DamagedPayloadError as error:
            damage = kind.unknown_layouts is not self._dialect.engine
            action = "it is kept raw" if kind.layouts else "this packet is left out"
            self._tell(batch, place, error.what, action, damage=damage)
            return None
        for record in records:
            if not are_plausible_texts(record, payload):
                what = f"{kind.name}: a text of actor {record[0]} is not UTF-8"
                self._tell(batch, place, what, "it is shown with replacement marks")
        return places

    def _tell(self, batch: Batch, place: int, what: str, action: str, *, damage: bool = True) -> None:
        offset, frame = int(batch.payload_offsets[place]), int(batch.payload_frames[place])
        self._found.add(Problem(what, action, damage=damage, offset=offset, frame=frame))


def _end_of_form(payloads: NDArray[np.uint8], at: int, numbers: list[NDArray[np.int64]]) -> int:
    """Return which payload after ``at`` is the first that differs in more than the bytes of its numbers."""
    is_fixed: Flags = np.ones(payloads.shape[1], np.bool_)
    for places in numbers:
        is_fixed[places] = False
    fixed = np.flatnonzero(is_fixed)
    stop, step = at + 1, 4
    while stop < len(payloads):
        same = (payloads[stop : stop + step, fixed] == payloads[at, fixed]).all(axis=1)
        if not same.all():
            return stop + int(same.argmin())
        stop += len(same)
        step *= 4
    return stop
