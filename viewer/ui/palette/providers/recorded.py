"""What is found of a recording: actors, findings, notes, and events, also those that stand in no index.

Each function is given what goes to one of them, how times are written, and the recording.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from viewer.analysis.event_table import EventSource, FoundEvent, FoundEvents
from viewer.arrays import Ints
from viewer.cancellation import Proceed, asking
from viewer.notes import Note
from viewer.recording.actors import NEVER
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, EventList
from viewer.ui import format as fmt
from viewer.ui.event_text import EventTexts, comparison, heading
from viewer.ui.format import TimeText
from viewer.ui.notes.note_text import NoteActors, when
from viewer.ui.palette.entry import shown
from viewer.ui.palette.providers.search_index import Corpus
from viewer.ui.translation import tr

_MOST = 100_000
"""Changes of one kind that are searched, the first ones."""
GoTo = Callable[[float, int | None], object]
"""Goes to a time in seconds, and to the row of an actor."""


def actor_corpus(
    go_to: Callable[[int], object], time_text: TimeText, index: RecordingIndex, proceed: Proceed
) -> Corpus:
    """Return id and blueprint of each life of each actor, and behind it the role.

    Heroes stand first, then vehicles, bicycles and walkers, then what does not move. The life is told if
    that is not the whole recording.
    """
    actors, elapsed = index.actors, index.elapsed
    importance = actors.category.astype(np.int8)
    importance[list(actors.hero_rows)] = -1
    rows = np.argsort(importance, kind="stable")
    described = [actors.descriptions[row] for row in asking(rows.tolist(), proceed)]
    said = [(f"{each.actor_id} {shown(each.type_id)}".rstrip(), shown(each.role_name)) for each in described]

    def life(place: int) -> str:
        spawn, destroy = int(actors.spawn_frame[rows[place]]), int(actors.destroy_frame[rows[place]])
        if destroy != NEVER and destroy < len(elapsed):
            return fmt.range_(time_text(float(elapsed[spawn])), time_text(float(elapsed[destroy])))
        return tr("from {0}").format(time_text(float(elapsed[spawn]))) if 0 < spawn < len(elapsed) else ""

    return Corpus(index, rows, said, life, lambda place: go_to(int(rows[place])))


def found_corpus(
    go_to: Callable[[FoundEvent], object],
    time_text: TimeText,
    index: RecordingIndex,
    found: FoundEvents | None,
    proceed: Proceed,
) -> Corpus:
    """Return what happened to whom, and what was measured, of all findings that are not in the file."""
    events = [] if found is None else [each for each in found.events if each.source is EventSource.DERIVED]
    names = np.array([f"{event.kind}:{event.start!r}:{event.actors}" for event in events])
    said = [(shown(heading(index, event)), comparison(event)) for event in asking(events, proceed)]
    return Corpus(
        index, names, said, lambda place: time_text(events[place].start), lambda place: go_to(events[place])
    )


def note_corpus(
    go_to: Callable[[str], object],
    time_text: TimeText,
    index: RecordingIndex,
    notes: tuple[Note, ...],
    _proceed: Proceed,
) -> Corpus:
    """Return what notes say, and whom they are about; one is gone to by its id."""
    actors, names = NoteActors(index), np.array([note.id for note in notes])
    said = [
        (shown(" ".join(note.text.split())) or tr("Note without text"), shown(actors.of(note)[1]))
        for note in notes
    ]
    return Corpus(
        index, names, said, lambda place: when(notes[place], time_text), lambda place: go_to(notes[place].id)
    )


def event_corpus(go_to: GoTo, time_text: TimeText, index: RecordingIndex, proceed: Proceed) -> Corpus:
    """Return what happened, collisions first, and of each kind in time's order.

    Numbers of contacts count from 0; those of other events are places in ``index.events`` beyond them. What
    the first frame lists existed before the recording: that is no event.
    """
    texts, events = EventTexts(index), index.events
    listed = (events["frame"] == 0) & np.isin(events["kind"], (EventType.SPAWN, EventType.PARENT))
    (places,) = np.nonzero(~listed & (events["kind"] != EventType.COLLISION))
    kept, contacts = events[places], index.contacts.columns
    said = [
        texts.contact(actor, other, actor_id, other_id, (actor_id, other_id) if both else (actor_id,))
        for actor, other, actor_id, other_id, both in asking(
            contacts[["actor", "other", "actor_id", "other_id", "both"]].tolist(), proceed
        )
    ]
    rows = [*zip(kept["kind"].tolist(), kept["actor"].tolist(), kept["other"].tolist(), strict=True)]
    said += [(texts.event(EventType(kind), actor, other), "") for kind, actor, other in asking(rows, proceed)]
    numbers = np.append(np.arange(len(contacts)), len(contacts) + places)
    frames, whom = (
        np.append(contacts["first_frame"], kept["frame"]),
        np.append(contacts["actor"], kept["actor"]),
    )
    return _timed(go_to, time_text, index, numbers, said, frames, whom)


def change_corpus(
    go_to: GoTo,
    time_text: TimeText,
    index: RecordingIndex,
    found: Mapping[EventKind, EventList],
    proceed: Proceed,
) -> Corpus:
    """Return all changes that others found in the file, in the order of time."""
    lists = [each for each in tuple(found.values()) if len(each)]
    said = [
        (shown(each.texts[number]), "")
        for each in lists
        for number in asking(range(min(len(each), _MOST)), proceed)
    ]
    frames, rows = (
        np.concatenate([np.empty(0, np.int64), *(getattr(each, name)[:_MOST] for each in lists)])
        for name in ("frames", "rows")
    )
    order = np.argsort(frames, kind="stable")
    said = [said[place] for place in order.tolist()]
    return _timed(go_to, time_text, index, np.arange(len(order)), said, frames[order], rows[order])


def _timed(
    go_to: GoTo,
    time_text: TimeText,
    index: RecordingIndex,
    names: Ints,
    said: list[tuple[str, str]],
    frames: Ints,
    rows: Ints,
) -> Corpus:
    """Return events of frames, shape (N,), and of rows of actors, −1 for nobody; each with its time."""

    def at(place: int) -> float:
        return float(index.elapsed[frames[place]])

    def run(place: int) -> object:
        return go_to(at(place), int(rows[place]) if rows[place] >= 0 else None)

    return Corpus(index, names, said, lambda place: time_text(at(place)), run)
