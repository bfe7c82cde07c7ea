"""Finding in texts that are made of a recording, in the background: there may be many thousands."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.arrays import Ints
from viewer.recording.index import RecordingIndex, same_opening
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.palette.entry import Entry, Hits, Provider
from viewer.ui.palette.fuzzy import TextTable

_NOTHING: Ints = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Corpus:
    """Texts of a recording.

    Attributes:
        index: where they come from.
        numbers: what each is about, such as rows of the actor table, shape (N,).
        texts: what each says, N of them.
        details: what is said behind each, N of them; searched, too.
        table: both, to be searched.
        frames: frame index of each event, shape (N,).
        rows: row of the actor of each event, −1 for nobody, shape (N,).

    """

    index: RecordingIndex
    numbers: Ints
    texts: list[str]
    details: list[str]
    table: TextTable
    frames: Ints
    rows: Ints


def make_corpus(
    index: RecordingIndex,
    numbers: Ints,
    texts: list[str],
    details: list[str],
    frames: Ints = _NOTHING,
    rows: Ints = _NOTHING,
) -> Corpus:
    """Return texts ready to be searched."""
    both = [f"{text} {detail}" for text, detail in zip(texts, details, strict=True)]
    return Corpus(index, numbers, texts, details, TextTable(both), frames, rows)


class CorpusProvider(Provider):
    """Finds in what a function makes of a recording; the function runs in the background.

    It runs when the palette opens, and again when the recording has grown since.
    """

    def __init__(
        self, title: str, make: Callable[[RecordingIndex], Corpus], tasks: Tasks, parent: QObject
    ) -> None:
        """Take what all entries are, and the function."""
        super().__init__(parent)
        self._title = title
        self._make = make
        self._index: RecordingIndex | None = None
        self.corpus: Corpus | None = None
        """The texts, as soon as they are there."""
        self._latest = Latest(tasks, self, self._take)

    @abstractmethod
    def entry(self, corpus: Corpus, number: int) -> Entry:
        """Return the entry of a text."""

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Find in another recording, or in more of the same."""
        before, self._index = self._index, index
        if not same_opening(before, index):
            self.forget()

    @Slot()
    def forget(self) -> None:
        """Make the texts again."""
        self._latest.cancel()
        self.corpus = None
        self.changed.emit()

    def prepare(self) -> None:
        """Make the texts, unless they are there or under way."""
        index = self._index
        done = self.corpus is not None and self.corpus.index is index
        if index is None or done or self._latest.busy:
            return
        make = self._make
        self._latest.ask(lambda _: make(index))

    def find(self, query: str) -> Hits | None:
        """Return what fits; nothing if nothing is typed."""
        corpus = self.corpus
        if corpus is None or not query:
            return None
        rows, best = corpus.table.find(query)

        def entry(rank: int) -> Entry:
            return self.entry(corpus, int(rows[rank]))

        return Hits(self._title, len(rows), entry, best) if len(rows) else None

    def recalled(self, name: str) -> Entry | None:
        """Return the entry of a number, None if there is none (yet)."""
        if self.corpus is None:
            return None
        (found,) = np.nonzero(self.corpus.numbers == int(name))
        return self.entry(self.corpus, int(found[0])) if len(found) else None

    @Slot(object)
    def _take(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.changed.emit()
