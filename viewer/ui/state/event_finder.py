"""Background search for what went wrong in a recording: collisions, red lights and other events."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from viewer.analysis.event_table import Events, FoundEvents
from viewer.analysis.incidents import by_weight
from viewer.cancellation import ShouldContinue
from viewer.file_error import FileError
from viewer.logfile.errors import UnreadableError
from viewer.recording.index import RecordingIndex
from viewer.ui.background.derived import Derived, Needs, same_needs
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.found_events import RunEvents
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.roads import Roads
from viewer.ui.translation import translated

if TYPE_CHECKING:
    from viewer.analysis.criteria import RunnerView
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap

_AT_ONCE = 8_000_000
"""Size of a recording in bytes up to which the events of all its actors are searched at once.

In a larger one, the events of the hero (the ego vehicle) are searched first.
"""


class EventSearch:
    """Search of the open recording, in the background, for events such as collisions and red lights.

    The results are stored in a ``RunEvents``. In a large recording the hero's events are searched first.
    After a change of the rules' thresholds (such as a speed tolerance) or of the road map, the old events
    stay until the new ones are found.
    """

    def __init__(
        self,
        tasks: Tasks,
        recording: OpenRecording,
        focus: ActorFocus,
        roads: Roads,
        found_events: RunEvents,
    ) -> None:
        """Prepare to search ``recording`` for events; ``update`` starts the search.

        Args:
            tasks: threads to search in.
            recording: the open recording.
            focus: holds the hero, whose events are searched first in a large recording.
            roads: holds the road map and the hero's route, which some rules need.
            found_events: receives the events, and holds the thresholds of the rules.
        """
        self._recording, self._focus, self._roads, self._found_events = recording, focus, roads, found_events
        self._of_hero: Needs | None = None
        """What the hero's events were found by."""
        self._bench2drive = False
        """Whether the run's results are Bench2Drive's."""
        self._found = Derived(tasks, recording, self._needs, _find, priority=Priority.LATER)
        self._judged = Derived(tasks, recording, self._needs_of_judge, _judge, priority=Priority.LATER)
        self._found.changed.connect(self._on_found)
        self._found.progress.connect(found_events.set_progress)
        self._judged.changed.connect(self._on_judged)
        for each in (self._found, self._judged):
            each.failed.connect(self._fail)

    @property
    def searching(self) -> bool:
        """Whether a search for events is running, so that more events may be found."""
        return self._found.busy

    def cancel(self) -> None:
        """Cancel the running search for events; those that were found stay."""
        self._found.cancel()
        self._judged.cancel()
        self._report_searching()

    def _needs(self) -> Needs | None:
        index, hero = self._recording.index, self._focus.hero
        if index is None or not index.complete or not len(index.frame_starts):
            return None
        needs = (
            index,
            hero,
            self._roads.road_map,
            self._roads.route,
            self._found_events.thresholds,
            self._bench2drive,
        )
        known = self._of_hero is not None and same_needs(needs, self._of_hero)
        first = hero is not None and index.size > _AT_ONCE and not index.growing and not known
        return (*needs, index.actors.lifetimes(hero) if first and hero is not None else None)

    def _needs_of_judge(self) -> Needs | None:
        index, found = self._recording.index, self._found_events.found
        return None if index is None or found is None else (index, found, self._found_events.result_files)

    def update(self) -> None:
        """Start those searches for events whose inputs have changed, and update ``RunEvents.searching``.

        ``RunEvents.searching`` is True as long as more events may be found: while a search runs or the file
        is being read.
        """
        self._found.update()
        self._judged.update()
        self._report_searching()

    def _on_found(self, answer: tuple[FoundEvents, Events] | None) -> None:
        asked = self._found.asked
        if answer is None or asked is None:
            return
        self._found_events.set_found(*answer)
        if asked[-1] is not None:
            self._of_hero = asked[:-1]
        self.update()

    def _on_judged(self, answer: tuple[RunnerView | None, Events] | None) -> None:
        if answer is not None:
            view = answer[0]
            self._found_events.set_view(*answer)
            self._bench2drive = view is not None and any(each.bench2drive for each in view.results)
            self.update()

    def _fail(self, error: FileError) -> None:
        self._found_events.set_trouble(error.line(translated))
        self._report_searching()

    def forget(self) -> None:
        """Drop all found events and cancel the search for them, because another recording is opened."""
        self._of_hero, self._bench2drive = None, False
        self._found.forget()
        self._judged.forget()
        self._found_events.forget()
        self._report_searching()

    def _report_searching(self) -> None:
        recording, index = self._recording, self._recording.index
        reading = index is not None and recording.loading and not index.complete
        self._found_events.set_searching(self.searching or reading)


def _judge(
    index: RecordingIndex, found: FoundEvents, files: tuple[Path, ...], should_continue: ShouldContinue
) -> tuple[RunnerView | None, Events]:
    """Return the hero's results by ScenarioRunner's criteria, and the infractions in results files as events.

    Without a hero the first is None and there are no events.

    Args:
        index: the recording.
        found: its events, at least those of the hero.
        files: results files that the user chose; those beside the recording are read, too.
        should_continue: returns False to cancel the work.
    """
    judge = import_module("viewer.analysis.criteria")
    own = import_module("viewer.analysis.result_join").results_about(
        index.path, files, should_continue=should_continue
    )
    view: RunnerView | None = judge.runner_view(index, found, own)
    return view, Events() if view is None else judge.joined_events(index, found, view.results)


def _find(
    index: RecordingIndex,
    hero: int | None,
    road_map: RoadMap | None,
    route: PlannedRoute | str,
    thresholds: Mapping[str, float],
    bench2drive: bool,
    rows: tuple[int, ...] | None,
    should_continue: ShouldContinue,
) -> tuple[FoundEvents, Events]:
    """Return the events of a recording, and the same events sorted by weight (how serious they are).

    Args:
        index: the recording.
        hero: row of the hero in the actor table, or None.
        road_map: map of the roads; without it, rules that need it find nothing.
        route: the hero's route, or a text on why there is none.
        thresholds: values of the rules' thresholds by name, where they differ from the defaults.
        bench2drive: whether the run's results are Bench2Drive's.
        rows: rows of the actors whose events are searched; None for all actors.
        should_continue: returns False to cancel the search.

    Raises:
        UnreadableError: too many actors and frames for the memory.
        FileError: the recording cannot be read.
    """
    find = import_module("viewer.analysis.find_events")  # imported late, for a fast start
    try:
        found: FoundEvents = find.find_events(
            index,
            rows=rows,
            hero=hero,
            road_map=road_map,
            route=route,
            thresholds=thresholds,
            bench2drive=bench2drive,
            should_continue=should_continue,
        )
    except MemoryError as error:
        raise UnreadableError(
            index.path, f"it is too large to be judged: {error}", advice="Cut the recording."
        ) from error
    return found, by_weight(found.events, found.heroes)
