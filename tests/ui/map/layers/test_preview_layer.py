"""Where everybody was or will be at the time under the mouse."""

from __future__ import annotations

import pytest

from tests.ui.map.pixels import close_to, picture
from tests.ui.views import look_at
from viewer.replay.world.world import world_at


@pytest.mark.parametrize("scale", [1.0, 2.0, 10.0])
def test_where_something_was_is_outlined_and_what_did_not_move_is_not(map_view, index, world, scale):
    look_at(map_view, (0.0, 0.0, scale))
    before = picture(map_view)
    for preview, is_outlined in ((world_at(index, 0.0), True), (None, False), (world, False)):
        map_view.told.show(preview=preview)
        assert ((picture(map_view) != before).any(axis=2).sum() > 4) == is_outlined


def test_the_hero_keeps_its_colour(map_view, index, theme, row_of):
    map_view.told.set_hero(row_of(101))
    before = picture(map_view)
    map_view.told.show(preview=world_at(index, index.duration))
    after = picture(map_view)
    changed = (after != before).any(axis=2)
    assert close_to(after[changed][None], theme.hero, 80).any()
