"""Events of the recording: who came, went, was attached, and who met whom; and what stands in no index."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, EventList
from viewer.ui.format import TimeText
from viewer.ui.found_text import EventTexts
from viewer.ui.palette.entry import Entry, shown
from viewer.ui.palette.providers.corpus import Corpus, make_corpus

_MOST = 100_000
"""Changes of one kind that are searched, the first ones."""


def event_corpus(index: RecordingIndex) -> Corpus:
    """Return what happened, collisions first, and of each kind in time's order.

    Numbers of contacts count from 0; those of other events are places in ``index.events`` beyond them. What
    the first frame lists existed before the recording: that is no event.
    """
    said = EventTexts(index)
    events = index.events
    listed = (events["frame"] == 0) & np.isin(events["kind"], (EventType.SPAWN, EventType.PARENT))
    (places,) = np.nonzero(~listed & (events["kind"] != EventType.COLLISION))
    kept = events[places]
    contacts = index.contacts.columns
    told = [
        said.contact(actor, other, actor_id, other_id, (actor_id, other_id) if both else (actor_id,))
        for actor, other, actor_id, other_id, both in contacts[
            ["actor", "other", "actor_id", "other_id", "both"]
        ].tolist()
    ]
    rows = zip(kept["kind"].tolist(), kept["actor"].tolist(), kept["other"].tolist(), strict=True)
    told += [(said.event(EventType(kind), actor, other), "") for kind, actor, other in rows]
    texts, details = [text for text, _ in told], [detail for _, detail in told]
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
