"""The grid loses nobody: against all pairs in all frames."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import car, record, walker
from viewer.analysis import find_events, pairs
from viewer.analysis.event_kinds import KINDS, PAIRS


def weaving(x, y, yaw, speed, turning, gives_way):
    """Drive along a bend to either side, faster and slower."""
    u = np.radians(yaw)

    def way(t):
        s = speed * t - gives_way * (1 - np.cos(t))
        turn = turning * s
        along, across = (np.sin(turn) / turning, (1 - np.cos(turn)) / turning) if turning else (s, 0.0)
        return (
            x + along * np.cos(u) - across * np.sin(u), y + along * np.sin(u) + across * np.cos(u), 0.0,
            yaw + np.degrees(turn),
        )  # fmt: skip

    return way


@pytest.mark.parametrize("rows", [None, [1, 5, 9, 13]])
@pytest.mark.parametrize("seed", range(4))
def test_no_event_of_two_is_lost(scratch, monkeypatch, seed, rows):
    """The same is found where all are compared with all, all the time; they turn, brake, come and go."""
    rng = np.random.default_rng(seed)
    movers = []
    for number in range(1, 41):
        x, y, yaw = *rng.uniform(-50, 50, 2), rng.uniform(0, 360)
        turning, gives_way = rng.choice((0.0, 1 / 8, -1 / 15, 1 / 30)), rng.uniform(0, 4)
        born, dies = rng.choice([(0.0, 1e9), (0.0, 3.3), (1.7, 1e9)])
        if number % 4:
            way = weaving(x, y, yaw, rng.uniform(2, 18), turning, gives_way)
            movers.append(car(number, way, born=born, dies=dies))
        else:
            movers.append(walker(number, weaving(x, y, yaw, 1.4, 0.0, 0.0), born=born, dies=dies))
    index = record(movers, 6, 0.1).index(scratch)
    kinds = [kind.name for kind in KINDS.values() if kind.finder is PAIRS]
    found = find_events.find_events(index, kinds=kinds, rows=rows).events
    assert len(found) > (20 if rows is None else 1)

    def everybody(traffic, chosen, *_):
        order = np.argsort(traffic.index.actors.actor_id[traffic.rows])
        first, second = order[np.array(np.triu_indices(len(traffic), 1))]
        asked = chosen[first] | chosen[second]
        begins, ends = (
            edge(edges[first], edges[second])[asked]
            for edge, edges in ((np.maximum, traffic.begins), (np.minimum, traffic.ends))
        )
        there = begins < ends
        return first[asked][there], second[asked][there], begins[there], ends[there]

    monkeypatch.setattr(pairs, "find_encounters", everybody)
    assert find_events.find_events(index, kinds=kinds, rows=rows).events == found
