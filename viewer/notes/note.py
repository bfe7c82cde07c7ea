"""What a note is, and a set of them in the order of their times."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy

COLORS = ("violet", "pink", "teal", "sand", "slate")
"""Colours a note can have, the usual one first. Those that mean something else in the window are not among
them."""


def _now() -> datetime:
    return datetime.now(timezone.utc)


@dataclass(frozen=True, slots=True)
class Note:
    """A note at a time, or over a range; made now if nothing else is said.

    Attributes:
        start: seconds on the axis of the recording.
        end: seconds, not before ``start``; None for a note at one time.
        frame: number of the frame at ``start``, as the recording counts; None if unknown.
        actor_id: actor it is about, or None.
        text: what it says; may be empty.
        color: one of ``COLORS``, or a word that a newer version knows.
        created: when it was made.
        modified: when it was changed last.
        id: a UUID.
        extra: what else its entry in the file has.

    """

    start: float
    end: float | None = None
    frame: int | None = None
    actor_id: int | None = None
    text: str = ""
    color: str = COLORS[0]
    created: datetime = field(default_factory=_now)
    modified: datetime = field(default_factory=_now)
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def length(self) -> float:
        """Seconds from start to end, 0 for a note at one time."""
        return 0.0 if self.end is None else self.end - self.start

    def changed(self, **values: Any) -> Note:  # noqa: ANN401 - those of the fields
        """Return the note with other values, modified now."""
        return replace(self, modified=_now(), **values)


Changes = Mapping[str, Note | None]
"""What becomes of notes, by their ids: the note as it is then, None for one that is deleted."""


@dataclass(frozen=True)
class NoteSet:
    """Notes by id; each change gives another set."""

    by_id: Mapping[str, Note] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, notes: Iterable[Note]) -> NoteSet:
        """Return a set of notes; of two with one id, the one that was modified last."""
        by_id: dict[str, Note] = {}
        for note in notes:
            known = by_id.setdefault(note.id, note)
            if note.modified > known.modified:
                by_id[note.id] = note
        return cls(by_id)

    @lazy
    def notes(self) -> tuple[Note, ...]:
        """The notes in the order of their times."""
        return tuple(sorted(self.by_id.values(), key=attrgetter("start", "created", "id")))

    @lazy
    def starts(self) -> NDArray[np.float64]:
        """Seconds at which the notes begin, ascending, shape (K,)."""
        return np.fromiter((note.start for note in self.notes), np.float64, len(self.notes))

    @lazy
    def ends(self) -> NDArray[np.float64]:
        """Seconds at which they end, shape (K,): their starts for those at one time."""
        ends = (note.start if note.end is None else note.end for note in self.notes)
        return np.fromiter(ends, np.float64, len(self.notes))

    def changed(self, changes: Changes) -> NoteSet:
        """Return the set after changes."""
        by_id = {**self.by_id, **changes}
        return NoteSet({note_id: note for note_id, note in by_id.items() if note is not None})
