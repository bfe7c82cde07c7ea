"""Notes, and strategies for them, for the tests of what keeps them."""

from __future__ import annotations

from datetime import datetime, timezone

from hypothesis import strategies as st

from viewer.notes import COLORS, Note, NoteSet, Removal

NOON = datetime(2026, 5, 4, 12, tzinfo=timezone.utc)

_moments = st.datetimes(
    datetime(1970, 1, 1), datetime(2100, 1, 1), timezones=st.just(timezone.utc)  # noqa: DTZ001 - they get it
)  # fmt: skip
_seconds = st.floats(0, 1e6, allow_nan=False)
_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_ids = st.sampled_from(["a", "b", "c", "d"])
_extras = st.dictionaries(st.sampled_from(["shape", "tags"]), st.integers() | _texts, max_size=2)


@st.composite
def notes(draw: st.DrawFn) -> Note:
    """Draw a note with one of four ids."""
    start = draw(_seconds)
    return Note(
        draw(_ids),
        start,
        draw(st.none() | _seconds.map(lambda length: start + length)),
        draw(st.none() | st.integers(0, 2**64 - 1)),
        draw(st.none() | st.integers(0, 2**32 - 1)),
        draw(_texts),
        draw(st.sampled_from(COLORS) | _texts),
        draw(_moments),
        draw(_moments),
        draw(_extras),
    )


_removals = st.builds(Removal, _ids, _moments, _extras)
note_sets = st.builds(
    NoteSet,
    st.lists(notes() | _removals, max_size=6).map(lambda each: {record.id: record for record in each}),
)


def note(note_id: str = "a", start: float = 1.0, text: str = "", **values: object) -> Note:
    """Return a note made at noon."""
    usual = {"end": None, "frame": None, "actor_id": None, "color": "violet"}
    return Note(id=note_id, start=start, text=text, **{**usual, **values}, created=NOON, modified=NOON)
