"""Contacts of boxes, and collisions that the recording tells of: together one event each."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from viewer.analysis.boxes import Rectangles, depths, distances, lengths, touching_points
from viewer.analysis.event_table import EventSource, Severity
from viewer.analysis.find_events import Inquiry
from viewer.analysis.pairs import JOINED, PairMoments
from viewer.analysis.traffic import Traffic
from viewer.arrays import Floats, Ints
from viewer.cancellation import check
from viewer.recording.actors import Category
from viewer.recording.events import Contact

_STILL = 0.1
"""m/s: while both are slower, nothing happens between them."""
_STEP = 0.1
"""Metres that boxes move at most between two looks."""
_MOST_STEPS = 256
_HARD = 2.0
"""m/s of closing from which on a contact is severe."""
_COUPLED_SHARE, _COUPLED_STEADY, _COUPLED_TIME = 0.95, 0.5, 1.0
"""Two that overlap for nearly all of the time they share, at a steady distance (m), hang together; at least
for so many seconds."""
_SECONDS, _METRES, _SLOWEST = 5.0, 5.0, 0.1
"""Of ScenarioRunner's criterion: s, m and m/s."""


class Touch(NamedTuple):
    """Two boxes that touch: lives, moments, depth in metres, closing speed in m/s before (NaN if unknown)."""

    lives: tuple[int, int]
    moments: tuple[int, int]
    depth: float
    closing: float
    place: tuple[float, float, float]


def find_touches(traffic: Traffic, pairs: PairMoments, thresholds: Mapping[str, float]) -> list[Touch]:
    """Return where boxes touch, swept from moment to moment."""
    slow = (pairs.speeds[0] < _STILL) & (pairs.speeds[1] < _STILL)
    depth = np.maximum(-pairs.distances, 0.0)
    swept, swept_depth = _swept(pairs)
    depth[swept] = np.maximum(depth[swept], swept_depth)
    starts = np.append(np.flatnonzero(pairs.apart), len(pairs))
    runs = [*pairs.spans((depth > 0.0) & ~slow)]
    begins = np.array([rows.start for rows, _, _ in runs], np.int64)
    places = touching_points(*(box.take(begins) for box in pairs.boxes))
    found = []
    for (rows, lives, moments), (x, y) in zip(runs, places.tolist(), strict=True):
        # How fast they came closer in the two steps before; NaN if they always touched.
        before, closing = pairs.closing[[rows.start - 1, rows.start]].tolist()
        closing = closing if math.isnan(closing) else float(np.fmax(before, closing))
        deepest = float(depth[rows].max())
        counts = (
            deepest >= _least_depth(traffic, lives, thresholds) or closing >= thresholds["contact.closing"]
        )
        pair = int(np.searchsorted(starts, rows.start, side="right"))
        if counts and not _coupled(traffic, pairs, slice(int(starts[pair - 1]), int(starts[pair]))):
            found.append(Touch(lives, moments, deepest, closing, (x, y, float(pairs.heights[rows.start]))))
    return found


def _least_depth(traffic: Traffic, lives: tuple[int, int], thresholds: Mapping[str, float]) -> float:
    recorded = traffic.boxes.recorded[list(lives)].all()
    return thresholds["contact.depth" if recorded else "contact.depth.blueprint"]


def _swept(pairs: PairMoments) -> tuple[Ints, Floats]:
    """Return the rows before which boxes passed through each other without a trace, and how deep."""
    one, other = pairs.boxes
    apart = pairs.distances > 0.0
    offset = other.centers - one.centers
    way = np.zeros(len(pairs))
    way[1:] = lengths(np.diff(offset, axis=0))
    nearest = np.full(len(pairs), np.inf)
    nearest[1:] = np.minimum(pairs.distances[1:], pairs.distances[:-1])
    reach = lengths(one.extents) + lengths(other.extents)
    turn = np.zeros(len(pairs))
    for box in (one, other):
        before, after = box.headings[:-1], box.headings[1:]
        turn[1:] += np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0])
    missed = pairs.follows & apart & (way + turn * reach > nearest)
    missed[1:] &= apart[:-1]
    rows = np.flatnonzero(missed)
    if not len(rows):
        return rows, np.empty(0)
    steps = np.clip(np.ceil((way + turn * reach)[rows] / _STEP), 2, _MOST_STEPS)
    deepest = np.zeros(len(rows))
    starts, stops = ([box.take(each) for box in pairs.boxes] for each in (rows - 1, rows))
    for step in range(1, int(steps.max())):
        shares = np.minimum(step / steps, 1.0)[:, None]
        between = [_between(a, b, shares) for a, b in zip(starts, stops, strict=True)]
        deepest = np.maximum(deepest, depths(between[0], between[1]))
    through = deepest > 0.0
    return rows[through], deepest[through]


def _between(before: Rectangles, after: Rectangles, shares: Floats) -> Rectangles:
    headings = before.headings + (after.headings - before.headings) * shares
    headings /= np.maximum(lengths(headings), 1e-9)[:, None]
    return Rectangles(before.centers + (after.centers - before.centers) * shares, headings, after.extents)


