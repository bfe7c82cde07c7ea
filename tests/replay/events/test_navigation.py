"""Where to go next, against plain lists."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from viewer.replay.events.event_kinds import next_place
from viewer.replay.events.navigation import next_mover
from viewer.replay.world.world import world_at

TIMES = [0.0, 1.0, 1.0, 2.5, 4.0]


@pytest.mark.parametrize("here", [-1.0, 0.0, 0.5, 1.0, 1.7, 2.5, 3.0, 4.0, 9.0])
def test_the_next_moment_is_one_that_differs(here):
    later, earlier = ([each for each in TIMES if each > here], [each for each in TIMES if each < here])
    assert next_place(np.array(TIMES), here, 1) == (TIMES.index(later[0]) if later else None)
    assert next_place(np.array(TIMES), here, -1) == (TIMES.index(earlier[-1]) if earlier else None)


def test_vehicles_that_move_come_by_their_distance(scratch):
    """1 and 5 m to the left, 3 m to the right; one stands, one walks, one is hidden, one creeps."""
    places = {1: (-5, 1.0), 2: (3, 0.12), 3: (-1, 1.0), 4: (2, 0.0), 5: (0.5, 1.0), 6: (4, 1.0), 7: (0, 0.08)}
    scene = Scene()
    for k in range(3):
        scene.frame(
            0.1,
            add=[actor(each, "walker.pedestrian.0001" if each == 5 else "vehicle.audi.tt") for each in places]
            if k == 0
            else [],
            poses=[pose(each, (x, 10 + 0.1 * k * speed, 0)) for each, (x, speed) in places.items()],
        )
    index = scene.index(scratch)
    world = world_at(index, 0.1)
    ids = index.actors.actor_id
    visible = ids[world.rows] != 6
    order, origin = [3, 2, 1], (0.0, 10.1)
    rows = [index.actors.rows_of(each)[0] for each in order]
    for direction in (1, -1):
        for place, row in enumerate(rows):
            assert next_mover(world, visible, origin, row, direction) == rows[(place + direction) % 3]
    stands = index.actors.rows_of(4)[0]
    for current in (None, stands):
        assert next_mover(world, visible, origin, current, 1) == rows[0]
        assert next_mover(world, visible, origin, current, -1) == rows[-1]
    assert next_mover(world, np.zeros(len(visible), np.bool_), origin, None, 1) is None
