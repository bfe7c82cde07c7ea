"""Collision records become contacts."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, hit
from viewer.logfile.enums import SCENERY


@pytest.fixture
def contacts(scratch):
    """The contacts of actors 1, 2 and 3 that touch as listed, frame after frame."""

    def contacts_of(*frames):
        scene = Scene()
        for k, hits in enumerate(frames):
            scene.frame(
                add=[actor(1), actor(2), actor(3)] if k == 0 else [],
                collisions=[hit(first, second) for first, second in hits],
            )
        return scene.index(scratch).contacts

    return contacts_of


def spans(found):
    return [
        (contact.first_frame, contact.last_frame, contact.actor_id, contact.other_id) for contact in found
    ]


def test_records_in_adjoining_frames_are_one_contact(contacts):
    (contact,) = contacts([], [(1, 2)], [(1, 2)], [(1, 2)], [])
    assert (contact.first_frame, contact.last_frame, contact.records) == (1, 3, 3)
    assert (contact.actor_id, contact.other_id) == (1, 2)
    assert (contact.actor, contact.other) == (0, 1)
    assert contact.reported_by == (1,)


def test_a_gap_of_one_frame_parts_two_contacts(contacts):
    assert spans(contacts([(1, 2)], [], [(1, 2)])) == [(0, 0, 1, 2), (2, 2, 1, 2)]


def test_both_directions_are_one_contact(contacts):
    (contact,) = contacts([(1, 2), (2, 1)], [(2, 1)])
    assert contact.reported_by == (1, 2)
    assert (contact.actor_id, contact.other_id) == (1, 2)
    assert contact.records == 3
    (contact,) = contacts([(2, 1)], [(1, 2)])
    assert contact.reported_by == (2, 1)
    assert (contact.actor_id, contact.other_id) == (2, 1)


def test_pairs_are_kept_apart(contacts):
    found = contacts([(1, 2), (1, 3)], [(1, 3), (2, 3)], [(1, 2)])
    assert spans(found) == [(0, 0, 1, 2), (0, 1, 1, 3), (1, 1, 2, 3), (2, 2, 1, 2)]


def test_scenery_is_one_partner_for_each(contacts):
    found = contacts([(1, SCENERY), (2, SCENERY)], [(1, SCENERY)])
    assert spans(found) == [(0, 1, 1, SCENERY), (0, 0, 2, SCENERY)]
    assert [contact.other for contact in found] == [-1, -1]


def test_actors_that_are_not_known_keep_their_ids(contacts):
    (contact,) = contacts([(99, 98)])
    assert (contact.actor, contact.other) == (-1, -1)
    assert (contact.actor_id, contact.other_id) == (99, 98)


def test_a_new_life_of_an_id_is_another_partner(scratch):
    scene = Scene().frame(add=[actor(1), actor(2)], collisions=[hit(1, 2)])
    index = scene.frame(remove=[2], add=[actor(2)], collisions=[hit(1, 2)]).index(scratch)
    assert [contact.other for contact in index.contacts] == [1, 2]