def _coupled(traffic: Traffic, pairs: PairMoments, rows: slice) -> bool:
    """Tell whether two hang together: they overlap whenever both exist, and hardly move to each other."""
    first, second = int(pairs.first[rows.start]), int(pairs.second[rows.start])
    begin = max(int(traffic.begins[first]), int(traffic.begins[second]))
    end = min(int(traffic.ends[first]), int(traffic.ends[second]))
    overlapping = int((pairs.distances[rows] < 0.0).sum())
    lasts = pairs.times[rows.stop - 1] - pairs.times[rows.start]
    if overlapping < _COUPLED_SHARE * (end - begin - 1) or lasts < _COUPLED_TIME:
        return False
    one, other = (box.centers[rows] for box in pairs.boxes)
    return bool(np.ptp(lengths(other - one)) < _COUPLED_STEADY)


@dataclass(slots=True)
class Hit:
    """Records of a collision of one pair, less than a second apart.

    Attributes:
        lives: of both; None for what is no life.
        row: of the second in the actor table, −1 for what is no actor.
        begin: moment of the first record.
        end: moment of the last one.
        reporters: ids of the actors whose sensors reported it.
        contact: number of the first contact in the file.

    """

    lives: tuple[int, int | None]
    row: int
    begin: int
    end: int
    reporters: set[int]
    contact: int


def add_contacts(inquiry: Inquiry, touches: Iterable[Touch], hits: Sequence[Hit]) -> None:
    """Add collisions and contacts; a contact of boxes that is recorded too is one event."""
    traffic = inquiry.traffic
    rest: defaultdict[frozenset[int | None], list[Touch]] = defaultdict(list)
    for touch in sorted(touches, key=lambda touch: touch.moments):
        rest[frozenset(touch.lives)].append(touch)
    reporters = {actor_id for contact in traffic.index.contacts for actor_id in contact.reported_by}
    counted_of = cache(lambda life: _counted(traffic, life, reporters))
    begins = np.array([hit.begin for hit in hits], np.int64)
    both = [(first, first if other is None else other) for first, other in (hit.lives for hit in hits)]
    boxes = [traffic.boxes_at(each, begins) for each in np.array(both, np.int64).reshape(-1, 2).T]
    for hit, distance in zip(hits, distances(*boxes).tolist(), strict=True):
        check(inquiry.proceed, 1.0)
        pair = frozenset(hit.lives)
        mine = [touch for touch in rest[pair] if beside(traffic, (hit.begin, hit.end), touch.moments)]
        rest[pair] = [touch for touch in rest[pair] if touch not in mine]
        first, other = hit.lives
        lives = (first, None) if other is None else inquiry.in_order(first, other)
        partner = hit.row if lives[0] == first else int(traffic.rows[first])
        during = range(hit.begin, hit.end + 1)
        counted = [moment for moment, row in counted_of(lives[0]) if row == partner and moment in during]
        motion = traffic.motion_of(lives[0])
        known = np.isfinite(motion.speeds) & (motion.begin + np.arange(len(motion.speeds)) == hit.begin)
        theirs = bool(counted) if known.any() else None
        _add_collision(inquiry, hit, lives, mine, distance, theirs=theirs, counted=next(iter(counted), None))
        for moment in counted[1:] if theirs else ():  # one of ours, as it never parted, but several of theirs
            inquiry.add(
                "collision", (moment, moment), lives, math.nan, math.nan, severity=Severity.HIGH,
                note="once more", ours=False, source=EventSource.RECORDED, scenario_runner=True,
                contact=hit.contact,
            )  # fmt: skip
    for touch in (each for pair in rest.values() for each in pair):
        check(inquiry.proceed, 1.0)
        actor_ids = traffic.index.actors.actor_id[traffic.rows[list(touch.lives)]].tolist()
        # Who has a sensor that reports others would have reported this; of others it is not known.
        theirs = None if reporters.isdisjoint(actor_ids) else False
        least = _least_depth(traffic, touch.lives, inquiry.thresholds)
        severity = _severity(traffic, touch.lives, hard=touch.closing >= _HARD)
        inquiry.add(
            "contact", touch.moments, inquiry.in_order(*touch.lives), touch.depth, least, severity=severity,
            note=_how(traffic, touch), place=touch.place, scenario_runner=theirs,
        )  # fmt: skip


def _counted(traffic: Traffic, life: int, reporters: Container[int]) -> list[tuple[int, int]]:
    """Return the moments at which ScenarioRunner's criterion counts a collision of an actor, and with whom.

    Not while its last counted partner is the same within 5 s, nor before it was farther than 5 m from the
    last counted place, nor while it is slower than 0.1 m/s. Partners are rows of the actor table, −1 scenery.
    """
    motion = traffic.motion_of(life)
    counted: list[tuple[int, int]] = []
    last = seen = partner = -1  # of the last one; scenery is no partner to remember
    away = remembered = False
    for moment, other in _heard(traffic, life, reporters):
        here = moment - motion.begin
        if not 0 <= here < len(motion.speeds) or not motion.speeds[here] >= _SLOWEST:
            continue
        if last >= 0:
            since = motion.times[here - 1] - motion.times[last] if here > last else 0.0
            remembered = remembered and not since > _SECONDS
            far = np.linalg.norm(motion.locations[seen : here + 1] - motion.locations[last], axis=1)
            away, seen = away or bool((far > _METRES).any()), here
        if (other >= 0 and remembered and other == partner) or (last >= 0 and not away):
            continue
        counted.append((moment, other))
        last, seen, away = here, here, False
        if other >= 0:
            partner, remembered = other, True
    return counted


