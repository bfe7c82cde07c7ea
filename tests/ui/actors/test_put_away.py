"""The list of actors, and the map, with somebody whom a scenario keeps far below the road."""

from __future__ import annotations

import numpy as np

from tests.analysis.drives import car, hero, record, straight
from viewer.replay.world.world import world_at
from viewer.ui.actors.facts import PresentColumns
from viewer.ui.actors.model import ActorTableModel
from viewer.ui.map.geometry.footprints import footprints


def test_who_is_kept_far_below_says_so_and_has_neither_speed_nor_distance_nor_place(qapp, tmp_path):
    movers = [hero(straight(0, 0, 8)), car(2, lambda t: (10 * t, 5.0, -504.0, 0.0))]
    index = record(movers, 2).index(tmp_path / "below.log")
    world = world_at(index, 1.0)
    moment = PresentColumns(index.actors, world, hero=0)
    assert np.isnan(moment.speeds[1])
    assert np.isnan(moment.distances[1])
    model = ActorTableModel()
    model.set_recording(index)
    model.set_world(world)
    assert model.text(1, "state") == "504 m below"
    assert model.text(0, "state") == "alive"
    assert footprints(world).rows.tolist() == [0]
