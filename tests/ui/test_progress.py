"""What takes long says how far it is, never backwards, and stops where it is told to."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, hit, pose
from viewer.cancellation import ReadingCancelledError
from viewer.logfile import packets
from viewer.ui.background.event_lists import find_event_lists

LONG = {
    "lists of events": find_event_lists,
}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """Two hundred frames, a hit in every tenth, and a light."""
    scene = Scene()
    for k in range(200):
        scene.frame(
            add=[actor(1), actor(2), actor(9, "traffic.traffic_light")] if k == 0 else [],
            poses=[pose(1, (k, 0.0, 0.0)), pose(2, (k, 5.0, 0.0))],
            collisions=[hit(1 + k % 20 // 10, sequence=k)] if k % 10 == 0 else [],
            extra={packets.TRAFFIC_LIGHT_STATE: [(9, False, 0.0, k // 50 % 3)]},
        )
    return scene.index(tmp_path_factory.mktemp("long") / "long.log")


@pytest.mark.parametrize("work", LONG.values(), ids=LONG)
def test_shares_lie_between_nothing_and_all(index, work):
    shares = []
    work(index, lambda share: shares.append(share) or True)
    assert shares
    assert all(0.0 <= share <= 1.0 for share in shares)


@pytest.mark.parametrize("work", LONG.values(), ids=LONG)
def test_it_stops_at_each_step(index, work):
    steps = []
    work(index, lambda share: steps.append(share) or True)
    for stop in {0, len(steps) // 2, len(steps) - 1}:
        asked = []
        with pytest.raises(ReadingCancelledError):
            work(index, lambda share, asked=asked, stop=stop: asked.append(share) or len(asked) <= stop)
        assert len(asked) == stop + 1
