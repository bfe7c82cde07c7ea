"""What is kept of a recording for its card."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.scenes import Scene, actor, hit, pose
from viewer.replay.world.world import world_at
from viewer.ui.state import card_picture
from viewer.ui.state.card_picture import HEIGHT, WIDTH, CardPicture, from_text, picture_of, to_text

CENTER, RADIUS = (WIDTH / 2, HEIGHT / 2), 54.0
"""Of the circle in the picture: it fills the height but for margins of 12 pixels."""
LAP, LAPS = 41.3, 30
"""Frames of a lap, so that each begins at another place, and how many laps."""


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    """The picture of a car on a circle that touches something once a lap."""
    scene = Scene()
    for k in range(round(LAP * LAPS)):
        turn = k * 2 * np.pi / LAP
        place = (50.0 * np.cos(turn), 50.0 * np.sin(turn), 0.0)
        touches = [hit(1, sequence=k)] if k % LAP < 1 else []
        scene.frame(0.5, add=[actor(1)] if k == 0 else [], poses=[pose(1, place)], collisions=touches)
    return picture_of(scene.index(tmp_path_factory.mktemp("laps") / "laps.log"), None, None)


def passed(picture: CardPicture):
    """Return which pixels the pieces of a picture pass, shape (HEIGHT, WIDTH)."""
    shown = np.zeros((HEIGHT, WIDTH), bool)
    for _, line in picture.paths:
        for (x0, y0), (x1, y1) in pairwise(line):
            xs, ys = np.rint(np.linspace((x0, y0), (x1, y1), 64)).astype(int).T
            shown[ys, xs] = True
    return shown


def test_a_car_that_goes_round_and_round_takes_no_more_room_than_what_is_seen_of_it(picture):
    ys, xs = np.nonzero(passed(picture))
    distances = np.hypot(xs - CENTER[0], ys - CENTER[1])
    assert np.abs(distances - RADIUS).max() < 2
    turns = np.arctan2(ys - CENTER[1], xs - CENTER[0])
    assert np.histogram(turns, 180, (-np.pi, np.pi))[0].min() > 0
    pieces = sum(len(line) - 1 for _, line in picture.paths)
    assert pieces <= len(xs) < 0.75 * LAPS * LAP


def test_what_is_kept_ends_where_the_car_stood_and_has_a_ring_where_it_touched(picture):
    turn = (round(LAP * LAPS) - 1) * 2 * np.pi / LAP
    (end,) = (line for _, line in picture.paths if len(line) == 1)
    place = CENTER[0] + RADIUS * np.cos(turn), CENTER[1] + RADIUS * np.sin(turn)
    assert end[0] == pytest.approx(place, abs=1.0)
    assert picture.collisions == LAPS
    assert 1 <= len(picture.contacts) <= 6
    for x, y in picture.contacts:
        assert (x, y) == pytest.approx((CENTER[0] + RADIUS, CENTER[1] + 4), abs=5)


def test_of_many_contacts_the_places_of_some_are_looked_up(tmp_path, monkeypatch):
    looked_up = []

    def look(index, elapsed, *, frame_index):
        looked_up.append(frame_index)
        return world_at(index, elapsed, frame_index=frame_index)

    monkeypatch.setattr(card_picture, "world_at", look)
    scene = Scene()
    for k in range(4_000):
        add = [actor(1)] if k == 0 else []
        scene.frame(add=add, poses=[pose(1, (0.1 * k, 0.0, 0.0))], collisions=[hit(1)] if k % 2 else [])
    picture = picture_of(scene.index(tmp_path / "wall.log"), None, None)
    assert picture.collisions == 2_000
    assert 200 < len(looked_up) <= 400
    assert np.ptp(looked_up) > 3_900  # from the first to the last
    assert len(picture.contacts) > 40  # over the whole width, four pixels apart


def test_a_picture_that_would_take_long_to_draw_is_not_read():
    far = tuple((k % WIDTH, k * 37 % HEIGHT) for k in range(60_000))
    assert from_text(to_text(CardPicture((), (("hero", far[:9_000]),), (), 0, told=True))) is not None
    assert from_text(to_text(CardPicture((), (("hero", far),), (), 0, told=True))) is None
