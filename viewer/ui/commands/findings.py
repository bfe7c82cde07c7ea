"""Going to events found by the analysis rules (checks for collisions, red lights and so on); showing events.

An event appears in the timeline, on the map, as a label in the strip above the map, and with its details in a
text box over the map.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Slot

from viewer.analysis.event_geometry import EventGeometry, event_of, geometry_of
from viewer.analysis.event_table import RANKS, Events, FoundEvent
from viewer.arrays import Floats
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.events import next_index
from viewer.ui import format as fmt
from viewer.ui.commands.commands import Commands
from viewer.ui.findings.measured_text import also_lines, card_content
from viewer.ui.map import MapView
from viewer.ui.map.camera import EVENT_SPAN
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow


class WantedEvent(NamedTuple):
    """Event to go to as soon as the analysis finds it.

    Attributes:
        path: path of the recording.
        kind: kind of the event.
        start: start of the event in seconds.
    """

    path: Path
    kind: str
    start: float


SAME = 0.05
"""Seconds by which the start of a stored event may differ from that of the found event that it stands for.

Stored times are rounded. The two must be of the same kind.
"""
_LEAD = 2.0
"""Seconds before an event at which the playhead is placed by a click in the strip of found events."""
_CHIP = 48
"""Height in pixels to keep free between the text box with an event's details and the event on the map.

The name of the followed actor appears there.
"""
_AROUND = 4.0
"""Metres around the actors of an event that are visible, too, when the map goes to the event.

