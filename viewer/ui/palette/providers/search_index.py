"""Finding in texts that are made of a recording, in the background: there may be many thousands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from viewer.recording.index import RecordingIndex, same_opening
from viewer.ui.background.derived import Derived, Needs
from viewer.ui.palette.entry import ANSWER, Entry, Hits, Provider
from viewer.ui.palette.fuzzy import TextTable
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace


class Corpus:
    """Texts of a recording, N of them, and what is done with each."""

    def __init__(
        self,
        index: RecordingIndex,
        names: NDArray[Any],
        said: Sequence[tuple[str, str]],
        aside: Callable[[int], str],
        run: Callable[[int], object],
    ) -> None:
        """Take all that the entries have.

        Args:
            index: where they come from.
            names: by which these are remembered, numbers or texts, shape (N,).
            said: what each says, and what stands behind it; both are searched.
            aside: returns what stands at the right of one.
            run: does what one is chosen for.

        """
        self.index, self.names, self.said, self.aside, self.run = index, names, said, aside, run
        self.table = TextTable([f"{text} {detail}" for text, detail in said])


class CorpusProvider(Provider):
    """Finds in what a function makes of a recording when the palette opens, and again as ``Derived`` does."""

    def __init__(
        self,
        workspace: Workspace,
        title: str,
        prefix: str,
        make: Callable[..., Corpus],
        needs: Callable[[], tuple[object, ...]],
        parent: QObject,
    ) -> None:
        """Take what entries are, how their keys begin, what makes them, and of what besides the recording."""
        super().__init__(parent)
        self.prefix, self._title = prefix, title
        self._recording, self._others = workspace.recording, needs
        self._made = Derived(workspace.tasks, self, self._needs, make)
        self._made.changed.connect(lambda _corpus: self.changed.emit())
        workspace.when(What.OPENED, self._made.forget)

    def _needs(self) -> Needs | None:
        index = self._recording.index
        return None if index is None else (index, *self._others())

    def prepare(self) -> None:
        """Make the texts, unless they are there or under way."""
        self._made.look()

    @property
    def _corpus(self) -> Corpus | None:
        """The texts, as soon as there are those of the recording that is open."""
        corpus: Corpus | None = self._made.value
        return corpus if corpus is not None and same_opening(corpus.index, self._recording.index) else None

    def find(self, query: str) -> Hits | None:
        """Return what fits; nothing if nothing is typed. What is named by the query answers it."""
        corpus = self._corpus
        if corpus is None or not query:
            return None
        rows, best = corpus.table.find(query)
        if not len(rows):
            return None
        hits = Hits(self._title, len(rows), lambda rank: self._entry(corpus, int(rows[rank])), best)
        is_answer = query.isdecimal() and corpus.said[int(rows[0])][0].split(" ", 1)[0] == query
        return replace(hits, best=ANSWER + 1) if is_answer else hits

    def recalled(self, name: str) -> Entry | None:
        """Return the entry of a thing, None if there is none (yet)."""
        corpus = self._corpus
        if corpus is None or not len(corpus.names):
            return None
        found = np.flatnonzero(corpus.names == corpus.names.dtype.type(name))
        return self._entry(corpus, int(found[0])) if len(found) else None

    def _entry(self, corpus: Corpus, place: int) -> Entry:
        return Entry(
            f"{self.prefix}{corpus.names[place]}",
            *corpus.said[place],
            corpus.aside(place),
            run=partial(corpus.run, place),
        )
