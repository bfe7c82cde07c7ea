"""Life spans against plain lists: who is alive, in which order lanes stand, which of them are listed."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.scenes import Scene, actor
from tests.ui.timeline.conftest import view_of
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import LaneData
from viewer.ui.timeline.lifespan_lane import ActorLifespanLane, LifespanLane
from viewer.ui.timeline.timeline_content import content_of

pytestmark = pytest.mark.usefixtures("qapp")

THEME = load_theme("dark")
KINDS = (
    "vehicle.audi.tt",
    "vehicle.bh.crossbike",
    "walker.pedestrian.0001",
    "static.prop.bench",
    "sensor.camera.rgb",
)
FRAMES, STEP = 12, 0.5


class Life:
    """An actor as this test made it: its id, its kind, the frames from its spawn to before its end."""

    def __init__(self, actor_id, kind, begin, end):
        self.actor_id, self.kind, self.begin, self.end = actor_id, kind, begin, end


def made(folder, seed, count=14):
    """Lives drawn at random, and the recording of them."""
    draw = random.Random(seed)
    lives = []
    for actor_id in draw.sample(range(1, 99), count):
        begin = draw.choice([0, 0, 0, 3, 7])
        end = draw.choice([FRAMES, FRAMES, begin + 2, begin + 4])
        lives.append(Life(actor_id, draw.choice(KINDS), begin, min(end, FRAMES)))
    scene = Scene()
    for frame in range(FRAMES):
        scene.frame(
            STEP,
            add=[actor(each.actor_id, each.kind) for each in lives if each.begin == frame],
            remove=[each.actor_id for each in lives if each.end == frame],
        )
    return lives, content_of(scene.index(folder / "lives.log"))


@pytest.fixture
def shown(settings):
    def shown(content, **fields):
        lane = LifespanLane()
        lane.update(view_of(settings, content.index, **fields), LaneData(content))
        return lane

    return shown


def ids(content, lanes):
    """The ids of the actors that have a lane."""
    return [content.index.actors.actor_id[each.row] for each in lanes if isinstance(each, ActorLifespanLane)]


def rank(life):
    return 0 if life.kind.startswith("vehicle") else 1 if life.kind.startswith("walker") else 2


def in_order(lives):
    """Vehicles, walkers, the rest; of those that move who comes or goes first; then by birth and id."""

    def key(life):
        comes_or_goes = life.begin > 0 or life.end < FRAMES
        return rank(life), not (comes_or_goes and rank(life) < 2), life.begin, life.actor_id

    return [life.actor_id for life in sorted(lives, key=key)]


@pytest.mark.parametrize("seed", range(8))
def test_it_tells_at_every_time_how_many_are_alive(tmp_path, seed, shown):
    lives, content = made(tmp_path, seed)
    lane, axis = shown(content), TimeAxis.whole(0.0, FRAMES * STEP).placed(0.0, 600.0)
    for frame in range(FRAMES - 1):
        alive = sum(life.begin <= frame < life.end for life in lives)
        first, last = content.edges[frame : frame + 2].tolist()
        hit = lane.hover_info(axis, axis.x((first + last) / 2))
        assert hit.lines == (f"{alive} actors",)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("count", [5, 14, 40])
def test_lanes_stand_in_their_order(tmp_path, seed, count, shown):
    lives, content = made(tmp_path, seed, count)
    assert ids(content, shown(content).lanes(folded=False)) == in_order(lives)


@pytest.mark.parametrize("seed", range(8))
def test_those_selected_the_hero_and_the_pinned_come_first_each_once(tmp_path, seed, shown):
    lives, content = made(tmp_path, seed, 20)
    draw, order = random.Random(seed), in_order(lives)
    rows = list(range(len(content.index.actors)))
    selected, pinned = tuple(draw.sample(rows, 3)), tuple(draw.sample(rows, 2))
    hero = draw.choice(rows)
    lane = shown(content, selected=selected, hero=hero, pinned=pinned)
    actor_ids = content.index.actors.actor_id
    first = [actor_ids[row] for row in dict.fromkeys((*reversed(selected), hero, *pinned))]
    assert ids(content, lane.lanes(folded=True)) == first
    assert ids(content, lane.lanes(folded=False)) == first + [each for each in order if each not in first]
    nobody = shown(content)
    assert nobody.lanes(folded=True) == [nobody]


@pytest.mark.parametrize("seed", range(8))
def test_a_life_is_told_where_its_bar_is(tmp_path, seed, settings):
    lives, content = made(tmp_path, seed)
    axis = TimeAxis.whole(0.0, FRAMES * STEP).placed(0.0, 600.0)
    for life in lives:
        row = int(content.index.actors.rows_of(life.actor_id)[0])
        lane = ActorLifespanLane(content, view_of(settings, content.index), row)
        begin, end = content.edges[[life.begin, life.end]].tolist()
        for time in np.linspace(0.01, FRAMES * STEP, 25).tolist():
            hit = lane.hover_info(axis, axis.x(time))
            inside = begin <= axis.time(axis.x(time)) <= end
            assert (hit is not None) is inside
            if hit is not None:
                assert hit.lines[0].startswith(f"{life.actor_id} ")
                assert hit.lines[1].endswith("end") is (life.end == FRAMES)


@pytest.mark.parametrize(("begin", "end", "kind", "folded"), [
    (0, FRAMES, 0, True), (0, 5, 0, False), (5, FRAMES, 0, False), (0, 5, 2, False), (0, 5, 3, True),
    (0, 5, 4, True),
])  # fmt: skip
def test_life_spans_are_unfolded_where_what_moves_comes_or_goes(tmp_path, begin, end, kind, folded, shown):
    scene = Scene()
    for frame in range(FRAMES):
        scene.frame(
            STEP,
            add=[actor(1, KINDS[kind])] if frame == begin else [],
            remove=[1] if frame == end else [],
        )
    assert shown(content_of(scene.index(tmp_path / "one.log"))).folded_at_first is folded
