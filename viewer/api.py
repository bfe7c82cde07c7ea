"""Python API: open a recording, or a folder of recordings, and query it without Qt or a display.

Where an actor is asked for, give an ``Actor`` (id and frame of its spawn), or only the id if it was not used
again. Events, ``Recording.hero`` and the errors about ids that were used again have Actors.

>>> from viewer.program import resource
>>> recording = open_recording(resource("sample.log"))
>>> elapsed, locations, rotations = recording.trajectory(recording.hero)
>>> locations.shape
(1183, 3)
>>> [event.kind for event in recording.find_events(["collision"]).events]
['collision']
>>> recording.close()
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.criteria import RunnerView, runner_view
from viewer.analysis.event_table import FoundEvents
from viewer.analysis.find_events import find_events
from viewer.analysis.map_near import map_near
from viewer.analysis.result_join import OwnResults, results_about
from viewer.analysis.results_file import is_bench2drive
from viewer.analysis.route_line import NO_ROUTE, PlannedRoute, find_route
from viewer.analysis.thresholds import Thresholds
from viewer.cancellation import ShouldContinue, always
from viewer.comparison.clock import parse_mode
from viewer.comparison.comparison import Comparison, compare_recordings
from viewer.comparison.tolerance import Tolerance
from viewer.file_error import printable
from viewer.importing.opening import open_log
from viewer.library.library import Library, path_or_url
from viewer.library.survey_options import SurveyOptions
from viewer.logfile.header import Header
from viewer.notes import Note, Sidecar, sidecar_path
from viewer.recording.actor_name import ActorName, ActorNotFoundError
from viewer.recording.actors import Actor, ActorTable
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.indexing.detect import carla_version
from viewer.recording.problems import Problem
from viewer.recording.recorded_events import Contact
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.replay.world.world import World, world_at
from viewer.roads import MapFile, RoadMap
from viewer.run_folder.agent_signals import agent_signals
from viewer.run_folder.folder import RunFolder
from viewer.run_folder.search import find_run_folder
from viewer.signals import SIGNALS, Series, Signal, Signals, read_series

__all__ = ["Actor", "ActorNotFoundError", "Recording", "compare", "open_library", "open_recording"]

Roads: TypeAlias = RoadMap | MapFile | Path | str
"""OpenDRIVE map of a town: read, opened, or the path of its file."""


@dataclass(frozen=True, eq=False, repr=False)
class Recording(AbstractContextManager["Recording", None]):
    """Recording whose frame table, actors and events are in memory; poses are read from the file when needed.

    Use it as a context manager, or call ``close``, to close the file.

    Attributes:
        index: the tables read from the file, and the open file itself.
        signals: the signals that ``series`` reads, by name, with labels and units.
    """

    index: RecordingIndex
    signals: Signals = field(default_factory=lambda: SIGNALS)

    def __repr__(self) -> str:
        """Return three lines: file, town and version of CARLA; length; hero and number of problems."""
        version = carla_version(self.index) or "version of CARLA not known"
        return (
            f"{printable(self.index.path)}: {printable(self.header.map_name)}, {version}\n"
            f"{len(self.frames):,} frames, {self.duration:.2f} s, {len(self.actors):,} actors\n"
            f"hero: {self.hero}, problems: {len(self.problems):,}"
        )

    @property
    def header(self) -> Header:
        """Header of the file: version of the format, date (Unix time, UTC) and name of the map."""
        return self.index.header

    @property
    def frames(self) -> NDArray[np.void]:
        """Frame table, shape (F,), with the fields ``frame`` (id), ``elapsed`` and ``duration`` (seconds)."""
        return self.index.frames

    @property
    def duration(self) -> float:
        """Length of the recording in seconds."""
        return self.index.duration

    @property
    def actors(self) -> ActorTable:
        """Table of actors: one row per track (an actor from spawn to destruction); ids can occur again."""
        return self.index.actors

    @property
    def hero(self) -> Actor | None:
        """The hero: the actor with the likeliest role_name (``hero``, ``ego_vehicle``, …); None without one.

        Of a hero that was spawned several times, it is the first.
        """
        rows = self.actors.hero_lifetimes
        return self.index.actor(rows[0]) if rows else None

    @property
    def run_folder(self) -> RunFolder | None:
        """The folder with pictures, plans and values that the driving stack wrote for the run; None if none.

        It is searched for near the recording at each call, by positions of the hero, then by names. Raises
        viewer.RecordingError if the recording was replaced, or can no longer be read.
        """
        hero = self.hero
        return find_run_folder(self.index, None if hero is None else self.index.row_of(hero))

    def with_agent_signals(self) -> Recording:
        """Return the recording with the numbers of its run's folder as signals named ``agent.…``.

        Without a folder of the run, these are none.
        """
        folder, hero = self.run_folder, self.hero
        row = None if hero is None else self.index.row_of(hero)
        return self if folder is None else self.with_signals(agent_signals(folder, self.index, row))

    @property
    def recorded_events(self) -> NDArray[np.void]:
        """Recorded events (spawn, destruction, parent, collision) in frame order, shape (E,).

        The fields are ``frame`` (frame index), ``kind``, ``actor`` and ``other`` (row indices into
        ``actors``, negative for none).
        """
        return self.index.recorded_events

    @property
    def contacts(self) -> Sequence[Contact]:
        """Recorded collisions: each groups the collision records of one pair of actors in adjacent frames."""
        return self.index.contacts

    @property
    def problems(self) -> Sequence[Problem]:
        """Damage and oddities found in the file, each with its byte offset."""
        return self.index.problems

    @property
    def notes(self) -> tuple[Note, ...]:
        """User notes in the notes file beside the recording, sorted by time.

        The file is read at every access. Notes that belong to another recording with the same file name are
        left out.
        """
        return Sidecar(self.index.file, [sidecar_path(self.index.path)]).load().notes.notes

    def world_at(self, elapsed: float, *, interpolate: bool = False) -> World:
        """Return the state of all actors at ``elapsed``; times outside the recording move to its ends.

        Args:
            elapsed: simulated seconds since the start; the frame in force is the last that begins by then.
            interpolate: whether to interpolate poses between that frame and the next one.

        Raises:
            viewer.RecordingError: the file was replaced, or can no longer be read.
        """
        return world_at(self.index, elapsed, interpolate=interpolate)

    def trajectory(self, actor: Actor | int) -> Trajectory:
        """Return the poses of one actor in all frames where they are known: K of them.

        The result unpacks into ``elapsed`` (K,) in seconds, ``locations`` (K, 3) in metres in CARLA's
        left-handed frame, and ``rotations`` (K, 3) as pitch, yaw and roll in degrees.

        Raises:
            ActorNotFoundError: there is no such actor, or several had this id.
            viewer.RecordingError: the file was replaced, or can no longer be read.
        """
        return trajectory(self.index, self.index.row_of(actor))

    def with_signals(self, rows: Iterable[Signal]) -> Recording:
        """Return the recording with ``rows`` as further signals, as ``viewer.signals.signal_of`` makes them.

        Both read the same open file.
        """
        return replace(self, signals=self.signals.with_rows(rows))

    def series(
        self,
        name: str,
        actor: Actor | int | None = None,
        *,
        other: Actor | int | None = None,
        roads: Roads | None = None,
        routes: Iterable[Path | str] = (),
    ) -> Series:
        """Return one signal over time: ``elapsed`` (K,) in seconds and ``values`` (K,), NaN where not known.

        Args:
            name: name of the signal, one of ``signals``.
            actor: the actor; None for a signal of the whole recording.
            other: the second actor, for a signal of two actors such as a distance.
            roads: OpenDRIVE map of the town, with which the traffic light ahead is found more reliably.
            routes: Leaderboard route files, used before those beside the recording.

        Raises:
            KeyError: there is no such signal.
            ValueError: the signal needs an actor, and ``actor`` is None.
            ActorNotFoundError: there is no such actor, or several had this id.
        """
        roads = _file_of(roads)
        route = self.route(routes, roads=roads) if self.signals[name].uses_route else ""
        return read_series(
            self.index, [name], self._row(actor), other=self._row(other), signals=self.signals,
            road_map=self._roads_near(roads), route=None if isinstance(route, str) else route,
        )[0]  # fmt: skip

    def route(
        self,
        routes: Iterable[Path | str] = (),
        *,
        hero: Actor | int | None = None,
        roads: Roads | None = None,
    ) -> PlannedRoute | str:
        """Return the planned route of the hero, or a sentence that says why there is none.

        Args:
            routes: Leaderboard route files, used before those beside the recording.
            hero: the actor to take as the hero; the recording's own hero if None.
            roads: OpenDRIVE map of the town, along whose lanes the waypoints are joined.

        Raises:
            ActorNotFoundError: there is no such actor, or several had this id.
            viewer.roads.RoadMapError: the file in ``roads`` is not a map.
            viewer.analysis.route_files.RouteFileError: a file in ``routes`` is not a route file.
        """
        given = [Path(each) for each in routes]
        return find_route(self.index, given, hero=self._row(hero), road_map=_file_of(roads)) or NO_ROUTE

    def _roads_near(self, roads: RoadMap | MapFile | None) -> RoadMap | None:
        """Return ``roads`` as a road map; of a large file, only the part near the recorded actors."""
        return map_near(roads, self.index) if isinstance(roads, MapFile) else roads

    def find_events(
        self,
        kinds: Iterable[str] | None = None,
        *,
        actors: Iterable[Actor | int] | None = None,
        hero: Actor | int | None = None,
        roads: Roads | None = None,
        routes: Iterable[Path | str] = (),
        results: Iterable[Path | str] | None = None,
        thresholds: Mapping[str, float] | None = None,
        should_continue: ShouldContinue = always,
    ) -> FoundEvents:
        """Return the events found by rules: contacts, conflicts, harsh driving, traffic rules, standing.

        ``found.events[0]`` is one event, ``found.events["start"]`` a column, shape (N,). Kinds with their
        rules are in ``viewer.analysis.event_kinds.KINDS``; thresholds with defaults and units in
        ``viewer.analysis.event_kinds.TABLE``.

        Args:
            kinds: names of the kinds to look for; all if None.
            actors: actors whose events to return; those of all actors if None.
            hero: the actor to take as the hero; the recording's own hero if None.
            roads: OpenDRIVE map of the town; without it, traffic rules are not judged.
            routes: Leaderboard route files, used before those beside the recording.
            results: results files of the Leaderboard, which say whether the run is one of Bench2Drive, whose
                vehicles may be blocked for a shorter time; those beside the recording if None.
            thresholds: values that replace the defaults, by name.
            should_continue: called with the fraction done, 0 to 1; returns False to cancel.

        Raises:
            KeyError: there is no such kind.
            viewer.analysis.thresholds.ThresholdError: there is no such threshold, or a value is invalid.
            ActorNotFoundError: there is no such actor, or several had this id.
            viewer.roads.RoadMapError: the file in ``roads`` is not a map.
            viewer.analysis.route_files.RouteFileError: a file in ``routes`` is not a route file.
            MemoryError: the poses of so many actors and frames take more memory than is allowed.
            viewer.RecordingError: the recording was replaced, or can no longer be read.
            viewer.cancellation.ReadingCancelledError: ``should_continue`` returned False.
        """
        roads = _file_of(roads)
        match = self._results(results).match
        return find_events(
            self.index,
            kinds=kinds,
            rows=None if actors is None else map(self.index.row_of, actors),
            hero=self._row(hero),
            road_map=self._roads_near(roads),
            route=self.route(routes, hero=hero, roads=roads),
            thresholds=thresholds,
            bench2drive=match is not None and is_bench2drive(match.record),
            should_continue=should_continue,
        )

    def as_scenario_runner(
        self, found: FoundEvents, results: Iterable[Path | str] | None = None
    ) -> RunnerView | None:
        """Return how ScenarioRunner's criteria and the Leaderboard's penalties, 2.0 and 2.1, judge the hero.

        Args:
            found: result of ``find_events``, with at least the hero's events; without a hero, returns None.
            results: results files of ScenarioRunner or the Leaderboard; those beside the recording if None.

        Raises:
            viewer.RecordingError: the recording was replaced, or can no longer be read.
        """
        return runner_view(self.index, found, self._results(results))

    def _results(self, results: Iterable[Path | str] | None) -> OwnResults:
        """Return what ``results``, or files beside the recording if None, hold about the recording."""
        named = [Path(each) for each in results or ()]
        return results_about(self.index.path, named, look=results is None)

    def _row(self, actor: Actor | int | None) -> int | None:
        """Return the row of ``actor`` in ``actors``, None for None; raise ActorNotFoundError as ``index``."""
        return None if actor is None else self.index.row_of(actor)

    def close(self) -> None:
        """Close the recording's file.

        A ``World`` stays usable, but velocities that it has not read yet can no longer be read.
        """
        self.index.file.close()

    def __exit__(self, *_: object) -> None:
        """Close the recording's file at the end of a ``with`` block."""
        self.close()


