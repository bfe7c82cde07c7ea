"""What is wrong with packets whose records vary in length, all of one kind in many frames at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Codec, NumberPlaces
from viewer.logfile.payload import DamagedPayloadError
from viewer.quick_dataclass import dataclass
from viewer.recording.plausible import are_plausible_texts, plausible_numbers
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.batches import Batch


@dataclass(frozen=True, eq=False)
class _Form:
    """What a payload is but for its numbers: where the bytes of these stand, and all other bytes."""

    numbers: NDArray[np.int64]
    dtype: np.dtype[np.floating]
    fixed: NDArray[np.int64]
    fixed_bytes: NDArray[np.uint8]


class VaryingChecks:
    """Collects what is wrong with one batch after the other."""

    def __init__(self, dialect: Dialect, found: ProblemList) -> None:
        """Check as the dialect has it; what is wrong goes to ``found``."""
        self._dialect = dialect
        self._found = found

    def check(self, batch: Batch) -> None:
        """Check the payloads of one kind, unless they were checked when the file was opened."""
        codec = batch.kind.codec
        if codec is None or codec.checked_when_opened:
            return
        sizes = batch.sizes
        for size in np.unique(sizes).tolist():
            self._check_alike(batch, codec, np.flatnonzero(sizes == size))

    def _check_alike(self, batch: Batch, codec: Codec, places: NDArray[np.int64]) -> None:
        """Check payloads of one size, in the order of the file: most differ in nothing but their numbers."""
        joined = b"".join(batch.payloads[place] for place in places.tolist())
        payloads = np.frombuffer(joined, np.uint8).reshape(len(places), -1)
        at = 0
        while at < len(places):
            form = self._check_one(batch, codec, int(places[at]))
            if form is None:
                at += 1
                continue
            stop = _end_of_form(payloads, at, form)
            numbers = payloads[at:stop].take(form.numbers, axis=1).view(form.dtype)
            wrong = ~plausible_numbers(numbers).all(axis=1)
            for place in places[at:stop][wrong].tolist():
                self._tell(
                    batch,
                    place,
                    f"{batch.kind.name}: a number is NaN, infinite or absurd",
                    "it is kept as written",
                )
            at = stop

    def _check_one(self, batch: Batch, codec: Codec, place: int) -> _Form | None:
        """Check all but the numbers of a payload; return its form, None if it has none to compare by."""
        engine, payload = self._dialect.engine_of(batch.kind), bytes(batch.payloads[place])
        try:
            numbers = codec.numbers(payload, engine)
            records = codec.decode(payload, engine)
        except DamagedPayloadError as error:
            damage = codec.knows_all(self._dialect.engine)
            self._tell(batch, place, error.what, codec.when_damaged, damage=damage)
            return None
        for record in records:
            if not are_plausible_texts(codec.texts(record), payload):
                what = codec.not_utf8.format(actor_id=record.actor_id)
                self._tell(batch, place, what, "it is shown with replacement marks")
        return None if numbers is None else _form(np.frombuffer(payload, np.uint8), numbers)

    def _tell(self, batch: Batch, place: int, what: str, action: str, *, damage: bool = True) -> None:
        offset, frame = int(batch.payload_offsets[place]), int(batch.payload_frames[place])
        self._found.add(Problem(what, action, damage=damage, offset=offset, frame=frame))


def _form(payload: NDArray[np.uint8], numbers: NumberPlaces) -> _Form:
    width = numbers.count * numbers.dtype.itemsize
    places = (np.array(numbers.starts, np.int64)[:, None] + np.arange(width)).ravel()
    is_fixed = np.ones(len(payload), np.bool_)
    is_fixed[places] = False
    fixed = np.flatnonzero(is_fixed)
    return _Form(places, numbers.dtype, fixed, payload[fixed])


def _end_of_form(payloads: NDArray[np.uint8], at: int, form: _Form) -> int:
    """Return which payload after ``at`` is the first that differs in more than its numbers."""
    stop, step = at + 1, 4
    while stop < len(payloads):
        same = (payloads[stop : stop + step, form.fixed] == form.fixed_bytes).all(axis=1)
        if not same.all():
            return stop + int(same.argmin())
        stop += len(same)
        step *= 4
    return stop
