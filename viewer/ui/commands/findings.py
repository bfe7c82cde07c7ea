"""What went wrong: going to it, and what strip, timeline, map and card show of it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.analysis.event_geometry import Evidence, event_of, evidence_of
from viewer.analysis.event_table import RANKS, Events, FoundEvent
from viewer.arrays import Floats
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.events import next_place
from viewer.ui import format as fmt
from viewer.ui.findings.measured_text import also_lines, card_content
from viewer.ui.map import MapView
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow


class WantedEvent(NamedTuple):
    """An event that is not found yet: the file, its kind, and when it starts in seconds."""

    path: Path
    kind: str
    start: float


SAME = 0.05
"""Seconds within which a time is that of an event: a frame's is rounded when it is written down."""
_LEAD = 2.0
"""Seconds before an event to which a chip goes."""
_LEAST = 24.0
"""Metres that are shown of an event at least."""
_AHEAD = 0.6
"""Seconds of the way ahead that are shown of those who do not touch."""
_CHIP = 48
"""Pixels below the card that the chip takes which says whom the map follows."""
_AROUND = 4.0
"""Metres around a point that are shown, too: half a vehicle, and what is written beside it."""


class StoryCommands(QObject):
    """Goes to events."""

    def __init__(self, workspace: Workspace, map_view: MapView, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._story = workspace.story
        self._map = map_view
        self._touches: tuple[Floats, Events] | None = None
        self._wanted: WantedEvent | None = None
        workspace.when(What.RECORDING, self._go_to_asked)
        workspace.when(What.STORY, self._go_to_wanted)

    @Slot(object)
    def go_to(self, event: FoundEvent) -> None:
        """Go to the moment of ``event``, select those concerned, and show them with the way they came."""
        self._go(event, lead=0.0)

    def go_when_found(self, wanted: WantedEvent) -> None:
        """Go to an event of a recording that is being opened, as soon as it is found.

        Nothing happens if the user has moved the playhead by then.
        """
        self._wanted = wanted

    def _go_to_wanted(self) -> None:
        wanted, index = self._wanted, self._workspace.recording.index
        if wanted is None or index is None or index.path != wanted.path or self._story.found is None:
            return
        events = self._story.all_events
        same = (events["kind"] == RANKS.get(wanted.kind, -1)) & (
            np.abs(events["start"] - wanted.start) < SAME
        )
        moved = abs(self._workspace.playback.transport.playhead - wanted.start) > SAME
        if same.any() or moved or not self._story.looking:
            self._wanted = None
        if same.any() and not moved:
            self.go_to(events[int(np.argmax(same))])

    @Slot(object)
    def go_before(self, event: FoundEvent) -> None:
        """Go to two seconds before ``event``, select those concerned, follow the first, and show it all."""
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
        if rows:
            self._workspace.focus.select_all(tuple(reversed(rows)))
        self._story.go_to(event)
        self._workspace.give()  # the card that tells of it covers a part of the map
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
        row = int(evidence.rows[0]) if follow and len(evidence.rows) else None
        world = self._workspace.moment.world
        place = world.place_of(row) if row is not None and world is not None else None
        if place is not None and world is not None and np.isfinite(world.locations[place, :2]).all():
            points = np.concatenate([points, 2.0 * world.locations[place, :2] - points])
        if row is not None:
            self._map.viewpoint.fit(points, least=_LEAST)
        seen = np.concatenate([self._place_of(evidence), evidence.way])
        if row is not None and not self._map.viewpoint.covers(seen, below=_CHIP):
            self._workspace.focus.follow(row)
        else:
            self._map.viewpoint.fit_event(around)

    @staticmethod
    def _place_of(evidence: Evidence) -> Floats:
        """Return opposite corners around those concerned and the point of the event: metres, shape (K, 2)."""
        point = np.empty((0, 2)) if evidence.point is None else np.array([evidence.point])
        places = np.concatenate([evidence.at.centers, point])
        return np.concatenate([places - _AROUND, places + _AROUND])

    def go_touch(self, direction: int) -> None:
        """Go to the next collision in the file or contact that was found, by their start."""
        index, playhead = self._workspace.recording.index, self._workspace.playback.transport.playhead
        if index is None:
            return
        times = self._touch_times(index)
        order = np.argsort(times, kind="stable")
        place = next_place(times[order], playhead, direction)
        if place is None:
            later, earlier = tr("No later collision"), tr("No earlier collision")
            none = tr("No collisions in this recording")
            self._workspace.say((later if direction > 0 else earlier) if len(times) else none)
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
            return None if index is None else evidence_of(index, event, self._workspace.roads.road_map)
        return None

    def _go_to_asked(self) -> None:
        """Go to the collision that was asked for when the file was opened, once it has been read."""
        self._touches = None
        focus, number = self._workspace.focus, self._workspace.take_contact()
        if number is not None and focus.followed is None:
            selected = focus.selected
            self.go_to_contact(number)
            if selected:  # who is asked for by name stays selected
                focus.take_selected(selected)


class ShownStory(QObject):
    """Tells timeline, map and card what was found."""

    def __init__(self, workspace: Workspace, commands: StoryCommands, window: MainWindow) -> None:
        super().__init__(window)
        self._workspace, self._story, self._commands = workspace, workspace.story, commands
        self._window, self._area = window, window.map_area
        model, actions = window.timeline.model, window.actions_by_id
        story, strip = self._story, self._area.strip
        workspace.when(What.STORY | What.RECORDING, lambda: model.tell(found=story.events))
        self._is_preliminary = False
        workspace.when(What.EVENT | What.SCALE, self._show_evidence)
        workspace.when(What.STORY, self._look_again)
        strip.event_requested.connect(commands.go_before)
        strip.more_requested.connect(lambda: window.open_panel("story"))
        strip.add_actions(actions["show_story"], actions["story_strip"])
        model.event_requested.connect(commands.go_to)
        model.contact_requested.connect(commands.go_to_contact)
        card = self._area.evidence_card
        card.closed.connect(lambda: story.go_to(None))
        card.event_requested.connect(commands.go_to)
        card.more_requested.connect(lambda: window.open_panel("story"))
        for name in ("save_event_clip", "export_event"):
            card.saving.addAction(actions[name])
        window.presenting_changed.connect(self._show_strip)
        workspace.when(What.SETTINGS | What.OPENED, self._show_strip)

    def _look_again(self) -> None:
        """Show the event anew when what is told of it has become final, or is so no longer."""
        if self._story.looking != self._is_preliminary:
            self._show_evidence()

    def _show_evidence(self) -> None:
        self._is_preliminary = self._story.looking
        event, index = self._story.gone_to, self._workspace.recording.index
        evidence = None if event is None else self._commands.evidence_of(event)
        self._area.map_view.set_exhibit(evidence)
        content = None
        if event is not None and evidence is not None and index is not None:
            also = also_lines(index, event, self._story.incident_of(event))
            content = card_content(index, evidence, self._workspace.display.write)
            state = tr("preliminary: still looking") if self._is_preliminary else ""
            content = content._replace(time=fmt.join(content.time, state), also=also)
        self._area.evidence_card.show_content(content)

    @Slot()
    def _show_strip(self) -> None:
        shown = self._workspace.recording.index is not None and self._workspace.settings.story_strip
        self._area.strip.setVisible(shown and not self._window.actions_by_id["present"].isChecked())
