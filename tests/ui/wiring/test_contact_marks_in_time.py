"""How collisions look at each time: a flare of 0.6 s, strong for 5 s or while who was in it is selected."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, box, hit, pose
from viewer.replay.world.world import world_at
from viewer.ui.wiring.contact_marks import ContactMarks

PLACES = {1: (0.0, 0.0), 2: (50.0, 0.0), 3: (0.0, 80.0)}
LENGTHS = {1: 5.0, 2: 1.0, 3: 12.0}
HITS = [(10, 11, 1), (20, 20, 2), (21, 24, 3), (60, 60, 1)]
"""First and last frame, and who told; a frame lasts 0.1 s."""


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    scene = Scene()
    for k in range(150):
        scene.frame(
            0.1,
            add=[actor(each) for each in PLACES] if k == 0 else [],
            poses=[pose(each, (*place, 0.0)) for each, place in PLACES.items()],
            boxes=[box(each, (0, 0, 0), (size / 2, 1.0, 0.7)) for each, size in LENGTHS.items()]
            if k == 0
            else [],
            collisions=[hit(who, sequence=k) for first, last, who in HITS if first <= k <= last],
        )
    return scene.index(tmp_path_factory.mktemp("hits") / "hits.log")


@pytest.mark.parametrize("selected", [None, 0, 1, 2])
def test_each_looks_as_long_ago_as_it_is(index, tasks, qtbot, selected):
    marks = ContactMarks(tasks)
    elapsed = index.elapsed
    marks.at(world_at(index, float(elapsed[-1])), None)
    for _ in range(3):
        qtbot.waitUntil(lambda: tasks.quiet)
        marks.at(world_at(index, float(elapsed[-1])), None)
    for frame in (0, 9, 10, 11, 13, 16, 17, 18, 20, 22, 26, 30, 60, 63, 65, 67, 70, 75, 111, 149):
        world = world_at(index, float(elapsed[frame]))
        expected = []
        for first, last, who in HITS[::-1]:
            if first > frame:
                continue
            ago = max(float(elapsed[frame] - elapsed[last]), 0.0)
            strong = ago <= 5.0 or selected == who - 1
            ring = max(0.75 * LENGTHS[who], 1.5)  # 1.5 lengths across
            expected.append((max(1.0 - ago / 0.6, 0.0), ring, strong, PLACES[who]))
        found = marks.at(world, selected).tolist()
        assert len(found) == len(expected)
        for mark, (flare, ring, strong, place) in zip(found, expected, strict=True):
            assert mark[2:4] == pytest.approx([flare, ring], abs=1e-6)
            assert bool(mark[4]) == strong
            assert abs(mark[0] - place[0]) <= 6.5
            assert abs(mark[1] - place[1]) <= 1.5
