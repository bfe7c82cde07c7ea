"""Looking in the background for what went wrong in a recording."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viewer.analysis.event_table import Events, FoundEvents
from viewer.analysis.incidents import by_weight
from viewer.cancellation import Proceed
from viewer.logfile.errors import UnreadableError
from viewer.recording.index import RecordingIndex, same_opening
from viewer.ui.background.latest import Latest, Question
from viewer.ui.background.tasks import Priority, Tasks

if TYPE_CHECKING:
    from viewer.analysis.criteria import RunnerView
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap

_AT_ONCE = 8_000_000
"""Bytes of a recording of which everybody's events are there as soon as the hero's would be."""


class StoryFinder(QObject):
    """Finds the events of one recording at a time, and again whenever what they depend on changes.

    In a large recording the hero's are found first. What is found for other thresholds or another map takes
    the place of what was found before when it is there, not earlier.
    """

    found = Signal(object, object)
    """FoundEvents: everybody's, or at first the hero's; and the same events by weight."""
    viewed = Signal(object, object)
    """RunnerView, or None without a hero; and the infractions in it whose times are known, Events."""
    looking_changed = Signal(bool)
    """Whether more may be found soon."""
    progress = Signal(float)
    """Share that is done, 0 to 1, if it takes long; 1 when it ends."""
    failed = Signal(str)
    """Why nothing can be found."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._road_map: RoadMap | None = None
        self._hero: int | None = None
        self._route: PlannedRoute | str = ""
        self._thresholds: Mapping[str, float] = MappingProxyType({})
        self.looking = False
        """Whether more may be found soon."""
        self._hero_only = False
        self._latest = Latest(tasks, self, self._take, Priority.LATER)
        self._latest.progress.connect(self.progress)
        self._found: FoundEvents | None = None
        self._files: tuple[Path, ...] = ()
        self._viewing = Latest(tasks, self, lambda answer: self.viewed.emit(*answer), Priority.LATER)
        for latest in (self._latest, self._viewing):
            latest.failed.connect(self._fail)
            latest.unreadable.connect(lambda error: self.failed.emit(error.line()))
        self._soon = QTimer(self, singleShot=True)  # recording, hero and map come one after the other
        self._soon.timeout.connect(self._begin)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Look through a recording once all of it is indexed, or through a longer view of it."""
        before, self._index = self._index, index
        if not same_opening(before, index):
            self.cancel()
        if index is not before:
            self._ask()

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Judge the rules of the road by this map, or not at all."""
        if road_map is not self._road_map:
            self._road_map = road_map
            self._ask()

    @Slot(object)
    def set_route(self, route: PlannedRoute | str) -> None:
        """Judge by this route of the hero; or say why there is none."""
        if route is not self._route and (not isinstance(route, str) or route != self._route):
            self._route = route
            self._ask()

    def set_hero(self, row: int | None) -> None:
        """Look for the events of the actor in this row first."""
        if row != self._hero:
            self._hero = row
            self._ask()

    def set_thresholds(self, thresholds: Mapping[str, float]) -> None:
        """Judge by these values instead of the usual ones."""
        if thresholds != self._thresholds:
            self._thresholds = MappingProxyType(dict(thresholds))
            self._ask()

    def set_result_files(self, paths: tuple[Path, ...]) -> None:
        """Read these results of the hero's evaluators, too."""
        self._files = paths
        self._view()

    @Slot()
    def cancel(self) -> None:
        """Stop looking."""
        self._soon.stop()
        self._latest.cancel()
        self._viewing.cancel()
        self._found = None
        self._set_looking(False)

    def _ask(self) -> None:
        index = self._index
        if index is not None and index.complete and len(index.heads):
            self._set_looking(True)
            self._soon.start(0)

    @Slot()
    def _begin(self) -> None:
        index = self._index
        if index is None:
            return
        self._hero_only = self._hero is not None and index.size > _AT_ONCE and not index.growing
        rows = (self._hero,) if self._hero_only and self._hero is not None else None
        self._latest.ask(self._question(index, rows), patient=index.growing)

    def _question(self, index: RecordingIndex, rows: tuple[int, ...] | None) -> Question:
        return partial(_find, index, rows, self._hero, self._road_map, self._route, self._thresholds)

    @Slot(object)
    def _take(self, answer: tuple[FoundEvents, Events]) -> None:
        self._found, ordered = answer
        self.found.emit(self._found, ordered)
        self._view()
        if self._hero_only and self._index is not None:
            self._hero_only = False
            self._latest.ask(self._question(self._index, None))
        else:
            self._set_looking(self._soon.isActive())

    def _view(self) -> None:
        if self._index is not None and self._found is not None:
            self._viewing.ask(
                partial(_judge, self._index, self._found, self._files), patient=self._index.growing
            )

    @Slot()
    def _fail(self) -> None:
        """Let the same view be told again."""
        self._index = None
        self._set_looking(False)

    def _set_looking(self, looking: bool) -> None:
        if looking != self.looking:
            self.looking = looking
            self.looking_changed.emit(looking)


def _judge(
    index: RecordingIndex, found: FoundEvents, files: tuple[Path, ...], _proceed: Proceed
) -> tuple[RunnerView | None, Events]:
    """Return the hero as its evaluators judge it, by files beside the recording and others, and joined."""
    judge = import_module("viewer.analysis.criteria")
    beside = import_module("viewer.analysis.result_files").result_files(index.path)
    view: RunnerView | None = judge.runner_view(index, found, dict.fromkeys((*beside, *files)))
    return view, Events() if view is None else judge.joined_events(index, found, view.results)


def _find(
    index: RecordingIndex,
    rows: tuple[int, ...] | None,
    hero: int | None,
    road_map: RoadMap | None,
    route: PlannedRoute | str,
    thresholds: Mapping[str, float],
    proceed: Proceed,
) -> tuple[FoundEvents, Events]:
    """Return what is found, and the events in order of weight.

    Raises:
        UnreadableError: too many actors and frames for the memory; else as ``find_events``.

    """
    find = import_module("viewer.analysis.find")  # here: the window's first picture does not wait for it
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
    return found, by_weight(found.events, hero)
