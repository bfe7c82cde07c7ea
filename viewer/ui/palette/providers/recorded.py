"""What is found of a recording besides its events: actors, findings and notes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from viewer.analysis.event_table import EventSource, FoundEvent
from viewer.notes import Note
from viewer.recording.actors import NEVER
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.found_text import comparison, heading
from viewer.ui.notes.book import NoteBook
from viewer.ui.notes.note_text import NoteActors, when
from viewer.ui.palette.entry import Entry, shown
from viewer.ui.palette.providers.corpus import Corpus, make_corpus
from viewer.ui.state.story import Story
from viewer.ui.translation import tr


def actor_corpus(index: RecordingIndex) -> Corpus:
    """Return id and blueprint of each life of each actor, and behind it the role.

    Heroes stand first, then vehicles, bicycles and walkers, then what does not move.
    """
    importance = index.actors.category.astype(np.int8)
    importance[list(index.actors.hero_rows)] = -1
    rows = np.argsort(importance, kind="stable")
    descriptions = [index.actors.descriptions[row] for row in rows.tolist()]
    texts = [f"{each.actor_id} {shown(each.type_id)}".rstrip() for each in descriptions]
    return make_corpus(index, rows, rows, texts, [shown(each.role_name) for each in descriptions])


def actor_entry(go_to: Callable[[int], None], time_text: TimeText, corpus: Corpus, place: int) -> Entry:
    """Return an actor, with its life if that is not the whole recording; choosing it goes to its row."""
    row, actors, elapsed = int(corpus.things[place]), corpus.index.actors, corpus.index.elapsed
    spawn, destroy = int(actors.spawn_frame[row]), int(actors.destroy_frame[row])
    life = ""
    if destroy != NEVER and destroy < len(elapsed):
        life = fmt.range_(time_text(float(elapsed[spawn])), time_text(float(elapsed[destroy])))
    elif 0 < spawn < len(elapsed):
        life = tr("from {0}").format(time_text(float(elapsed[spawn])))
    return Entry("", corpus.texts[place], corpus.details[place], life, run=lambda: go_to(row))


def found_corpus(story: Story, index: RecordingIndex) -> Corpus:
    """Return what happened to whom, and what was measured, of all findings that are not in the file."""
    events = [event for event in story.all_events if event.source is EventSource.DERIVED]
    names = [f"{event.kind}:{event.start!r}:{event.actors}" for event in events]
    texts = [shown(heading(index, event)) for event in events]
    return make_corpus(index, events, np.array(names), texts, [comparison(event) for event in events])


def found_entry(
    go_to: Callable[[FoundEvent], None], time_text: TimeText, corpus: Corpus, place: int
) -> Entry:
    """Return a finding with its time; choosing it goes there as its chip does."""
    event = corpus.things[place]
    aside = time_text(event.start)
    return Entry("", corpus.texts[place], corpus.details[place], aside, run=lambda: go_to(event))


def note_corpus(book: NoteBook, index: RecordingIndex) -> Corpus:
    """Return what notes say, and whom they are about."""
    notes, actors = book.notes, NoteActors(index)
    texts = [shown(" ".join(note.text.split())) or tr("Note without text") for note in notes]
    names = np.array([note.id for note in notes])
    return make_corpus(index, notes, names, texts, [shown(actors.of(note)[1]) for note in notes])


def note_entry(go_to: Callable[[str], None], time_text: TimeText, corpus: Corpus, place: int) -> Entry:
    """Return a note with its time; choosing it goes to its id."""
    note: Note = corpus.things[place]
    aside = when(note, time_text)
    return Entry("", corpus.texts[place], corpus.details[place], aside, run=lambda: go_to(note.id))
