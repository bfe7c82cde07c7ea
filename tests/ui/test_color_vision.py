"""The kinds of actors are told apart by everybody: both tables of figures, from the theme file."""

from __future__ import annotations

import pytest

from tests.ui.color_vision import DEUTERANOPE, NORMAL, PROTANOPE, ciede2000, lab
from tests.ui.test_theme import contrast
from viewer.ui.theme import load_theme

KINDS = ("vehicle", "walker", "bicycle", "hero")
PAIRS = {
    ("vehicle", "walker"): ((39.2, 29.7, 20.6), (38.7, 20.6, 27.2)),
    ("vehicle", "bicycle"): ((40.6, 35.7, 40.4), (35.1, 25.1, 32.4)),
    ("vehicle", "hero"): ((60.8, 66.8, 62.3), (50.9, 59.4, 55.5)),
    ("walker", "bicycle"): ((45.3, 20.7, 27.3), (48.3, 20.6, 36.4)),
    ("walker", "hero"): ((49.7, 38.8, 44.2), (49.5, 47.0, 51.2)),
    ("bicycle", "hero"): ((38.4, 27.1, 21.3), (43.9, 26.7, 20.6)),
    ("vehicle", "collision"): ((50.7, 60.9, 55.4), (46.2, 54.0, 51.4)),
    ("walker", "collision"): ((37.9, 39.7, 45.5), (31.3, 38.3, 40.3)),
    ("bicycle", "collision"): ((58.1, 21.6, 20.8), (53.1, 23.7, 23.6)),
    ("hero", "collision"): ((33.9, 14.5, 22.9), (20.4, 14.5, 16.0)),
}
"""CIEDE2000 in the dark and the light theme: for normal eyes, deuteranopes, protanopes."""
CONTRAST = {
    "vehicle": ((3.8, 3.3), (4.8, 3.9), (5.2, 4.7)),
    "walker": ((8.3, 7.6), (10.6, 9.0), (11.5, 10.8)),
    "bicycle": ((5.1, 3.3), (6.5, 3.9), (7.1, 4.7)),
    "hero": ((7.8, 3.2), (9.9, 3.8), (10.7, 4.6)),
    "collision": ((4.0, 5.6), (5.1, 6.6), (5.5, 8.0)),
}
"""Contrast on road, sidewalk and panel, each in the dark and the light theme."""
TEXT = {
    ("text", "panel"): (13.8, 16.6),
    ("secondary", "panel"): (6.6, 6.3),
    ("accent", "panel"): (7.2, 5.7),
    ("secondary", "selected"): (5.0, 5.2),
    ("secondary", "lane"): (6.2, 5.8),
}
THEMES = ("dark", "light")


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        # from the paper's table of test data
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_is_that_of_the_paper(one, other, difference):
    assert ciede2000(one, other) == pytest.approx(difference, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(difference, abs=5e-5)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_kinds_are_as_far_apart_as_the_table_says(name, pair):
    theme = load_theme(name)
    one, other = (getattr(theme, role) for role in pair)
    found = [ciede2000(lab(one, eye), lab(other, eye)) for eye in (NORMAL, DEUTERANOPE, PROTANOPE)]
    assert found == pytest.approx(PAIRS[pair][THEMES.index(name)], abs=0.06)
    least = 14 if pair == ("hero", "collision") else 20
    assert min(found) >= least


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("role", CONTRAST)
def test_kinds_stand_out_as_the_table_says(name, role):
    theme = load_theme(name)
    surfaces = (theme.road, theme.sidewalk, theme.panel)
    found = [contrast(getattr(theme, role), surface) for surface in surfaces]
    assert found == pytest.approx([told[THEMES.index(name)] for told in CONTRAST[role]], abs=0.06)
    assert min(found) >= 3
    assert found[-1] >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("role", "surface"), TEXT)
def test_text_stands_out_as_the_table_says(name, role, surface):
    theme = load_theme(name)
    found = contrast(getattr(theme, role), getattr(theme, surface))
    assert found == pytest.approx(TEXT[role, surface][THEMES.index(name)], abs=0.06)
    assert found >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("state", ["red", "yellow", "green"])
def test_what_is_written_on_the_state_of_a_light_is_readable(name, state):
    theme = load_theme(name)
    assert contrast(getattr(theme, f"on_{state}"), getattr(theme, f"light_{state}")) >= 4.5
