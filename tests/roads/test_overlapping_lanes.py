"""Which of two lanes a point counts for that lie over each other: by middle, heading, height and traffic."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.roads.maps import build, geometry, lane, road, section

WIDE = 30.0
RIGHT_ANGLE, NO_TRAFFIC, METRE_TOO_HIGH, LEVEL = 10.0, 20.0, 40.0, 1.5
"""What counts as much as so many metres from the middle of a lane; a height that does not count."""


def crossing(folder, *, height, walk):
    """Two lanes of 30 m, from west to east and, higher, from south to north; their middles cross at 50, 0."""
    kind = "sidewalk" if walk else "driving"
    return build(
        folder,
        road(geometry(y=WIDE / 2), road_id="east", lanes=section(lane(-1, WIDE))),
        road(
            geometry(x=50 - WIDE / 2, y=-50, hdg=math.pi / 2),
            road_id="north",
            elevations=[(0, height, 0, 0, 0)],
            lanes=section(lane(-1, WIDE, kind)),
        ),
    )


@pytest.fixture(scope="module")
def roads(tmp_path_factory):
    return {
        (height, walk): crossing(tmp_path_factory.mktemp("roads"), height=height, walk=walk)
        for height in (0.0, 4.0)
        for walk in (False, True)
    }


@settings(max_examples=300, deadline=None)
@given(
    aside=st.floats(-14, 14),
    ahead=st.floats(-14, 14),
    yaw=st.none() | st.floats(-180, 180),
    z=st.none() | st.floats(-3, 8),
    height=st.sampled_from((0.0, 4.0)),
    walk=st.booleans(),
)
def test_the_one_that_costs_less(roads, aside, ahead, yaw, z, height, walk):
    costs = {"east": abs(aside), "north": abs(ahead) + NO_TRAFFIC * walk}
    if yaw is not None:  # north of OpenDRIVE is a yaw of −90° in CARLA's frame
        for name, heading in (("east", 0.0), ("north", -90.0)):
            costs[name] += RIGHT_ANGLE / 90.0 * abs((yaw - heading + 180.0) % 360.0 - 180.0)
    if z is not None:
        for name, level in (("east", 0.0), ("north", height)):
            costs[name] += METRE_TOO_HIGH * max(abs(z - level) - LEVEL, 0.0)
    assume(abs(costs["east"] - costs["north"]) > 1e-6)
    point = (50 + ahead, aside) if z is None else (50 + ahead, aside, z)
    [place] = roads[height, walk].locate([point], None if yaw is None else [yaw])
    assert place["road"] == min(costs, key=costs.__getitem__)
