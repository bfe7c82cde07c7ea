"""What the timeline shows of a recording: times worked out once for each view of its index. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.lazy import kept
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.replay.events import INDEXED, EventKind, EventList
from viewer.replay.time.time_forms import TimeScale
from viewer.replay.time.time_range import gaps_of, median

KINDS = tuple(EventKind)
"""Kinds of events, the worst first; ``Content.event_kind`` holds places in it."""

_Columns = tuple[NDArray[np.integer], NDArray[np.uint8], NDArray[np.integer], NDArray[np.integer]]

_LONE_FRAME = 1.0
"""Seconds given to the last frame on the axis if no other frame has a duration."""
_SHORTEST_WINDOW = 1e-3
_ROOM = 0.25
"""Share of its length that a recording which is still written gets to grow into."""


@dataclass(frozen=True, eq=False)
class FrameTimes:
    """How long the frames of a recording last, and where there is none.

    Attributes:
        edges: where the cell of each frame begins, and where the last one ends, seconds, shape (F + 1,); the
            last frame, whose duration no one knows, gets a typical one.
        usual_duration: median of the positive durations of frames, seconds.
        closest: seconds in the shortest window worth looking at.
        lost: begin and end of the stretches whose frames are missing from the file, shape (L, 2).
        lost_ids: first and last id of the missing frames, shape (L, 2).
        gaps: begin and end of the stretches without a frame, shape (G, 2), see ``gaps_of``.

    """

    edges: Floats
    usual_duration: float
    closest: float
    lost: Floats
    lost_ids: Ints
    gaps: Floats


@dataclass(frozen=True, eq=False)
class TimelineContent(FrameTimes):
    """A recording's times, ready to be drawn.

    Attributes:
        index: where they come from.
        scale: how times are written.
        end: last time to be shown, seconds; estimated while the file is being read or written.
        event_time: time of each event and each contact, ascending, shape (E,). Attachments in the frame
            in which an actor is spawned are left out: they go without saying.
        event_kind: place of the kind in KINDS, shape (E,); a contact is a collision.
        event_actor: row of the actor, or −1, shape (E,).
        event_other: row of the parent, number of the contact, or number in ``lists``, or −1, shape (E,).
        lists: events that the index does not list, by kind.

    """

    index: RecordingIndex
    scale: TimeScale
    end: float
    event_time: NDArray[np.float64]
    event_kind: NDArray[np.uint8]
    event_actor: NDArray[np.int32]
    event_other: NDArray[np.int32]
    lists: Mapping[EventKind, EventList]

    @property
    def frame_count(self) -> int:
        """How many frames have been read."""
        return len(self.edges) - 1

    @property
    def first(self) -> float:
        """Time of the first frame."""
        return float(self.edges[0])

    @property
    def duration(self) -> float:
        """Time of the last frame that was read."""
        return float(self.edges[-2])

    @property
    def read(self) -> float:
        """Time up to which there are frames."""
        return float(self.edges[-1])

    @property
    def missing(self) -> NDArray[np.float64]:
        """Begin and end of the stretches of which nothing is known: lost, or not read yet, shape (S, 2)."""
        unread = [(self.read, self.end)] if self.end > self.read else np.empty((0, 2))
        return np.concatenate((self.lost, unread))

    def clipped(self, time: float) -> float:
        """Return the nearest time the recording has."""
        return min(max(time, self.first), self.duration)


def is_another(before: TimelineContent | None, content: TimelineContent | None) -> bool:
    """Return whether another recording is shown, and not the next view of the same one."""
    return before is None or content is None or before.index.path != content.index.path


def content_of(
    index: RecordingIndex, scale: TimeScale | None = None, lists: Iterable[EventList] = ()
) -> TimelineContent | None:  # fmt: skip
    """Return what is to be shown of a recording, with these events too; None if it has no frame yet.

    Times are written as on ``scale``, which may be that of another recording; without it, as elapsed.
    """
    elapsed = index.elapsed
    if not len(elapsed):
        return None
    times = frame_times(index)
    read = float(times.edges[-1])
    room = _ROOM * (read - float(times.edges[0])) if index.growing else 0.0
    by_kind = {each.kind: each for each in lists}
    parts = [indexed_events(index)]
    for kind, each in by_kind.items():
        known = int(np.searchsorted(each.frames, len(index.heads)))  # a list may be of a longer view
        parts.append(_part(kind, each.frames[:known], each.rows[:known]))
    frames, kinds, actors, others = _in_order(parts) if len(parts) > 1 else parts[0]
    return TimelineContent(
        **vars(times),
        index=index,
        scale=TimeScale(index) if scale is None else replace(scale, index=index),
        end=max(read + room, index.estimated_duration),
        event_time=elapsed[frames],
        event_kind=kinds,
        event_actor=actors.astype(np.int32, copy=False),
        event_other=others.astype(np.int32, copy=False),
        lists=by_kind,
    )


@kept
def frame_times(index: RecordingIndex) -> FrameTimes:
    """Return the times of F > 0 frames; found once, and not again for each list of events."""
    elapsed, ids = index.elapsed, index.frames["frame"].astype(np.int64)
    durations = np.diff(elapsed)
    durations = durations[durations > 0]
    usual = median(durations) if len(durations) else _LONE_FRAME
    before = np.flatnonzero(np.diff(ids) > 1)
    return FrameTimes(
        edges=np.append(elapsed, elapsed[-1:] + usual),
        usual_duration=usual,
        closest=max(2 * (float(durations.min()) if len(durations) else _LONE_FRAME), _SHORTEST_WINDOW),
        lost=np.column_stack((elapsed[before], elapsed[before + 1])),
        lost_ids=np.column_stack((ids[before] + 1, ids[before + 1] - 1)),
        gaps=gaps_of(elapsed),
    )


@kept
def indexed_events(index: RecordingIndex) -> _Columns:
    """Return the events that an index lists, in order: frame, kind, actor and other, each of shape (E,).

    Contacts are there in place of collision records.
    """
    events = index.events
    listed = events["kind"] != EventType.COLLISION
    spawned = index.actors.spawn_frame[events["actor"]] == events["frame"]
    listed &= (events["kind"] != EventType.PARENT) | (events["actor"] < 0) | ~spawned
    events = events[listed]
    places = np.zeros(len(EventType), np.uint8)
    for kind, indexed in INDEXED.items():
        places[indexed] = KINDS.index(kind)
    parts = [(events["frame"], places[events["kind"]], events["actor"], events["other"])]
    contacts = index.contacts.columns
    actors = np.where(contacts["actor"] >= 0, contacts["actor"], contacts["other"])
    parts.append(_part(EventKind.COLLISION, contacts["first_frame"], actors))
    return _in_order(parts)


def _in_order(parts: Sequence[_Columns]) -> _Columns:
    frames, kinds, actors, others = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(frames, kind="stable")
    return frames[order], kinds[order], actors[order], others[order]


def _part(kind: EventKind, frames: NDArray[np.integer], rows: NDArray[np.integer]) -> _Columns:
    """Return columns of events of one kind, each with its number."""
    return frames, np.full(len(frames), KINDS.index(kind), np.uint8), rows, np.arange(len(frames))
