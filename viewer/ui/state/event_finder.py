"""Looking in the background for what went wrong in a recording."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from viewer.analysis.event_table import Events, FoundEvents
from viewer.analysis.incidents import by_weight
from viewer.cancellation import Proceed
from viewer.file_error import FileError
from viewer.logfile.errors import UnreadableError
from viewer.recording.index import RecordingIndex
from viewer.ui.background.derived import Derived, Needs, same_needs
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.found_events import Story
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.roads import Roads
from viewer.ui.translation import translated

if TYPE_CHECKING:
    from viewer.analysis.criteria import RunnerView
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap

_AT_ONCE = 8_000_000
"""Bytes of a recording of which everybody's events are there as soon as the hero's would be."""


class StoryFinder:
    """Finds the events of one recording at a time, and tells the story of them.

    In a large recording the hero's are found first. What is found for other thresholds or another map takes
    the place of what was found before when it is there, not earlier.
    """

    def __init__(
        self,
        tasks: Tasks,
        recording: OpenRecording,
        focus: ActorFocus,
        roads: Roads,
        story: Story,
    ) -> None:
        """Take where it looks, in what, with what, and what tells of it."""
        self._recording, self._focus, self._roads, self._story = recording, focus, roads, story
        self._of_hero: Needs | None = None
        """What the hero's events were found by."""
        self._found = Derived(tasks, recording, self._needs, _find, priority=Priority.LATER)
        self._judged = Derived(tasks, recording, self._needs_of_judge, _judge, priority=Priority.LATER)
        self._found.changed.connect(self._take)
        self._found.progress.connect(story.set_progress)
        self._judged.changed.connect(self._take_judged)
        for each in (self._found, self._judged):
            each.failed.connect(self._fail)

    @property
    def looking(self) -> bool:
        """Whether more may be found soon."""
        return self._found.busy

    def cancel(self) -> None:
        """Stop looking."""
        self._found.cancel()
        self._judged.cancel()
        self._tell_looking()

    def _needs(self) -> Needs | None:
        index, hero = self._recording.index, self._focus.hero
        if index is None or not index.complete or not len(index.heads):
            return None
        needs = (index, hero, self._roads.road_map, self._roads.route, self._story.thresholds)
        known = self._of_hero is not None and same_needs(needs, self._of_hero)
        first = hero is not None and index.size > _AT_ONCE and not index.growing and not known
        return (*needs, index.actors.lifetimes(hero) if first and hero is not None else None)

    def _needs_of_judge(self) -> Needs | None:
        index, found = self._recording.index, self._story.found
        return None if index is None or found is None else (index, found, self._story.result_files)

    def look(self) -> None:
        """Have found what is not known yet of what there is now, and tell whether more may be found.

        That may be while it is looked for, and before that while the file is still being read.
        """
        self._found.look()
        self._judged.look()
        self._tell_looking()

    def _take(self, answer: tuple[FoundEvents, Events] | None) -> None:
        asked = self._found.asked
        if answer is None or asked is None:
            return
        self._story.set_found(*answer)
        if asked[-1] is not None:
            self._of_hero = asked[:-1]
        self.look()

    def _take_judged(self, answer: tuple[RunnerView | None, Events] | None) -> None:
        if answer is not None:
            self._story.set_view(*answer)

    def _fail(self, error: FileError) -> None:
        self._story.set_trouble(error.line(translated))
        self._tell_looking()

    def forget(self) -> None:
        """Know nothing: rows of another recording mean others."""
        self._of_hero = None
        self._found.forget()
        self._judged.forget()
        self._story.forget()
        self._tell_looking()

    def _tell_looking(self) -> None:
        recording, index = self._recording, self._recording.index
        reading = index is not None and recording.loading and not index.complete
        self._story.set_looking(self.looking or reading)


def _judge(
    index: RecordingIndex, found: FoundEvents, files: tuple[Path, ...], proceed: Proceed
) -> tuple[RunnerView | None, Events]:
    """Return the hero as its evaluators judge it, and their events, from ``files`` and those nearby."""
    judge = import_module("viewer.analysis.criteria")
    own = import_module("viewer.analysis.result_join").results_about(index.path, files, proceed=proceed)
    view: RunnerView | None = judge.runner_view(index, found, own)
    return view, Events() if view is None else judge.joined_events(index, found, view.results)


def _find(
    index: RecordingIndex,
    hero: int | None,
    road_map: RoadMap | None,
    route: PlannedRoute | str,
    thresholds: Mapping[str, float],
    rows: tuple[int, ...] | None,
    proceed: Proceed,
) -> tuple[FoundEvents, Events]:
    """Return what is found, and the events in order of weight.

    Raises:
        UnreadableError: too many actors and frames for the memory; else as ``find_events``.

    """
    find = import_module("viewer.analysis.find_events")  # the first picture does not wait for it
    try:
        found: FoundEvents = find.find_events(
            index,
            rows=rows,
            hero=hero,
            road_map=road_map,
            route=route,
            thresholds=thresholds,
            proceed=proceed,
        )
    except MemoryError as error:
        raise UnreadableError(
            index.path, f"it is too large to be judged: {error}", advice="Cut the recording."
        ) from error
    return found, by_weight(found.events, found.heroes)
