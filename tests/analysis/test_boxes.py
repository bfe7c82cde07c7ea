"""Which boxes rules go by."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import CAR, car, hero, record, standing, walker
from viewer.analysis.boxes import actor_boxes, sound_extents
from viewer.analysis.find import find_events

MODEL3 = (2.395, 1.08, 0.745)
"""Half of the catalogue's length, width and height of the model3 (4.79, 2.16, 1.49 m)."""


@pytest.mark.parametrize(
    ("extent", "sound"),
    [
        ((0.1, 0.1, 0.1), True), ((0.09, 1, 1), False), ((1, 0.0, 1), False), ((15, 15, 15), True),
        ((15.1, 1, 1), False), ((np.nan, 1, 1), False), ((np.inf, 1, 1), False), ((-1, 1, 1), False),
    ],
)  # fmt: skip
def test_what_can_be_a_box(extent, sound):
    assert sound_extents(np.array([extent], np.float64)).tolist() == [sound]


def test_a_box_that_cannot_be_is_that_of_the_blueprint_and_says_so(scratch):
    movers = [hero(standing(0, 0)), car(2, standing(20, 0), extent=(2.0, 0.0, 0.7))]
    index = record(movers, 1).index(scratch)
    boxes = actor_boxes(index.actors, np.array([0, 1]))
    assert boxes.recorded.tolist() == [True, False]
    assert boxes.extents[0] == pytest.approx(CAR)
    assert boxes.extents[1] == pytest.approx(MODEL3, abs=0.01)
    assert boxes.source == "mixed"


@pytest.mark.parametrize(
    ("extents", "source"), [([CAR, CAR], "recorded"), ([CAR, None], "mixed"), ([None, None], "blueprint")]
)
def test_where_boxes_are_from_is_told_once(scratch, extents, source):
    movers = [car(k + 1, standing(20 * k, 0), extent=extent) for k, extent in enumerate(extents)]
    assert find_events(record(movers, 1).index(scratch), kinds=["stall"]).boxes == source


def test_nobody_has_no_boxes_that_could_be_recorded(scratch):
    index = record([walker(1, standing(0, 0))], 1).index(scratch)
    boxes = actor_boxes(index.actors, np.array([], np.int64))
    assert boxes.source == "blueprint"
    assert boxes.extents.shape == boxes.centers.shape == (0, 3)
