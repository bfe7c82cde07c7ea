"""Collision records become contacts."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, hit
from viewer.logfile.enums import SCENERY

COLUMNS = ["first_frame", "last_frame", "actor_id", "other_id", "records", "both"]
CASES = {
    "none": ([[]], []),
    "one": ([[], [(1, 2)], [(1, 2)], [(1, 2)], []], [(1, 3, 1, 2, 3, False)]),
    "a gap": ([[(1, 2)], [], [(1, 2)]], [(0, 0, 1, 2, 1, False), (2, 2, 1, 2, 1, False)]),
    "both report": ([[(1, 2), (2, 1)], [(2, 1)]], [(0, 1, 1, 2, 3, True)]),
    "then the other reports": ([[(2, 1)], [(1, 2)]], [(0, 1, 2, 1, 2, True)]),
    "a gap, and the other reports": (
        [[(2, 1)], [], [(1, 2)]], [(0, 0, 2, 1, 1, False), (2, 2, 1, 2, 1, False)],
    ),
    "pairs": (
        [[(1, 2), (1, 3)], [(1, 3), (2, 3)], [(1, 2)]],
        [(0, 0, 1, 2, 1, False), (0, 1, 1, 3, 2, False), (1, 1, 2, 3, 1, False), (2, 2, 1, 2, 1, False)],
    ),
    "scenery": (
        [[(1, SCENERY), (2, SCENERY)], [(1, SCENERY)]],
        [(0, 1, 1, SCENERY, 2, False), (0, 0, 2, SCENERY, 1, False)],
    ),
    "unknown": ([[(99, 98)], [(98, 99), (99, 1)]], [(0, 1, 99, 98, 2, True), (1, 1, 99, 1, 1, False)]),
    "with itself": ([[(1, 1)], [(1, 1)]], [(0, 1, 1, 1, 2, False)]),
}  # fmt: skip


@pytest.mark.parametrize(("frames", "found"), CASES.values(), ids=CASES)
def test_records_of_a_pair_in_adjoining_frames_are_one_contact(scratch, frames, found):
    scene = Scene()
    for k, hits in enumerate(frames):
        added = [actor(1), actor(2), actor(3)] if k == 0 else []
        scene.frame(add=added, collisions=[hit(one, other) for one, other in hits])
    contacts = scene.index(scratch).contacts
    assert contacts.columns[COLUMNS].tolist() == found
    rows = {1: 0, 2: 1, 3: 2}
    for contact, (_, _, one, other, _, both) in zip(contacts, found, strict=True):
        assert (contact.actor, contact.other) == (rows.get(one, -1), rows.get(other, -1))
        assert contact.reported_by == ((one, other) if both else (one,))


def test_a_new_life_of_an_id_is_another_partner(scratch):
    scene = Scene().frame(add=[actor(1), actor(2)], collisions=[hit(1, 2)])
    index = scene.frame(remove=[2], add=[actor(2)], collisions=[hit(1, 2)]).index(scratch)
    assert [contact.other for contact in index.contacts] == [1, 2]
