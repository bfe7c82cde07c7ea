"""Findings are joined to incidents as the definition says, whatever their order."""

from __future__ import annotations

import math
import random

import pytest

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, FoundEvent, Severity
from viewer.analysis.incidents import by_weight, excess, join

GAP = 1.0
A, B = 0, 1


def event(kind, start, end, *actors, value=1.0, severity=Severity.MEDIUM):
    return FoundEvent(kind, start, end, actors, value, 1.0, 0, None, severity)


CRASH = (
    event("ttc", 6.0, 7.9, A, B), event("pet", 7.0, 8.0, B, A), event("contact", 8.0, 8.5, A, B),
    event("harsh_braking", 6.5, 8.2, A), event("jerk", 9.4, 9.6, B),
)  # fmt: skip


def test_an_incident_is_named_by_its_weightiest_finding():
    severe = event("ttc", 6, 7, A, B, severity=Severity.HIGH)
    for first, *others in (
        CRASH[2:3] + CRASH[:2] + CRASH[3:],
        (event("red_light", 7, 7, A), severe, CRASH[3]),
        (severe, CRASH[1], CRASH[3]),
        (event("harsh_braking", 6, 7, A, severity=Severity.HIGH), event("jerk", 6, 7, A)),
    ):
        told = by_weight(join(Events([*others, first]), GAP))
        assert told[0]._replace(incident=0) == first
        assert len(told.heads) == 1


def plain(events, gap):  # noqa: C901 - all of the definition in one place
    """The sets of events that are one incident, straight from the definition and slowly."""

    def near(one, other):
        return max(one.start - other.end, other.start - one.end) < gap

    def connected(some):
        groups = []
        for each in some:
            mine = [group for group in groups if any(near(each, other) for other in group)]
            groups = [group for group in groups if group not in mine]
            groups.append([each, *(other for group in mine for other in group)])
        return groups

    def far(each, group):
        begin, end = min(e.start for e in group), max(e.end for e in group)
        return max(begin - each.end, each.start - end, 0.0)

    found, left = [], []
    pairs = {}
    for each in events:
        if KINDS[each.kind].lasting or not {*each.rows} - {None}:
            found.append([each])
        elif len({*each.rows}) > 1:
            pairs.setdefault(frozenset(each.rows), []).append(each)
        else:
            left.append(each)
    of_pairs = []
    for some in pairs.values():
        for group in connected(some):
            touches = connected([each for each in group if each.kind in ("contact", "collision")])
            touches.sort(key=lambda touch: min(e.start for e in touch))
            parts = [[] for _ in touches] or [[]]
            for each in group:
                parts[min(range(len(touches)), key=lambda n: far(each, touches[n]), default=0)].append(each)
            of_pairs += parts
    rest = {}
    more = [[*group] for group in of_pairs]
    for each in left:
        mine = [n for n, group in enumerate(of_pairs) if any(each.rows[0] in e.rows for e in group)]
        mine = [n for n in mine if far(each, of_pairs[n]) < gap]
        nearest = [n for n in mine if far(each, of_pairs[n]) == min(far(each, of_pairs[m]) for m in mine)]
        if nearest:
            chosen = min(nearest, key=lambda n: heaviest(of_pairs[n]))
            more[chosen].append(each)
        else:
            rest.setdefault(each.rows, []).append(each)
    return found + more + [group for some in rest.values() for group in connected(some)]


def heaviest(group):
    order = [each.value for each in Severity]
    ranks = list(KINDS)
    return min(
        (KINDS[e.kind].weight, order.index(e.severity.value), ranks.index(e.kind), e.start, e.end)
        for e in group
    )


@pytest.mark.parametrize("seed", range(150))
def test_they_are_joined_as_the_definition_says_in_any_order(seed):
    chance = random.Random(seed)
    pair = ("contact", "collision", "ttc", "pet", "near_miss", "drac", "headway")
    single = ("jerk", "yaw_rate", "harsh_braking", "red_light", "speeding", "standing", "teleport")
    actors = range(2 + seed % 3)
    events = []
    for _ in range(chance.randrange(30)):
        start = chance.uniform(0, 12)
        end = start + chance.choice((0.0, chance.uniform(0, 2)))
        two = chance.random() < 0.5
        whom = chance.sample([*actors, None], 2) if two else [chance.choice(actors)]
        severity = chance.choice(list(Severity))
        kind = chance.choice(pair if two else single)
        events.append(event(kind, start, end, *whom, severity=severity))
    expected = {frozenset(map(id, group)) for group in plain(events, GAP)}
    orders = [events, events[::-1], chance.sample(events, len(events))]
    numbers = []
    for order in orders:
        joined = join(Events(order), GAP)
        assert [each._replace(incident=0) for each in joined] == order
        groups = {}
        for given, each in zip(order, joined, strict=True):
            groups.setdefault(each.incident, set()).add(id(given))
        assert {frozenset(group) for group in groups.values()} == expected
        assert sorted(groups) == [*range(1, len(groups) + 1)]
        numbers.append({id(given): each.incident for given, each in zip(order, joined, strict=True)})
        starts = [min(e.start for e in joined if e.incident == n) for n in sorted(groups)]
        assert starts == sorted(starts)
    assert numbers[0] == numbers[1] == numbers[2]


HIGH, MEDIUM, LOW = Severity.HIGH, Severity.MEDIUM, Severity.LOW


def weighty(kind, severity, rows=(1,), value=1.0, threshold=1.0, start=0.0):
    return FoundEvent(kind, start, start, rows, value, threshold, 0, None, severity)


LIGHTS = [weighty("red_light", HIGH, (n,), start=float(n)) for n in range(3)]
LESSER = [weighty("harsh_acceleration", LOW, (1,), 3.0, 2.4, start=float(n)) for n in range(3)]
WORST = weighty("harsh_acceleration", LOW, (1,), 5.0, 2.4, start=9.0)
STANDING, STALL = weighty("standing", MEDIUM, (2,)), weighty("stall", LOW, ())
TOUCH, SEVERE = weighty("contact", MEDIUM, (3, 4)), weighty("harsh_braking", HIGH, (3,), -7.0, -4.05)
STUCK = weighty("standing", HIGH, (0,))
HEROS, OTHERS = weighty("stop_sign", MEDIUM, (0,)), weighty("red_light", MEDIUM, (3,))


@pytest.mark.parametrize(
    ("hero", "expected"),
    [
        (0, [TOUCH, SEVERE, HEROS, OTHERS, STALL]),
        (None, [TOUCH, SEVERE, OTHERS, HEROS, STALL]),
        (None, [STANDING, WORST, STALL, *LESSER]),  # of what happens often the worst stands for all
        (0, [TOUCH, STUCK, SEVERE, HEROS, STALL]),
        (None, [TOUCH, SEVERE, STUCK, HEROS, STALL]),  # others that are stuck are a state
        (None, [*LIGHTS, STALL]),  # every red light counts for itself
    ],
)
def test_what_comes_first(hero, expected):
    assert by_weight(Events(expected[::-1]), () if hero is None else (hero,)) == tuple(expected)


@pytest.mark.parametrize(
    ("kind", "value", "threshold", "expected"),
    [
        ("harsh_braking", -8.1, -4.05, 2.0),
        ("ttc", 0.5, 1.5, 3.0),
        ("red_light", 12.0, 0.0, 12.0),
        ("collision", math.nan, 0.05, 0.0),
    ],
)
def test_how_far_beyond_its_threshold_an_event_is(kind, value, threshold, expected):
    assert excess(Events([weighty(kind, HIGH, value=value, threshold=threshold)])) == pytest.approx(expected)
