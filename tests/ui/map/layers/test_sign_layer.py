"""Plates of signs: told apart, and in no colour of a light."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, pose
from tests.ui.map.pixels import around, picture
from tests.ui.views import look_at
from viewer.replay.world.world import world_at

KINDS = ("traffic.stop", "traffic.yield", "traffic.speed_limit.30", "traffic.speed_limit.90", "traffic.other")


@pytest.mark.parametrize(("scale", "size"), [(10.0, 16), (2.0, 2)])
def test_each_kind_looks_different_like_no_light_and_from_afar_like_a_dot(
    map_view, pixels_of, tmp_path, scale, size
):
    places = [(5.0 * n - 10.0, 8.0) for n in range(len(KINDS))]
    signs = [actor(10 + n, kind, (*places[n], 0.0)) for n, kind in enumerate(KINDS)]
    scene = Scene().frame(add=[actor(1), *signs], poses=[pose(1, (0.0, 0.0, 0.0))])
    index = scene.index(tmp_path / "signs.log")
    map_view.told.set_recording(index)
    map_view.told.set_world(world_at(index, 0.0))
    look_at(map_view, (0.0, 0.0, scale))
    image = picture(map_view)
    plates = [around(image, pixels_of(*place), 10) for place in places]
    for number, plate in enumerate(plates):
        assert (plate[:, :, 0] - plate[:, :, 2]).max() < 60  # not red
        drawn = (plate != plate[0, 0]).any(axis=2)
        assert 1 <= drawn.sum() <= (size + 2) ** 2
        if size > 2:
            assert not any((plate == other).all() for other in plates[:number])
            sides = drawn.any(axis=1).sum(), drawn.any(axis=0).sum()
            assert KINDS[number] == "traffic.other" or min(sides) >= size - 4
