"""Rules for contacts of bounding boxes and for recorded collisions; both at once are one event."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.analysis.boxes import Rectangles, depths, distances, lengths, touching_points
from viewer.analysis.event_table import SAME_TIME, EventSource, Severity, within_a_second
from viewer.analysis.pairs import PairSamples
from viewer.analysis.rule_context import RuleContext
from viewer.analysis.traffic import Traffic
from viewer.arrays import Floats, Ints
from viewer.cancellation import check
from viewer.recording.actors import Category
from viewer.recording.recorded_events import Contact

_STILL = 0.1
"""Speed in m/s: while both actors are slower, an overlap of their boxes is no contact."""
_STEP = 0.1
"""Largest motion in metres of actors' boxes in one step of the search for contacts between two samples."""
_MOST_STEPS = 256
_HARD = 2.0
"""Least closing speed in m/s of two actors at which their contact is severe."""
_COUPLED_SHARE, _COUPLED_STEADY, _COUPLED_TIME = 0.95, 0.5, 1.0
"""Limits for coupled actors, like a trailer and its car, whose boxes overlap nearly all the time.

The least share of their common time with overlap, the largest change of their distance in metres, and the
least seconds for which they are near each other.
"""


class BoxContact(NamedTuple):
    """Contact of two boxes.

    Attributes:
        tracks: indices of both tracks in ``Traffic``.
        samples: first and last sample of the contact, indices into ``Traffic.times``.
        depth: greatest overlap in metres.
        closing: closing speed just before the contact in m/s; NaN if it is unknown.
        place: x, y, z in metres of the first contact.
    """

    tracks: tuple[int, int]
    samples: tuple[int, int]
    depth: float
    closing: float
    place: tuple[float, float, float]


def find_box_contacts(
    traffic: Traffic, pairs: PairSamples, thresholds: Mapping[str, float]
) -> list[BoxContact]:
    """Return the contacts of the bounding boxes in ``pairs``, pairs of actors near each other.

    The boxes are also compared at poses between two samples. Coupled actors (a trailer and its car) are left
    out. ``thresholds`` has values by the names in ``viewer.analysis.event_kinds.TABLE``, of which those that
    begin with "contact." are used.
    """
    slow = (pairs.speeds[0] < _STILL) & (pairs.speeds[1] < _STILL)
    depth = np.maximum(-pairs.distances, 0.0)
    swept, swept_depth = _swept(pairs)
    depth[swept] = np.maximum(depth[swept], swept_depth)
    runs = [*pairs.spans((depth > 0.0) & ~slow)]
    begins = np.array([rows.start for rows, _, _ in runs], np.int64)
    places = touching_points(*(box.take(begins) for box in pairs.boxes))
    found = []
    for (rows, tracks, samples), (x, y) in zip(runs, places.tolist(), strict=True):
        # Fastest approach in the two steps before; NaN if the boxes always overlapped.
        before, closing = pairs.closing[[rows.start - 1, rows.start]].tolist()
        closing = closing if math.isnan(closing) else float(np.fmax(before, closing))
        deepest = float(depth[rows].max())
        counts = (
            deepest >= _least_depth(traffic, tracks, thresholds) or closing >= thresholds["contact.closing"]
        )
        if counts and not _coupled(traffic, pairs, *tracks):
            found.append(
                BoxContact(tracks, samples, deepest, closing, (x, y, float(pairs.heights[rows.start])))
            )
    return found


def _least_depth(traffic: Traffic, tracks: tuple[int, int], thresholds: Mapping[str, float]) -> float:
    recorded = traffic.boxes.recorded[list(tracks)].all()
    return thresholds["contact.depth" if recorded else "contact.depth.blueprint"]


def _swept(pairs: PairSamples) -> tuple[Ints, Floats]:
    """Return where two boxes that are apart at two samples passed through each other between, and how deep.

    That is the rows of ``pairs`` at the later of the two samples, and the depths in metres, shape (R,) each.
    """
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


def _coupled(traffic: Traffic, pairs: PairSamples, first: int, second: int) -> bool:
    """Return whether the actors of two tracks are coupled, as a car and its trailer.

    Their bounding boxes must overlap nearly always. The distance between the boxes must hardly change, too.
    """
    rows = np.flatnonzero((pairs.first == first) & (pairs.second == second))
    begin = max(int(traffic.begins[first]), int(traffic.begins[second]))
    end = min(int(traffic.ends[first]), int(traffic.ends[second]))
    overlapping = int((pairs.distances[rows] < 0.0).sum())
    lasts = np.ptp(pairs.times[rows])
    if overlapping < _COUPLED_SHARE * (end - begin - 1) or lasts < _COUPLED_TIME:
        return False
    one, other = (box.centers[rows] for box in pairs.boxes)
    return bool(np.ptp(lengths(other - one)) < _COUPLED_STEADY)


@dataclass(slots=True)
class RecordedCollision:
    """Collision records of one pair of actors, each less than a second after the one before.

    Attributes:
        tracks: indices of both tracks in ``Traffic``; the second is None for an actor without a track.
        row: row of the second one in the actor table, −1 for scenery.
        begin: sample (index into ``Traffic.times``) of the first record.
        end: sample of the last record.
        reporters: ids of the actors whose sensors reported it.
        contact: index of its first record in ``RecordingIndex.contacts``.
    """

    tracks: tuple[int, int | None]
    row: int
    begin: int
    end: int
    reporters: set[int]
    contact: int


