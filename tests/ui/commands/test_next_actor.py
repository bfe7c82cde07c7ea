"""N and Shift+N: in which order vehicles that move are gone through, by plain distances."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from tests.ui.commands.conftest import open_in
from tests.ui.commands.test_selection_commands import commands, do, map_view
from tests.ui.views import look_at
from viewer.ui.state.actor_ref import row_in

__all__ = ["commands", "do", "map_view"]  # fixtures

KINDS = {0: "vehicle.tesla.model3", 1: "vehicle.bh.crossbike", 2: "walker.pedestrian.0001"}
WALKER = 2


class Cast:
    """Actors somewhere, of which some move along y; the first may be the hero."""

    def __init__(self, random, with_hero):
        self.hero = 1 if with_hero else None
        self.kinds = {each: random.choice([0, 0, 0, 1, WALKER]) for each in range(1, 13)}
        self.kinds[1] = 0
        self.places = {each: (random.uniform(-90, 90), random.uniform(-60, 60)) for each in self.kinds}
        self.moves = {each: random.random() < 0.7 for each in self.kinds}
        self.moves[2] = self.moves[3] = True

    def scene(self):
        made = Scene()
        for k in range(3):
            add = [
                actor(each, KINDS[kind], **({"role_name": "hero"} if each == self.hero else {}))
                for each, kind in self.kinds.items()
            ]
            poses = [pose(each, (x, y + k * self.moves[each], 0.0)) for each, (x, y) in self.places.items()]
            made.frame(0.1, add=add if k == 0 else [], poses=poses)
        return made

    def order(self, rect, hidden):
        """Return who is to be gone through, in order: what moves, is no walker and can be seen."""
        left, top, right, bottom = rect
        middle = (left + right) / 2, (top + bottom) / 2
        begin = self.places[self.hero] if self.hero else middle
        seen = [
            each
            for each, (x, y) in self.places.items()
            if left <= x <= right and top <= y <= bottom and each not in hidden
        ]
        can = [each for each in seen if self.moves[each] and self.kinds[each] != WALKER]
        return sorted(can, key=lambda each: math.dist(self.places[each], begin))


@pytest.mark.parametrize("with_hero", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_the_nearest_to_the_hero_or_to_the_middle_of_the_map_comes_first(
    workspace, qtbot, tmp_path, do, map_view, refusals, seed, with_hero
):
    random = Random(seed)
    cast = Cast(random, with_hero)
    open_in(workspace, qtbot, cast.scene().save(tmp_path / "cast.log"))
    workspace.playback.jump_to_frame(0)
    ids = workspace.recording.index.actors.actor_id

    def now():
        row = row_in(workspace.focus.primary)
        return None if row is None else int(ids[row])

    for _ in range(4):
        look_at(map_view, (random.uniform(-50, 50), random.uniform(-30, 30), random.choice([3.0, 6.0, 9.0])))
        hidden = set(random.sample(sorted(cast.kinds), random.choice([0, 0, 2])))
        map_view.set_hidden(np.isin(ids, list(hidden)))
        order = cast.order(map_view.viewpoint.visible_rect(), hidden)
        workspace.focus.select(None)
        del refusals[:]
        if not order:
            do("next_actor")
            assert (now(), refusals) == (None, ["No vehicle moves in view"])
            continue
        for action, gone_through in (("next_actor", order), ("previous_actor", order[::-1])):
            workspace.focus.select(None)
            found = []
            for _ in range(len(order) + 1):
                do(action)
                found.append(now())
            assert found == [*gone_through, gone_through[0]]
        assert refusals == []
