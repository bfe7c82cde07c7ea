"""Finding in texts that are made of a recording, in the background: there may be many thousands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex, same_opening
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.palette.entry import ANSWER, Entry, Hits, Provider
from viewer.ui.palette.fuzzy import TextTable


@dataclass(frozen=True, eq=False)
class Corpus:
    """Texts of a recording.

    Attributes:
        index: where they come from.
        things: what they are about, N of them.
        names: by which these are remembered, numbers or texts, shape (N,).
        texts: what each says, N of them.
        details: what is said behind each, N of them; searched, too.
        table: both, to be searched.

    """

    index: RecordingIndex
    things: Sequence[Any] | NDArray[np.int64]
    names: NDArray[Any]
    texts: list[str]
    details: list[str]
    table: TextTable


def make_corpus(
    index: RecordingIndex,
    things: Sequence[Any] | NDArray[np.int64],
    names: NDArray[Any],
    texts: list[str],
    details: list[str] | None = None,
) -> Corpus:
    """Return texts ready to be searched."""
    details = [""] * len(texts) if details is None else details
    both = [f"{text} {detail}" for text, detail in zip(texts, details, strict=True)]
    return Corpus(index, things, names, texts, details, TextTable(both))


class CorpusProvider(Provider):
    """Finds in what a function makes of a recording; the function runs in the background.

    It runs when the palette opens, and again when the recording has grown since.
    """

    def __init__(
        self,
        title: str,
        prefix: str,
        make: Callable[[RecordingIndex], Corpus],
        entry: Callable[[Corpus, int], Entry],
        tasks: Tasks,
        parent: QObject,
    ) -> None:
        """Take what all entries are, how their keys begin, and what makes the texts and each entry."""
        super().__init__(parent)
        self.prefix = prefix
        self._title = title
        self._make = make
        self._entry = entry
        self._index: RecordingIndex | None = None
        self._corpus: Corpus | None = None
        self._latest = Latest(tasks, self, self._take)

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
        self._corpus = None
        self.changed.emit()

    def prepare(self) -> None:
        """Make the texts, unless they are there or under way."""
        index, make = self._index, self._make
        done = self._corpus is not None and self._corpus.index is index
        if index is not None and not done and not self._latest.busy:
            self._latest.ask(lambda _: make(index))

    def find(self, query: str) -> Hits | None:
        """Return what fits; nothing if nothing is typed. What is named by the query answers it."""
        corpus = self._corpus
        if corpus is None or not query:
            return None
        rows, best = corpus.table.find(query)
        if not len(rows):
            return None
        hits = Hits(self._title, len(rows), lambda rank: self._entry_at(corpus, int(rows[rank])), best)
        is_answer = query.isdecimal() and corpus.texts[int(rows[0])].split(" ", 1)[0] == query
        return replace(hits, best=ANSWER + 1) if is_answer else hits

    def recalled(self, name: str) -> Entry | None:
        """Return the entry of a thing, None if there is none (yet)."""
        corpus = self._corpus
        if corpus is None or not len(corpus.names):
            return None
        found = np.flatnonzero(corpus.names == corpus.names.dtype.type(name))
        return self._entry_at(corpus, int(found[0])) if len(found) else None

    def _entry_at(self, corpus: Corpus, place: int) -> Entry:
        return replace(self._entry(corpus, place), key=f"{self.prefix}{corpus.names[place]}")

    @Slot(object)
    def _take(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.changed.emit()
