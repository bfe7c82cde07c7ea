"""Connects what went wrong in a recording with who finds it, and with what shows it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.analysis.event_table import Events, FoundEvent
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind
from viewer.replay.world.world import World
from viewer.ui.background.story_finder import StoryFinder
from viewer.ui.background.tasks import Tasks
from viewer.ui.commands.story import StoryCommands
from viewer.ui.found_text import also_found, detail, lines_of, name_of
from viewer.ui.state.actor_ref import row_in, rows_in
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.story.evidence_text import also_lines, card_content
from viewer.ui.story.strip import MOST_CHIPS, ChipContent, StripContent, story_message
from viewer.ui.times.display import TimeDisplay, writer
from viewer.ui.window import MainWindow
from viewer.ui.wiring.ground_finder import GroundFinder


class StoryWiring(QObject):
    """Has events found, and tells strip, timeline, map and card of them."""

    def __init__(
        self,
        tasks: Tasks,
        workspace: Workspace,
        display: TimeDisplay,
        ground: GroundFinder,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        story = workspace.story
        recording, focus, moment = workspace.recording, workspace.focus, workspace.moment
        self._recording = recording
        self._moment = moment
        self._settings = workspace.settings
        self._window = window
        self._area = window.map_area
        self._recorded = workspace.events
        self._told: tuple[RecordingIndex | None, Events | None] = (None, None)
        self._time_text = writer(display)
        self.story = story
        self.commands = StoryCommands(workspace, self._area.map_view, self)
        self.finder = StoryFinder(tasks, self)
        recording.replacing.connect(self._forget)  # rows of another recording mean others
        later = recording.afterwards
        bind(later.index_changed, lambda: later.index, self.finder.set_recording)
        bind(focus.hero_changed, lambda: row_in(focus.hero), self.finder.set_hero)
        bind(focus.hero_changed, lambda: row_in(focus.hero), story.set_hero)
        bind(focus.selected_changed, lambda: rows_in(focus.selected), story.set_selected)
        bind(story.thresholds_changed, lambda: story.thresholds, self.finder.set_thresholds)
        ground.found.connect(self.commands.set_road_map)
        ground.found.connect(self.finder.set_road_map)
        bind(story.result_files_changed, lambda: story.result_files, self.finder.set_result_files)
        self.finder.found.connect(story.set_found)
        self.finder.viewed.connect(story.set_view)
        self.finder.failed.connect(story.set_trouble)
        self.finder.progress.connect(story.set_progress)
        for signal in (self.finder.looking_changed, recording.index_changed, later.index_changed):
            signal.connect(self._tell_looking)
        self._show(workspace, display)

    def _show(self, workspace: Workspace, display: TimeDisplay) -> None:
        story, strip, actions = self.story, self._area.strip, self._window.actions_by_id
        story.changed.connect(self._tell)
        story.progress_changed.connect(self._show_chips)
        story.gone_to_changed.connect(self._show_evidence)
        model = self._window.timeline.model
        bind(story.view_changed, lambda: story.joined, lambda joined: model.tell(joined=joined), self)
        bind(display.scale_changed, lambda: display.scale, self._write_anew, self)
        bind(workspace.moment.world_changed, lambda: workspace.moment.world, self._follow, self)
        strip.event_requested.connect(self.commands.go_before)
        strip.whose_requested.connect(story.set_whose)
        strip.stop_requested.connect(self.finder.cancel)
        strip.more_requested.connect(lambda: self._window.open_panel("story"))
        strip.add_actions(actions["show_story"], actions["story_strip"])
        model.event_requested.connect(self.commands.go_to)
        model.contact_requested.connect(self.commands.go_to_contact)
        workspace.contact_reached.connect(self.commands.go_to_contact)
        card = self._area.evidence_card
        card.closed.connect(lambda: self.story.go_to(None))
        for name in ("save_event_clip", "export_event"):
            card.saving.addAction(actions[name])
        self._settings.changed("story_strip").connect(self._show_strip)
        self._window.presenting_changed.connect(self._show_strip)
        bind(self._recording.index_changed, lambda: self._recording.index, self._show_strip, self)

    # -- what is shown

    @Slot()
    def _forget(self) -> None:
        self.finder.cancel()
        self.story.forget()
        self._told = None, None  # its file is let go

    @Slot()
    def _tell_looking(self) -> None:
        """More may be found while it is looked for, and before that while the file is still being read."""
        recording, index = self._recording, self._recording.index
        waiting = index is not None and index is not recording.afterwards.index
        reading = index is not None and recording.loading and not index.complete
        self.story.set_looking(self.finder.looking or waiting or reading)

    @Slot()
    def _tell(self) -> None:
        """Tell strip, timeline and commands what there is."""
        index, story = self._recording.index, self.story
        told = (index, story.events)
        if any(one is not other for one, other in zip(told, self._told, strict=True)):
            self._told = told
            steps = story.events.heads.steps  # of an incident one is gone to
            times = np.empty(0) if index is None else np.sort(steps["start"])
            # np.unique would load numpy's masked arrays, just before the first picture.
            self._recorded.set_times(EventKind.FOUND, times[np.flatnonzero(np.diff(times, prepend=-np.inf))])
            self._window.timeline.model.tell(found=story.events if index is not None else Events())
        self._show_chips()

    @Slot()
    def _show_chips(self) -> None:
        index, story, world = self._recording.index, self.story, self._moment.world
        if index is None:
            self._area.strip.set_content(StripContent())
            return
        chips = [
            ChipContent(
                event,
                name_of(event.kind),
                detail(index, event, self._time_text),
                "\n".join(
                    (*lines_of(index, event, self._time_text), also_found(event, story.incident_of(event)))
                ).rstrip(),
            )
            for event in story.events.heads[:MOST_CHIPS]
        ]
        current = story.at(world.elapsed) if world is not None else None
        self._area.strip.set_content(
            StripContent(
                chips,
                len(story.events.heads),
                story_message(story),
                story.whose,
                self.finder.looking,
                current,
            )
        )

    @Slot(object)
    def _show_evidence(self, event: FoundEvent | None) -> None:
        evidence = None if event is None else self.commands.evidence_of(event)
        index = self._recording.index
        self._area.map_view.set_exhibit(evidence)
        content = None
        if event is not None and evidence is not None and index is not None:
            also = also_lines(index, event, self.story.incident_of(event))
            content = card_content(index, evidence, self._time_text)._replace(also=also)
        self._area.evidence_card.show_content(content)
        self._show_chips()

    def _follow(self, world: World | None) -> None:
        """Leave an event when the playhead does, and mark the one it comes to."""
        if world is None:
            return
        self.story.follow(world.elapsed)
        strip = self._area.strip
        if strip.content.current != self.story.at(world.elapsed):
            self._show_chips()

    def _write_anew(self, _scale: object) -> None:
        self._show_evidence(self.story.gone_to)

    # -- where it is shown

    @Slot()
    @Slot(bool)
    @Slot(object)
    def _show_strip(self, _told: object = None) -> None:
        shown = self._recording.index is not None and self._settings.story_strip
        self._area.strip.setVisible(shown and not self._window.actions_by_id["present"].isChecked())
