"""Search in texts of a recording for the palette, with a search index that is built in the background."""

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
from viewer.ui.palette.entry import ANSWER, Entry, Provider, Results
from viewer.ui.palette.text_search import TextTable
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace


class SearchIndex:
    """Searchable texts about a recording (its actors, events, …), with a function to run for a chosen one."""

    def __init__(
        self,
        index: RecordingIndex,
        names: NDArray[Any],
        texts: Sequence[tuple[str, str]],
        aside: Callable[[int], str],
        run: Callable[[int], object],
    ) -> None:
        """Prepare N texts about a recording for searching.

        Args:
            index: the recording.
            names: an id or number for each text, shape ``(N,)``; the keys of palette entries contain them.
            texts: N pairs of main text and detail; both are searched.
            aside: returns the text at the right edge of an entry, given the index of its text in ``texts``.
            run: called with the index of the text that the user chose.
        """
        self.index, self.names, self.texts, self.aside, self.run = index, names, texts, aside, run
        self.table = TextTable([f"{text} {detail}" for text, detail in texts])


class IndexProvider(Provider):
    """Source of the palette's entries that searches a ``SearchIndex`` of the recording.

    The search index is built in the background when the palette opens.
    """

    def __init__(
        self,
        workspace: Workspace,
        title: str,
        prefix: str,
        make: Callable[..., SearchIndex],
        needs: Callable[[], tuple[object, ...]],
        parent: QObject,
    ) -> None:
        """Store how the search index is built.

        Args:
            workspace: has the recording.
            title: heading of the results.
            prefix: start of the keys of the entries.
            make: builds the search index from the recording's index, the values of ``needs``, and a callback
                that returns False to cancel.
            needs: returns further arguments of ``make``; when they change, the search index is built again.
            parent: QObject that owns the provider.
        """
        super().__init__(parent)
        self.prefix, self._title = prefix, title
        self._recording, self._others = workspace.recording, needs
        self._made = Derived(workspace.tasks, self, self._needs, make)
        self._made.changed.connect(lambda _corpus: self.changed.emit())
        bind(self, workspace, (lambda now: now.opening, self._made.forget))

    def _needs(self) -> Needs | None:
        index = self._recording.index
        return None if index is None else (index, *self._others())

    def prepare(self) -> None:
        """Start building the search index in the background, unless it is built or being built."""
        self._made.update()

    @property
    def _search_index(self) -> SearchIndex | None:
        """Index in which the palette searches the open recording; None until it is built."""
        search_index: SearchIndex | None = self._made.value
        return (
            search_index
            if search_index is not None and same_opening(search_index.index, self._recording.index)
            else None
        )

    def find(self, query: str) -> Results | None:
        """Return the entries whose texts match ``query``; None if ``query`` is empty or matches nothing.

        Also None while the search index is being built. If ``query`` is a number with which the best entry's
        text begins, such as an actor's id, the entries rank above those of other providers.
        """
        search_index = self._search_index
        if search_index is None or not query:
            return None
        rows, best = search_index.table.find(query)
        if not len(rows):
            return None
        results = Results(
            self._title, len(rows), lambda rank: self._entry(search_index, int(rows[rank])), best
        )
        is_answer = query.isdecimal() and search_index.texts[int(rows[0])][0].split(" ", 1)[0] == query
        return replace(results, best=ANSWER + 1) if is_answer else results

    def entry_named(self, name: str) -> Entry | None:
        """Return the palette's entry with the id ``name``.

        None if there is no such entry, or if the search index is not built yet.
        """
        search_index = self._search_index
        if search_index is None or not len(search_index.names):
            return None
        found = np.flatnonzero(search_index.names == search_index.names.dtype.type(name))
        return self._entry(search_index, int(found[0])) if len(found) else None

    def _entry(self, search_index: SearchIndex, position: int) -> Entry:
        return Entry(
            f"{self.prefix}{search_index.names[position]}",
            *search_index.texts[position],
            search_index.aside(position),
            run=partial(search_index.run, position),
        )
