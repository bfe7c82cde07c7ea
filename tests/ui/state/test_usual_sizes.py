"""How large panels are at first: at 1600×1000, and in windows that are small."""

from __future__ import annotations

import pytest

from viewer.ui.state.layouts import LAYOUTS, USUAL, folds

CONTROLS = 44
"""Pixels of the transport above the time view."""


def test_the_first_start_shows_replay_and_only_presenting_has_no_bars():
    assert (USUAL, next(iter(LAYOUTS))) == ("replay", "replay")
    assert {each.id: (each.bars, each.text_scale) for each in LAYOUTS.values()} == {
        "replay": (True, 1.0),
        "analyse": (True, 1.0),
        "present": (False, 1.25),
    }
    assert {each.id: sorted(each.panels) for each in LAYOUTS.values()} == {
        "replay": ["actors", "bottom", "inspector"],
        "analyse": ["actors", "bottom", "inspector"],
        "present": ["bottom"],
    }


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("height", [400, 720, 899, 900, 1000, 1440])
def test_sizes_at_first(layout, height):
    """300 and 340 at the sides; 27 % or 47 % for the time view, never less than it needs."""
    low = height < 900
    sizes = {name: layout.usual_size(name, height, CONTROLS) for name in ("actors", "inspector", "drawer")}
    assert sizes == {"actors": 300, "inspector": 340, "drawer": 200 if low else 280}
    share = {"replay": 0.27, "analyse": 0.47, "present": 0.0}[layout.id]
    least = CONTROLS + (172 if low else 200) * (1.25 if layout.id == "present" else 1.0)
    assert layout.usual_size("bottom", height, CONTROLS) == round(max(least, share * height))


@pytest.mark.parametrize(("width", "is_tab"), [(1280, True), (1399, True), (1400, False), (1600, False)])
def test_the_inspector_is_a_tab_in_a_narrow_window(width, is_tab):
    assert folds(width) is is_tab
