"""Events recorded in the open file (spawns, collisions, light changes, …): their times and texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np

from viewer.cancellation import ShouldContinue, always, rising
from viewer.lazy import LazySequence
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleDoor
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.recording.read.changes import changes_of
from viewer.replay.events import (
    EventKind,
    EventList,
    Times,
    indexed_times,
    light_changes,
    next_time,
)
from viewer.ui import format as fmt
from viewer.ui.background.derived import Derived
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.translation import tr, translated


class RecordedEvents:
    """Recorded events by kind: those that the index lists, and others found by a search of the whole file.

    Attributes:
        lists: by kind, the events that the index does not list, with their frames and texts.
        share: progress of a long search, 0 to 1; 1 if none is running.
    """

    def __init__(self, tasks: Tasks, recording: OpenRecording, changes: Changes) -> None:
        """Make the search for recorded events of ``recording``, which runs in the threads of ``tasks``.

        Each ``update`` starts it; results are reported to ``changes``.
        """
        self._changes, self.share = changes, 1.0
        self._recording = recording
        self.lists: dict[EventKind, EventList] = {}
        self._indexed: Mapping[EventKind, Times] = {}
        self._other_times: Mapping[EventKind, Times] = {}
        self.times: Mapping[EventKind, Times] = {}
        """Times of the known events of each kind: ascending elapsed seconds, each of shape ``(E,)``."""
        self._search = Derived(tasks, recording, self._needs, _find, empty=(), priority=Priority.LATER)
        self._search.changed.connect(self._on_found)
        self._search.progress.connect(self._on_progress)
        recording.prepare(indexed_times)

    @property
    def searching(self) -> bool:
        """Whether the file is being searched for events that the index does not list."""
        return self._search.busy

    def _merge(self) -> None:
        self.times = {**self._indexed, **self._other_times}
        self._changes.touch()

    def next(self, kinds: Collection[EventKind], elapsed: float, direction: int) -> float | None:
        """Return the time in seconds of the event of ``kinds`` that is next after or before ``elapsed``.

        ``direction`` is 1 for after, −1 for before. None if there is no such event.
        """
        known = self.times
        found = (next_time(known[kind], elapsed, direction) for kind in kinds if kind in known)
        times = [time for time in found if time is not None]
        return (min(times) if direction > 0 else max(times)) if times else None

    def set_times(self, kind: EventKind, times: Times) -> None:
        """Store the times of the events of ``kind``: ascending seconds, shape ``(E,)``."""
        self._other_times = {**self._other_times, kind: times}
        self._merge()

    def _needs(self) -> tuple[RecordingIndex] | None:
        index = self._recording.index
        return (index,) if index is not None and index.complete and len(index.frame_starts) else None

    def cancel(self) -> None:
        """Cancel the search for those recorded events that the recording's index does not have."""
        self._search.cancel()

    def update(self) -> None:
        """Update the events that the recording's index lists, and start to search the file for the others.

        The index lists, for example, spawns and collisions. The others are changes of traffic lights, weather
        and doors, and custom packets.
        """
        index = self._recording.index
        self._indexed = indexed_times(index) if index is not None and len(index.elapsed) else {}
        self._merge()
        self._search.update()

    def update_problems(self) -> None:
        """Update the events that mark damage to the file in the timeline."""
        index = self._recording.index
        if index is not None:
            events = problem_events(self._recording.problems, len(index.frame_starts))
            self._on_found([(events, index.elapsed[events.frames])])

    def forget(self) -> None:
        """Forget the events of the open recording, because another recording is opened."""
        self._search.forget()
        self.lists = {}
        self._indexed, self._other_times = {}, {}
        self._merge()

    def _on_found(self, found: Iterable[tuple[EventList, Times]]) -> None:
        for events, times in found:
            self.lists = {**self.lists, events.kind: events}
            self.set_times(events.kind, times)

    def _on_progress(self, share: float) -> None:
        self.share = share
        self._changes.touch()


def _find(index: RecordingIndex, should_continue: ShouldContinue) -> list[tuple[EventList, Times]]:
    return [(events, index.elapsed[events.frames]) for events in find_event_lists(index, should_continue)]


_NAMED = 3
"""Number of weather parameters that the text of a recorded change of weather names; others are counted."""
_STREAM = 0.5
"""Share of frames that have packets of one custom kind above which these do not count as events.

A custom kind is one that CARLA does not write; in so many frames its packets are a stream of data.
"""


