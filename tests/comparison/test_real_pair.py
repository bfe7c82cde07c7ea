"""Two real recordings of one town, against an oracle that shares no code with the program."""

from __future__ import annotations

import numpy as np
import pytest

import viewer
from tests.recording import plain_reader as plain

A, B = "town01_carla0910_additional_data.log", "town01_carla0913_additional_data.log"


def hero_path(path):
    """Times in seconds and x, y, z in metres of the only actor that drives."""
    found = {}
    for frame in plain.frames_of(path.read_bytes()):
        for actor_id, *numbers in plain.records(plain.payload(frame, 6), "I6f"):
            found.setdefault(actor_id, []).append((plain.start(frame)[2], *numbers[:3]))
    paths = [np.array(each) for each in found.values()]
    path = max(paths, key=lambda each: np.ptp(each[:, 1]) + np.ptp(each[:, 2]))
    return path[:, 0], path[:, 1:] / 100.0


def at(times, path, wanted):
    return np.column_stack([np.interp(wanted, times, path[:, axis]) for axis in range(3)])


def median_distance(one, other, offset):
    (times, path), (others, other_path) = one, other
    shared = (times >= others[0] - offset) & (times <= others[-1] - offset)
    steps = np.append(np.diff(times), 1.0)
    moves = np.append(np.linalg.norm(np.diff(path[:, :2], axis=0), axis=1), 0.0) > 0.1 * steps
    chosen = np.flatnonzero(shared & moves)
    lasts = np.append(np.diff(times), 0.0)[chosen]
    chosen = chosen[np.cumsum(lasts) - lasts < 5.0]
    if np.append(np.diff(times), 0.0)[chosen].sum() < 2.0:
        return np.inf
    return np.median(np.linalg.norm(at(others, other_path, times[chosen] + offset) - path[chosen], axis=1))


def best_offset(one, other):
    offsets, step = np.arange(-15.0, 15.0, 0.02), 0.02
    while step > 1e-4:
        found = [median_distance(one, other, each) for each in offsets]
        middle = offsets[int(np.argmin(found))]
        offsets, step = np.linspace(middle - step, middle + step, 41), step / 20
    return middle


def first_apart(one, other, offset):
    """When the paths are more than 0.1 m apart for 0.1 s, and the greatest distance."""
    times = np.union1d(one[0], other[0] - offset)
    begin, end = max(one[0][0], other[0][0] - offset), min(one[0][-1], other[0][-1] - offset)
    times = times[(times >= begin) & (times <= end)]
    apart = np.linalg.norm(at(*one, times) - at(*other, times + offset), axis=1)
    held = [time for time in times if (apart[(times >= time) & (times <= time + 0.1)] > 0.1).all()]
    return held[0], apart.max()


@pytest.mark.parametrize("mode", ["elapsed", "pose"])
def test_offset_and_first_distance_are_those_of_the_oracle(recordings, mode):
    paths = hero_path(recordings / A), hero_path(recordings / B)
    offset = best_offset(*paths) if mode == "pose" else 0.0
    first, greatest = first_apart(*paths, offset)
    with viewer.open_recording(recordings / A) as a, viewer.open_recording(recordings / B) as b:
        found = viewer.compare(a, b, align=mode)
        pair = found.pair_of(a.actors.hero_lifetimes[0])
        assert int(b.actors.actor_id[found.partners.rows_b[pair]]) == b.hero.id
        runs = found.intervals(pair)
        begins = found.times[runs["first"][runs["what"] == 1]]
    assert found.alignment.offset == pytest.approx(offset, abs=0.005)
    assert begins[0] == pytest.approx(first, abs=0.04)  # a frame: the program allows for interpolation
    assert found.largest(pair).value == pytest.approx(greatest, abs=0.02)