def open_recording(path: Path | str) -> Recording:
    """Open a file written by CARLA's recorder, of any version, or a clip or table of poses.

    Of a clip or a table, the recording that is made of it is kept in the user's cache folder.

    A file that is still being written is read up to its present end.

    Raises:
        viewer.RecordingError: the file is missing, empty, a folder, not readable or not a recording.
    """
    file = open_log(Path(path))
    try:
        return Recording(read_index(file))
    except BaseException:
        file.close()
        raise


def compare(
    a: Recording,
    b: Recording,
    *,
    align: str | float = "elapsed",
    tolerance: Mapping[str, float] | None = None,
    partners: Iterable[tuple[Actor | int | None, Actor | int | None]] = (),
    ignore_unpaired: bool = False,
    roads: RoadMap | MapFile | Path | str | None = None,
    should_continue: ShouldContinue = always,
) -> Comparison:
    """Compare two recordings: where they part, and whether the agent or the world parted first.

    ``sentence`` of the result is the answer as text; ``viewer.comparison.tables`` makes tables and JSON of
    the result. The recordings must stay open while the result is used.

    Args:
        a: the recording whose clock counts.
        b: the recording to compare with.
        align: ``elapsed``, ``frame``, ``motion``, ``pose``, ``event:KIND:N``, or seconds that ``b`` is later.
        tolerance: values that replace the usual ones of ``viewer.comparison.tolerance.Tolerance``, by name.
        partners: actors of ``a`` and ``b`` that are partners whatever the rules say; None for no partner.
        ignore_unpaired: whether actors without a partner are not taken for differences.
        roads: OpenDRIVE map of the town, by which the traffic lights of the hero's lanes are known.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ValueError: ``align`` or ``tolerance`` is none, or the recordings cannot be aligned so.
        ActorNotFoundError: there is no such actor, or several had this id.
        viewer.roads.RoadMapError: the file in ``roads`` is not a map.
        viewer.RecordingError: a recording was replaced, or can no longer be read.
        viewer.cancellation.ReadingCancelledError: ``should_continue`` returned False.
    """
    rows = [(a._row(one), b._row(other)) for one, other in partners]  # noqa: SLF001 - of the same class
    return compare_recordings(
        a.index,
        b.index,
        mode=parse_mode(str(align)),
        tolerance=Tolerance.of(tolerance or {}),
        named=[(-1 if one is None else one, -1 if other is None else other) for one, other in rows],
        ignore_unpaired=ignore_unpaired,
        roads=_file_of(roads),
        should_continue=should_continue,
    )


