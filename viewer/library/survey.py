"""Surveying one recording: analysing it into rows for all tables of a library, without a display."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path

import numpy as np

from viewer.analysis.criteria import joined_events
from viewer.analysis.event_table import Events
from viewer.analysis.find_events import find_events
from viewer.analysis.hero import no_hero_text
from viewer.analysis.result_files import results_of
from viewer.analysis.results_file import is_bench2drive
from viewer.analysis.route_files import route_of
from viewer.analysis.route_line import PlannedRoute, plan_route
from viewer.file_error import FileError, printable
from viewer.importing.opening import open_log
from viewer.library.columns import STORED, Columns, Stamp, empty, joined, rows_of
from viewer.library.remote import fetched
from viewer.library.routes import stamp_of
from viewer.library.run_files import RunFiles
from viewer.library.survey_options import SurveyOptions, key_of, map_file
from viewer.logfile.errors import ChangedError, UnreadableError
from viewer.recording.actor_name import ActorName, ActorNotFoundError
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.indexing.index_problems import frameless_error
from viewer.recording.motion_check import motion_problems
from viewer.replay.paths.trajectory import Trajectory
from viewer.roads import RoadMap, RoadMapError, open_map
from viewer.tables.actors import ActorRows
from viewer.tables.events import EventRows
from viewer.tables.problems import ProblemRows
from viewer.tables.recordings import Run

_NO_KEY = None
"""Stored instead of a recording's key if reading it failed (disk or network): it is surveyed again next time.
"""
_PATH_POINTS = 64
"""Number of positions of the hero stored per recording, to draw a small picture of its path."""


def survey(files: RunFiles, options: SurveyOptions) -> dict[str, Columns]:
    """Analyse one recording, and return its rows by table of the library of recordings.

    A recording that cannot be used gives a row with an error.
    """
    file, error = files.file, ""
    stamp, run = _before(files, options)
    tables, way = {table: empty(table) for table in STORED}, None
    try:
        with fetched(file.url) if file.url else nullcontext(file.path) as path, open_log(path) as log:
            index = read_index(log)
            run = replace(run, index=index)
            road_file = map_file(index.header.map_name, file.folder, options)
            stamp = stamp._replace(
                fingerprint=hashlib.sha256(index.header.raw).hexdigest(),
                map_name=index.header.map_name,
                key=key_of(files, stamp_of(road_file), options),  # also if the recording cannot be used
            )
            hero, why_no_hero = _hero_of(index, options.hero_of(file.path))
            heroes = () if hero is None else index.actors.lifetimes(hero)
            for table, source in {
                "actors": ActorRows(index, np.arange(len(index.actors)), heroes),
                "problems": ProblemRows(index, (*index.problems, *motion_problems(index))),
            }.items():
                tables[table] = rows_of(table, source, file.name)
            run = replace(run, hero=hero, why_no_hero=why_no_hero)
            judged = _judged(run, index, files, options, road_file)
            tables["events"] = _events(judged, index, file.name)
            tables["recordings"] = rows_of("recordings", judged, file.name)
            way = _way([poses for _, poses in judged.hero_paths])
    except FileError as reason:
        error = reason.line()
        if isinstance(reason, UnreadableError | ChangedError):
            stamp = stamp._replace(key=_NO_KEY)
    except OSError as reason:
        error, stamp = f"it cannot be fetched: {reason}", stamp._replace(key=_NO_KEY)
    except MemoryError as reason:
        error = f"it is too large for the memory that is there: {reason}"
    except Exception as reason:  # noqa: BLE001 - a bug met in one recording must not end the survey of all
        where = traceback.extract_tb(reason.__traceback__)[-1]
        error = f"its analysis failed: {type(reason).__name__}: {reason} (in {where.name})"
    if error:
        tables["recordings"] = rows_of("recordings", replace(run, error=error), file.name)
    tables["files"] = rows_of("files", {**stamp._asdict(), "way": way}, file.name)
    return tables


def failed(files: RunFiles, options: SurveyOptions, why: str, *, for_now: bool = False) -> dict[str, Columns]:
    """Return the library's rows of a recording that could not be surveyed, with the error.

    Args:
        files: the recording.
        options: hero, thresholds and maps for the survey.
        why: the error, a phrase.
        for_now: True if the error may pass: the next ``refresh`` surveys the recording again.
    """
    stamp, run = _before(files, options)
    facts = stamp._asdict() | ({"key": _NO_KEY} if for_now else {})
    return {table: empty(table) for table in STORED} | {
        "recordings": rows_of("recordings", replace(run, error=why), run.path),
        "files": rows_of("files", facts, run.path),
    }


def _before(files: RunFiles, options: SurveyOptions) -> tuple[Stamp, Run]:
    """Return what is known of a recording before it is read, such as its path and size."""
    file = files.file
    modified = datetime.fromtimestamp(file.modified / 1e9, timezone.utc)
    return (
        Stamp(file.name, file.size, file.modified, None, "", key_of(files, "", options)),
        Run(
            file.name,
            printable(file.path.name),
            file.size,
            modified,
            of_route=files.run,
            criteria=files.criteria,
            holds=files.holds,
        ),
    )


def _judged(
    run: Run, index: RecordingIndex, files: RunFiles, options: SurveyOptions, road_file: Path | None
) -> Run:
    """Return ``run`` with the events of its recording, and its results.

    Args:
        run: the recording and its hero.
        index: the recording.
        files: its results and routes.
        options: hero, thresholds and maps for the survey.
        road_file: OpenDRIVE file of the town; None if there is none.

    Raises RecordingError if the recording has no complete frame.
    """
    if not len(index.frame_starts):
        raise frameless_error(index)
    road_map, trouble = _map_of(road_file)
    route = _route_of(index, files, run.hero, road_map)
    found = find_events(
        index, hero=run.hero, road_map=road_map, route=route, thresholds=options.thresholds,
        bench2drive=is_bench2drive(files.record),
    )  # fmt: skip
    if run.hero is None:  # no actor has the given name: do not take the recorded hero instead
        found = replace(found, hero=None, lifetimes=())
    run = replace(run, found=found, notes=[trouble] if trouble else [])
    if files.record is None or files.results is None:
        return run
    return replace(run, results=results_of(files.record, files.results, index, found))


def _events(run: Run, index: RecordingIndex, path: str) -> Columns:
    """Return the rows of the table ``events``: what rules found, then what the results of ``run`` tell.

    ``path`` is that of the recording.
    """
    assert run.found is not None  # noqa: S101 - for type checkers
    told = () if run.results is None else joined_events(index, run.found, [run.results])
    sources = (EventRows(index, events, run.heroes) for events in (run.found.events, Events(told)))
    return joined({"events": rows_of("events", source, path)} for source in sources)["events"]


def _route_of(
    index: RecordingIndex, files: RunFiles, hero: int | None, road_map: RoadMap | None
) -> PlannedRoute | str:
    """Return the planned route of a run, or a sentence that says why there is none."""
    groups = [[file.read() for file in group] for group in (files.given, files.beside)]
    routes = [[route for found, _ in group for route in found] for group in groups]
    route, why = route_of(index, routes, hero=hero, names=files.names)
    if route is not None:
        return plan_route(route, road_map)
    return "; ".join(filter(None, (why, *(trouble for group in groups for _, trouble in group))))


def _hero_of(index: RecordingIndex, named: ActorName | None) -> tuple[int | None, str]:
    """Return the row of the hero in the table of actors and an empty text, or None and why there is no hero.

    The hero is the actor ``named``; the recording's own hero if that is None.
    """
    try:
        return (named or ActorName()).lifetimes(index.actors)[0], ""
    except ActorNotFoundError as error:
        return None, str(error) if named or not len(index.frame_starts) else no_hero_text(index)


def _way(paths: Sequence[Trajectory]) -> list[float | None] | None:
    """Return x and y of some positions of the hero in turn, in metres; None if there are none.

    ``paths`` are the hero's poses, one item per lifetime; None, None separates two lifetimes.
    """
    way: list[float | None] = []
    for poses in paths:
        chosen = np.unique(np.linspace(0, len(poses) - 1, _PATH_POINTS // len(paths) or 1).astype(np.int64))
        way += [None, None] if way else []
        way += poses.locations[chosen, :2].astype(np.float32).ravel().tolist()
    return way or None


def _map_of(path: Path | None) -> tuple[RoadMap | None, str]:
    """Return the road map in the file ``path``, and an empty text.

    If it cannot be used, return None and the reason. If ``path`` is None, return None and an empty text.
    """
    if path is None:
        return None, ""
    try:
        return _open_map(path, stamp_of(path)), ""
    except RoadMapError as error:
        return None, f"map: {error.line()}"


@lru_cache(maxsize=2)
def _open_map(path: Path, _stamp: str) -> RoadMap:
    """Return the road map in the file ``path``; two maps are cached, as many recordings are of one town.

    ``_stamp`` (size and time of the file) makes a changed file be read again.
    """
    return open_map(path)