They make room for half a vehicle and its label.
"""


class EventCommands(Commands):
    """Commands that go to events that the analysis rules found, and select and show their actors."""

    def __init__(self, workspace: Workspace, map_view: MapView, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._map = map_view
        self._contact_cache: tuple[Floats, Events] | None = None
        self._wanted: WantedEvent | None = None
        bind(
            self,
            workspace,
            (lambda now: now.index, self._go_to_asked),
            (lambda now: now.search, self._go_to_wanted),
        )

    @Slot(object)
    def go_to(self, event: FoundEvent) -> None:
        """Go to the start of ``event``, select its actors, and fit the map to them and their recent paths."""
        self._go(event, lead=0.0)

    def go_when_found(self, wanted: WantedEvent) -> None:
        """Go to the event ``wanted`` of a recording that is being opened, as soon as it is found.

        Nothing happens if the user has moved the playhead by then.
        """
        self._wanted = wanted

    def _go_to_wanted(self) -> None:
        wanted, index = self._wanted, self._index
        if wanted is None or index is None or index.path != wanted.path or self._found_events.found is None:
            return
        events = self._found_events.all_events
        same = (events["kind"] == RANKS.get(wanted.kind, -1)) & (
            np.abs(events["start"] - wanted.start) < SAME
        )
        moved = abs(self._transport.playhead - wanted.start) > SAME
        if same.any() or moved or not self._found_events.searching:
            self._wanted = None
        if same.any() and not moved:
            self.go_to(events[int(np.argmax(same))])

    @Slot(object)
    def go_before(self, event: FoundEvent) -> None:
        """Go to 2 s before ``event``, select its actors, and let the map follow the first one.

        The event stays in view.
        """
        self._go(event, lead=_LEAD)

    def _go(self, event: FoundEvent, lead: float) -> None:
        geometry = self.geometry_of(event)
        if geometry is None:
            return
        if lead:
            self._workspace.playback.jump(max(event.start - lead, 0.0))
        else:
            self._workspace.playback.jump_to_frame(event.frame)
        rows = [row for row in event.rows if row is not None]
        if rows:
            self._focus.select_all(tuple(reversed(rows)))
        self._found_events.go_to(event)
        self._workspace.flush()  # shows the card, which covers a part of the map
        self._fit_map(geometry, follow=bool(lead))

    def _fit_map(self, geometry: EventGeometry, *, follow: bool) -> None:
        """Move and zoom the map so that it shows the place of an event and the way of its actors to it.

        It shows the event's position, traffic light, the actors' paths, and their velocities: where
        they would be a second later, or at a contact where they came from.

        Args:
            geometry: positions and paths of the event.
            follow: whether the map then follows the event's first actor. It does not if the text box with the
                event's details would cover the event then.
        """
        points = np.concatenate([geometry.way, _known(geometry.boxes_ahead.centers)])
        if geometry.point is not None:
            points = np.concatenate([points, np.array([geometry.point])])
        if geometry.light is not None:
            points = np.concatenate([points, np.array([geometry.light])])
        ahead = 1.0 if geometry.side is None else -1.0
        points = np.concatenate([points, _known(geometry.at.centers + ahead * geometry.velocities)])
        if not len(points):
            return
        points = around = np.concatenate([points - _AROUND, points + _AROUND])
        row = int(geometry.rows[0]) if follow and len(geometry.rows) else None
        world = self._workspace.moment.world
        position = world.index_of(row) if row is not None and world is not None else None
        if position is not None and world is not None and np.isfinite(world.locations[position, :2]).all():
            points = np.concatenate([points, 2.0 * world.locations[position, :2] - points])
        if row is not None:
            self._map.viewpoint.fit(points, least=EVENT_SPAN)
        seen = np.concatenate([self._extent_of(geometry), geometry.way])
        if row is not None and not self._map.viewpoint.covers(seen, below=_CHIP):
            self._focus.follow(row)
        else:
            self._map.viewpoint.fit(around, least=EVENT_SPAN)

    @staticmethod
    def _extent_of(geometry: EventGeometry) -> Floats:
        """Return the area to show for an event as points x, y in metres, shape ``(K, 2)``.

        They are corners of 8 m squares, one around each of the event's actors and of those ahead of them, one
        around its position: first the lower corners of all squares, then the upper ones. Without actors and
        position it is empty.
        """
        point = np.empty((0, 2)) if geometry.point is None else np.array([geometry.point])
        places = np.concatenate([geometry.at.centers, _known(geometry.boxes_ahead.centers), point])
        return np.concatenate([places - _AROUND, places + _AROUND])

    def go_contact(self, direction: int) -> None:
        """Go to the next (1) or previous (−1) collision; show a message if there is none.

        Collisions are those that CARLA recorded, and contacts that it did not record but that show in the
        positions of the actors' boxes.
        """
        index, playhead = self._index, self._transport.playhead
        if index is None:
            return
        times = self._contact_times(index)
        order = np.argsort(times, kind="stable")
        position = next_index(times[order], playhead, direction)
        if position is None:
            if len(times):
                self._show_missing(direction, tr("No later collision"), tr("No earlier collision"))
            else:
                self._show_message(tr("No collisions in this recording"))
            return
        number = int(order[position])
        if number < len(index.contacts):
            self.go_to_contact(number)
        else:
            self.go_to(self._found_events.contacts[number - len(index.contacts)])

    def _contact_times(self, index: RecordingIndex) -> Floats:
        """Return the times in seconds of all collisions, shape ``(K,)``, not sorted.

        Recorded collisions come first, in the order of ``index.contacts``. The time is the start of the event
        found for the collision if that is earlier. Contacts that were not recorded, where the boxes of actors
        overlap, follow.
        """
        if self._contact_cache is None or self._contact_cache[1] is not self._found_events.contacts:
            recorded = index.elapsed[index.contacts.columns["first_frame"]]
            events = self._found_events.ordered
            known = events.take(events["contact"] >= 0)
            np.minimum.at(recorded, known["contact"], known["start"])  # the event may start before the record
            self._contact_cache = (
                np.concatenate([recorded, self._found_events.contacts["start"]]),
                self._found_events.contacts,
            )
        return self._contact_cache[0]

    @Slot(int)
    def go_to_contact(self, number: int) -> None:
        """Go to a recorded collision; ``number`` is its index in ``RecordingIndex.contacts``."""
        index = self._index
        if index is not None:
            self.go_to(self._event_of(index, number))

    def _event_of(self, index: RecordingIndex, number: int) -> FoundEvent:
        """Return the event for a recorded collision; ``number`` is its index in ``index.contacts``.

        It is the event that the analysis found for this collision, as that has more details; if there is
        none, one is made from the record.
        """
        events = self._found_events.ordered
        found = events.take(events["contact"] == number)
        return found[int(np.argmin(found["start"]))] if found else event_of(index, number)

    @Slot(int)
    def go_to_actor(self, row: int) -> None:
        """Select the actor in ``row`` of the actor table, and move the map to it unless it is in sight."""
        self._focus.select(row)
        self._workspace.flush()
        world, viewpoint = self._workspace.moment.world, self._map.viewpoint
        position = None if world is None else world.index_of(row)
        if world is None or position is None or not world.has_pose[position]:
            return
        place = world.locations[position : position + 1, :2]
        left, top, right, bottom = viewpoint.visible_rect()
        ((x, y),) = place.tolist()
        if not (left < x < right and top < y < bottom) or viewpoint.covers(place):
            viewpoint.fit(np.concatenate([place - _AROUND, place + _AROUND]), least=EVENT_SPAN)

    def geometry_of(self, event: FoundEvent) -> EventGeometry | None:
        """Return positions and paths to draw for ``event``; None if the file can no longer be read."""
        index = self._index
        with suppress(RecordingError):
            return None if index is None else geometry_of(index, event, self._workspace.roads.road_map)
        return None

    def _go_to_asked(self) -> None:
        """Go to the collision that was requested on opening the file (``--at collision:3``), once it is read.

        Nothing happens if an actor is followed.
        """
        self._contact_cache = None
        focus, number = self._focus, self._workspace.requests.pop_contact()
        if number is not None and focus.followed is None:
            selected = focus.selected
            self.go_to_contact(number)
            if selected:  # actors requested by name stay selected
                focus.set_selected(selected)


def _known(points: Floats) -> Floats:
    """Return those of ``points``, shape (N, 2), without NaN."""
    known: Floats = points[np.isfinite(points).all(axis=1)]
    return known


class EventDisplay(Commands):
    """Display of found events in the timeline, on the map and as labels in a strip above it.

    A text box over the map has details of the current event.
    """

    def __init__(self, workspace: Workspace, commands: EventCommands, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._commands, self._area = commands, window.map_area
        model, actions = window.timeline.model, window.actions_by_id
        found_events, strip = self._found_events, self._area.strip
        bind(
            self,
            workspace,
            (
                lambda now: (now.current_event, now.labels, now.search.searching),
                lambda of: self._show_geometry(is_preliminary=of[2]),
            ),
            (lambda now: (now.settings.story_strip, now.index is None), self._show_strip),
        )
        strip.event_requested.connect(commands.go_before)
        strip.more_requested.connect(lambda: window.open_panel("story"))
        strip.add_actions(actions["show_story"], actions["story_strip"])
        model.event_requested.connect(commands.go_to)
        model.contact_requested.connect(commands.go_to_contact)
        card = self._area.event_card
        card.closed.connect(lambda: found_events.go_to(None))
        card.event_requested.connect(commands.go_to)
        card.actor_requested.connect(commands.go_to_actor)
        card.more_requested.connect(lambda: window.open_panel("story"))
        for name in ("save_event_clip", "export_event"):
            card.saving.addAction(actions[name])
        window.presenting_changed.connect(self._show_strip)

    def _show_geometry(self, *, is_preliminary: bool) -> None:
        """Draw the current event on the map, with its details in a text box.

        They are marked as preliminary if ``is_preliminary``: while the search for events runs.
        """
        event, index = self._found_events.current_event, self._index
        geometry = None if event is None else self._commands.geometry_of(event)
        self._area.map_view.set_event_overlay(geometry)
        content = None
        if event is not None and geometry is not None and index is not None:
            also = also_lines(index, event, self._found_events.incident_of(event))
            content = card_content(index, geometry, self._workspace.display.write)
            state = tr("preliminary: still looking") if is_preliminary else ""
            content = content._replace(time=fmt.join(content.time, state), also=also)
        self._area.event_card.show_content(content)

    @Slot()
    def _show_strip(self) -> None:
        shown = self._index is not None and self._settings.story_strip
        self._area.strip.setVisible(shown and not self._window.actions_by_id["present"].isChecked())
