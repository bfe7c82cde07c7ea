"""What is painted on the road as lines: where they end, and how wide they are."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.roads.maps import build, geometry, road

STOP = "StopLine"
TALL, WIDE = 4.0, 2.0


def corners(points, kind="Local", names="uv"):
    one, other = names
    return "".join(f'<corner{kind} {one}="{a:.9f}" {other}="{b:.9f}"/>' for a, b in points)


def painted_object(name, s, t, inside="", **more):
    numbers = "".join(f' {key}="{value}"' for key, value in more.items())
    outline = f"<outline>{inside}</outline>" if inside else ""
    return f'<object id="{s}" name="{name}" s="{s}" t="{t}"{numbers}>{outline}</object>'


@pytest.mark.parametrize("seed", range(4))
def test_an_outline_with_an_area_is_painted_in_its_middle_as_wide_as_it_is(tmp_path, seed):
    """Rectangles of any place, size and direction; the outline begins at any corner, closed or not."""
    rng = np.random.default_rng(seed)
    texts, expected = [], []
    for number in range(12):
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
        ring += ring[:1] if rng.random() < 0.5 else []
        texts.append(painted_object(STOP, s, t, corners(ring), hdg=hdg))
        ends = []
        for sign in (-1, 1):
            u, v = middle + sign * long / 2 * along
            ends.append(
                (s + u * math.cos(hdg) - v * math.sin(hdg), -(t + u * math.sin(hdg) + v * math.cos(hdg)))
            )
        expected.append((wide, sorted(ends)))
    stops = build(tmp_path, road(more=f"<objects>{''.join(texts)}</objects>")).stop_lines
    lines = [(stop.width, sorted(map(tuple, stop.points.tolist()))) for stop in stops]
    for wide, ends in expected:
        near = [
            (width, line) for width, line in lines if len(line) == 2 and np.allclose(line, ends, atol=1e-5)
        ]
        assert near, ends
        assert near[0][0] == pytest.approx(wide, abs=1e-5)


@pytest.mark.parametrize("aside", [0.0, 0.049])
def test_what_has_no_area_is_painted_from_corner_to_corner(tmp_path, aside):
    points = [(-2, 0), (2, aside)]
    text = painted_object(STOP, 40, 0, corners(points), length=9, width=9)
    (line,) = build(tmp_path, road(more=f"<objects>{text}</objects>")).stop_lines
    assert line.width == 0.4
    assert line.points == pytest.approx(np.array([(40 + u, -v) for u, v in points]), abs=1e-6)


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
    text = painted_object(STOP, 15, 0, corners([(20, -1), (20, 2)], "Road", "st"))
    (line,) = build(tmp_path, road(bend, length=60, more=f"<objects>{text}</objects>")).stop_lines
    expected = [((50 - t) * math.sin(0.4), (50 - t) * math.cos(0.4) - 50) for t in (-1, 2)]
    assert sorted(map(tuple, line.points)) == [pytest.approx(each, abs=1e-6) for each in sorted(expected)]


def test_one_corner_says_nothing_about_a_line(tmp_path):
    text = painted_object(STOP, 40, 0, corners([(1, 1)]), length=0.5, width=3)
    (line,) = build(tmp_path, road(more=f"<objects>{text}</objects>")).stop_lines
    assert sorted(map(tuple, line.points.tolist())) == [(40, -1.5), (40, 1.5)]
