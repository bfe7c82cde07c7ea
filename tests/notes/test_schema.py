"""Notes as JSON: what is written is read again, and what is not understood stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import viewer.notes
from tests.notes.making import note, note_sets
from viewer.notes import DamagedNotesError, Fingerprint, Note, NoteSet
from viewer.notes.schema import Document, dump, parse

_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def written(**values):
    return json.dumps({"version": 1, **values}).encode()


@given(note_sets)
def test_what_is_written_is_read_again(notes):
    document = Document(notes, Fingerprint(65536, "ab" * 32), "street.log")
    again = parse(dump(document))
    assert again.notes == notes
    assert again.fingerprint == document.fingerprint
    assert dump(again) == dump(document)


@pytest.mark.parametrize("lacking", [{"length": "5"}, {"length": None}, {"sha256": 7}, {"sha256": None}])
def test_half_a_fingerprint_is_none(lacking):
    whole = {"length": 5, "sha256": "AB"}
    assert parse(written(recording=whole)).fingerprint == Fingerprint(5, "ab")
    assert parse(written(recording=whole | lacking)).fingerprint is None


@given(_json)
def test_whatever_is_in_a_file_is_understood_or_damage(top):
    try:
        document = parse(json.dumps(top).encode())
    except DamagedNotesError:
        return
    dump(document)


@given(st.binary(max_size=40))
def test_so_are_any_bytes(data):
    try:
        parse(data)
    except DamagedNotesError:
        return


@given(note_sets, st.dictionaries(st.sampled_from(["notes2", "theme", "clock"]), _json, max_size=2))
def test_unknown_keys_and_a_newer_version_are_kept(notes, further):
    known = json.loads(dump(Document(notes, Fingerprint(1, "ab"), "street.log")))
    newer = known | further | {"version": 7}
    newer["recording"]["town"] = "Town03"
    assert json.loads(dump(parse(json.dumps(newer).encode()))) == newer


@pytest.mark.parametrize(
    "entry",
    [
        7,
        {"id": "a"},
        {"id": "a", "start": "soon", "modified": "2026-05-04T12:00:00Z"},
        {"id": "a", "start": 1, "end": 0.5, "modified": "2026-05-04T12:00:00Z"},
        {"id": "a", "start": 1, "modified": "yesterday"},
        {"id": "a", "start": 1, "modified": "9999-12-31T23:59:59Z"},
        {"id": "", "start": 1, "modified": "2026-05-04T12:00:00Z"},
        {"id": "a", "start": 1, "actor_id": 1.5, "modified": "2026-05-04T12:00:00Z"},
        {"id": "a", "start": True, "modified": "2026-05-04T12:00:00Z"},
        {"id": "a", "start": 1, "text": ["b"], "modified": "2026-05-04T12:00:00Z"},
    ],
)
def test_a_note_that_cannot_be_understood_is_kept_as_it_is(entry):
    document = parse(written(notes=[entry]))
    assert document.notes == NoteSet()
    assert json.loads(dump(document))["notes"] == [entry]


@pytest.mark.parametrize("entry", [7, {}, {"id": "a", "modified": "never"}])
def test_so_are_other_entries(entry):
    document = parse(written(removed=[entry]))
    assert document.notes == NoteSet()
    top = json.loads(dump(document))
    assert top["removed"] == [entry]


def test_numbers_that_are_none_are_not_taken():
    document = parse(b'{"notes": [{"id": "a", "start": NaN, "modified": "2026-05-04T12:00:00Z"}]}')
    assert document.notes.notes == ()


def test_a_note_needs_no_more_than_id_start_and_modified():
    (entry,) = parse(
        written(notes=[{"id": "a", "start": 2, "modified": "2026-05-04T14:00:00+02:00"}])
    ).notes.notes
    assert (entry.start, entry.end, entry.text, entry.color) == (2.0, None, "", "violet")
    assert entry.modified == entry.created == note().modified


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"3", b'{"notes": 3}', b'{"removed": {}}', b"\xff\xfe", b"[" * 100_000]
)
def test_damage_is_told_from_notes(data):
    with pytest.raises(DamagedNotesError):
        parse(data)


def test_of_two_versions_in_one_file_the_later_one_holds():
    entries = json.loads(dump(Document(NoteSet().having(note("a", text="one")))))["notes"]
    later = {**entries[0], "text": "two", "modified": "2027-01-01T00:00:00Z"}
    assert [each.text for each in parse(written(notes=[later, *entries])).notes.notes] == ["two"]


def test_half_a_character_is_replaced_and_a_pair_is_one():
    data = b'{"notes": [{"id": "a", "start": 1, "text": "\\ud83d|\\ud83d\\ude97", "modified": "2026-05-04"}]}'
    (entry,) = parse(data).notes.notes
    assert entry.text == "\ufffd|\U0001f697"


def test_half_a_character_in_an_unknown_key_is_kept():
    data = b'{"notes": [], "\\ud83d": 1}'
    assert b'"\\ud83d": 1' in dump(parse(data))


def test_text_stays_readable_in_the_file():
    assert "右转".encode() in dump(Document(NoteSet().having(note(text="右转"))))


def test_the_format_is_as_described():
    full = note("a", 1.0, "brakes", end=2.0, frame=7, actor_id=3)
    entry = json.loads(dump(Document(NoteSet().having(full))))["notes"][0]
    assert isinstance(full, Note)
    for key in entry:
        assert f"    {key} " in viewer.notes.__doc__
