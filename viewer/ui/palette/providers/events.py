"""Events of the recording: who came, went, was attached, and who met whom; and what stands in no index."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from viewer.logfile.enums import SCENERY
from viewer.recording.events import ContactTable, EventType
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, EventList
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.palette.entry import Entry, shown
from viewer.ui.palette.providers.corpus import Corpus, make_corpus
from viewer.ui.translation import tr

_MOST = 100_000
"""Changes of one kind that are searched, the first ones."""


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
    frames = np.append(contacts["first_frame"], kept["frame"]).astype(np.int64)
    things = np.column_stack((frames, np.append(contacts["actor"], kept["actor"])))
    numbers = np.append(np.arange(len(contacts)), len(contacts) + places)
    return make_corpus(index, things, numbers, texts, details)


def change_corpus(found: Mapping[EventKind, EventList], index: RecordingIndex) -> Corpus:
    """Return all changes that others found in the file, in the order of time."""
    lists = [each for each in tuple(found.values()) if len(each)]
    texts = [shown(text) for each in lists for text in each.texts[:_MOST]]
    frames, rows = (
        np.concatenate([np.empty(0, np.int64), *(getattr(each, name)[:_MOST] for each in lists)])
        for name in ("frames", "rows")
    )
    order = np.argsort(frames, kind="stable")
    things = np.column_stack((frames, rows))[order]
    return make_corpus(index, things, np.arange(len(order)), [texts[place] for place in order.tolist()])


def event_entry(
    go_to: Callable[[float, int | None], None], time_text: TimeText, corpus: Corpus, place: int
) -> Entry:
    """Return an event with its time; choosing it goes there and to its actor's row."""
    frame, row = map(int, corpus.things[place])
    elapsed = float(corpus.index.elapsed[frame])
    aside = time_text(elapsed)
    return Entry(
        "",
        corpus.texts[place],
        corpus.details[place],
        aside,
        run=lambda: go_to(elapsed, row if row >= 0 else None),
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
