"""Finding in texts that are made of a recording, in the background: there may be many thousands."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.palette.entry import Entry, Hits, Provider
from viewer.ui.palette.fuzzy import TextTable


def _nothing() -> NDArray[np.int64]:
    return np.empty(0, np.int64)


@dataclass(frozen=True, eq=False)
class Corpus:
    """Texts of a recording.

    Attributes:
        index: where they come from.
        numbers: what each is about, such as rows of the actor table, shape (N,).
        texts: what each says, N of them.
        details: what is said behind each, N of them; searched, too.
        table: both, to be searched.
        frames: frame index of each where that is not told by its number, shape (N,).
        rows: row of the actor of each, likewise, −1 for nobody, shape (N,).

    """

    index: RecordingIndex
    numbers: NDArray[np.int64]
    texts: list[str]
    details: list[str]
    table: TextTable
    frames: NDArray[np.int64] = field(default_factory=_nothing)
    rows: NDArray[np.int64] = field(default_factory=_nothing)


def make_corpus(
    index: RecordingIndex, numbers: NDArray[np.int64], texts: list[str], details: list[str]
) -> Corpus:
    """Return texts ready to be searched."""
    both = [f"{text} {detail}" for text, detail in zip(texts, details, strict=True)]
    return Corpus(index, numbers, texts, details, TextTable(both))


class CorpusProvider(Provider):
    """Finds in what a function makes of a recording; the function runs in the background.

    It runs when the palette opens, and again when the recording has grown since.
    """

    def __init__(self, make: Callable[[RecordingIndex], Corpus], tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._make = make
        self._index: RecordingIndex | None = None
        self._corpus: Corpus | None = None
        self._latest = Latest(tasks, self)
        self._latest.answered.connect(self._take)

    @property
    def corpus(self) -> Corpus | None:
        """The texts, as soon as they are there."""
        return self._corpus

    @abstractmethod
    def title(self) -> str:
        """Return what all entries are."""

    @abstractmethod
    def entry(self, corpus: Corpus, number: int) -> Entry:
        """Return the entry of a text."""

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Find in another recording, or in more of the same."""
        other = self.is_other(index)
        self._index = index
        if other:
            self.forget()

    def is_other(self, index: RecordingIndex | None) -> bool:
        """Return whether this is another recording than before, or none."""
        return index is None or self._index is None or index.file is not self._index.file

    def forget(self) -> None:
        """Make the texts again."""
        self._latest.cancel()
        self._corpus = None
        self.changed.emit()

    def prepare(self) -> None:
        """Make the texts, unless they are there or under way."""
        index = self._index
        done = self._corpus is not None and self._corpus.index is index
        if index is None or done or self._latest.busy:
            return
        make = self._make
        self._latest.ask(lambda _: make(index))

    def find(self, query: str) -> Hits | None:
        """Return what fits; nothing if nothing is typed."""
        corpus = self._corpus
        if corpus is None or not query:
            return None
        rows, best = corpus.table.find(query)

        def entry(rank: int) -> Entry:
            return self.entry(corpus, int(rows[rank]))

        return Hits(self.title(), len(rows), entry, best) if len(rows) else None

    def recalled(self, number: int) -> Entry | None:
        """Return the entry that is about something, None if there is none (yet)."""
        corpus = self._corpus
        if corpus is None:
            return None
        (found,) = np.nonzero(corpus.numbers == number)
        return self.entry(corpus, int(found[0])) if len(found) else None

    @Slot(object)
    def _take(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.changed.emit()
