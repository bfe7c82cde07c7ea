"""Life spans: what the mouse finds along them is what is drawn there."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import CAMERA, HERO, LATE, OTHER, WALKER
from tests.ui.timeline.conftest import view_of
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lifespan_lane import ActorLifespanLane
from viewer.ui.timeline.timeline_content import content_of


@pytest.mark.parametrize("actor_id", [HERO, OTHER, LATE, WALKER, CAMERA])
@pytest.mark.parametrize(("start", "span"), [(0.0, 1.0), (0.3, 0.4)])
def test_contacts_are_found_within_four_pixels_and_between_them_the_life(
    index, settings, actor_id, start, span
):
    row = index.actors.rows_of(actor_id)[0]
    lane = ActorLifespanLane(
        content_of(index), view_of(settings, index, hero=row if actor_id == HERO else None), row
    )
    axis = TimeAxis.whole(0.0, 1.0).placed(300.0, 400.0).windowed(start, span)
    contacts = [each for each in index.contacts.columns if row in (each["actor"], each["other"])]
    hits = index.elapsed[[each["first_frame"] for each in contacts]]
    ends = [*index.elapsed.tolist(), 1.0]  # the axis ends with the cell of the last frame
    born, gone = (min(int(each[row]), 20) for each in (index.actors.spawn_frame, index.actors.destroy_frame))
    for x in np.arange(300.5, 700.0):
        time, found = start + (x - 300.0) / 400.0 * span, lane.hover_info(axis, x)
        near = np.abs(hits - time) / span * 400.0 <= 4.0
        if near.any():
            assert (found.time, found.row) == (hits[near][0], row)
            assert "Collision of" in found.lines[0]
        elif ends[born] <= time <= ends[gone]:
            assert found.lines[0].startswith(f"{actor_id} ")
            assert (found.time, found.row) == (None, None)
        else:
            assert found is None
