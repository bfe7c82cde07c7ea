"""Search indexes of a recording for the palette: actors, found events, notes, recorded events and changes.

Each function gets a callable that goes to the chosen thing, a formatter of times, and the recording's index.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from viewer.analysis.event_table import EventSource, FoundEvent, FoundEvents
from viewer.arrays import Ints
from viewer.cancellation import ShouldContinue, cancellable
from viewer.notes import Note
from viewer.recording.actors import NEVER
from viewer.recording.index import RecordingIndex
from viewer.recording.recorded_events import EventType
from viewer.replay.events import EventKind, EventList
from viewer.ui import format as fmt
from viewer.ui.event_text import EventTexts, comparison, heading
from viewer.ui.format import TimeText
from viewer.ui.note_text import NoteActors, when
from viewer.ui.palette.entry import shown
from viewer.ui.palette.providers.search_index import SearchIndex
from viewer.ui.translation import tr

_MOST = 100_000
"""Maximum number of recorded changes of one kind, such as of the weather, that the search palette searches.
"""
GoTo = Callable[[float, int | None], object]
"""Callable that jumps to a time (seconds) and selects the actor in a row of the actor table, None for none.
"""


def actor_search_index(
    go_to: Callable[[int], object],
    time_text: TimeText,
    index: RecordingIndex,
    should_continue: ShouldContinue,
) -> SearchIndex:
    """Return a search index of all actors of a recording, by actor id, blueprint and role name.

    Heroes (ego vehicles) come first, then vehicles, bicycles and walkers, then the rest. An actor's lifetime
    is shown unless it is the whole recording. An id that is used again after the actor was destroyed counts
    as another actor.

    Args:
        go_to: called with the row of the chosen actor in the actor table.
        time_text: formats times.
        index: index of the recording.
        should_continue: callback that returns False to cancel.
    """
    actors, elapsed = index.actors, index.elapsed
    importance = actors.category.astype(np.int8)
    importance[list(actors.hero_rows)] = -1
    rows = np.argsort(importance, kind="stable")
    described = [actors.descriptions[row] for row in cancellable(rows.tolist(), should_continue)]
    entry_texts = [
        (f"{each.actor_id} {shown(each.type_id)}".rstrip(), shown(each.role_name)) for each in described
    ]

    def lifetime(position: int) -> str:
        spawn, destroy = int(actors.spawn_frame[rows[position]]), int(actors.destroy_frame[rows[position]])
        if destroy != NEVER and destroy < len(elapsed):
            return fmt.range_(time_text(float(elapsed[spawn])), time_text(float(elapsed[destroy])))
        return tr("from {0}").format(time_text(float(elapsed[spawn]))) if 0 < spawn < len(elapsed) else ""

    return SearchIndex(index, rows, entry_texts, lifetime, lambda position: go_to(int(rows[position])))


def finding_search_index(
    go_to: Callable[[FoundEvent], object],
    time_text: TimeText,
    index: RecordingIndex,
    found: FoundEvents | None,
    should_continue: ShouldContinue,
) -> SearchIndex:
    """Return a search index of found events that were derived, not recorded, by heading and measured value.

    Args:
        go_to: called with the chosen event.
        time_text: formats times.
        index: index of the recording.
        found: the events found in it; None if they are not known yet, for an empty search index.
        should_continue: callback that returns False to cancel.
    """
    events = [] if found is None else [each for each in found.events if each.source is EventSource.DERIVED]
    names = np.array([f"{event.kind}:{event.start!r}:{event.rows}" for event in events])
    entry_texts = [
        (shown(heading(index, event)), comparison(event)) for event in cancellable(events, should_continue)
    ]
    return SearchIndex(
        index,
        names,
        entry_texts,
        lambda position: time_text(events[position].start),
        lambda position: go_to(events[position]),
    )


def note_search_index(
    go_to: Callable[[str], object],
    time_text: TimeText,
    index: RecordingIndex,
    notes: tuple[Note, ...],
    _should_continue: ShouldContinue,
) -> SearchIndex:
    """Return a search index of the user's ``notes`` on a recording, by text and actors.

    ``go_to`` is called with the id of the chosen note; ``time_text`` formats times.
    """
    actors, names = NoteActors(index), np.array([note.id for note in notes])
    entry_texts = [
        (shown(" ".join(note.text.split())) or tr("Note without text"), shown(actors.of(note)[1]))
        for note in notes
    ]
    return SearchIndex(
        index,
        names,
        entry_texts,
        lambda position: when(notes[position], time_text),
        lambda position: go_to(notes[position].id),
    )


def event_search_index(
    go_to: GoTo, time_text: TimeText, index: RecordingIndex, should_continue: ShouldContinue
) -> SearchIndex:
    """Return a search index of recorded events: collisions first, then all others, each in order of time.

    Successive collision records of the same two actors are one entry (a contact). Spawns in the first frame
    are left out: those actors existed before the recording.

    Args:
        go_to: jumps to the chosen event.
        time_text: formats times.
        index: index of the recording.
        should_continue: callback that returns False to cancel.
    """
    texts, events = EventTexts(index), index.recorded_events
    listed = (events["frame"] == 0) & np.isin(events["kind"], (EventType.SPAWN, EventType.PARENT))
    (rows_of_events,) = np.nonzero(~listed & (events["kind"] != EventType.COLLISION))
    kept, contacts = events[rows_of_events], index.contacts.columns
    entry_texts = [
        texts.contact(actor, other, actor_id, other_id, (actor_id, other_id) if both else (actor_id,))
        for actor, other, actor_id, other_id, both in cancellable(
            contacts[["actor", "other", "actor_id", "other_id", "both"]].tolist(), should_continue
        )
    ]
    rows = [*zip(kept["kind"].tolist(), kept["actor"].tolist(), kept["other"].tolist(), strict=True)]
    entry_texts += [
        (texts.event(EventType(kind), actor, other), "")
        for kind, actor, other in cancellable(rows, should_continue)
    ]
    numbers = np.append(np.arange(len(contacts)), len(contacts) + rows_of_events)
    frames, actor_rows = (
        np.append(contacts["first_frame"], kept["frame"]),
        np.append(contacts["actor"], kept["actor"]),
    )
    return _timed(go_to, time_text, index, numbers, entry_texts, frames, actor_rows)


def change_search_index(
    go_to: GoTo,
    time_text: TimeText,
    index: RecordingIndex,
    found: Mapping[EventKind, EventList],
    should_continue: ShouldContinue,
) -> SearchIndex:
    """Return a search index of recorded changes, such as of weather or lights, in order of time.

    ``go_to`` goes to the chosen change, ``time_text`` formats times, ``found`` are the lists of changes by
    kind, ``should_continue`` returns False to cancel.
    """
    lists = [each for each in tuple(found.values()) if len(each)]
    entry_texts = [
        (shown(each.texts[number]), "")
        for each in lists
        for number in cancellable(range(min(len(each), _MOST)), should_continue)
    ]
    frames, rows = (
        np.concatenate([np.empty(0, np.int64), *(getattr(each, name)[:_MOST] for each in lists)])
        for name in ("frames", "rows")
    )
    order = np.argsort(frames, kind="stable")
    entry_texts = [entry_texts[position] for position in order.tolist()]
    return _timed(go_to, time_text, index, np.arange(len(order)), entry_texts, frames[order], rows[order])


def _timed(
    go_to: GoTo,
    time_text: TimeText,
    index: RecordingIndex,
    names: Ints,
    entry_texts: list[tuple[str, str]],
    frames: Ints,
    rows: Ints,
) -> SearchIndex:
    """Return a search index of N events, each shown with its time.

    Args:
        go_to: jumps to the chosen event.
        time_text: formats times.
        index: index of the recording.
        names: numbers that identify the events in the palette, shape ``(N,)``.
        entry_texts: pairs of main text and detail, one per event.
        frames: index of each event's frame, shape ``(N,)``.
        rows: row of each event's actor in the actor table, −1 for none, shape ``(N,)``.
    """

    def at(position: int) -> float:
        return float(index.elapsed[frames[position]])

    def run(position: int) -> object:
        return go_to(at(position), int(rows[position]) if rows[position] >= 0 else None)

    return SearchIndex(index, names, entry_texts, lambda position: time_text(at(position)), run)
