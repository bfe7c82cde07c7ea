"""What the palette offers, and who finds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from viewer.ui.format import plain

ANSWER = 10_000
"""Least score of what is just what was typed, a time or a place: it stands above what is only similar."""
_LONGEST = 80
"""Letters of a name that are shown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to choose.

    Attributes:
        key: the name it is remembered by when it was chosen, such as ``action:fit``; empty if it is not.
        text: what it is.
        detail: what else there is to say, in a quieter colour behind the text.
        aside: the same at the right edge, such as a time.
        keys: the shortcut that does the same, as people write it.
        run: does it; None if that cannot be done now.

    """

    key: str
    text: str
    detail: str = ""
    aside: str = ""
    keys: str = ""
    run: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class Hits:
    """What a provider found, best first. Entries are made when they are looked at: there may be thousands.

    Attributes:
        title: what all of them are.
        count: how many there are.
        entry: returns one of them, from 0.
        best: score of the best one: groups with better ones stand first.

    """

    title: str
    count: int
    entry: Callable[[int], Entry]
    best: int

    @classmethod
    def of(cls, title: str, entries: Sequence[Entry], best: int = ANSWER) -> Hits | None:
        """Return hits that are there already; None if there are none."""
        return cls(title, len(entries), entries.__getitem__, best) if entries else None


class Provider(QObject):
    """Finds one kind of things.

    Attributes:
        prefix: what the keys of its entries begin with; empty if none of them is remembered.
        stays: whether several of its entries are chosen one after the other where it is asked alone.

    """

    changed = Signal()
    """The same query would find something else now."""
    prefix = ""
    stays = False

    def prepare(self) -> None:
        """Get ready: the palette opens, or there is another recording, or more of it, while it is open."""

    def find(self, query: str) -> Hits | None:
        """Return what fits a query, which has no blanks at its ends and may be empty; None for nothing."""
        raise NotImplementedError

    def find_alone(self, query: str) -> Hits | None:
        """Return what fits a query where nobody else is asked."""
        return self.find(query)

    def recall(self, key: str) -> Entry | None:
        """Return what was chosen before, by its key; None if it is not of this kind, or no longer there."""
        own = self.prefix and key.startswith(self.prefix)
        return self.recalled(key.removeprefix(self.prefix)) if own else None

    def recalled(self, _name: str) -> Entry | None:
        """Return what was chosen before, by what stands behind ``prefix`` in its key."""
        return None


def shown(name: str) -> str:
    r"""Return a name of the file in one line: whoever wrote it may have put anything into it.

    >>> shown("vehicle.tesla.model3"), shown("a\nb")
    ('vehicle.tesla.model3', 'a\\nb')
    """
    return plain(name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…")
