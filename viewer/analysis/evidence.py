"""What an event looks like on the ground: who stood where, how they came there, and where they touched."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from viewer.analysis.event import EventSource, FoundEvent, Severity
from viewer.analysis.kinds import KINDS
from viewer.analysis.left_lane import NO_LANE, left_lane
from viewer.analysis.ordered_events import RANKS, OrderedEvents
from viewer.analysis.weight import TOUCHES
from viewer.arrays import Floats, Ints
from viewer.lazy import kept
from viewer.quick_dataclass import dataclass
from viewer.recording.actors import MOVERS
from viewer.recording.events import Contact
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import contact_place, motion_at, motion_before
from viewer.replay.world.world import World, world_at

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap

BEFORE = (0.5, 1.0)
"""Seconds before the moment at which outlines are shown, too."""
APPROACH = 2.0
"""Seconds of the way to the moment that are to be seen."""
_STEPS = 8
_PLACED = ("pairs", "junctions")
"""Finders of events that have a place of their own; others are where their actor is."""
_TOUCHES = np.array([RANKS[kind] for kind in TOUCHES])
_LIKE = 1.0
"""Seconds within which a contact that was recorded is the one that an event tells of."""
_LOOK, _LOOKS = 0.25, 21
"""Seconds between the looks, and how many, at where it was before."""
_CORNER = 1 / 3
"""Share of the half-length from the middle that is the side, neither front nor rear."""


@dataclass(frozen=True, eq=False)
class Outlines:
    """Boxes on the ground: middles (N, 2) and half sizes (N, 2) in metres, headings (N,) in radians.

    NaN for who was not there, or where the file does not tell.
    """

    centers: Floats
    headings: Floats
    extents: Floats


@dataclass(frozen=True, eq=False)
class Evidence:
    """An event on the ground.

    Attributes:
        event: the event.
        frame: index of the frame that shows it.
        elapsed: seconds of that frame.
        rows: actors concerned that move, rows of the actor table, shape (N,).
        at: their boxes at that moment.
        before: the same at each of ``BEFORE``.
        velocities: how they moved then, or before they touched, m/s, shape (N, 2); NaN unknown.
        recorded: whether these are recorded, or else derived.
        angle: between the headings of two in the same frame, degrees; NaN for another number.
        frames_before: how many frames before ``frame`` velocities and angle are those of.
        point: x, y in metres of where it happened; None if it has no place.
        side: where that is on the first of them: forwards and to its right, −1, 0 or 1 each; None unless two
            touch.
        light: x, y in metres of the light that governs; None for none.
        way: where they came from in the last two seconds, metres, shape (K, 2).
        lane: edges of the lane that was left, or driven along the wrong way: left and right, metres, shape
            (2, L, 2); L is 0 for events of other kinds, and without a road map.

    """

    event: FoundEvent
    frame: int
    elapsed: float
    rows: Ints
    at: Outlines
    before: tuple[Outlines, ...]
    velocities: Floats
    recorded: bool
    angle: float
    frames_before: int
    point: tuple[float, float] | None
    side: tuple[int, int] | None
    light: tuple[float, float] | None
    way: Floats
    lane: Floats

    @property
    def speeds(self) -> Floats:
        """Speeds, m/s, shape (N,)."""
        return np.hypot(self.velocities[:, 0], self.velocities[:, 1])


def evidence_of(index: RecordingIndex, event: FoundEvent, road_map: RoadMap | None = None) -> Evidence:
    """Return what an event looks like on the ground; the lane that was left only with the road map.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    frame = shown_frame(index, event)
    elapsed = float(index.elapsed[frame])
    rows = [row for row in event.actors if row is not None and index.actors.category[row] in MOVERS]
    world = world_at(index, elapsed, frame_index=frame)
    at = _outlines(world, rows)
    # Who touches is slower in that frame already; others are as they are then.
    motion = (motion_before if event.kind in TOUCHES else motion_at)(index, frame, rows)
    times = np.linspace(max(elapsed - APPROACH, 0.0), elapsed, _STEPS + 1)
    way = [
        _outlines(world_at(index, time, interpolate=True), rows).centers
        for time in times.tolist()
        if time >= 0
    ]
    points = np.concatenate([*way, at.centers]) if rows else np.empty((0, 2))
    has_place = event.place is not None and KINDS[event.kind].finder in _PLACED
    point = event.place[:2] if has_place and event.place is not None else None
    return Evidence(
        event=event,
        frame=frame,
        elapsed=elapsed,
        rows=np.array(rows, np.int64),
        at=at,
        before=tuple(
            _outlines(world_at(index, max(elapsed - ago, 0.0), interpolate=True), rows) for ago in BEFORE
        ),
        velocities=motion.velocities[:, :2],
        recorded=motion.recorded,
        angle=motion.angle,
        frames_before=motion.frames_before,
        point=point,
        side=_side(at, point) if event.kind in TOUCHES else None,
        light=_place(world, event.light),
        way=points[np.isfinite(points).all(axis=1)],
        lane=_lane(index, event, road_map, elapsed),
    )


