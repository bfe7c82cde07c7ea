"""Merging: the order does not matter, nor how often, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from tests.notes.making import NOON, note, note_sets
from viewer.notes import NoteSet, Removal, merged, new_note


@given(note_sets, note_sets)
def test_the_order_does_not_matter(one, other):
    assert merged(one, other) == merged(other, one)


@given(note_sets, note_sets, note_sets)
def test_nor_does_what_is_merged_first(one, other, third):
    assert merged(merged(one, other), third) == merged(one, merged(other, third))


@given(note_sets, note_sets)
def test_merging_again_changes_nothing(one, other):
    both = merged(one, other)
    assert merged(both, one) == merged(both, other) == merged(both, both) == both


@given(note_sets, note_sets)
def test_nothing_is_lost_and_nothing_invented(one, other):
    both = merged(one, other)
    assert both.records.keys() == one.records.keys() | other.records.keys()
    for note_id, record in both.records.items():
        versions = [each.records[note_id] for each in (one, other) if note_id in each.records]
        assert record in versions
        assert record.modified == max(version.modified for version in versions)


def test_of_two_versions_the_later_one_holds():
    before = note("a", text="brakes late")
    after = before.changed(text="brakes in time")
    both = merged(NoteSet().having(after), NoteSet().having(before, note("b")))
    assert [each.text for each in both.notes] == ["brakes in time", ""]


def test_what_was_deleted_does_not_come_back_from_another_window():
    made = new_note(2.0)
    stale = NoteSet().having(made)
    deleted = stale.having(made.removal())
    assert merged(deleted, stale).notes == ()
    assert merged(stale, deleted).find(made.id) is None


def test_a_change_after_the_deletion_brings_it_back():
    made = new_note(2.0)
    removal = made.removal()
    restored = replace(made, modified=removal.modified).changed(text="still there")
    assert merged(NoteSet().having(removal), NoteSet().having(restored)).notes == (restored,)


def test_a_change_is_later_than_the_last_one_even_if_the_clock_went_back():
    future = replace(note("a"), modified=NOON.replace(year=2090))
    assert future.changed(text="x").modified > future.modified
    assert future.removal().modified > future.modified


def test_notes_are_in_the_order_of_their_times():
    both = NoteSet().having(note("b", 3.0), note("a", 1.0), Removal("c", note("a").modified))
    assert [each.id for each in both.notes] == ["a", "b"]
