"""Which collisions stand out on the map at a time."""

from __future__ import annotations

from pathlib import Path

from tests.scenes import HERO, OTHER, WALKER, Scene, actor, hit, pose
from viewer.replay.world import world_at
from viewer.ui.contact_marks import ContactMarks


def test_a_collision_stands_out_for_five_seconds_and_as_long_as_its_actor_is_selected(tmp_path: Path) -> None:
    scene = Scene()
    cast = [actor(HERO), actor(OTHER), actor(WALKER)]
    poses = [pose(number, (10.0 * place, 0, 0)) for place, number in enumerate((HERO, OTHER, WALKER))]
    for frame in range(20):
        collisions = (
            [hit(HERO, OTHER, frame)] if frame == 2 else [hit(HERO, WALKER, frame)] if frame == 9 else []
        )
        scene.frame(1.0, add=cast if frame == 0 else (), poses=poses, collisions=collisions)
    index = scene.index(tmp_path / "two.log")
    marks = ContactMarks()

    def strong(elapsed: float, selected: int | None = None) -> list[bool]:
        return [mark.strong for mark in marks.at(world_at(index, elapsed), selected)]

    start = float(index.elapsed[2])
    assert strong(start - 0.5) == []
    assert strong(start + 5.0) == [True]
    assert strong(start + 6.0) == [False]
    assert strong(start + 9.0) == [True, False]
    assert strong(start + 17.0) == [False, False]
    other, walker = (index.actors.rows_of(number)[0] for number in (OTHER, WALKER))
    assert strong(start + 17.0, other) == [False, True]
    assert strong(start + 17.0, walker) == [True, False]
