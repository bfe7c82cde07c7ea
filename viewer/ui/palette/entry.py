"""Entries of the palette (a field that finds actors, events and commands), and base of their sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from viewer.ui.format import plain

ANSWER = 10_000
"""Least score of a palette entry that exactly answers the query, such as a typed time: above similar texts.
"""
_LONGEST = 80
"""Most characters of a text from a recording, such as a blueprint, that a palette entry shows."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the palette's list that the user can choose.

    Attributes:
        key: unique name by which a chosen entry is remembered, such as ``action:fit``; empty for an entry
            that is not remembered.
        text: main text.
        detail: secondary text behind the main text, in a quieter colour.
        aside: text at the right edge, such as a time.
        keys: keyboard shortcut of the action, as text.
        run: called when the entry is chosen; None if the action is not possible now.
        unfolds: whether the entry stands for others, which are listed after ``run``.
    """

    key: str
    text: str
    detail: str = ""
    aside: str = ""
    keys: str = ""
    run: Callable[[], object] | None = None
    unfolds: bool = False


@dataclass(frozen=True, slots=True)
class Results:
    """A group of entries that a provider (source of palette entries of one kind) found, best first.

    Entries are created on demand: there may be thousands.

    Attributes:
        title: heading of the group.
        count: number of entries.
        entry: function that returns the entry at an index, 0 for the best.
        best: score of the best entry; groups are sorted by it.
    """

    title: str
    count: int
    entry: Callable[[int], Entry]
    best: int

    @classmethod
    def of(cls, title: str, entries: Sequence[Entry], best: int = ANSWER) -> Results | None:
        """Return a group of the palette's ``entries``, a sequence with the best first; None if it is empty.

        ``title`` is the group's heading. ``best`` is the score of the best entry, by which groups are sorted.
        """
        return cls(title, len(entries), entries.__getitem__, best) if entries else None


class Provider(QObject):
    """Base class of sources of entries for the palette (search box); each finds entries of one kind.

    Attributes:
        prefix: start of the keys of its entries; empty if chosen entries are not remembered.
        keeps_open: whether the palette, when it was opened for this provider alone, stays open after an entry
            is chosen.
    """

    changed = Signal()
    """Emitted when ``find`` may return other entries for a query than before."""
    prefix = ""
    keeps_open = False

    def prepare(self) -> None:
        """Prepare the data to search; called when the palette opens or, while open, the recording changes."""

    def find(self, query: str) -> Results | None:
        """Return the palette entries that match ``query``, the user's text; None if there are none.

        ``query`` has no blanks at its ends; it is empty while nothing is typed.
        """
        raise NotImplementedError

    def find_alone(self, query: str) -> Results | None:
        """Return the palette entries for ``query`` when the palette was opened to ask only this provider.

        By default these are those of ``find``; subclasses can return more, such as examples for an empty
        ``query``.
        """
        return self.find(query)

    def recall(self, key: str) -> Entry | None:
        """Return the palette entry with ``key``, to offer it again as recently used.

        None if the key belongs to another provider, or the entry no longer exists.
        """
        own = self.prefix and key.startswith(self.prefix)
        return self.entry_named(key.removeprefix(self.prefix)) if own else None

    def entry_named(self, _name: str) -> Entry | None:
        """Return the palette's entry with the key ``prefix`` + ``_name``, None if it does not exist any more.

        ``recall`` calls it to offer a recently used entry again. The base class returns None; a provider
        whose entries are remembered must override it.
        """
        return None


def shown(name: str) -> str:
    r"""Return ``name``, a text from a recording, as one line: control characters are escaped.

    A name of more than 80 characters is cut and ends with "…".

    >>> shown("vehicle.tesla.model3"), shown("a\nb")
    ('vehicle.tesla.model3', 'a\\nb')
    """
    return plain(name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…")
