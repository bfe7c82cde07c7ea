"""The grid loses nobody: against all pairs in all frames."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.drives import car, record, standing, straight, walker
from viewer.analysis import find
from viewer.analysis.neighbours import Encounters, find_encounters
from viewer.analysis.traffic import Traffic


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(2, 30), st.booleans())
def test_whoever_is_near_is_an_encounter(scratch, seed, count, few):
    rng = np.random.default_rng(seed)
    movers = []
    for k in range(count):
        x, y, speed = rng.uniform(-120, 120), rng.uniform(-60, 60), rng.uniform(-20, 20)
        movers.append(car(k + 1, straight(x, y, speed, yaw=90.0 * rng.integers(0, 2))))
    traffic = Traffic(record(movers, 3, 0.1).index(scratch))
    chosen = np.ones(len(traffic), np.bool_)
    if few:
        chosen[2:] = False
    found = find_encounters(traffic, chosen, 1.5)
    near = {
        (int(a), int(b), moment)
        for a, b, begin, end in zip(found.first, found.second, found.begins, found.ends, strict=True)
        for moment in range(begin, end)
    }
    xy = np.stack([traffic.poses_of(life)[:, :2] for life in range(len(traffic))])
    velocity = np.stack([traffic.motion_of(life).velocities[:, :2] for life in range(len(traffic))])
    for a in range(len(traffic)):
        for b in range(a + 1, len(traffic)):
            if not chosen[a] and not chosen[b]:
                continue
            offset, drift = xy[b] - xy[a], velocity[b] - velocity[a]
            for ahead in (0.0, 0.7, 1.5):
                close = np.abs(offset + drift * ahead).max(axis=1) < 2 * 2.2
                for moment in np.flatnonzero(close).tolist():
                    assert (a, b, moment) in near


def test_two_that_stand_are_none(scratch):
    props = [car(k, standing(k, 0), type_id="static.prop.box", extent=(0.5, 0.5, 0.5)) for k in range(1, 5)]
    traffic = Traffic(record([*props, car(9, standing(50, 0))], 2).index(scratch))
    assert traffic.moves.sum() == 1
    assert len(find_encounters(traffic, np.ones(len(traffic), np.bool_), 1.5)) == 0


def test_blocks_hold_all_of_them(scratch):
    movers = [car(k, straight(3 * k, 0, 5)) for k in range(1, 8)]
    traffic = Traffic(record(movers, 2).index(scratch))
    found = find_encounters(traffic, np.ones(len(traffic), np.bool_), 1.5)
    blocks = list(found.blocks(50))
    assert len(blocks) > 2
    assert [each.start for each in blocks[1:]] == [each.stop for each in blocks[:-1]]
    assert blocks[-1].stop == len(found)


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
    kinds = [kind.name for kind in find.KINDS.values() if kind.finder is find.PAIRS]
    found = find.find_events(index, kinds=kinds, rows=rows).events
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
        return Encounters(first[asked][there], second[asked][there], begins[there], ends[there])

    monkeypatch.setattr(find, "find_encounters", everybody)
    monkeypatch.setattr(find, "FEW", 0)
    assert find.find_events(index, kinds=kinds, rows=rows).events == found


@pytest.mark.parametrize("few", [True, False])
@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_who_goes_somewhere_and_is_back_within_a_second_was_there(scratch, dx, dy, few):
    """Twelve metres away after half of each second, where another stands; at both its ends nowhere near."""

    def way(t):
        far = 24 * (0.5 - abs(t % 1.0 - 0.5))
        return dx * far, dy * far, 0.0, 0.0

    others = [standing(15 * dx, 15 * dy), standing(-15 * dx, -15 * dy), standing(15 * dy, 15 * dx)]
    rest = [car(10 + k, standing(500 + 50 * k, 900)) for k in range(5)]
    movers = [car(1, way), *(car(2 + k, each) for k, each in enumerate(others)), *rest]
    traffic = Traffic(record(movers, 4, 0.1).index(scratch))
    chosen = np.arange(len(traffic)) < (1 if few else len(traffic))
    found = find_encounters(traffic, chosen, 0.0)
    ids = traffic.index.actors.actor_id[traffic.rows]
    (meeting,) = np.flatnonzero((ids[found.first] == 1) & (ids[found.second] == 2))
    assert (found.begins[meeting], found.ends[meeting]) == (0, len(traffic.times))
    assert {int(each) for each in ids[found.second]} == {2}


@pytest.mark.parametrize("moved", [False, True])
def test_who_is_not_seen_all_the_time_may_have_been_anywhere_around(scratch, moved):
    """Within some 30 m of where it was seen, and of where it may go; but not beyond."""

    def way(t):
        return (0.0, 0.0, 0.0, 0.0) if t < 1.5 or not moved else None

    others = [car(2, straight(-20, 25, 10)), car(3, straight(-20, 80, 10))]
    traffic = Traffic(record([car(1, way), *others], 4, 0.1).index(scratch))
    found = find_encounters(traffic, np.ones(3, np.bool_), 0.5)
    pairs = set(zip(found.first.tolist(), found.second.tolist(), strict=True))
    assert pairs == ({(0, 1)} if moved else set())
