"""Distances between boxes and times to collision as signals, against hand-made ways and shapely."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import CAR, car, hero, record, standing, straight
from tests.analysis.test_pairs import polygon
from viewer.analysis.find_events import find_events
from viewer.analysis.traffic import Traffic
from viewer.api import open_recording
from viewer.recording.actors import MOVERS
from viewer.signals import SIGNALS, Scope, read_series


def at(index, name, *times, other=None):
    (series,) = read_series(index, [name], 0, other=other)
    return [series.at(time + 1e-6) for time in times]


def test_at_each_moment_it_is_the_nearest_of_those_who_are_there(scratch):
    """Alone at first; then they come, pass and go. All look along x: gaps are differences of coordinates."""
    ways = {2: (30.0, 4.0, -3.0), 3: (-6.0, -3.5, 18.0), 4: (12.0, 9.0, 10.0), 5: (25.0, -5.0, 0.0)}
    lives = {2: (0.03, 9.0), 3: (0.98, 2.28), 4: (0.73, 1.48), 5: (0.48, 9.0)}
    others = [car(each, straight(*ways[each]), born=lives[each][0], dies=lives[each][1]) for each in ways]
    index = record([hero(straight(0, 0, 10)), *others], 3).index(scratch)
    far, who = read_series(index, ["nearest_distance", "nearest_id"], 0)
    expected = {}
    for time in (0.05 * np.arange(61)).tolist():
        gaps = {
            each: np.hypot(
                max(abs(x + (speed - 10.0) * time) - 2 * CAR[0], 0.0), max(abs(y) - 2 * CAR[1], 0.0)
            )
            for each, (x, y, speed) in ways.items()
            if lives[each][0] <= time < lives[each][1]
        }
        if gaps:
            nearest = min(gaps, key=gaps.get)
            expected[time] = nearest, gaps[nearest]
    assert min(expected) == pytest.approx(0.05)
    assert {each for each, _ in expected.values()} == set(ways)
    assert far.elapsed.tolist() == who.elapsed.tolist() == pytest.approx(list(expected), abs=1e-5)
    assert list(zip(who.values, far.values, strict=True)) == [
        (each, pytest.approx(gap, abs=2e-3)) for each, gap in expected.values()
    ]


def test_an_overlap_is_negative_and_another_level_does_not_count(scratch):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 1.7)), car(3, standing(40, 0, z=5.0))]
    index = record(movers, 5).index(scratch)
    assert at(index, "nearest_distance", 2.0) == pytest.approx([-0.3], abs=1e-3)
    assert at(index, "nearest_id", 4.0) == [2]


def test_the_time_to_collision_is_that_of_the_rule(scratch):
    index = record([hero(straight(0, 0, 10)), car(2, standing(80, 0)), car(3, standing(0, 30))], 7).index(
        scratch
    )
    gap = 80 - 2 * CAR[0]
    assert at(index, "ttc", 1.0, 5.0) == pytest.approx([gap / 10 - 1, gap / 10 - 5], abs=1e-3)
    (event,) = find_events(index, kinds=["ttc"]).events
    (series,) = read_series(index, ["ttc"], 0)
    inside = (series.elapsed >= event.start) & (series.elapsed <= event.end)
    assert np.nanmin(series.values[inside]) == pytest.approx(event.value)
    assert (series.values[inside] < event.threshold).all()


@pytest.mark.parametrize(
    "other", [straight(-30, 0, 12), lambda t: (60 - 10 * t, 3.5, 0, 180), standing(10, 5)]
)
def test_who_is_behind_or_beside_is_no_danger(scratch, other):
    index = record([hero(straight(0, 0, 10)), car(2, other)], 2.5).index(scratch)
    assert not read_series(index, ["ttc"], 0)[0].known


def test_between_two(scratch):
    movers = [hero(straight(0, 0, 10)), car(2, straight(80, 0, 2)), car(3, standing(0, 30))]
    index = record(movers, 3).index(scratch)
    assert at(index, "box_distance", 0.0, 1.0, other=1) == pytest.approx([76, 68], abs=1e-3)
    assert at(index, "pair_ttc", 1.0, other=1) == pytest.approx([68 / 8], abs=1e-2)
    assert not read_series(index, ["pair_ttc"], 0, other=2)[0].known


def test_the_nearest_in_recordings_is_so_for_shapely(recording_file):
    with open_recording(recording_file) as recording:
        index = recording.index
        row = int(index.actors.hero_rows[0]) if index.actors.hero_rows else None
        traffic = Traffic(index)
        life = int(np.flatnonzero(np.isin(traffic.category, MOVERS) & traffic.moves)[0])
        row = int(traffic.rows[life]) if row is None else row
        life = traffic.rows.tolist().index(row)
        (series,) = read_series(index, ["nearest_distance"], row)
        for moment in range(int(traffic.begins[life]), int(traffic.ends[life]) - 1, 40):
            told = series.at(float(traffic.times[moment]))
            own = polygon(traffic, life, moment)
            heights = traffic.positions_at(np.arange(len(traffic)), np.full(len(traffic), moment))[:, 2]
            distances = [
                own.distance(polygon(traffic, other, moment))
                for other in range(len(traffic))
                if other != life
                and traffic.begins[other] <= moment < traffic.ends[other]
                and abs(
                    heights[other] + traffic.boxes.centers[other, 2] - heights[life]
                    - traffic.boxes.centers[life, 2]
                ) < traffic.boxes.extents[[life, other], 2].sum()
            ]  # fmt: skip
            if distances:
                assert max(told, 0.0) == pytest.approx(min(distances), abs=1e-5)
            else:
                assert np.isnan(told)


def test_signals_of_two_say_who_the_other_is_and_no_others_do():
    assert SIGNALS["pair_ttc"].pair.format(actor=86) == "Time to collision with 86"
    for signal in SIGNALS.values():
        assert ("{actor}" in signal.pair) == (signal.scope is Scope.PAIR), signal.name
