"""What else happens in a recording and stands in no index: lights, weather, doors, packets of others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.events.event_kinds import EventKind
from viewer.replay.events.event_list import EventList
from viewer.ui.background.tasks import Tasks
from viewer.ui.format import TimeText
from viewer.ui.palette.entry import Entry
from viewer.ui.palette.providers.corpus import Corpus, CorpusProvider, make_corpus
from viewer.ui.palette.providers.hit_names import shown

_KEY = "change:"
_MOST = 100_000
"""Changes of one kind that are searched, the first ones."""


class ChangeProvider(CorpusProvider):
    """Finds events that others looked for in the file; choosing one goes to it."""

    def __init__(
        self, go_to: Callable[[float, int | None], None], time_text: TimeText, tasks: Tasks, parent: QObject
    ) -> None:
        """Take what is done with the time and the actor's row of the chosen event, and what writes times."""
        super().__init__(self._make_corpus, tasks, parent)
        self._go_to = go_to
        self._time_text = time_text
        self._lists: dict[EventKind, EventList] = {}

    @Slot(object)
    def add_events(self, events: EventList) -> None:
        """Find these events, instead of the ones of this kind there were."""
        self._lists = {**self._lists, events.kind: events}
        self.forget()

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Find nothing of another recording."""
        if self.is_other(index):
            self._lists = {}
        super().set_recording(index)

    def title(self) -> str:
        """Return what all entries are."""
        return self.tr("Changes")

    def recall(self, key: str) -> Entry | None:
        """Return a change that was chosen before."""
        return self.recalled(int(key.removeprefix(_KEY))) if key.startswith(_KEY) else None

    def entry(self, corpus: Corpus, number: int) -> Entry:
        """Return a change with its time."""
        elapsed = float(corpus.index.elapsed[corpus.frames[number]])
        row = int(corpus.rows[number])
        return Entry(
            key=f"{_KEY}{corpus.numbers[number]}",
            text=corpus.texts[number],
            aside=self._time_text(elapsed),
            run=lambda: self._go_to(elapsed, row if row >= 0 else None),
        )

    def _make_corpus(self, index: RecordingIndex) -> Corpus:
        """Return all changes in the order of time; runs in the background."""
        lists = [each for each in self._lists.values() if len(each)]
        texts = [shown(text) for each in lists for text in each.texts[:_MOST]]
        frames, rows = (
            np.concatenate([np.empty(0, np.int64), *(getattr(each, name)[:_MOST] for each in lists)])
            for name in ("frames", "rows")
        )
        order = np.argsort(frames, kind="stable")
        corpus = make_corpus(
            index, np.arange(len(order)), [texts[place] for place in order.tolist()], [""] * len(order)
        )
        return replace(corpus, frames=frames[order], rows=rows[order])
