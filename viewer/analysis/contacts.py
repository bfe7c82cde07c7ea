"""Contacts of boxes, and collisions that the recording tells of: together one event each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.event_table import EventSource, Severity
from viewer.analysis.inquiry import Inquiry, Measurement, spans
from viewer.analysis.pairs import PairMoments, seen_from_above
from viewer.analysis.rectangles import Rectangles, depths, distances, lengths, touching_points
from viewer.analysis.traffic import Traffic
from viewer.arrays import Floats
from viewer.cancellation import check
from viewer.recording.actors import Category

JOINED = 1.0
"""Seconds: what touches again within them never parted."""
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


@dataclass(frozen=True, slots=True)
class Touch:
    """Two boxes that touch: lives, moments, depth in metres, closing speed in m/s before (NaN if unknown)."""

    first: int
    second: int
    begin: int
    end: int
    depth: float
    closing: float
    place: tuple[float, float, float]


def find_touches(traffic: Traffic, pairs: PairMoments, thresholds: Mapping[str, float]) -> list[Touch]:
    """Return where boxes touch, swept from moment to moment."""
    slow = (pairs.speeds[0] < _STILL) & (pairs.speeds[1] < _STILL)
    depth = np.maximum(-pairs.distances, 0.0)
    swept, swept_depth = _swept(pairs)
    depth[swept] = np.maximum(depth[swept], swept_depth)
    touching = (depth > 0.0) & ~slow
    found = []
    starts = np.append(np.flatnonzero(pairs.apart), len(pairs))
    runs = spans(pairs.times, touching, gap=JOINED, apart=pairs.apart, skips=~pairs.follows)
    places = touching_points(*(box.take(runs[:, 0]) for box in pairs.boxes))
    for (begin, end), (x, y) in zip(runs.tolist(), places.tolist(), strict=True):
        (first, second), moments = pairs.span(begin, end)
        closing = _closing_before(pairs, begin)
        deepest = float(depth[begin : end + 1].max())
        recorded = traffic.boxes.recorded[[first, second]].all()
        least = thresholds["contact.depth" if recorded else "contact.depth.blueprint"]
        counts = deepest >= least or closing >= thresholds["contact.closing"]
        pair = int(np.searchsorted(starts, begin, side="right"))
        if not counts or _coupled(traffic, pairs, slice(int(starts[pair - 1]), int(starts[pair]))):
            continue
        found.append(Touch(first, second, *moments, deepest, closing, (x, y, float(pairs.heights[begin]))))
    return found


def _swept(pairs: PairMoments) -> tuple[NDArray[np.int64], Floats]:
    """Return the rows before which boxes passed through each other without a trace, and how deep."""
    one, other = pairs.boxes
    apart = pairs.distances > 0.0
    offset = other.centers - one.centers
    way = np.zeros(len(pairs))
    way[1:] = np.hypot(*np.diff(offset, axis=0).T)
    nearest = np.full(len(pairs), np.inf)
    nearest[1:] = np.minimum(pairs.distances[1:], pairs.distances[:-1])
    reach = np.hypot(*one.extents.T) + np.hypot(*other.extents.T)
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
    rows, steps = (each[np.argsort(-steps, kind="stable")] for each in (rows, steps))
    deepest = np.zeros(len(rows))
    starts, stops = ([box.take(each) for box in pairs.boxes] for each in (rows - 1, rows))
    for step in range(1, int(steps[0])):
        several = int(np.searchsorted(-steps, -step))  # those that are looked at so often
        shares = step / steps[:several, None]
        between = [_between(a, b, shares) for a, b in zip(starts, stops, strict=True)]
        deepest[:several] = np.maximum(deepest[:several], depths(between[0], between[1]))
    through = deepest > 0.0
    return rows[through], deepest[through]


def _between(before: Rectangles, after: Rectangles, shares: Floats) -> Rectangles:
    """Return the first rectangles at shares (K, 1) of their way."""
    before, after = (Rectangles(*(each[: len(shares)] for each in box)) for box in (before, after))
    headings = before.headings + (after.headings - before.headings) * shares
    headings /= np.maximum(lengths(headings), 1e-9)[:, None]
    return Rectangles(before.centers + (after.centers - before.centers) * shares, headings, after.extents)


def _closing_before(pairs: PairMoments, row: int) -> float:
    """Return how fast two came closer in the two steps before they touched; NaN if they always did."""
    speeds = []
    for each in (row, row - 1):
        if each < 1 or not pairs.follows[each]:
            break
        speeds.append(float(pairs.closing[each]))
    return max(speeds, default=float("nan"))


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


ContactTimes: TypeAlias = Mapping[frozenset[int], Sequence[tuple[int, int]]]
"""First and last moments of contacts, by pairs of lives."""


@dataclass(slots=True)
class Hit:
    """Records of a collision of one pair; ``other`` is None for what is no life, ``row`` its row or −1.

    ``contact`` is the number of the first contact in the file.
    """

    first: int
    other: int | None
    row: int
    begin: int
    end: int
    reporters: set[int]
    contact: int


def contact_times(touches: Iterable[Touch], hits: Iterable[Hit]) -> ContactTimes:
    """Return the first and last moment of all contacts of two lives."""
    times: dict[frozenset[int], list[tuple[int, int]]] = {}
    for touch in touches:
        times.setdefault(frozenset((touch.first, touch.second)), []).append((touch.begin, touch.end))
    for hit in hits:
        if hit.other is not None:
            times.setdefault(frozenset((hit.first, hit.other)), []).append((hit.begin, hit.end))
    return times


def add_contacts(inquiry: Inquiry, touches: Iterable[Touch], hits: Sequence[Hit]) -> None:
    """Add collisions and contacts; a contact of boxes that is recorded too is one event."""
    traffic = inquiry.traffic
    rest = dict.fromkeys(sorted(touches, key=lambda touch: touch.begin))
    of_pair: dict[frozenset[int | None], list[Touch]] = {}
    for touch in rest:
        of_pair.setdefault(frozenset((touch.first, touch.second)), []).append(touch)
    counter = _CollisionCounter(traffic)
    places, others, gaps = _at_the_hit(traffic, hits)
    for number, hit in enumerate(hits):
        check(inquiry.proceed, 1.0)
        pair = of_pair.get(frozenset((hit.first, hit.other)), ())
        mine = [touch for touch in pair if touch in rest and _same(traffic, hit, touch)]
        for touch in mine:
            del rest[touch]
        lives = (hit.first, None) if hit.other is None else inquiry.in_order(hit.first, hit.other)
        place = (places if lives[0] == hit.first else others)[number]
        counted = counter.of(lives[0], hit)
        theirs = None if counted is None else bool(counted)
        _add_collision(inquiry, hit, lives, mine, place, float(gaps[number]), theirs=theirs)
        for moment in (counted or ())[1:]:  # one of ours, as it never parted, but several of theirs
            again = Measurement(
                math.nan, math.nan, Severity.HIGH, "once more", scenario_runner=True, contact=hit.contact
            )
            inquiry.add("collision", (moment, moment), lives, again, source=EventSource.RECORDED, ours=False)
    with_sensor = {actor_id for contact in traffic.index.contacts for actor_id in contact.reported_by}
    for touch in rest:
        check(inquiry.proceed, 1.0)
        actor_ids = traffic.index.actors.actor_id[traffic.rows[[touch.first, touch.second]]].tolist()
        # Who has a sensor that reports others would have reported this; of others it is not known.
        theirs = False if with_sensor & set(actor_ids) else None
        lives = inquiry.in_order(touch.first, touch.second)
        recorded = inquiry.traffic.boxes.recorded[list(lives)].all()
        least = inquiry.thresholds["contact.depth" if recorded else "contact.depth.blueprint"]
        note = _how(inquiry.traffic, touch, lives)
        severity = _severity(traffic, lives, hard=touch.closing >= _HARD)
        finding = Measurement(touch.depth, least, severity, note, theirs)
        inquiry.add("contact", (touch.begin, touch.end), lives, finding, np.array(touch.place))


class _CollisionCounter:
    """Tells which records ScenarioRunner's criterion counts of an actor, by those of its own sensor.

    Not while its last counted partner is the same within 5 s, nor before it was farther than 5 m from the
    last counted place, nor while it is slower than 0.1 m/s. One that has no sensor in the recording would
    hear what others report of it.
    """

    _SECONDS, _METRES, _SLOWEST = 5.0, 5.0, 0.1

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        contacts = traffic.index.contacts
        self._reporters = {actor_id for contact in contacts for actor_id in contact.reported_by}
        self._counted: dict[int, dict[int | None, list[int]]] = {}

    def of(self, life: int, hit: Hit) -> list[int] | None:
        """Return the moments of what it counts during a hit of a life; None where its motion is unknown."""
        if life not in self._counted:
            self._counted[life] = self._count(life)
        begin = int(self._traffic.begins[life])
        known = np.isfinite(self._traffic.motion_of(life).speeds)
        if not 0 <= hit.begin - begin < len(known) or not known[hit.begin - begin]:
            return None
        other = hit.row if life == hit.first else int(self._traffic.rows[hit.first])
        return [each for each in self._counted[life].get(other, ()) if hit.begin <= each <= hit.end]

    def _count(self, life: int) -> dict[int | None, list[int]]:
        """Return the moments of all that is counted, by the row of the partner."""
        traffic = self._traffic
        motion, begin = traffic.motion_of(life), int(traffic.begins[life])
        counted: dict[int | None, list[int]] = {}
        last = seen = partner = -1  # of the last one; scenery is no partner to remember
        away = remembered = False
        for moment, other in self._heard(life):
            here = moment - begin
            if not 0 <= here < len(motion.speeds) or not motion.speeds[here] >= self._SLOWEST:
                continue
            if last >= 0:
                since = motion.times[here - 1] - motion.times[last] if here > last else 0.0
                remembered = remembered and not since > self._SECONDS
                far = np.linalg.norm(motion.locations[seen : here + 1] - motion.locations[last], axis=1)
                away, seen = away or bool((far > self._METRES).any()), here
            if (other >= 0 and remembered and other == partner) or (last >= 0 and not away):
                continue
            counted.setdefault(other, []).append(moment)
            last, seen, away = here, here, False
            if other >= 0:
                partner, remembered = other, True
        return counted

    def _heard(self, life: int) -> list[tuple[int, int]]:
        """Return moments and rows of partners, −1 for scenery, of all records that a life hears, by time."""
        traffic = self._traffic
        row = int(traffic.rows[life])
        mine = int(traffic.index.actors.actor_id[row])
        heard = []
        for contact in traffic.index.contacts:
            if row not in (contact.actor, contact.other):
                continue
            if mine in self._reporters and mine not in contact.reported_by:
                continue
            moments = (
                np.searchsorted(traffic.frames, [contact.first_frame, contact.last_frame], side="right") - 1
            )
            other = contact.other if contact.actor == row else contact.actor
            heard += [(moment, other) for moment in range(max(int(moments[0]), 0), int(moments[1]) + 1)]
        return sorted(heard, key=lambda each: each[0])


def recorded_hits(inquiry: Inquiry) -> list[Hit]:
    """Return the recorded collisions of those who are judged, records less than a second apart together."""
    traffic = inquiry.traffic
    life_of = {row: life for life, row in enumerate(traffic.rows.tolist())}
    hits: list[Hit] = []
    latest: dict[frozenset[int], Hit] = {}
    contacts = traffic.index.contacts
    begins, ends = (
        np.maximum(np.searchsorted(traffic.frames, contacts.columns[name], side="right") - 1, 0).tolist()
        for name in ("first_frame", "last_frame")
    )
    for number, (contact, begin, end) in enumerate(zip(contacts, begins, ends, strict=True)):
        first, other = life_of.get(contact.actor), life_of.get(contact.other)
        rows = (contact.actor, contact.other)
        if first is None:
            first, other, rows = other, first, rows[::-1]
        if first is None:
            continue
        if not inquiry.judged[first] and (other is None or not inquiry.judged[other]):
            continue
        pair = frozenset(rows)
        before = latest.get(pair)
        if before is not None and traffic.times[begin] - traffic.times[before.end] < JOINED:
            before.end = max(before.end, end)
            before.reporters |= set(contact.reported_by)
            continue
        hit = Hit(first, other, rows[1], begin, end, set(contact.reported_by), number)
        latest[pair] = hit
        hits.append(hit)
    return hits


def _same(traffic: Traffic, hit: Hit, touch: Touch) -> bool:
    """Tell whether a touch and a recorded collision of one pair are at most a second apart."""
    times = traffic.times
    return bool(
        times[touch.begin] <= times[hit.end] + JOINED and times[hit.begin] <= times[touch.end] + JOINED
    )


def _add_collision(
    inquiry: Inquiry,
    hit: Hit,
    lives: tuple[int, int | None],
    touches: list[Touch],
    place: Floats,
    gap: float,
    *,
    theirs: bool | None,
) -> None:
    traffic = inquiry.traffic
    begin = hit.begin  # what is recorded says when; boxes may have met before
    end = max((hit.end, *(touch.end for touch in touches)))
    least = inquiry.thresholds["contact.depth"]
    ids = " and ".join(str(each) for each in sorted(hit.reporters))
    notes = [f"reported by {ids}"]
    value, closing = float("nan"), float("nan")
    if touches:
        deepest = max(touches, key=lambda touch: touch.depth)
        value, closing, place = deepest.depth, touches[0].closing, np.array(touches[0].place)
        notes.append(_how(traffic, deepest, (deepest.first, deepest.second)))
    elif hit.other is not None:
        value = -gap
        notes.append(f"the boxes are {-value:.2f} m apart" if value <= 0.0 else "the boxes overlap")
    elif hit.row >= 0:
        notes.append(f"with {traffic.index.actors.descriptions[hit.row].type_id}")
    source = EventSource.BOTH if touches else EventSource.RECORDED
    hard = closing != closing or closing >= _HARD  # noqa: PLR0124 - it was told, if not how hard
    severity = _severity(traffic, lives, hard=hard)
    finding = Measurement(value, least, severity, "; ".join(notes), theirs, contact=hit.contact)
    inquiry.add("collision", (begin, end), lives, finding, place, source)


def _at_the_hit(traffic: Traffic, hits: Sequence[Hit]) -> tuple[Floats, Floats, Floats]:
    """Return where both were when their collision was recorded, x, y, z in metres, shape (H, 3) each.

    And the metres between their boxes, negative where they overlap, NaN if unknown, shape (H,). Of who hit
    what is no life the other is itself.
    """
    moments = np.array([hit.begin for hit in hits], np.int64)
    both = (
        np.array([hit.first for hit in hits], np.int64),
        np.array([hit.first if hit.other is None else hit.other for hit in hits], np.int64),
    )
    poses = [traffic.places_at(lives, moments) for lives in both]
    boxes = (seen_from_above(traffic, lives, pose) for lives, pose in zip(both, poses, strict=True))
    return poses[0][:, :3], poses[1][:, :3], distances(*boxes)


def _severity(traffic: Traffic, lives: tuple[int | None, ...], *, hard: bool) -> Severity:
    walker = any(life is not None and traffic.category[life] == Category.WALKER for life in lives)
    return Severity.HIGH if walker or hard else Severity.MEDIUM


def _how(traffic: Traffic, touch: Touch, lives: tuple[int, ...]) -> str:
    boxes = "recorded boxes" if traffic.boxes.recorded[list(lives)].all() else "boxes by blueprint"
    closing = f", closing at {touch.closing:.1f} m/s" if touch.closing == touch.closing else ""
    return f"{boxes} overlap by {touch.depth:.2f} m{closing}"
