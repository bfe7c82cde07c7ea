"""Plates of signs: told apart, and in no colour of a light."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from tests.ui.map.pixels import around, picture
from tests.ui.views import look_at
from viewer.replay.world.world import world_at

KINDS = ("traffic.stop", "traffic.yield", "traffic.speed_limit.30", "traffic.speed_limit.90", "traffic.other")


@pytest.fixture
def plates(map_view, pixels_of, tmp_path):
    """Pictures of one sign of each kind, by the kind."""

    def show(scale=10.0):
        signs = [actor(10 + n, kind, (5.0 * n - 10.0, 8.0, 0.0)) for n, kind in enumerate(KINDS)]
        index = (
            Scene()
            .frame(add=[actor(1), *signs], poses=[pose(1, (0.0, 0.0, 0.0))])
            .index(tmp_path / f"{scale}.log")
        )
        map_view.told.set_recording(index)
        map_view.told.set_world(world_at(index, 0.0))
        look_at(map_view, (0.0, 0.0, scale))
        image = picture(map_view)
        return {kind: around(image, pixels_of(5.0 * n - 10.0, 8.0), 10) for n, kind in enumerate(KINDS)}

    return show


def test_each_kind_looks_different(plates):
    found = list(plates().values())
    for number, one in enumerate(found):
        assert not any((one == other).all() for other in found[:number])


def test_plates_are_16_pixels_large_and_no_light(plates, theme):
    for kind, image in plates().items():
        drawn = (image != image[0, 0]).any(axis=2)
        rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
        if kind != "traffic.other":
            assert 12 <= np.ptp(rows) + 1 <= 18
            assert 12 <= np.ptp(columns) + 1 <= 18
        red = image[:, :, 0].astype(int) - image[:, :, 2]
        assert red.max() < 60


def test_from_afar_all_are_dots(plates):
    for image in plates(2.0).values():
        drawn = (image != image[0, 0]).any(axis=2)
        assert 1 <= drawn.sum() <= 9