def _lane(index: RecordingIndex, event: FoundEvent, road_map: RoadMap | None, elapsed: float) -> Floats:
    row = next(iter(event.actors), None)
    if road_map is None or row is None or not KINDS[event.kind].leaves_lane:
        return NO_LANE
    worlds = [
        world_at(index, time, interpolate=True)
        for time in (elapsed - np.arange(_LOOKS)[::-1] * _LOOK).tolist()
        if time >= 0.0
    ]
    places = [(world, place) for world in worlds if (place := world.place_of(row)) is not None]
    return left_lane(
        road_map,
        np.array([world.locations[place] for world, place in places]).reshape(-1, 3),
        np.array([world.rotations[place, 1] for world, place in places]),
    )


def shown_frame(index: RecordingIndex, event: FoundEvent) -> int:
    """Return the index of the frame in which the file shows an event.

    Poses that were written a frame late show it a frame later than it happened; a record does not.
    """
    first = next((row for row in event.actors if row is not None), None)
    late = first is not None and index.driven_elapsed is not index.elapsed
    late &= event.source is EventSource.DERIVED
    return min(event.frame + int(late), len(index.heads) - 1)


def recorded_contact(index: RecordingIndex, event: FoundEvent) -> Contact | None:
    """Return the contact in the file that an event tells of, None for what is only derived."""
    if event.source is EventSource.DERIVED or event.kind not in TOUCHES:
        return None
    number = int(contacts_of(index, OrderedEvents((event,)))[0])
    return None if number < 0 else index.contacts[number]


def contacts_of(index: RecordingIndex, events: OrderedEvents) -> Ints:
    """Return the number of the contact in the file that each event tells of, −1 for none, shape (N,).

    It is the nearest in time of the same two. The events are all of this recording: it is found out once.
    """
    known = events.__dict__
    if "contacts" not in known:
        known["contacts"] = _find_contacts(index, events)
    numbers: Ints = known["contacts"]
    return numbers


def _find_contacts(index: RecordingIndex, events: OrderedEvents) -> Ints:
    found = np.full(len(events), -1, np.int64)
    mine = np.flatnonzero(~events.derived & (events.kinds[:, None] == _TOUCHES).any(axis=1))
    order, keys, places = _by_pair(index)
    if not len(mine) or not len(keys):
        return found
    wanted, starts, ends = _pair_keys(*events.pairs[mine].T), events.starts[mine], events.ends[mine]
    pairs = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    first, last = (
        pairs * len(index.heads) + np.maximum(np.searchsorted(index.elapsed, times, side="right") - 1, 0)
        for times in (starts - _LIKE, ends + _LIKE)
    )
    begins = np.searchsorted(places, first)
    counts = np.where(keys[pairs] == wanted, np.searchsorted(places, last, side="right") - begins, 0)
    event = np.repeat(np.arange(len(mine)), counts)
    skipped = np.cumsum(counts) - counts
    contact = order[np.arange(len(event)) + (begins - skipped)[event]]
    columns = index.contacts.columns[contact]
    begun, over = (index.elapsed[columns[name]] for name in ("first_frame", "last_frame"))
    away = np.maximum(np.maximum(begun - ends[event], starts[event] - over), 0.0)
    nearest = np.lexsort((contact, away, event))
    nearest = nearest[away[nearest] < _LIKE]
    nearest = nearest[np.diff(event[nearest], prepend=-1) != 0]
    found[mine[event[nearest]]] = contact[nearest]
    return found


