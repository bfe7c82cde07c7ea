"""The Python API: open a recording and ask it, without a display and without Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.criteria import RunnerView, runner_view
from viewer.analysis.event_table import FoundEvents
from viewer.analysis.find_events import find_events
from viewer.analysis.map_near import map_near
from viewer.analysis.result_join import results_about
from viewer.analysis.route_line import NO_ROUTE, PlannedRoute, find_route
from viewer.analysis.thresholds import Thresholds
from viewer.cancellation import Proceed, always
from viewer.library.library import Library, folder_of
from viewer.library.survey_options import Asking
from viewer.logfile.header import Header
from viewer.logfile.source import LogFile
from viewer.notes import Note, Sidecar, sidecar_path
from viewer.recording.actor_name import ActorName, ActorNotFoundError
from viewer.recording.actors import ActorTable
from viewer.recording.events import Contact, Events
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.problems import Problem
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.replay.world.world import World, world_at
from viewer.roads import MapFile, RoadMap
from viewer.signals import SIGNALS, Series, read_series

__all__ = ["ActorNotFoundError", "Recording", "open_library", "open_recording"]


@dataclass(frozen=True, eq=False)
class Recording(AbstractContextManager["Recording", None]):
    """A recording, read completely; its frames stay in the file until they are asked for.

    Use it in a ``with`` block, or call ``close``, to let go of the file.
    """

    index: RecordingIndex

    @property
    def header(self) -> Header:
        """Version, date (UTC) and map."""
        return self.index.header

    @property
    def frames(self) -> NDArray[np.void]:
        """The frame table, shape (F,), with fields ``frame``, ``elapsed`` and ``duration`` in seconds."""
        return self.index.frames

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self.index.duration

    @property
    def actors(self) -> ActorTable:
        """All lives of all actors, one row each."""
        return self.index.actors

    @property
    def events(self) -> Events:
        """All events by frame: ``frame`` (index), ``kind``, ``actor`` and ``other`` (rows of ``actors``)."""
        return self.index.events

    @property
    def contacts(self) -> Sequence[Contact]:
        """Collision records of one pair in adjoining frames, grouped."""
        return self.index.contacts

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the file or odd about it."""
        return self.index.problems

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes in the file beside the recording, by time; read from the disk each time.

        Those of another recording that had the same name are left out.
        """
        return Sidecar(self.index.file, [sidecar_path(self.index.path)]).load().notes.notes

    def world_at(self, elapsed: float, *, interpolate: bool = False) -> World:
        """Return what was true at a time in seconds; see ``viewer.replay.world.world.world_at``."""
        return world_at(self.index, elapsed, interpolate=interpolate)

    def trajectory(self, actor_id: int, *, at: float | None = None) -> Trajectory:
        """Return where an actor was: elapsed (K,), locations (K, 3) in metres, rotations (K, 3) in degrees.

        An id may be used again after its actor died: ``at`` (seconds) chooses the life, else it is the first.

        Raises:
            ActorNotFoundError: no such actor, or none alive at that time.

        """
        return trajectory(self.index, self._row(actor_id, at))

    def series(
        self,
        name: str,
        actor_id: int | None = None,
        *,
        other_id: int | None = None,
        at: float | None = None,
        roads: RoadMap | MapFile | Path | str | None = None,
        routes: Iterable[Path | str] = (),
    ) -> Series:
        """Return a signal over the life of an actor, or over the recording: elapsed (K,) and values (K,).

        Args:
            name: of the signals in ``viewer.signals.SIGNALS``, with labels and units.
            actor_id: whose; none for those of the recording as a whole.
            other_id: the other one, for a distance.
            at: seconds, choosing the lives as for ``trajectory``.
            roads: an OpenDRIVE file or map of the town, which tells better which light is ahead.
            routes: as for ``find_events``.

        Raises:
            KeyError: there is no such signal.
            ValueError: an actor is needed.
            ActorNotFoundError: no such actor, or none alive at that time.

        """
        row, other = (None if each is None else self._row(each, at) for each in (actor_id, other_id))
        roads, route = _file_of(roads), None
        road_map = self._roads_near(roads)
        if SIGNALS[name].uses_route:
            route = self.route(routes, roads=roads)
        return read_series(
            self.index, [name], row, other=other, road_map=road_map,
            route=None if isinstance(route, str) else route,
        )[0]  # fmt: skip

    def route(
        self,
        routes: Iterable[Path | str] = (),
        *,
        hero: int | None = None,
        roads: RoadMap | MapFile | Path | str | None = None,
    ) -> PlannedRoute | str:
        """Return the hero's route with its way, or why there is none; arguments as for ``find_events``."""
        given, row = [Path(each) for each in routes], None if hero is None else self._row(hero, None)
        return find_route(self.index, given, hero=row, road_map=_file_of(roads)) or NO_ROUTE

    def _roads_near(self, roads: RoadMap | MapFile | None) -> RoadMap | None:
        """Return a map; of a large file what is near the actors."""
        return map_near(roads, self.index) if isinstance(roads, MapFile) else roads

    def find_events(
        self,
        kinds: Iterable[str] | None = None,
        *,
        actors: Iterable[int] | None = None,
        hero: int | None = None,
        roads: RoadMap | MapFile | Path | str | None = None,
        routes: Iterable[Path | str] = (),
        thresholds: Mapping[str, float] | None = None,
        proceed: Proceed = always,
    ) -> FoundEvents:
        """Return what went wrong, by rules: contacts, conflicts, hard driving, rules of the road, stalls.

        ``viewer.analysis.event_kinds.KINDS`` has all kinds with their rules, and
        ``viewer.analysis.event_kinds.TABLE`` all thresholds with their usual values and units. The events
        found are a table: ``found.events[0]`` is one, ``found.events["start"]`` a column.

        Args:
            kinds: names of the kinds to look for, all if None.
            actors: ids of those whose events are asked for, in all their lives; everybody if None.
            hero: id of the actor that comes first in its events; the recording's hero if None.
            roads: an OpenDRIVE file or map of the town; without one, rules of the road are not judged.
            routes: files of the Leaderboard that count before those beside the recording.
            thresholds: values by name, instead of the usual ones.
            proceed: is told the share that is done, 0 to 1, and answers whether to go on.

        Raises:
            KeyError: there is no such kind.
            viewer.analysis.thresholds.ThresholdError: there is no such threshold, or a value is none.
            ActorNotFoundError: there is no such actor.
            viewer.roads.RoadMapError: the file is no map.
            viewer.analysis.route_files.RouteFileError: a file that was given is none of routes.
            MemoryError: the poses of so many actors and frames take more memory than is allowed.
            viewer.RecordingError: the file was replaced, or can no longer be read.
            viewer.cancellation.ReadingCancelledError: ``proceed`` said no.

        """
        roads = _file_of(roads)
        road_map = self._roads_near(roads)
        rows = None
        if actors is not None:
            rows = [row for actor_id in actors for row in ActorName(actor_id).rows(self.actors)]
        return find_events(
            self.index,
            kinds=kinds,
            rows=rows,
            hero=None if hero is None else self._row(hero, None),
            road_map=road_map,
            route=self.route(routes, hero=hero, roads=roads),
            thresholds=thresholds,
            proceed=proceed,
        )

    def as_scenario_runner(
        self, found: FoundEvents, results: Iterable[Path | str] | None = None
    ) -> RunnerView | None:
        """Return the hero as ScenarioRunner's criteria and the Leaderboard's factors judge it.

        Args:
            found: what ``find_events`` found, of the hero at least; None is returned if it has no hero.
            results: files of ScenarioRunner or the Leaderboard; those beside the recording if None.

        Raises:
            viewer.RecordingError: the file was replaced, or can no longer be read.

        """
        named = [Path(each) for each in results or ()]
        return runner_view(self.index, found, results_about(self.index.path, named, look=results is None))

    def _row(self, actor_id: int, at: float | None) -> int:
        if at is None:
            return ActorName(actor_id).rows(self.actors)[0]
        row = self.actors.find(actor_id, self.index.frame_at(at))
        if row is None:
            raise ActorNotFoundError(f"there is no actor {actor_id} at {at} s")
        return row

    def close(self) -> None:
        """Close the file. Worlds stay; of their velocities only those that were asked for before."""
        self.index.file.close()

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def open_recording(path: Path | str) -> Recording:
    """Open a recording of CARLA's recorder, of any version; one that is still written, as far as it goes now.

    Raises:
        viewer.RecordingError: not a recording, empty, missing, a folder, or not readable; it says which.

    """
    file = LogFile(path)
    try:
        return Recording(read_index(file))
    except BaseException:
        file.close()
        raise


