from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import HERO, OTHER
from tests.ui.map.pixels import close_to, picture
from tests.ui.map.test_map_chips import chips
from tests.ui.views import look_at
from viewer.ui.map.colors import TOP_SPEED, speed_color
from viewer.ui.map_layers import MapOptions
from viewer.ui.speed_unit import set_speed_unit
from viewer.ui.theme import apply_theme


def pixels_at(view, world, row, reach=9):
    x, y = view.camera.to_screen(world.locations[world.index_of(row), :2])
    image = picture(view)
    return image[round(y) - reach : round(y) + reach, round(x) - reach : round(x) + reach]


@pytest.mark.parametrize("scale", [10.0, 2.0])
def test_the_recorded_paint_is_shown(map_view, world, row_of, theme, scale):
    look_at(map_view, (4.0, 0.0, scale))
    map_view.told.set_options(MapOptions(color_by="recorded"))
    assert close_to(pixels_at(map_view, world, row_of(HERO)), "#0a141e", 3).any()
    assert close_to(pixels_at(map_view, world, row_of(OTHER)), theme.vehicle, 3).any()  # not recorded
    map_view.told.set_options(MapOptions())
    assert not close_to(pixels_at(map_view, world, row_of(HERO), 4), "#0a141e", 3).any()


def test_speed_is_shown_with_a_legend(plain_app, map_view, world, row_of, theme):
    map_view.told.set_options(MapOptions(color_by="speed"))
    assert f"Speed  0 – {TOP_SPEED:g} m/s" in chips(map_view)
    set_speed_unit("km/h")
    apply_theme(plain_app, theme)
    assert f"Speed  0 – {3.6 * TOP_SPEED:.0f} km/h" in chips(map_view)
    set_speed_unit("m/s")
    apply_theme(plain_app, theme)
    standing = speed_color(0.0)
    assert close_to(pixels_at(map_view, world, row_of(OTHER)), standing, 3).any()
    half = pixels_at(map_view, world, row_of(HERO))  # at 10 m/s
    assert close_to(half, speed_color(0.5), 12).any()
    map_view.told.set_options(MapOptions())
    assert not any("Speed" in text for text in chips(map_view))


def test_the_scale_of_speeds_never_looks_like_a_light(theme):
    for share in np.linspace(0, 1, 24):
        color = speed_color(float(share))
        for lamp in (theme.lamp_red, theme.lamp_yellow, theme.lamp_green, theme.hero, theme.collision):
            apart = np.abs(np.subtract(color.getRgb()[:3], lamp.getRgb()[:3])).max()
            assert apart > 60
