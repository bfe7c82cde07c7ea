"""Events of the recording: who came, went, was attached, and who met whom; and what stands in no index."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from PySide6.QtCore import QObject

from viewer.logfile.enums import SCENERY
from viewer.recording.events import ContactTable, EventType
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, EventList
from viewer.ui import format as fmt
from viewer.ui.background.tasks import Tasks
from viewer.ui.format import TimeText
from viewer.ui.palette.entry import Entry
from viewer.ui.palette.providers.corpus import Corpus, CorpusProvider, make_corpus
from viewer.ui.palette.providers.hit_names import shown
from viewer.ui.translation import tr

KEY = "event:"
"""Beginning of the keys of events that are in the index."""
_MOST = 100_000
"""Changes of one kind that are searched, the first ones."""


def contact_key(number: int) -> str:
    """Return under which key a contact of the recording is offered."""
    return f"{KEY}{number}"


def event_corpus(index: RecordingIndex) -> Corpus:
    """Return what happened, collisions first, and of each kind in time's order.

    Numbers of contacts count from 0; those of other events are places in ``index.events`` beyond them. What
    the first frame lists existed before the recording: that is no event.
    """
    name = _Names(index)
    events = index.events
    listed = (events["frame"] == 0) & np.isin(events["kind"], (EventType.SPAWN, EventType.PARENT))
    (places,) = np.nonzero(~listed & (events["kind"] != EventType.COLLISION))
    kept = events[places]
    texts, details = _contact_texts(index.contacts, name)
    rows = zip(kept["kind"].tolist(), kept["actor"].tolist(), kept["other"].tolist(), strict=True)
    texts += [_event_text(EventType(kind), actor, other, name) for kind, actor, other in rows]
    details += [""] * len(kept)
    contacts = index.contacts.columns
    return make_corpus(
        index,
        np.append(np.arange(len(contacts)), len(contacts) + places),
        texts,
        details,
        np.append(contacts["first_frame"], kept["frame"]).astype(np.int64),
        np.append(contacts["actor"], kept["actor"]).astype(np.int64),
    )


def change_corpus(found: Mapping[EventKind, EventList], index: RecordingIndex) -> Corpus:
    """Return all changes that others found in the file, in the order of time."""
    lists = [each for each in tuple(found.values()) if len(each)]
    texts = [shown(text) for each in lists for text in each.texts[:_MOST]]
    frames, rows = (
        np.concatenate([np.empty(0, np.int64), *(getattr(each, name)[:_MOST] for each in lists)])
        for name in ("frames", "rows")
    )
    order = np.argsort(frames, kind="stable")
    in_order = [texts[place] for place in order.tolist()]
    return make_corpus(index, np.arange(len(order)), in_order, [""] * len(order), frames[order], rows[order])


class EventProvider(CorpusProvider):
    """Finds events; choosing one goes to its time and selects its actor."""

    def __init__(
        self,
        title: str,
        prefix: str,
        make: Callable[[RecordingIndex], Corpus],
        go_to: Callable[[float, int | None], None],
        time_text: TimeText,
        tasks: Tasks,
        parent: QObject,
    ) -> None:
        """Take, besides, what is done with an event's time and its actor's row, and what writes times."""
        super().__init__(title, make, tasks, parent)
        self.prefix = prefix
        self._go_to = go_to
        self._time_text = time_text

    def entry(self, corpus: Corpus, number: int) -> Entry:
        """Return an event with its time."""
        elapsed = float(corpus.index.elapsed[corpus.frames[number]])
        row = int(corpus.rows[number])
        return Entry(
            key=f"{self.prefix}{corpus.numbers[number]}",
            text=corpus.texts[number],
            detail=corpus.details[number],
            aside=self._time_text(elapsed),
            run=lambda: self._go_to(elapsed, row if row >= 0 else None),
        )


class _Names:
    """Id and short blueprint of actors, each made once."""

    def __init__(self, index: RecordingIndex) -> None:
        self._descriptions = index.actors.descriptions
        self._names: dict[int, str] = {}

    def __call__(self, row: int, actor_id: int | None = None) -> str:
        """Return the name of a row; of an unknown one (−1) the id, if there is one."""
        if row < 0:
            return tr("unknown actor") if actor_id is None else str(actor_id)
        name = self._names.get(row)
        if name is None:
            description = self._descriptions[row]
            blueprint = shown(fmt.short_blueprint(description.type_id))
            name = self._names[row] = f"{description.actor_id} {blueprint}".rstrip()
        return name


def _contact_texts(contacts: ContactTable, name: _Names) -> tuple[list[str], list[str]]:
    """Return what each contact is called, and who reported it."""
    template, scenery, reported = tr("Collision {0} and {1}"), tr("scenery"), tr("reported by {0}")
    columns = contacts.columns[["actor", "other", "actor_id", "other_id", "both"]]
    texts, details = [], []
    for actor, other, actor_id, other_id, both in columns.tolist():
        partner = scenery if other_id == SCENERY else name(other, other_id)
        texts.append(template.format(name(actor, actor_id), partner))
        details.append(reported.format(f"{actor_id} {tr('and')} {other_id}" if both else actor_id))
    return texts, details


def _event_text(kind: EventType, actor: int, other: int, name: _Names) -> str:
    if kind is EventType.SPAWN:
        return tr("Spawned {0}").format(name(actor))
    if kind is EventType.DESTROY:
        return tr("Destroyed {0}").format(name(actor))
    return tr("Attached {0} to {1}").format(name(actor), name(other))
