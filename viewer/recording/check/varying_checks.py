"""What is wrong with packets whose records vary in length, all of one kind in many frames at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.bones import decode_bones, pose_offsets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Engine, PacketKind
from viewer.logfile.payload import DamagedPayloadError
from viewer.logfile.physics import decode_physics
from viewer.logfile.wheels import number_offsets
from viewer.recording.plausible import are_plausible_texts, plausible_numbers
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.batches import Batch


@dataclass(frozen=True, eq=False)
class _Form:
    """What a payload is but for its numbers: where the bytes of these stand, and all other bytes."""

    numbers: NDArray[np.int64]
    fixed: NDArray[np.int64]
    fixed_bytes: NDArray[np.uint8]


class VaryingChecks:
    """Collects what is wrong with one batch after the other."""

    def __init__(self, dialect: Dialect, found: ProblemList) -> None:
        """Check as the dialect has it; what is wrong goes to ``found``."""
        self._dialect = dialect
        self._found = found

    def check(self, batch: Batch) -> None:
        """Check the payloads of one kind; EventAdd was checked when it was read."""
        if batch.kind is packets.PHYSICS_CONTROL:
            self._check_physics(batch)
        elif batch.kind is not packets.EVENT_ADD:
            sizes = np.fromiter(map(len, batch.payloads), np.int64, len(batch.payloads))
            for size in np.unique(sizes).tolist():
                self._check_numbers(batch, np.flatnonzero(sizes == size))

    def _check_physics(self, batch: Batch) -> None:
        is_known = self._dialect.engine is Engine.UE4  # of UE5, not all layouts are (FORMAT.md §3.15)
        for place, payload in enumerate(batch.payloads):
            what = _defect_of_physics(bytes(payload))
            if what is not None:
                self._tell(batch, place, what, "it is kept raw", damage=is_known)

    def _check_numbers(self, batch: Batch, places: NDArray[np.int64]) -> None:
        """Check payloads of one size, in the order of the file: most differ in nothing but their numbers."""
        payloads = np.frombuffer(b"".join(batch.payloads[place] for place in places.tolist()), np.uint8)
        payloads = payloads.reshape(len(places), -1)
        number = self._number(batch.kind)
        at = 0
        while at < len(places):
            try:
                form = self._form_of(batch.kind, payloads[at])
                self._check_names(batch, int(places[at]))
            except DamagedPayloadError as error:
                self._tell(batch, int(places[at]), error.what, "this packet is left out")
                at += 1
                continue
            stop = _end_of_form(payloads, at, form)
            numbers = payloads[at:stop].take(form.numbers, axis=1).view(number)
            wrong = ~plausible_numbers(numbers).all(axis=1)
            for place in places[at:stop][wrong].tolist():
                self._tell(
                    batch,
                    place,
                    f"{batch.kind.name}: a number is NaN, infinite or absurd",
                    "it is kept as written",
                )
            at = stop

    def _check_names(self, batch: Batch, place: int) -> None:
        if batch.kind is not packets.WALKER_BONES:
            return
        payload = bytes(batch.payloads[place])
        for skeleton in decode_bones(payload, self._dialect.engine_of(batch.kind)):
            if not are_plausible_texts([bone.name for bone in skeleton.bones], payload):
                what = f"a bone of actor {skeleton.actor_id} has a name that is not UTF-8"
                self._tell(batch, place, what, "it is shown with replacement marks")

    def _form_of(self, kind: PacketKind, payload: NDArray[np.uint8]) -> _Form:
        data = payload.tobytes()
        if kind is packets.WALKER_BONES:
            starts, count = pose_offsets(data, self._dialect.engine_of(kind)), 6
        else:
            starts, count = number_offsets(data), 2
        width = count * self._number(kind).itemsize
        numbers = (np.array(starts, np.int64)[:, None] + np.arange(width)).ravel()
        is_fixed = np.ones(len(payload), np.bool_)
        is_fixed[numbers] = False
        fixed = np.flatnonzero(is_fixed)
        return _Form(numbers, fixed, payload[fixed])

    def _number(self, kind: PacketKind) -> np.dtype[np.floating]:
        wide = kind is packets.WALKER_BONES and self._dialect.engine_of(kind) is Engine.UE5
        return np.dtype("<f8" if wide else "<f4")

    def _tell(self, batch: Batch, place: int, what: str, action: str, *, damage: bool = True) -> None:
        offset, frame = int(batch.payload_offsets[place]), int(batch.payload_frames[place])
        self._found.add(Problem(what, action, damage=damage, offset=offset, frame=frame))


def _defect_of_physics(payload: bytes) -> str | None:
    try:
        decode_physics(payload)
    except DamagedPayloadError as error:
        return error.what
    return None


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
