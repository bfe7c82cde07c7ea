"""Where things stand on a card's picture, by plain sums of metres and pixels."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, hit, pose
from viewer.ui.state.card_picture import HEIGHT, WIDTH, CardPicture, from_text, picture_of, to_text

HERO, BICYCLE, WALKER, PARKED, CAR, HIKER = 1, 2, 3, 4, 5, 6
MARGIN = 12
"""Pixels."""


def scene(length):
    """A hero that goes so many metres, a bicycle half of that beside it, and two who nearly stay."""
    made, frames = Scene(), 41
    for k in range(frames):
        way = length * k / (frames - 1)
        made.frame(
            0.1,
            add=[
                actor(HERO, role_name="hero"),
                actor(BICYCLE, "vehicle.bh.crossbike", (0.0, 4.0, 0.0)),
                actor(WALKER, "walker.pedestrian.0001", (length / 2, 8.0, 0.0)),
                actor(PARKED, location=(length / 3, -4.0, 0.0)),
                actor(CAR, location=(0.0, -7.0, 0.0)),
                actor(HIKER, "walker.pedestrian.0002", (0.0, 7.0, 0.0)),
            ]
            if k == 0
            else [],
            poses=[
                pose(HERO, (way, 0.0, 0.0)),
                pose(BICYCLE, (way / 2, 4.0, 0.0)),
                pose(WALKER, (length / 2 + 0.05 * (k % 3), 8.0, 0.0)),
                pose(PARKED, (length / 3, -4.0, 0.0)),
                pose(CAR, (way / 3, -7.0, 0.0)),
                pose(HIKER, (way / 4, 7.0, 0.0)),
            ],
            collisions=[hit(HERO)] if k == 20 else [],
        )
    return made


@pytest.mark.parametrize("length", [200.0, 100.0, 40.0])
def test_all_ways_fit_between_the_margins_and_a_few_steps_are_not_blown_up(tmp_path, length):
    index = scene(length).index(tmp_path / "drive.log")
    picture = picture_of(index, 0, None)
    least = 60.0 * HEIGHT / WIDTH  # metres from top to bottom where 60 fit from left to right
    scale = min((WIDTH - 2 * MARGIN) / max(length, 60.0), (HEIGHT - 2 * MARGIN) / least)  # pixels for a metre
    drawn = {role: [line for each, line in picture.paths if each == role] for role, _ in picture.paths}
    assert list(drawn) == ["walker", "bicycle", "vehicle", "hero"]  # the larger over the smaller ones
    ways_of = {"hero": length, "bicycle": length / 2, "vehicle": length / 3, "walker": length / 4}
    for role, ways in ways_of.items():
        xs = [x for line in drawn[role] for x, _ in line]
        begin = WIDTH / 2 - scale * length / 2
        assert (min(xs), max(xs)) == pytest.approx((begin, begin + scale * ways), abs=1)
        ends = [line for line in drawn[role] if len(line) == 1]
        assert [x for ((x, _),) in ends] == pytest.approx([begin + scale * ways], abs=1)
    hero, bicycle = (drawn[role][0][0][1] for role in ("hero", "bicycle"))
    assert bicycle - hero == pytest.approx(4.0 * scale, abs=1)
    ends = [role for role, line in picture.paths if len(line) == 1]
    assert sorted(ends) == sorted(ways_of)  # who stays on a pixel is not drawn
    assert [x for x, _ in picture.contacts] == pytest.approx([WIDTH / 2], abs=1)
    assert all(0 <= y <= HEIGHT for _, line in picture.paths for _, y in line)
    assert picture.collisions == 1


def test_where_nobody_goes_there_is_nothing_to_see(tmp_path):
    made = Scene().frame(add=[actor(7, "static.prop.barrel")], poses=[pose(7, (1.0, 2.0, 0.0))])
    assert picture_of(made.index(tmp_path / "still.log"), None, None) == CardPicture(
        (), (), (), 0, told=False
    )


@pytest.mark.parametrize("told", [False, True])
def test_all_comes_back_from_its_text(told):
    picture = CardPicture(
        roads=(((0, 1), (2, 3), (4, 5)),),
        paths=(("hero", ((1, 2), (3, 4))), ("walker", ((9, 9),))),
        contacts=((7, 8),),
        collisions=3,
        told=told,
        overlaps=2,
    )
    assert from_text(to_text(picture)) == picture
    assert from_text(to_text(picture)[:20]) is None
    assert from_text("") is None
