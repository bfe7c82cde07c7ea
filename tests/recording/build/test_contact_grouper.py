"""Collision records become contacts, however they arrive."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.logfile.enums import SCENERY
from viewer.recording.build import event_collector
from viewer.recording.build.event_collector import ContactGrouper

ROWS = {1: 0, 2: 1, 3: 2, 99: -1, 98: -1, SCENERY: -1}
SHOWN = ["first_frame", "last_frame", "actor_id", "other_id", "records", "both"]

records = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(list(ROWS)), st.sampled_from(list(ROWS))), max_size=30
)


def give(grouper, *hits):
    """Add records: frame and both ids."""
    frames, ones, others = np.array(hits, np.int64).reshape(-1, 3).T
    rows = [np.array([ROWS[each] for each in ids.tolist()], np.int64) for ids in (ones, others)]
    grouper.add(frames, ones, others, *rows)


def contacts(*parts):
    """Return the contacts of records that are added part by part."""
    grouper = ContactGrouper()
    for part in parts:
        give(grouper, *part)
    return shown(grouper)


def shown(grouper):
    return [tuple(each) for each in grouper.table().columns[SHOWN].tolist()]


def grouped_by_hand(hits):
    found, latest = [], {}
    for frame, one, other in hits:
        contact = latest.get(frozenset((one, other)))
        if contact is None or contact[1] < frame - 1:
            contact = latest[frozenset((one, other))] = [frame, frame, one, other, 0, False]
            found.append(contact)
        contact[1] = frame
        contact[4] += 1
        contact[5] |= one != contact[2]
    return [tuple(each) for each in found]


def test_without_records_there_are_no_contacts():
    assert contacts() == []
    assert contacts([], []) == []


@pytest.mark.parametrize("parted", [False, True])
@pytest.mark.parametrize(
    ("hits", "found"),
    [
        ([(4, 1, 2), (5, 1, 2), (6, 1, 2)], [(4, 6, 1, 2, 3, False)]),
        ([(4, 1, 2), (6, 1, 2)], [(4, 4, 1, 2, 1, False), (6, 6, 1, 2, 1, False)]),
        ([(4, 1, 2), (4, 2, 1), (5, 2, 1)], [(4, 5, 1, 2, 3, True)]),
        ([(4, 2, 1), (6, 1, 2)], [(4, 4, 2, 1, 1, False), (6, 6, 1, 2, 1, False)]),
        ([(4, 1, SCENERY), (4, 2, SCENERY), (5, 1, SCENERY)],
         [(4, 5, 1, SCENERY, 2, False), (4, 4, 2, SCENERY, 1, False)]),
        ([(4, 1, 3), (4, 1, 2), (5, 1, 2), (5, 1, 3), (6, 3, 1)],
         [(4, 6, 1, 3, 3, True), (4, 5, 1, 2, 2, False)]),
        ([(4, 99, 98), (5, 98, 99), (5, 99, 1)], [(4, 5, 99, 98, 2, True), (5, 5, 99, 1, 1, False)]),
        ([(0, 1, 1), (1, 1, 1)], [(0, 1, 1, 1, 2, False)]),
    ],
    ids=["one", "a gap", "both report", "a gap, and the other reports", "scenery", "two pairs", "unknown",
         "with itself"],
)  # fmt: skip
def test_records_are_grouped(hits, found, parted):
    assert (contacts(*([hit] for hit in hits)) if parted else contacts(hits)) == found


@given(parts=st.lists(records, max_size=6), asked=st.sets(st.integers(0, 5)))
def test_it_does_not_matter_how_records_arrive_and_when_contacts_are_asked_for(parts, asked):
    frame, hits, grouper = 0, [], ContactGrouper()
    for number, part in enumerate(parts):
        new = []
        for step, one, other in part:
            frame += step
            new.append((frame, one, other))
        give(grouper, *new)
        hits += new
        if number in asked:
            assert shown(grouper) == grouped_by_hand(hits)
    assert shown(grouper) == grouped_by_hand(hits)


def test_what_was_shown_stays_while_a_contact_goes_on():
    grouper = ContactGrouper()
    give(grouper, (4, 1, 2))
    before = grouper.table()
    assert grouper.table() is before
    give(grouper, (5, 2, 1))
    assert [tuple(each) for each in before.columns[SHOWN].tolist()] == [(4, 4, 1, 2, 1, False)]
    assert shown(grouper) == [(4, 5, 1, 2, 2, True)]


def test_lives_of_one_id_are_kept_apart():
    grouper = ContactGrouper()
    for frame, row in ((4, 1), (5, 7)):
        grouper.add(*(np.array([value]) for value in (frame, 1, 2, 0, row)))
    assert [(each.first_frame, each.other) for each in grouper.table()] == [(4, 1), (5, 7)]


def test_many_records_do_not_wait_for_a_view(monkeypatch):
    monkeypatch.setattr(event_collector, "_MOST_WAITING", 3)
    hits = [(frame, 1 + frame % 2, 3) for frame in range(40)] + [(40, 1, 2)] * 5
    assert contacts(*([hit] for hit in hits)) == grouped_by_hand(hits)