def open_library(
    *folders: Path | str,
    hero: ActorName | int | None = None,
    thresholds: Mapping[str, float] | None = None,
    roads: Path | str | None = None,
    results: Iterable[Path | str] = (),
    routes: Iterable[Path | str] = (),
    kept_in: Path | str | None = None,
) -> Library:
    """Return the recordings below ``folders`` as a library: tables of recordings, events, actors, problems.

    Nothing is read before ``refresh`` is called on it. Arrow tables and SQL queries need the extra
    ``library`` of this program.

    Args:
        folders: folders with recordings at any depth, recordings, or URLs such as ``s3://bucket/nightly``.
        hero: name or id of the actor to take as the hero of each recording; its own hero if None.
        thresholds: values that replace the default thresholds of event rules, by name.
        roads: folder with OpenDRIVE maps, in addition to the folder of each recording.
        results: Leaderboard results files, in addition to those beside the recordings.
        routes: Leaderboard route files, used before those beside the recordings.
        kept_in: folder for the tables; one in the user's cache folder if None.

    Raises:
        viewer.analysis.thresholds.ThresholdError: there is no such threshold, or a value is invalid.
    """
    name = hero if hero is None or isinstance(hero, ActorName) else ActorName(hero)
    options = SurveyOptions(name, dict(Thresholds(thresholds)), () if roads is None else (Path(roads),))
    return Library(
        folders,
        options=options,
        results=[path_or_url(str(each)) for each in results],
        routes=[path_or_url(str(each)) for each in routes],
        kept_in=None if kept_in is None else Path(kept_in),
    )


def _file_of(roads: Roads | None) -> RoadMap | MapFile | None:
    """Return ``roads`` as it is; for a path, a ``MapFile``, which opens the map when it is needed."""
    return MapFile(roads) if isinstance(roads, (Path, str)) else roads
