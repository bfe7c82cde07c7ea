"""Stop lines and the lights that govern them, held against the towns' signals and the recordings."""

from __future__ import annotations

import numpy as np
import pytest

import viewer
from viewer.analysis.traffic_lights import governed_stop_lines
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.resources import resource
from viewer.roads import open_map


def governed(recording, town):
    with LogFile(recording) as file:
        return governed_stop_lines(read_index(file), town)


def test_every_painted_line_of_the_sample_has_its_light():
    sample_town = open_map(resource("Sampletown.xodr"))
    with LogFile(resource("sample.log")) as file:
        sample = read_index(file)
        lines = governed_stop_lines(sample, sample_town)
    painted = {tuple(line.points.ravel().tolist()) for line in sample_town.stop_lines}
    assert {tuple(line.points.ravel().tolist()) for line in lines} == painted
    assert not any(line.derived for line in lines)
    rows = {int(row) for line in lines for row in line.lights}
    lights = [row for row, one in enumerate(sample.actors.descriptions) if "traffic_light" in one.type_id]
    assert rows <= set(lights)
    for line in lines:
        place = sample.actors.location[int(line.lights[0]), :2]
        assert np.hypot(*(line.points.mean(axis=0) - place)) < 40


def test_without_painted_lines_they_are_the_ends_of_lanes(recordings, maps):
    town = open_map(maps / "Town01.xodr")
    path = recordings / "town01_carla0913_additional_data.log"
    lines = governed(path, town)
    assert len(lines) == 36  # each light of the town stops one lane
    assert all(line.derived for line in lines)
    for line in lines:
        place = town.locate(line.points.mean(axis=0))[0]
        assert place["on_lane"]
        assert np.hypot(*np.diff(line.points, axis=0)[0]) == pytest.approx(place["width"], abs=0.2)


def test_those_who_wait_at_red_are_behind_a_red_line(recordings, maps):
    """2766 of the collision waits before the junction at a line whose light is red."""
    town = open_map(maps / "Town03.xodr")
    path = recordings / "town03_carla096_collision.rec"
    lines = governed(path, town)
    with viewer.open_recording(path) as recording:
        world = recording.world_at(2.0)
        front = world.find(2766).location[:2]
        states = world.light_states
    near = min(lines, key=lambda line: np.hypot(*(line.points.mean(axis=0) - front)))
    assert np.hypot(*(near.points.mean(axis=0) - front)) < 12
    assert states[world.place_of(int(near.lights[0]))] == 0
