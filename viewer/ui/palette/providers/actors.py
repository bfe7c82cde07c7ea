"""Actors of the recording, by id, blueprint and role."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject

from viewer.recording.actors import NEVER
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.background.tasks import Tasks
from viewer.ui.format import TimeText
from viewer.ui.palette.entry import ANSWER, Entry, Hits
from viewer.ui.palette.providers.corpus import Corpus, CorpusProvider, make_corpus
from viewer.ui.palette.providers.hit_names import shown
from viewer.ui.translation import tr

_KEY = "actor:"


def actor_key(row: int) -> str:
    """Return under which key the actor of a row is offered."""
    return f"{_KEY}{row}"


def actor_corpus(index: RecordingIndex) -> Corpus:
    """Return id and blueprint of each life of each actor, and behind it the role.

    Heroes stand first, then vehicles, bicycles and walkers, then what does not move.
    """
    importance = index.actors.category.astype(np.int8)
    importance[list(index.actors.hero_rows)] = -1
    rows = np.argsort(importance, kind="stable")
    descriptions = [index.actors.descriptions[row] for row in rows.tolist()]
    texts = [f"{each.actor_id} {shown(each.type_id)}".rstrip() for each in descriptions]
    details = [shown(each.role_name) for each in descriptions]
    return make_corpus(index, rows, texts, details)


class ActorProvider(CorpusProvider):
    """Finds actors; choosing one goes to it."""

    prefix = _KEY

    def __init__(
        self, go_to: Callable[[int], None], time_text: TimeText, tasks: Tasks, parent: QObject
    ) -> None:
        """Take what is done with the row of the chosen actor, and what writes times."""
        super().__init__(tr("Actors"), actor_corpus, tasks, parent)
        self._go_to = go_to
        self._time_text = time_text

    def find(self, query: str) -> Hits | None:
        """Return the actors that fit; whose id is typed stands above the time that it may be, too."""
        hits = super().find(query)
        if hits is None or self.corpus is None or not query.isdecimal():
            return hits
        actors = self.corpus.index.actors
        return replace(hits, best=ANSWER + 1) if actors.rows_of(int(query)) else hits

    def entry(self, corpus: Corpus, number: int) -> Entry:
        """Return an actor, with its life if that is not the whole recording."""
        row, actors = int(corpus.numbers[number]), corpus.index.actors
        spawn, destroy = int(actors.spawn_frame[row]), int(actors.destroy_frame[row])
        elapsed = corpus.index.elapsed
        life = ""
        if destroy != NEVER and destroy < len(elapsed):
            life = fmt.range_(
                self._time_text(float(elapsed[spawn])), self._time_text(float(elapsed[destroy]))
            )
        elif 0 < spawn < len(elapsed):
            life = self.tr("from {0}").format(self._time_text(float(elapsed[spawn])))
        return Entry(
            key=actor_key(row),
            text=corpus.texts[number],
            detail=corpus.details[number],
            aside=life,
            run=lambda: self._go_to(row),
        )