def open_library(
    *folders: Path | str,
    hero: ActorName | None = None,
    thresholds: Mapping[str, float] | None = None,
    roads: Path | str | None = None,
    results: Iterable[Path | str] = (),
    routes: Iterable[Path | str] = (),
    kept_in: Path | str | None = None,
) -> Library:
    """Open all recordings below some folders as tables; see ``viewer.library.library.Library``.

    Nothing is read before ``refresh``. Tables and questions need the extra ``library``.

    Args:
        folders: folders with recordings at any depth, or files.
        hero: who the hero is in each; its own if None.
        thresholds: values by name, instead of the usual ones.
        roads: folder with the towns' OpenDRIVE files, besides the folder of each recording.
        results: results of the Leaderboard, besides those beside the recordings.
        routes: its routes, which count before those beside the recordings.
        kept_in: where the tables are kept; in the user's cache folder if None.

    Raises:
        viewer.analysis.thresholds.ThresholdError: there is no such threshold, or a value is none.

    """
    asking = Asking(hero, dict(Thresholds(thresholds)), () if roads is None else (Path(roads),))
    return Library(
        folders,
        asking=asking,
        results=[folder_of(str(each)) for each in results],
        routes=[folder_of(str(each)) for each in routes],
        kept_in=None if kept_in is None else Path(kept_in),
    )


def _file_of(roads: RoadMap | MapFile | Path | str | None) -> RoadMap | MapFile | None:
    return MapFile(roads) if isinstance(roads, (Path, str)) else roads
