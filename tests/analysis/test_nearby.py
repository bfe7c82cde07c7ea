"""What is found of somebody is what is found of everybody."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.analysis.drives import car, hero, record, standing, straight, walker
from tests.analysis.test_neighbours import weaving
from tests.scenes import hit
from viewer.analysis.event_table import Events
from viewer.analysis.find_events import find_events


def crowd(seed, count=14, step=0.05, *, turned=False):
    """Cars and walkers who come, go, stand, are beamed and collide; ``turned``: written the last first."""
    rng = np.random.default_rng(seed)
    movers = [hero(straight(-30, 0, 8))]
    for k in range(2, count):
        x, y, yaw, speed = *rng.uniform(-40, 40, 2), rng.uniform(0, 360), rng.uniform(0, 14)
        make, speed = (walker, speed / 8) if k % 4 == 0 else (car, 0.0 if k % 5 == 0 else speed)
        way = weaving(x, y, yaw, speed, rng.choice((0.0, 1 / 10, -1 / 20)), speed / 8)
        if k % 6 == 0:  # from five kilometres away, and back there
            way = beamed(way, rng.uniform(1, 4))
        movers.append(make(k, way, born=rng.uniform(-1, 2), dies=rng.uniform(4, 9)))
    movers.append(car(90, standing(400, 400)))
    hits = {40: [hit(1, 90)], 44: [hit(7, 1)], 46: [hit(7, 5)], 47: [hit(1, 7)]}
    return record(movers[::-1] if turned else movers, 8, step, collisions=hits)


def beamed(way, since):
    """Be there for three seconds only."""
    return lambda t: way(t) if since <= t < since + 3 else (5000.0, 5000.0, 0.0, 0.0)


BRIEF = {"standing": 3.0}
"""Recordings here are short."""


def unnumbered(found):
    """Events without the number of their incident, which counts those that are told."""
    return [each._replace(incident=0) for each in found]


def by_id(index, found):
    """Search results, of actors by their ids."""
    ids = index.actors.actor_id
    events = [
        (
            *(None if row is None else int(ids[row]) for row in event.rows),
            repr(event._replace(rows=(), contact=None, incident=0)),
        )
        for event in found.events
    ]
    return events, {(each.kind, int(ids[row]), each.reason) for each in found.not_judged for row in each.rows}


@pytest.mark.parametrize("step", [0.05, 0.12, 0.4])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_found_of_somebody_does_not_depend_on_who_is_asked_about(scratch, seed, step):
    index = crowd(seed, step=step).index(scratch)
    everybody = find_events(index, thresholds=BRIEF)
    assert len(everybody.events) >= 5
    rows = range(len(index.actors))
    for asked in (*([row] for row in rows), rows[:4], rows[2:7]):
        alone = find_events(index, thresholds=BRIEF, rows=asked)
        theirs = [each for each in everybody.events if {*asked} & {*each.rows}]
        assert repr(unnumbered(alone.events)) == repr(unnumbered(theirs))
        told = by_id(index, replace(everybody, events=Events()))[1]
        assert by_id(index, alone)[1] == {
            each for each in told if each[1] in index.actors.actor_id[list(asked)]
        }


@pytest.mark.parametrize("seed", range(3))
def test_what_is_found_does_not_depend_on_who_is_written_first(tmp_path, seed):
    found = []
    for turned in (False, True):
        index = crowd(seed, 30, turned=turned).index(tmp_path / f"{turned}.log")
        found.append(by_id(index, find_events(index, thresholds=BRIEF)))
    assert found[0] == found[1]