@kept
def _by_pair(index: RecordingIndex) -> tuple[Ints, Ints, Ints]:
    """Return the contacts by who touched whom and then by time.

    Their numbers, shape (C,); the keys of the pairs, ascending, shape (P,); and what orders the contacts: the
    place of its pair times the number of frames, and its first frame, shape (C,).
    """
    contacts = index.contacts
    keys = _pair_keys(*(contacts.columns[name].astype(np.int64) for name in ("actor", "other")))
    order = np.lexsort((contacts.first_frames, keys))
    is_other = np.diff(keys[order], prepend=-1) != 0
    places = (np.cumsum(is_other) - 1) * len(index.heads) + contacts.first_frames[order]
    return order, keys[order][is_other], places


def _pair_keys(one: Ints, other: Ints) -> Ints:
    """Return a number for each pair of rows, whichever is first; −1 and the same row again are nobody."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    keys: Ints = (np.where(low == high, -1, low) + 1 << 32) + high + 1
    return keys


def event_of(index: RecordingIndex, contact: Contact) -> FoundEvent:
    """Return a recorded contact as an event, for what was not looked for yet: nothing in it is measured."""
    place = contact_place(index, contact)
    begin, end = (float(index.elapsed[frame]) for frame in (contact.first_frame, contact.last_frame))
    kind = KINDS["collision"]
    by = " and ".join(str(actor_id) for actor_id in contact.reported_by)
    return FoundEvent(
        kind=kind.name,
        start=begin,
        end=end,
        actors=tuple(row if row >= 0 else None for row in (contact.actor, contact.other)),
        value=math.nan,
        threshold=math.nan,
        unit=kind.unit,
        rule=f"{kind.rule}; reported by {by}",
        frame=contact.first_frame,
        place=None if place is None else (place.x, place.y, 0.0),
        severity=Severity.HIGH,
        source=EventSource.RECORDED,
    )


def _place(world: World, row: int | None) -> tuple[float, float] | None:
    place = None if row is None else world.place_of(row)
    if place is None or not world.has_pose[place]:
        return None
    x, y, _ = world.locations[place].tolist()
    return x, y


def _outlines(world: World, rows: Sequence[int]) -> Outlines:
    """Return the boxes of some actors; a box that is none has no size."""
    centers, headings, extents = (
        np.full((len(rows), 2), np.nan),
        np.full(len(rows), np.nan),
        np.zeros((len(rows), 2)),
    )
    for number, row in enumerate(rows):
        place = world.place_of(row)
        if place is None or not world.has_pose[place]:
            continue
        heading = math.radians(float(world.rotations[place, 1]) % 360.0)
        offset = np.nan_to_num(world.box_centers[place, :2], posinf=0.0, neginf=0.0)
        cos, sin = math.cos(heading), math.sin(heading)
        centers[number] = world.locations[place, :2] + (
            offset[0] * cos - offset[1] * sin,
            offset[0] * sin + offset[1] * cos,
        )
        headings[number] = heading
        extents[number] = np.abs(np.nan_to_num(world.box_extents[place, :2], posinf=0.0, neginf=0.0))
    return Outlines(centers, headings, extents)


def _side(at: Outlines, point: tuple[float, float] | None) -> tuple[int, int] | None:
    if point is None or not len(at.centers) or not np.isfinite(at.centers[0]).all():
        return None
    (dx, dy), heading = np.array(point) - at.centers[0], float(at.headings[0])
    along = (dx * math.cos(heading) + dy * math.sin(heading)) / max(float(at.extents[0, 0]), 1e-6)
    across = (dy * math.cos(heading) - dx * math.sin(heading)) / max(float(at.extents[0, 1]), 1e-6)
    return tuple(  # type: ignore[return-value]
        0 if abs(share) < _CORNER else int(math.copysign(1, share)) for share in (along, across)
    )