def find_event_lists(index: RecordingIndex, should_continue: ShouldContinue) -> tuple[EventList, ...]:
    """Return the recorded events that the index does not list, such as changes of traffic lights.

    This reads the states of all lights in all frames.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    should_continue = rising(should_continue)  # one progress for all kinds together
    return (
        weather_events(index, should_continue),
        door_events(index, should_continue),
        custom_events(index),
        light_events(index, should_continue),
    )


def light_events(index: RecordingIndex, should_continue: ShouldContinue) -> EventList:
    """Return the state changes of traffic lights in the recording; the first state of each does not count.

    ``should_continue`` gets the progress, 0 to 1, and returns False to cancel. Raises ChangedError or
    UnreadableError if the file cannot be read, ReadingCancelledError if cancelled.
    """
    found, actors = light_changes(index, should_continue), index.actors

    def text(number: int) -> str:
        row = int(found.rows[number])
        return tr("Light {name}: {before} → {after}").format(
            name=str(actors.descriptions[row].actor_id) if row >= 0 else "?",
            before=_name(TrafficLightState, int(found.before[number])),
            after=_name(TrafficLightState, int(found.after[number])),
        )

    return EventList(EventKind.LIGHT, found.frames, found.rows, LazySequence(len(found.rows), text))


def weather_events(index: RecordingIndex, should_continue: ShouldContinue = always) -> EventList:
    """Return the changes of weather in the recording; the first recorded weather does not count.

    ``should_continue`` gets the progress, 0 to 1, and returns False to cancel. Raises ChangedError or
    UnreadableError if the file cannot be read, ReadingCancelledError if cancelled.
    """
    frames, _, records = changes_of(index, packets.WEATHER, should_continue)
    places = np.flatnonzero(records[1:] != records[:-1]) + 1

    def text(number: int) -> str:
        before, after = records[places[number] - 1], records[places[number]]
        changed = [name for name in before.dtype.names or () if before[name] != after[name]]
        parts = [
            f"{name.replace('_', ' ')} {fmt.number(float(before[name]), 1)} → "
            f"{fmt.number(float(after[name]), 1)}"
            for name in changed[:_NAMED]
        ]
        rest = len(changed) - _NAMED
        more = [tr("{} more").format(rest)] if rest > 0 else []
        return tr("Weather: {}").format(", ".join(parts + more))

    nobody = np.full(len(places), -1)
    return EventList(EventKind.WEATHER, frames[places], nobody, LazySequence(len(places), text))


def door_events(index: RecordingIndex, should_continue: ShouldContinue = always) -> EventList:
    """Return the openings and closings of vehicle doors in the recording.

    ``should_continue`` gets the progress, 0 to 1, and returns False to cancel. Raises ChangedError or
    UnreadableError if the file cannot be read, ReadingCancelledError if cancelled.
    """
    frames, rows, records = changes_of(index, packets.VEHICLE_DOOR, should_continue)

    def text(number: int) -> str:
        record = records[number]
        said = tr("Door {door} of {actor} opened") if record["open"] else tr("Door {door} of {actor} closed")
        return said.format(door=_name(VehicleDoor, int(record["door"])), actor=int(record["actor_id"]))

    return EventList(EventKind.DOOR, frames, rows, LazySequence(len(rows), text))


def custom_events(index: RecordingIndex) -> EventList:
    """Return an event for each packet of a kind that CARLA does not write.

    Kinds that most frames contain are left out.
    """
    found = [np.empty((2, 0), np.int64)]
    for packet_id, number in sorted(index.packet_counts.items()):
        kind = index.dialect.kind_of(packet_id)
        if (kind is None or kind.id not in packets.BY_ID) and number <= _STREAM * len(index.frame_starts):
            places, _ = index.layouts.first_payloads(packet_id)
            there = np.flatnonzero(places[index.layout_indices] >= 0)
            found.append(np.stack((there, np.full(len(there), packet_id))))
    frames, ids = np.concatenate(found, axis=1)
    order = np.argsort(frames, kind="stable")

    def text(number: int) -> str:
        packet_id = int(ids[order[number]])
        kind = index.dialect.kind_of(packet_id)
        if kind is None:
            return tr("Packet with id {}").format(packet_id)
        return tr("Packet {name}, id {id}").format(name=kind.name, id=packet_id)

    nobody = np.full(len(order), -1)
    return EventList(EventKind.CUSTOM, frames[order], nobody, LazySequence(len(order), text))


def problem_events(problems: Iterable[Problem], frame_count: int) -> EventList:
    """Return an event for each damage in ``problems`` at the frame where it was found, sorted by frame.

    Problems without a frame, or whose frame is not below ``frame_count`` (frames in the recording), are left
    out.
    """
    placed = sorted(
        (
            (problem.frame, problem.what)
            for problem in problems
            if problem.damage and problem.frame is not None and 0 <= problem.frame < frame_count
        ),
        key=lambda each: each[0],
    )
    frames = np.array([frame for frame, _ in placed], np.int64)
    texts = [tr("Problem: {}").format(translated(what)) for _, what in placed]
    return EventList(EventKind.PROBLEM, frames, np.full(len(frames), -1, np.int64), texts=texts)


def _name(enum: type[TrafficLightState | VehicleDoor], value: int) -> str:
    """Return CARLA's name of the light state or vehicle door ``value``, or the number if it has none."""
    return str(enum(value)) if value in enum.__members__.values() else str(value)
