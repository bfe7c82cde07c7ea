"""Life spans against plain lists: who is alive, in which order lanes stand, which of them are listed."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from tests.scenes import CAMERA, HERO, LATE, OTHER, WALKER, Scene, actor
from tests.ui.drawn import drawn
from tests.ui.person import row_of
from tests.ui.timeline.conftest import view_of
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import LaneData
from viewer.ui.timeline.lifespan_lane import ActorLifespanLane, LifespanLane
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import content_of

pytestmark = pytest.mark.usefixtures("qapp")

KINDS = (
    "vehicle.audi.tt",
    "vehicle.bh.crossbike",
    "walker.pedestrian.0001",
    "static.prop.bench",
    "sensor.camera.rgb",
)
FRAMES, STEP = 12, 0.5
AXIS = TimeAxis.whole(0.0, FRAMES * STEP).placed(0.0, 600.0)


class Life(NamedTuple):
    """An actor as this test made it: its id, its kind, the frames from its spawn to before its end."""

    actor_id: int
    kind: str
    begin: int
    end: int


def recorded(folder, lives):
    scene = Scene()
    for frame in range(FRAMES):
        scene.frame(
            STEP,
            add=[actor(each.actor_id, each.kind) for each in lives if each.begin == frame],
            remove=[each.actor_id for each in lives if each.end == frame],
        )
    return content_of(scene.index(folder / "lives.log"))


@pytest.fixture(params=range(6))
def lives(request):
    """Lives drawn at random, few or many."""
    draw = random.Random(request.param)
    lives = []
    for actor_id in draw.sample(range(1, 99), (5, 14, 40)[request.param % 3]):
        begin = draw.choice([0, 0, 0, 3, 7])
        end = draw.choice([FRAMES, FRAMES, begin + 2, begin + 4])
        lives.append(Life(actor_id, draw.choice(KINDS), begin, min(end, FRAMES)))
    return lives


@pytest.fixture
def content(lives, tmp_path):
    return recorded(tmp_path, lives)


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


def in_order(lives):
    """Vehicles, walkers, the rest; of those that move who comes or goes first; then by birth and id."""

    def key(life):
        rank = 0 if life.kind.startswith("vehicle") else 1 if life.kind.startswith("walker") else 2
        comes_or_goes = life.begin > 0 or life.end < FRAMES
        return rank, not (comes_or_goes and rank < 2), life.begin, life.actor_id

    return [life.actor_id for life in sorted(lives, key=key)]


def test_it_tells_and_draws_at_every_time_how_many_are_alive(lives, content, shown):
    lane = shown(content)
    area = QRectF(0, 0, 600, 100)
    shapes = drawn(lambda painter: lane.paint(TimeCanvas(painter, AXIS, area, load_theme("dark"))), 600, 100)
    steps = [each.box for each in shapes if each.kind == "line" and each.size[1] == 0]
    most = max(sum(life.begin <= frame < life.end for life in lives) for frame in range(FRAMES))
    for frame in range(FRAMES - 1):
        alive = sum(life.begin <= frame < life.end for life in lives)
        x = AXIS.x(float(content.edges[frame : frame + 2].mean()))
        assert lane.hover_info(AXIS, x).lines == (f"{alive} actors",)
        (y,) = (top for left, top, right, _ in steps if left <= x <= right)
        assert y == pytest.approx(97 - 94 * alive / most, abs=1)  # a margin of 3 px


def test_lanes_stand_in_their_order_those_selected_the_hero_and_the_pinned_first(lives, content, shown):
    draw, order = random.Random(len(lives)), in_order(lives)
    rows = list(range(len(content.index.actors)))
    selected, pinned = tuple(draw.sample(rows, 3)), tuple(draw.sample(rows, 2))
    hero = draw.choice(rows)
    lane = shown(content, selected=selected, hero=hero, pinned=pinned)
    first = [
        content.index.actors.actor_id[row] for row in dict.fromkeys((*reversed(selected), hero, *pinned))
    ]
    assert ids(content, lane.lanes(folded=True)) == first
    assert ids(content, lane.lanes(folded=False)) == first + [each for each in order if each not in first]
    nobody = shown(content)
    assert nobody.lanes(folded=True) == [nobody]
    assert ids(content, nobody.lanes(folded=False)) == order


def test_a_life_is_told_where_its_bar_is(lives, content, settings):
    for life in lives:
        lane = ActorLifespanLane(
            content, view_of(settings, content.index), row_of(content.index, life.actor_id)
        )
        begin, end = content.edges[[life.begin, life.end]].tolist()
        for time in np.linspace(0.01, FRAMES * STEP, 25).tolist():
            hit = lane.hover_info(AXIS, AXIS.x(time))
            inside = begin <= AXIS.time(AXIS.x(time)) <= end
            assert (hit is not None) is inside
            if hit is not None:
                assert hit.lines[0].startswith(f"{life.actor_id} ")
                assert hit.lines[1].endswith("end") is (life.end == FRAMES)


@pytest.mark.parametrize(("begin", "end", "kind", "folded"), [
    (0, FRAMES, 0, True), (0, 5, 0, False), (5, FRAMES, 0, False), (0, 5, 2, False), (0, 5, 3, True),
    (0, 5, 4, True),
])  # fmt: skip
def test_life_spans_are_unfolded_where_what_moves_comes_or_goes(tmp_path, begin, end, kind, folded, shown):
    assert shown(recorded(tmp_path, [Life(1, KINDS[kind], begin, end)])).folded_at_first is folded


@pytest.mark.parametrize("actor_id", [HERO, OTHER, LATE, WALKER, CAMERA])
@pytest.mark.parametrize(("start", "span"), [(0.0, 1.0), (0.3, 0.4)])
def test_contacts_are_found_within_four_pixels_or_the_life(index, settings, actor_id, start, span):
    row = row_of(index, actor_id)
    view = view_of(settings, index, hero=row if actor_id == HERO else None)
    lane = ActorLifespanLane(content_of(index), view, row)
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
