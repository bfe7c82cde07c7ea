"""Times and events of a recording for the timeline, computed once per index. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.lazy import cached_per_object
from viewer.recording.index import RecordingIndex
from viewer.recording.recorded_events import EventType
from viewer.replay.events import INDEXED, EventKind, EventList
from viewer.replay.time.time_forms import TimeScale
from viewer.replay.time.time_range import gaps_of, median

KINDS = tuple(EventKind)
"""All kinds of recorded events, the most severe first.

``TimelineContent.event_kind`` holds indices into this tuple.
"""

_Columns = tuple[NDArray[Any], ...]

_LONE_FRAME = 1.0
"""Duration in seconds assumed for frames if no frame of the recording has a known positive one."""
_SHORTEST_WINDOW = 1e-3
_SPARE = 0.25
"""Empty part of the time axis for frames to come, while a recording grows: fraction of its length."""


@dataclass(frozen=True, eq=False)
class FrameTimes:
    """Times of the frames of a recording, and the stretches of time without frames, in seconds.

    Attributes:
        edges: start of each frame and end of the last one, shape ``(frames + 1,)``; the last frame, whose
            duration is not recorded, is given ``usual_duration``.
        usual_duration: median of the positive durations of frames.
        closest: shortest window of time that can be zoomed to.
        lost: start and end of each of L stretches whose frame ids the file lacks, shape ``(L, 2)``.
        lost_ids: first and last id of the missing frames, shape ``(L, 2)``.
        gaps: start and end of each of G stretches between two frames that are much longer than usual,
            shape ``(G, 2)``.
    """

    edges: Floats
    usual_duration: float
    closest: float
    lost: Floats
    lost_ids: Ints
    gaps: Floats


@dataclass(frozen=True, eq=False)
class TimelineContent(FrameTimes):
    """Times and events of a recording as the timeline draws them.

    A *contact* is one collision: the collision records of the same two actors in consecutive frames. Rows are
    those of the actor table.

    Attributes:
        index: index of the recording.
        scale: formats times as text.
        end: end of the axis in seconds; estimated while the file is being read or written.
        event_time: time of each of E recorded events, ascending, shape ``(E,)``. Attachments of an actor to a
            parent in the frame of its spawn are left out.
        event_kind: index of each event's kind in ``KINDS``, shape ``(E,)``.
        event_actor: row of each event's actor, −1 for none, shape ``(E,)``.
        event_other: number whose meaning depends on the event's kind, shape ``(E,)``. Attachment: row of the
            parent; collision: index of the contact; change in ``lists``: its index there; else −1.
        lists: by kind of event, changes that the index does not contain, such as those of the weather.
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
        """Number of the recording's frames that have been read so far."""
        return len(self.edges) - 1

    @property
    def first(self) -> float:
        """Time of the recording's first frame in seconds."""
        return float(self.edges[0])

    @property
    def duration(self) -> float:
        """Elapsed time of the last frame read so far: seconds since the start of the recording."""
        return float(self.edges[-2])

    @property
    def read(self) -> float:
        """End of the last frame read so far, in seconds."""
        return float(self.edges[-1])

    @property
    def missing(self) -> NDArray[np.float64]:
        """Start and end (s) of each of S stretches without data, lost or not read yet, shape ``(S, 2)``."""
        unread = [(self.read, self.end)] if self.end > self.read else np.empty((0, 2))
        return np.concatenate((self.lost, unread))

    def clipped(self, time: float) -> float:
        """Return ``time`` (seconds) clipped to the times of the first and the last frame."""
        return min(max(time, self.first), self.duration)


def is_another(before: TimelineContent | None, content: TimelineContent | None) -> bool:
    """Return whether the two contents are of different recording files; True if one is None."""
    return before is None or content is None or before.index.path != content.index.path


def content_of(
    index: RecordingIndex, scale: TimeScale | None = None, lists: Iterable[EventList] = ()
) -> TimelineContent | None:  # fmt: skip
    """Return the timeline's content for the recording ``index``; None if no frame is read yet.

    ``scale`` formats times as text, None as elapsed seconds. ``lists`` are further changes to show, such as
    those of the weather.
    """
    elapsed = index.elapsed
    if not len(elapsed):
        return None
    times = frame_times(index)
    read = float(times.edges[-1])
    spare = _SPARE * (read - float(times.edges[0])) if index.growing else 0.0
    by_kind = {each.kind: each for each in lists}
    columns = indexed_events(index)
    for kind, each in by_kind.items():
        known = int(np.searchsorted(each.frames, len(index.frame_starts)))  # it may have later frames
        added = _part(kind, each.frames[:known], each.rows[:known])
        at = np.searchsorted(columns[0], added[0], side="right")
        columns = tuple(map(np.insert, columns, repeat(at), added))
    frames, kinds, actors, others = columns
    return TimelineContent(
        **vars(times),
        index=index,
        scale=TimeScale(index) if scale is None else replace(scale, index=index),
        end=max(read + spare, index.estimated_duration),
        event_time=elapsed[frames],
        event_kind=kinds,
        event_actor=actors,
        event_other=others,
        lists=by_kind,
    )


@cached_per_object
def frame_times(index: RecordingIndex) -> FrameTimes:
    """Return start and end times of the frames of a recording; cached per index.

    The recording must have at least one frame.
    """
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


@cached_per_object
def indexed_events(index: RecordingIndex) -> _Columns:
    """Return the E events in an index in order of time as four columns, each of shape ``(E,)``.

    The columns are: frame; index of the kind in ``KINDS``; row of the actor; and one that depends on the
    kind. That is the parent's row for an attachment, the index of the contact for a collision (its records in
    consecutive frames are one contact), else −1.
    """
    events = index.recorded_events
    listed = events["kind"] != EventType.COLLISION
    spawned = index.actors.spawn_frame[events["actor"]] == events["frame"]
    listed &= (events["kind"] != EventType.PARENT) | (events["actor"] < 0) | ~spawned
    events = events[listed]
    kind_indices = np.zeros(len(EventType), np.uint8)
    for kind, indexed in INDEXED.items():
        kind_indices[indexed] = KINDS.index(kind)
    parts: list[_Columns] = [
        (events["frame"], kind_indices[events["kind"]], events["actor"], events["other"])
    ]
    contacts = index.contacts.columns
    actors = np.where(contacts["actor"] >= 0, contacts["actor"], contacts["other"])
    parts.append(_part(EventKind.COLLISION, contacts["first_frame"], actors))
    frames, kind_of, rows, others = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(frames, kind="stable")
    whole = (each[order].astype(np.int32, copy=False) for each in (rows, others))
    return (frames[order], kind_of[order], *whole)


def _part(kind: EventKind, frames: NDArray[np.integer], rows: NDArray[np.integer]) -> _Columns:
    """Return N recorded events of one ``kind`` as four columns of the timeline's table of events.

    The columns are: index of the frame; index of the kind in ``KINDS``; row of the actor in the actor table,
    −1 for none; the event's number, 0 to N − 1. ``frames`` and ``rows`` are the first and third column, shape
    ``(N,)``.
    """
    return frames, np.full(len(frames), KINDS.index(kind), np.uint8), rows, np.arange(len(frames))
