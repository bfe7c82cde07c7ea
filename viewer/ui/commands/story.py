"""Going to what went wrong: collisions, contacts, and whatever else was found."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.analysis.event_table import Events, FoundEvent
from viewer.analysis.evidence import Evidence, event_of, evidence_of
from viewer.arrays import Floats
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.events import SAME_TIME, next_place
from viewer.ui.map import MapView
from viewer.ui.state.actor_ref import refs_of
from viewer.ui.state.workspace import Workspace

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap


_LEAD = 2.0
"""Seconds before an event to which a chip goes."""
_LEAST = 24.0
"""Metres that are shown of an event at least."""
_AHEAD = 0.6
"""Seconds of the way ahead that are shown of those who do not touch."""
_AROUND = 4.0
"""Metres around a point that are shown, too: half a vehicle, and what is written beside it."""


class StoryCommands(QObject):
    """Goes to events."""

    def __init__(self, workspace: Workspace, map_view: MapView, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._story = workspace.story
        self._map = map_view
        self._road_map: RoadMap | None = None
        self._touches: tuple[Floats, Events] | None = None
        self._workspace.recording.index_changed.connect(self._forget_touches)
        workspace.playback.sought.connect(self._look_where_one_went)

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Show lanes of this map as evidence, or none."""
        self._road_map = road_map

    @Slot(object)
    def go_to(self, event: FoundEvent) -> None:
        """Go to the moment of an event, and show those concerned with the way they came.

        They are selected unless one has selected somebody oneself.
        """
        self._go(event, lead=0.0)

    @Slot(object)
    def go_before(self, event: FoundEvent) -> None:
        """Go to two seconds before an event, follow whom it is about, and show all of it."""
        self._go(event, lead=_LEAD)

    def _go(self, event: FoundEvent, lead: float) -> None:
        evidence = self.evidence_of(event)
        if evidence is None:
            return
        if lead:
            self._workspace.playback.jump(max(event.start - lead, 0.0))
        else:
            self._workspace.playback.jump_to_frame(event.frame)
        rows = [row for row in event.actors if row is not None]
        self._workspace.focus.offer(refs_of(reversed(rows)))
        self._story.go_to(event)
        self._look_at(evidence, follow=bool(lead))

    def _look_at(self, evidence: Evidence, *, follow: bool) -> None:
        """Fit those concerned and their way; if one is followed, so that all stays in sight until then.

        Nobody is followed where the event would lie under the card that tells of it, or under the drawer.
        """
        points = evidence.way
        if evidence.point is not None:
            points = np.concatenate([points, np.array([evidence.point])])
        if evidence.light is not None:
            points = np.concatenate([points, np.array([evidence.light])])
        elif evidence.side is None:
            ahead = evidence.at.centers + _AHEAD * evidence.velocities
            points = np.concatenate([points, ahead[np.isfinite(ahead).all(axis=1)]])
        if not len(points):
            return
        points = around = np.concatenate([points - _AROUND, points + _AROUND])
        refs = refs_of(evidence.rows.tolist()[:1]) if follow else ()
        world = self._workspace.moment.world
        place = world.place_of(refs[0].row) if refs and world is not None else None
        if place is not None and world is not None and np.isfinite(world.locations[place, :2]).all():
            points = np.concatenate([points, 2.0 * world.locations[place, :2] - points])
        if refs:
            self._map.viewpoint.fit(points, least=_LEAST)
        if refs and not self._map.viewpoint.covers(self._place_of(evidence)):
            self._workspace.focus.follow(refs[0])
        else:
            self._map.viewpoint.fit_event(around)

    @staticmethod
    def _place_of(evidence: Evidence) -> Floats:
        """Return opposite corners around those concerned and the point of the event: metres, shape (K, 2)."""
        point = np.empty((0, 2)) if evidence.point is None else np.array([evidence.point])
        places = np.concatenate([evidence.at.centers, point])
        return np.concatenate([places - _AROUND, places + _AROUND])

    @Slot(float, float, bool)
    def _look_where_one_went(self, _before: float, elapsed: float, named: bool) -> None:
        """Show the event that one came to by its time."""
        index = self._workspace.recording.index
        if named and index is not None:
            steps = self._story.events.heads.steps
            there = np.abs(steps["start"] - elapsed) <= SAME_TIME
            if there.any():
                self._story.go_to(steps[int(np.argmax(there))])

    def go_touch(self, direction: int) -> None:
        """Go to the next collision in the file or contact that was found, by their start."""
        index, playhead = self._workspace.recording.index, self._workspace.playback.transport.playhead
        if index is None:
            return
        times = self._touch_times(index)
        order = np.argsort(times, kind="stable")
        place = next_place(times[order], playhead, direction)
        if place is None:
            later, earlier = self.tr("No later collision"), self.tr("No earlier collision")
            none = self.tr("No collisions in this recording")
            self._workspace.messages.tell((later if direction > 0 else earlier) if len(times) else none)
            return
        number = int(order[place])
        if number < len(index.contacts):
            self.go_to_contact(number)
        else:
            self.go_to(self._story.found_touches[number - len(index.contacts)])

    def _touch_times(self, index: RecordingIndex) -> Floats:
        """Return the times to go to, of the collisions in the file and then of the contacts found beyond."""
        if self._touches is None or self._touches[1] is not self._story.found_touches:
            recorded = index.elapsed[index.contacts.columns["first_frame"]]
            events = self._story.ordered
            known = events.take(events["contact"] >= 0)
            np.minimum.at(recorded, known["contact"], known["start"])  # where one is taken to
            self._touches = (
                np.concatenate([recorded, self._story.found_touches["start"]]),
                self._story.found_touches,
            )
        return self._touches[0]

    @Slot(int)
    def go_to_contact(self, number: int) -> None:
        """Go to a collision in the file, by its number."""
        index = self._workspace.recording.index
        if index is not None:
            self.go_to(self._event_of(index, number))

    def _event_of(self, index: RecordingIndex, number: int) -> FoundEvent:
        """Return the event of a collision in the file; what was found of it says more than the record."""
        events = self._story.ordered
        found = events.take(events["contact"] == number)
        return found[int(np.argmin(found["start"]))] if found else event_of(index, number)

    def evidence_of(self, event: FoundEvent) -> Evidence | None:
        """Return what an event looks like; None if the file has changed, of which others tell."""
        index = self._workspace.recording.index
        with suppress(RecordingError):
            return None if index is None else evidence_of(index, event, self._road_map)
        return None

    @Slot()
    def _forget_touches(self) -> None:
        self._touches = None
