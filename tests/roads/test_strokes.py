"""What is painted on the road as lines: where they end, and how wide they are."""

from __future__ import annotations

import math

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
    """Their places are those of the road, wherever the object is."""
    bend = geometry('<arc curvature="0.02"/>', 60)
    text = painted_object(WHITE, 15, 0, corners([(10, 1), (20, -1), (30, 2)], "Road", "st"))
    ((_, line),) = lines_of(tmp_path, text, plan=bend, length=60)
    expected = [
        ((50 - t) * math.sin(s / 50), (50 - t) * math.cos(s / 50) - 50)
        for s, t in ((10, 1), (20, -1), (30, 2))
    ]
    assert line == pytest.approx(np.array(expected), abs=1e-6)


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
