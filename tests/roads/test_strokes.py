"""What is painted on the road as lines: where they end, and what letters and arrows look like."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from tests.roads.maps import build, geometry, road

STOP, WHITE = "StopLine", "SolidSingleWhite"
TALL, WIDE = 4.0, 2.0


def corners(points, kind="Local", names="uv"):
    one, other = names
    return "".join(f'<corner{kind} {one}="{a:.9f}" {other}="{b:.9f}"/>' for a, b in points)


def painted_object(name, s, t, inside="", **more):
    numbers = "".join(f' {key}="{value}"' for key, value in more.items())
    outline = f"<outline>{inside}</outline>" if inside else ""
    return f'<object id="{s}" name="{name}" s="{s}" t="{t}"{numbers}>{outline}</object>'


def lines_of(folder, *objects, plan="", length=100.0):
    """Lines that are painted, with their widths, in the order in which they begin along x."""
    one = road(plan, length=length, more=f"<objects>{''.join(objects)}</objects>")
    (level,) = build(folder, one).levels
    (bare,) = build(folder, road(plan, length=length)).levels
    found = [
        (group.width, group.lines.path(row))
        for group in level.marks[len(bare.marks) :]
        for row in range(len(group.lines))
    ]
    return sorted(found, key=lambda each: each[1][:, 0].mean())


def glyph(folder, name):
    """The lines of a sign in shares of its length ahead and of its width to the left."""
    text = painted_object(name, 50, 1, length=TALL, width=WIDE)
    (group,) = [lines for lines in [lines_of(folder, text)] if lines]
    shares = [np.column_stack([(line[:, 0] - 50) / TALL, (-line[:, 1] - 1) / WIDE]) for _, line in group]
    assert {width for width, _ in group} == {0.2}
    return shares


def turns(line):
    """How far each corner of a line turns to the left, degrees."""
    steps = [complex(*step) for step in np.diff(line * (TALL, WIDE), axis=0)]
    return [math.degrees(np.angle(after / before)) for before, after in pairwise(steps)]


def same(one, other):
    """Whether two lines are the same, whichever end they begin at."""
    return one.shape == other.shape and any(np.allclose(one, each) for each in (other, other[::-1]))


def head_and_shaft(lines):
    (shaft,) = [line for line in lines if np.isclose(line[0, 0], -0.5)]
    (head,) = [line for line in lines if not np.isclose(line[0, 0], -0.5)]
    return head, shaft


@pytest.mark.parametrize(("name", "side"), [("Type1", 0), ("Type4L", 1), ("Type4R", -1)])
def test_an_arrow_has_a_head_of_two_equal_barbs_at_the_end_of_its_shaft(tmp_path, name, side):
    head, shaft = head_and_shaft(glyph(tmp_path, f"Stencil_Arrow{name}"))
    assert shaft[0] == pytest.approx((-0.5, 0))
    barbs = head[[0, 2]] - head[1]
    assert abs(head[1]).max() == 0.5
    if side:
        assert head[1, 1] == 0.5 * side
        assert barbs[0] == pytest.approx(barbs[1] * (-1, 1))  # mirrored about the way to the side
        assert 0.0 < (head[1] - shaft[-1])[1] * side < 0.1  # the shaft ends inside the head
        assert (np.diff(shaft, axis=0)[:, 0] > 0).all()
        leaning = np.array(
            [math.degrees(math.atan2(b * side * WIDE, a * TALL)) for a, b in np.diff(shaft, axis=0)]
        )
        assert (np.diff(leaning) > 15).all()  # more and more to its side, from straight ahead
        assert leaning[0] == 0
        assert leaning[-1] > 60
    else:
        assert head[1] == pytest.approx(shaft[-1])
        assert barbs[0] == pytest.approx(barbs[1] * (1, -1))
    away = barbs @ (head[1] - head[[0, 2]].mean(axis=0))
    assert (away < 0).all()
    assert (np.hypot(*barbs.T) > 0.2).all()
    assert (np.hypot(*barbs.T) < 0.45).all()


def test_arrows_to_both_sides_are_mirrored(tmp_path):
    left, right = (glyph(tmp_path, f"Stencil_ArrowType4{side}") for side in "LR")
    assert all(any(same(one * (1, -1), other) for other in right) for one in left)


def test_the_letters_of_stop_are_as_tall_stand_apart_and_are_read_from_left_to_right(tmp_path):
    lines = sorted(glyph(tmp_path, "Stencil_STOP"), key=lambda line: -line[:, 1].mean())
    letters = [[lines[0]], lines[1:3], [lines[3]], [lines[4]]]
    spans = []
    for letter in letters:
        points = np.concatenate(letter)
        assert (points[:, 0].min(), points[:, 0].max()) == (-0.5, 0.5)
        spans.append((points[:, 1].max(), points[:, 1].min()))
    assert spans[0][0] == -spans[3][1]
    for (left, right), (following, _) in pairwise(spans):
        assert 0.14 < left - right < 0.22
        assert 0.05 <= right - following < 0.15


def test_s_and_t_and_o_and_p_look_like_themselves(tmp_path):
    s, *t, o, p = sorted(glyph(tmp_path, "Stencil_STOP"), key=lambda line: -line[:, 1].mean())
    # One stroke that bends one way, then the other; it begins and ends to the right and to the left.
    ways = [np.sign(turn) for turn in turns(s)]
    assert sum(one != other for one, other in pairwise(ways)) == 1
    assert max(map(abs, turns(s)[:-1])) < 100  # the last is its hook
    assert (s[0, 0] > 0.3, s[-1, 0] < -0.3) == (True, True)
    assert s[0, 1] == s[:, 1].min()
    assert s[-1, 1] == s[:, 1].max()
    (bar,) = [line for line in t if np.ptp(line[:, 0]) == 0]
    (stem,) = [line for line in t if np.ptp(line[:, 1]) == 0]
    assert (bar[:, 0] == 0.5).all()
    assert stem[0, 0] == 0.5
    assert stem[0, 1] == pytest.approx(bar[:, 1].mean())
    # Round, closed, and the same in a mirror.
    assert (o[0] == o[-1]).all()
    assert len({np.sign(turn) for turn in turns(o)}) == 1
    middle = (o.max(axis=0) + o.min(axis=0)) / 2
    for mirror in ((1, -1), (-1, 1)):
        other = {tuple(point) for point in (middle + (o - middle) * mirror).round(9)}
        assert other == {tuple(point) for point in o.round(9)}
    # A stem to the left over the whole height, and a bow to the right of its upper half that comes back.
    assert (p[:2, 1] == p[:, 1].max()).all()
    assert p[-1, 1] == p[0, 1]
    assert (p[1:, 0] >= 0).all()
    bends = turns(p)
    assert len({np.sign(turn) for turn in bends}) == 1
    assert max(map(abs, bends[1:])) < 90
    assert (p[2:-1, 1] <= p[0, 1] - 0.1).all()


@pytest.mark.parametrize("seed", range(4))
def test_an_outline_with_an_area_is_painted_in_its_middle_as_wide_as_it_is(tmp_path, seed):
    """Rectangles of any place, size and direction; the outline begins at any corner, closed or not."""
    rng = np.random.default_rng(seed)
    texts, expected = [], []
    for number in range(12):
        name = (STOP, WHITE)[number % 2]
        long, wide = rng.uniform(1.0, 6.0), rng.uniform(0.06, 0.9)
        turn, s, t, hdg = rng.uniform(0, 6.28), 5.0 + 8 * number, rng.uniform(-3, 3), rng.uniform(0, 6.28)
        along = np.array([math.cos(turn), math.sin(turn)])
        across = np.array([-along[1], along[0]])
        middle = rng.uniform(-1, 1, 2)
        ring = [
            middle + a * long / 2 * along + b * wide / 2 * across
            for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
        ]
        begin = int(rng.integers(4))
        ring = ring[begin:] + ring[:begin]
        closed = name == WHITE or rng.random() < 0.5
        ring += ring[:1] if closed else []
        texts.append(painted_object(name, s, t, corners(ring), hdg=hdg))
        ends = []
        for sign in (-1, 1):
            u, v = middle + sign * long / 2 * along
            ends.append(
                (s + u * math.cos(hdg) - v * math.sin(hdg), -(t + u * math.sin(hdg) + v * math.cos(hdg)))
            )
        expected.append((wide, sorted(ends)))
    (level,) = build(tmp_path, road(more=f"<objects>{''.join(texts)}</objects>")).levels
    lines = [
        (group.width, sorted(map(tuple, group.lines.path(row).tolist())))
        for group in level.marks
        for row in range(len(group.lines))
    ]
    stops = build(tmp_path, road(more=f"<objects>{''.join(texts)}</objects>")).stop_lines
    lines += [(stop.width, sorted(map(tuple, stop.points.tolist()))) for stop in stops]
    for wide, ends in expected:
        near = [
            (width, line) for width, line in lines if len(line) == 2 and np.allclose(line, ends, atol=1e-5)
        ]
        assert near, ends
        assert near[0][0] == pytest.approx(wide, abs=1e-5)


@pytest.mark.parametrize(
    ("name", "points", "width"),
    [
        (STOP, [(-2, 0), (2, 0)], 0.4),
        (STOP, [(-2, 0), (2, 0.049)], 0.4),
        (WHITE, [(-2, -1), (0, 1), (2, 0)], 0.12),
        (WHITE, [(-2, -1), (0, 1), (2, 0), (-2, -0.985)], 0.12),
        (WHITE, [(-2, -1), (0, 1), (-2, -1)], 0.12),
    ],
)
def test_what_has_no_area_or_is_not_closed_is_painted_from_corner_to_corner(tmp_path, name, points, width):
    """Closed is what ends within a centimetre of where it begins, and has three sides."""
    text = painted_object(name, 40, 0, corners(points), length=9, width=9)
    road_map = build(tmp_path, road(more=f"<objects>{text}</objects>"))
    if name == STOP:
        (line,) = road_map.stop_lines
        found, wide = line.points, line.width
    else:
        ((wide, found),) = lines_of(tmp_path, text)
    assert wide == width
    assert found == pytest.approx(np.array([(40 + u, -v) for u, v in points]), abs=1e-6)


@pytest.mark.parametrize(
    ("length", "width", "ends", "wide"),
    [
        (0.3, 4.0, [(40, -2.0), (40, 2.0)], 0.3),
        (4.0, 0.3, [(38, 0), (42, 0)], 0.3),
        (0.0, 0.6, [(40, -0.3), (40, 0.3)], 0.4),
        (0.9, 0.04, [(39.55, 0), (40.45, 0)], 0.4),
        (0.0, 0.0, [], 0),
    ],
)
def test_without_corners_it_is_as_long_and_wide_as_the_file_says(tmp_path, length, width, ends, wide):
    text = painted_object(STOP, 40, 0, length=length, width=width)
    found = build(tmp_path, road(more=f"<objects>{text}</objects>")).stop_lines
    assert [sorted(map(tuple, line.points.tolist())) for line in found] == ([ends] if ends else [])
    assert [line.width for line in found] == ([pytest.approx(wide)] if ends else [])


def test_corners_along_a_bent_road_follow_it(tmp_path):
    """Their places are those of the road, wherever the object is; only signs are as they are."""
    bend = geometry('<arc curvature="0.02"/>', 60)
    text = painted_object(WHITE, 15, 0, corners([(10, 1), (20, -1), (30, 2)], "Road", "st"))
    ((_, line),) = lines_of(tmp_path, text, plan=bend, length=60)
    expected = [
        ((50 - t) * math.sin(s / 50), (50 - t) * math.cos(s / 50) - 50)
        for s, t in ((10, 1), (20, -1), (30, 2))
    ]
    assert line == pytest.approx(np.array(expected), abs=1e-6)
    arrow = painted_object(
        "Stencil_ArrowType1", 20, 0, corners([(10, 1), (20, -1)], "Road", "st"), length=2, width=1
    )
    shaft = max(
        (line for _, line in lines_of(tmp_path, arrow, plan=bend, length=60)),
        key=lambda line: np.ptp(line[:, 0]),
    )
    foot = np.array([50 * math.sin(0.4), 50 * math.cos(0.4) - 50])
    assert shaft.mean(axis=0) == pytest.approx(foot, abs=1e-6)


def test_signs_without_a_size_are_as_large_as_can_be_seen(tmp_path):
    lines = lines_of(tmp_path, painted_object("Stencil_ArrowType1", 40, 0, length=0, width=0.2))
    points = np.concatenate([line for _, line in lines])
    assert np.ptp(points, axis=0) == pytest.approx((0.5, 0.3))


def test_one_corner_says_nothing_about_a_line(tmp_path):
    text = painted_object(STOP, 40, 0, corners([(1, 1)]), length=0.5, width=3)
    (line,) = build(tmp_path, road(more=f"<objects>{text}</objects>")).stop_lines
    assert sorted(map(tuple, line.points.tolist())) == [(40, -1.5), (40, 1.5)]


def test_lines_on_a_bridge_are_painted_with_it(tmp_path):
    line = [painted_object(WHITE, s, 0, length=2, width=0.2) for s in (20, 80)]
    under = road(road_id="under", more=f"<objects>{line[0]}</objects>")
    over = road(
        geometry(x=50, y=-50, hdg=math.pi / 2),
        road_id="over",
        elevations=[(0, 6, 0, 0, 0)],
        more=f"<objects>{line[1]}</objects>",
    )
    middles = [
        [group.lines.path(0).mean(axis=0) for group in level.marks if group.width == 0.2]
        for level in build(tmp_path, over, under).levels
    ]
    assert middles == [[pytest.approx((20, 0))], [pytest.approx((50, -30))]]