def _heard(traffic: Traffic, life: int, reporters: Container[int]) -> list[tuple[int, int]]:
    """Return moments and partners of all records of an actor's own sensor, or if it has none, of others'."""
    row = int(traffic.rows[life])
    mine = int(traffic.index.actors.actor_id[row])
    heard: list[tuple[int, int]] = []
    for contact, begin, end in _contacts(traffic):
        told = mine not in reporters or mine in contact.reported_by
        if row in (contact.actor, contact.other) and told:
            other = contact.other if contact.actor == row else contact.actor
            heard += [(moment, other) for moment in range(begin, end + 1)]
    return sorted(heard, key=lambda each: each[0])


def _contacts(traffic: Traffic) -> Iterator[tuple[Contact, int, int]]:
    """Yield what the recording tells of contacts, with the first and the last moment of each."""
    contacts = traffic.index.contacts
    begins, ends = (
        (np.searchsorted(traffic.frames, contacts.columns[name], side="right") - 1).tolist()
        for name in ("first_frame", "last_frame")
    )
    return zip(contacts, begins, ends, strict=True)


def recorded_hits(inquiry: Inquiry) -> list[Hit]:
    """Return the recorded collisions of those who are judged, records less than a second apart together."""
    traffic = inquiry.traffic
    life_of = {row: life for life, row in enumerate(traffic.rows.tolist())}
    latest: dict[frozenset[int], Hit] = {}
    hits: list[Hit] = []
    for number, (contact, begin, end) in enumerate(_contacts(traffic)):
        one, two = sorted((contact.actor, contact.other), key=lambda row: row not in life_of)
        first, other = life_of.get(one), life_of.get(two)
        if first is None or not (inquiry.judged[first] or (other is not None and inquiry.judged[other])):
            continue
        before = latest.get(frozenset((one, two)))
        if before is not None and traffic.times[begin] - traffic.times[before.end] < JOINED:
            before.end = max(before.end, end)
            before.reporters |= set(contact.reported_by)
            continue
        hit = Hit((first, other), two, begin, end, set(contact.reported_by), number)
        latest[frozenset((one, two))] = hit
        hits.append(hit)
    return hits


def beside(traffic: Traffic, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether two events are at most a second apart, by their first and last moments."""
    times = traffic.times
    return bool(times[one[0]] <= times[other[1]] + JOINED and times[other[0]] <= times[one[1]] + JOINED)


def _add_collision(
    inquiry: Inquiry,
    hit: Hit,
    lives: tuple[int, int | None],
    touches: list[Touch],
    distance: float,
    *,
    theirs: bool | None,
    counted: int | None,
) -> None:
    traffic = inquiry.traffic
    # What is recorded says when; boxes may have met before.
    moments = hit.begin, max([hit.end, *(touch.moments[1] for touch in touches)])
    notes = [f"reported by {' and '.join(map(str, sorted(hit.reporters)))}"]
    value, hard, place = math.nan, True, None  # it was told, if not how hard
    if touches:
        deepest = max(touches, key=lambda touch: touch.depth)
        value, place, closing = deepest.depth, touches[0].place, touches[0].closing
        hard = math.isnan(closing) or closing >= _HARD
        notes.append(_how(traffic, deepest))
    elif hit.lives[1] is not None:
        value = -distance
        notes.append(f"the boxes are {distance:.2f} m apart" if value <= 0.0 else "the boxes overlap")
    elif hit.row >= 0:
        notes.append(f"with {traffic.index.actors.descriptions[hit.row].type_id}")
    source = EventSource.BOTH if touches else EventSource.RECORDED
    least, severity = inquiry.thresholds["contact.depth"], _severity(traffic, lives, hard=hard)
    inquiry.add(
        "collision", moments, lives, value, least, severity=severity, note="; ".join(notes),
        place=place, source=source, scenario_runner=theirs, contact=hit.contact,
        scenario_runner_time=float(traffic.times[counted]) if theirs and counted is not None else None,
    )  # fmt: skip


def _severity(traffic: Traffic, lives: Iterable[int | None], *, hard: bool) -> Severity:
    walker = any(life is not None and traffic.category[life] == Category.WALKER for life in lives)
    return Severity.HIGH if walker or hard else Severity.MEDIUM


def _how(traffic: Traffic, touch: Touch) -> str:
    boxes = "recorded boxes" if traffic.boxes.recorded[list(touch.lives)].all() else "boxes by blueprint"
    closing = "" if math.isnan(touch.closing) else f", closing at {touch.closing:.1f} m/s"
    return f"{boxes} overlap by {touch.depth:.2f} m{closing}"