def add_contacts(
    context: RuleContext, box_contacts: Iterable[BoxContact], collisions: Sequence[RecordedCollision]
) -> None:
    """Add ``collisions`` and ``box_contacts`` to ``context`` as events.

    A contact of boxes within a second of a recorded collision of the same pair is no event of its own: it is
    part of the collision's event.
    """
    traffic, times = context.traffic, context.traffic.times
    rest: defaultdict[frozenset[int | None], list[BoxContact]] = defaultdict(list)
    for box_contact in sorted(box_contacts, key=lambda box_contact: box_contact.samples):
        rest[frozenset(box_contact.tracks)].append(box_contact)
    begins = np.array([collision.begin for collision in collisions], np.int64)
    both = [
        (first, first if other is None else other)
        for first, other in (collision.tracks for collision in collisions)
    ]
    boxes = [traffic.boxes_at(each, begins) for each in np.array(both, np.int64).reshape(-1, 2).T]
    for collision, distance in zip(collisions, distances(*boxes).tolist(), strict=True):
        check(context.should_continue, 1.0)
        pair = frozenset(collision.tracks)
        mine = [
            box_contact
            for box_contact in rest[pair]
            if within_a_second(times[[collision.begin, collision.end]], times[[*box_contact.samples]])
        ]
        rest[pair] = [box_contact for box_contact in rest[pair] if box_contact not in mine]
        first, other = collision.tracks
        tracks = (first, None) if other is None else context.in_order(first, other)
        _add_collision(context, collision, tracks, mine, distance)
    for box_contact in (each for pair in rest.values() for each in pair):
        check(context.should_continue, 1.0)
        least = _least_depth(traffic, box_contact.tracks, context.thresholds)
        severity = _severity(traffic, box_contact.tracks, hard=box_contact.closing >= _HARD)
        context.add(
            "contact", box_contact.samples, context.in_order(*box_contact.tracks), box_contact.depth, least,
            severity=severity, note=_overlap_text(traffic, box_contact), place=box_contact.place,
        )  # fmt: skip


def contacts_of(traffic: Traffic) -> Iterator[tuple[Contact, int, int]]:
    """Yield each recorded contact with the indices of its first and last sample in ``Traffic.times``."""
    contacts = traffic.index.contacts
    begins, ends = (
        (np.searchsorted(traffic.frames, contacts.columns[name], side="right") - 1).tolist()
        for name in ("first_frame", "last_frame")
    )
    return zip(contacts, begins, ends, strict=True)


def recorded_collisions(context: RuleContext) -> list[RecordedCollision]:
    """Return the recorded collisions that involve a track in ``context.judged``.

    Records of the same pair of actors that are less than a second apart are one collision.
    """
    traffic = context.traffic
    track_of = traffic.track_of
    latest: dict[frozenset[int], RecordedCollision] = {}
    collisions: list[RecordedCollision] = []
    for number, (contact, begin, end) in enumerate(contacts_of(traffic)):
        one, two = sorted((contact.actor, contact.other), key=lambda row: row not in track_of)
        first, other = track_of.get(one), track_of.get(two)
        if first is None or not (context.judged[first] or (other is not None and context.judged[other])):
            continue
        pair = frozenset((one, two))
        before = latest.get(pair)
        if before is not None and traffic.times[begin] - traffic.times[before.end] < SAME_TIME:
            before.end = max(before.end, end)
            before.reporters |= set(contact.reported_by)
            continue
        latest[pair] = RecordedCollision((first, other), two, begin, end, set(contact.reported_by), number)
        collisions.append(latest[pair])
    return collisions


def _add_collision(
    context: RuleContext,
    collision: RecordedCollision,
    tracks: tuple[int, int | None],
    box_contacts: list[BoxContact],
    distance: float,
) -> None:
    traffic = context.traffic
    # The record gives the start; boxes may have overlapped before.
    samples = collision.begin, max([collision.end, *(box_contact.samples[1] for box_contact in box_contacts)])
    notes = [f"reported by {' and '.join(map(str, sorted(collision.reporters)))}"]
    value, hard, place = math.nan, True, None  # without boxes the impact is taken as hard
    if box_contacts:
        deepest = max(box_contacts, key=lambda box_contact: box_contact.depth)
        value, place, closing = deepest.depth, box_contacts[0].place, box_contacts[0].closing
        hard = math.isnan(closing) or closing >= _HARD
        notes.append(_overlap_text(traffic, deepest))
    elif collision.tracks[1] is not None:
        value = -distance
        notes.append(f"the boxes are {distance:.2f} m apart" if value <= 0.0 else "the boxes overlap")
    elif collision.row >= 0:
        notes.append(f"with {traffic.index.actors.descriptions[collision.row].type_id}")
    source = EventSource.BOTH if box_contacts else EventSource.RECORDED
    least, severity = context.thresholds["contact.depth"], _severity(traffic, tracks, hard=hard)
    context.add(
        "collision", samples, tracks, value, least, severity=severity, note="; ".join(notes),
        place=place, source=source, contact=collision.contact,
    )  # fmt: skip


def _severity(traffic: Traffic, tracks: Iterable[int | None], *, hard: bool) -> Severity:
    walker = any(track is not None and traffic.category[track] == Category.WALKER for track in tracks)
    return Severity.HIGH if walker or hard else Severity.MEDIUM


def _overlap_text(traffic: Traffic, box_contact: BoxContact) -> str:
    boxes = (
        "recorded boxes" if traffic.boxes.recorded[list(box_contact.tracks)].all() else "boxes by blueprint"
    )
    closing = "" if math.isnan(box_contact.closing) else f", closing at {box_contact.closing:.1f} m/s"
    return f"{boxes} overlap by {box_contact.depth:.2f} m{closing}"
