"""Surveying one recording: analysing it into rows for all tables of a library, without a display."""

from __future__ import annotations

import hashlib
import math
import traceback
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from viewer.analysis.criteria import joined_events, records_hero_collisions, runner_view
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import RANKS, Events, FoundEvents
from viewer.analysis.find_events import find_events
from viewer.analysis.hero import no_hero_text
from viewer.analysis.incidents import by_weight
from viewer.analysis.result_files import results_of
from viewer.analysis.route_files import route_of
from viewer.analysis.route_line import PlannedRoute, plan_route
from viewer.file_error import FileError, printable
from viewer.library.columns import STORED, Columns, add_row, empty
from viewer.library.remote import fetched
from viewer.library.run_files import Run, stamp_of
from viewer.library.survey_options import SurveyOptions, key_of, map_file
from viewer.logfile.errors import ChangedError, UnreadableError
from viewer.logfile.source import LogFile
from viewer.recording.actor_name import ActorName, ActorNotFoundError
from viewer.recording.actors import NEVER, Category
from viewer.recording.index import NO_COLLISION_SENSOR, RecordingIndex
from viewer.recording.indexing.builder import read_index
from viewer.recording.indexing.detect import carla_version
from viewer.recording.indexing.index_problems import frameless_error
from viewer.recording.motion_check import motion_problems
from viewer.replay.paths.trajectory import trajectory
from viewer.roads import RoadMap, RoadMapError, open_map
from viewer.signals.series import motion_stats
from viewer.signals.table import read_speed

_NO_KEY = None
"""Stored instead of a recording's key if reading it failed (disk or network): it is surveyed again next time.
"""
_PATH_POINTS = 64
"""Number of positions of the hero stored per recording, to draw a small picture of its path."""


def survey(run: Run, options: SurveyOptions) -> dict[str, Columns]:
    """Analyse one recording, and return its rows by table of the library of recordings.

    A recording that cannot be used gives a row with an error.
    """
    file = run.file
    row, file_row = _rows_of(run, options)
    tables = {table: empty(table) for table in STORED}
    try:
        with fetched(file.url) if file.url else nullcontext(file.path) as path, LogFile(path) as log:
            index = read_index(log)
            _add_file_facts(index, row, file_row)
            road_file = map_file(index.header.map_name, file.folder, options)
            file_row["key"] = key_of(
                run, stamp_of(road_file), options
            )  # also for a recording that cannot be used
            hero, why_no_hero = _hero_of(index, options.hero_of(run.file.path))
            _add_actors(index, file.name, hero, tables)
            if len(index.frame_starts):
                row["not_judged"] = [f"hero: {why_no_hero}"] if why_no_hero else []
                _add_events(index, run, options, road_file, hero, row, file_row, tables)
            else:
                row["error"] = frameless_error(index).line()
    except FileError as error:
        row["error"] = error.line()
        if isinstance(error, UnreadableError | ChangedError):
            file_row["key"] = _NO_KEY
    except OSError as error:
        row["error"] = f"it cannot be fetched: {error}"
        file_row["key"] = _NO_KEY
    except MemoryError as error:
        row["error"] = f"it is too large for the memory that is there: {error}"
    except Exception as error:  # noqa: BLE001 - a bug met in one recording must not end the survey of all
        where = traceback.extract_tb(error.__traceback__)[-1]
        row["error"] = f"its analysis failed: {type(error).__name__}: {error} (in {where.name})"
    add_row(tables["recordings"], row)
    add_row(tables["files"], file_row)
    return tables


def failed(run: Run, options: SurveyOptions, why: str, *, for_now: bool = False) -> dict[str, Columns]:
    """Return the library's rows of a recording that could not be surveyed, with the error.

    Args:
        run: the recording.
        options: hero, thresholds and maps for the survey.
        why: the error, a phrase.
        for_now: True if the error may pass: the next ``refresh`` surveys the recording again.
    """
    tables = {table: empty(table) for table in STORED}
    row, file_row = _rows_of(run, options)
    add_row(tables["recordings"], row | {"error": why})
    add_row(tables["files"], file_row | ({"key": _NO_KEY} if for_now else {}))
    return tables


def _rows_of(run: Run, options: SurveyOptions) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the rows for the tables ``recordings`` and ``files`` of a library, before the recording is read.

    They contain only what is known by then, such as its path, size and time of the last change.
    """
    file = run.file
    modified = datetime.fromtimestamp(file.modified / 1e9, timezone.utc)
    row = {"path": file.name, "name": printable(file.path.name), "size": file.size, "modified": modified}
    return row, {
        "path": file.name,
        "size": file.size,
        "modified": file.modified,
        "map": "",
        "key": key_of(run, "", options),
    }


def _add_file_facts(index: RecordingIndex, row: dict[str, Any], file_row: dict[str, Any]) -> None:
    """Add facts from the recording's header and index to its rows.

    Args:
        index: the recording.
        row: row for the table ``recordings``; gets date, map, CARLA version, length, and numbers of
            frames and damages.
        file_row: row for the table ``files``; gets a hash of the header, and the map's name.
    """
    header = index.header
    row |= {
        "recorded": _date(header.timestamp),
        "map": printable(header.map_name),
        "version": carla_version(index) or None,
        "frames": len(index.frame_starts),
        "length": index.duration,
        "problems": sum(problem.count for problem in index.problems if problem.damage),
    }
    file_row |= {"fingerprint": hashlib.sha256(header.raw).hexdigest(), "map": header.map_name}


def _add_actors(index: RecordingIndex, name: str, hero: int | None, tables: Mapping[str, Columns]) -> None:
    actors, elapsed = index.actors, index.elapsed
    heroes = () if hero is None else actors.lifetimes(hero)
    for row in range(len(actors)):
        description, parent, gone = (
            actors.descriptions[row],
            int(actors.parent[row]),
            int(actors.destroy_frame[row]),
        )
        add_row(
            tables["actors"],
            {
                "recording": name,
                "actor": int(actors.actor_id[row]),
                "kind": Category(actors.category[row]).label,
                "blueprint": description.type_id or None,
                "role_name": description.role_name or None,
                "hero": row in heroes,
                "parent": None if parent < 0 else int(actors.actor_id[parent]),
                "spawned": float(elapsed[int(actors.spawn_frame[row])]),
                "destroyed": None if gone == NEVER else float(elapsed[gone]),
            },
        )
    for problem in (*index.problems, *motion_problems(index)):
        add_row(
            tables["problems"],
            {"recording": name, "damage": problem.damage, "offset": problem.offset, "what": problem.what,
             "action": problem.action},
        )  # fmt: skip


def _add_events(
    index: RecordingIndex,
    run: Run,
    options: SurveyOptions,
    road_file: Path | None,
    hero: int | None,
    row: dict[str, Any],
    file_row: dict[str, Any],
    tables: Mapping[str, Columns],
) -> None:
    """Find the events of a recording, and add them to its tables, with counts, scores and the hero's motion.

    Args:
        index: the recording.
        run: its results and routes.
        options: hero, thresholds and maps for the survey.
        road_file: OpenDRIVE file of the town; None if there is none.
        hero: index of the hero in the table of actors; None if there is none.
        row: row for the table ``recordings``, to be filled in; to its list ``not_judged`` a text is added for
            each value that could not be determined, with the reason.
        file_row: row for the table ``files``, to be filled in with the hero's path.
        tables: all tables; event rows are added to ``events``.
    """
    road_map, trouble = _map_of(road_file)
    route = _route_of(index, run, hero, road_map)
    found = find_events(index, hero=hero, road_map=road_map, route=route, thresholds=options.thresholds)
    if hero is None:  # no actor has the given name: do not take the recorded hero instead
        found = replace(found, hero=None, lifetimes=())
    row["route"] = printable(found.route) or None
    name = run.file.name
    _add_event_rows(index, name, found, found.events, tables["events"])
    reasons = row["not_judged"]
    reasons += [trouble] if trouble else []
    category = index.actors.category
    for column, which in (
        ("vehicles", Category.VEHICLE),
        ("walkers", Category.WALKER),
        ("bicycles", Category.BICYCLE),
    ):
        row[column] = int((category == which).sum())
    if not index.records_collisions:
        reasons.append(f"collisions: {NO_COLLISION_SENSOR}")
    else:
        row["collisions"] = int((found.events["kind"] == RANKS["collision"]).sum())
    of_hero = found.events.take(found.events.about(*found.heroes))
    if hero is not None:
        row["hero"], row["hero_lifetimes"] = int(index.actors.actor_id[hero]), len(found.heroes)
        _add_hero_motion(index, found.heroes, row, file_row)
        _add_hero_counts(index, found, row, reasons)
    if run.record is not None and run.results is not None:
        results = results_of(run.record, run.results, index, found)
        row["route"] = printable(str(run.record.get("route_id") or "")) or row["route"]
        row["score"] = results.scores.get("score_composed")
        _add_event_rows(index, name, found, joined_events(index, found, [results]), tables["events"])
        reasons += [
            f"results: {each.sentence}: {each.reason}" for each in results.infractions if each.time is None
        ]
    ordered = by_weight(of_hero or found.events, found.heroes)
    if ordered:
        row["worst"], row["worst_at"] = ordered[0].kind, ordered[0].start
    judged = dict.fromkeys(
        f"{each.kind}: {each.reason}"
        for each in found.not_judged
        if hero is None or each.concerns(found.heroes)
    )
    reasons += judged


def _route_of(
    index: RecordingIndex, run: Run, hero: int | None, road_map: RoadMap | None
) -> PlannedRoute | str:
    """Return the planned route of a run, or a sentence that says why there is none."""
    groups = [[file.read() for file in files] for files in (run.given, run.beside)]
    routes = [[route for found, _ in group for route in found] for group in groups]
    route, why = route_of(index, routes, hero=hero, names=run.names)
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


def _add_hero_counts(
    index: RecordingIndex,
    found: FoundEvents,
    row: dict[str, Any],
    reasons: list[str],
) -> None:
    """Add the hero's numbers of events, extreme values and penalty to ``row`` for the table ``recordings``.

    For values that could not be determined, which stay None, texts with the reason are added to ``reasons``.
    """
    mine = found.events.take(found.events.about(*found.heroes))
    counts_of = dict(zip(KINDS, np.bincount(mine["kind"], minlength=len(KINDS)).tolist(), strict=True))
    unjudged = {each.kind for each in found.not_judged if each.concerns(found.heroes)}
    view = runner_view(index, found)
    counts = {} if view is None else {count.criterion.name: count for count in view.counts}
    row["incidents"] = len(mine.incidents)
    if "contact" not in unjudged:
        row["contacts"] = counts_of["contact"]
    for column, kind in (("least_ttc", "ttc"), ("hardest_braking", "harsh_braking")):
        values = mine["value"][(mine["kind"] == RANKS[kind]) & np.isin(mine["actor"], found.heroes)]
        if len(values):
            row[column] = float(values.min())
        elif kind not in unjudged:
            reasons.append(f"{column}: none of the hero is beyond the threshold")
    for column, name in (("red_lights", "red_light"), ("stop_signs", "stop_infraction")):
        row[column] = counts[name].number
        reasons += [f"{column}: {counts[name].reason}"] if counts[name].reason else []
    if records_hero_collisions(index.actors, found):
        row["hero_collisions"] = counts_of["collision"]
    else:
        reasons.append("hero_collisions: no collision sensor of the hero is recorded")
    if view is not None:
        row["penalty"] = None if view.not_in_penalty else view.penalty
        row["penalty_at_most"] = view.penalty
        without = ", ".join(count.criterion.label for count in view.not_in_penalty)
        reasons += [f"penalty: it is without {without}"] if without else []


def _add_event_rows(
    index: RecordingIndex, name: str, found: FoundEvents, events: Events, columns: Columns
) -> None:
    """Add a row for each of ``events`` to ``columns``, the table ``events`` of a library of recordings.

    In the table, actors are given by their ids instead of row indices, and unknown numbers are None instead
    of NaN.

    Args:
        index: the recording.
        name: path of the recording as text.
        found: all events found in it, which also has the hero's tracks.
        events: the events to add.
        columns: the table, to which rows are added.
    """
    ids, spawned = index.actors.actor_id, index.frame_starts["frame"][index.actors.spawn_frame]
    for event, of_hero in zip(events, events.about(*found.heroes).tolist(), strict=True):
        x, y, z = event.place or (None, None, None)
        add_row(
            columns,
            event._asdict()
            | {
                "recording": name,
                "hero": of_hero,
                "incident": event.incident or None,
                "frame": int(index.frame_starts["frame"][event.frame]),
                "actors": [None if row is None else int(ids[row]) for row in event.rows],
                "spawn_frames": [None if row is None else int(spawned[row]) for row in event.rows],
                "value": _finite_or_none(event.value),
                "threshold": _finite_or_none(event.threshold),
                "unit": event.unit,
                "severity": event.severity.value,
                "source": event.source.value,
                "rule": event.rule,
                "x": x,
                "y": y,
                "z": z,
            },
        )


def _add_hero_motion(
    index: RecordingIndex, heroes: Sequence[int], row: dict[str, Any], file_row: dict[str, Any]
) -> None:
    """Add the hero's distance (m) and speeds (m/s) to ``row``, and its path to ``file_row``.

    ``heroes`` are the hero's rows in the table of actors, one per lifetime; distance, speeds and path are
    those of all lifetimes together.
    """
    paths = [(hero, poses) for hero in heroes if len(poses := trajectory(index, hero))]
    if not paths:
        return
    motions = [
        motion_stats(index, poses, read_speed(index, hero, poses), (0.0, index.duration))
        for hero, poses in paths
    ]
    seconds = np.array([poses.elapsed[-1] - poses.elapsed[0] for _, poses in paths])
    distances, means, tops = (
        np.array([getattr(motion, name) for motion in motions]) for name in ("distance", "mean", "most")
    )
    timed = np.isfinite(means) & (seconds > 0.0)
    several = timed.sum() > 1
    mean = np.average(means[timed], weights=seconds[timed]) if several else np.fmax.reduce(means)
    row |= {
        "hero_distance": float(np.nansum(distances)) if np.isfinite(distances).any() else None,
        "hero_mean_speed": _finite_or_none(float(mean)),
        "hero_top_speed": _finite_or_none(float(np.fmax.reduce(tops))),
    }
    way: list[float | None] = []
    for _, poses in paths:
        chosen = np.unique(np.linspace(0, len(poses) - 1, _PATH_POINTS // len(paths) or 1).astype(np.int64))
        way += [None, None] if way else []
        way += poses.locations[chosen, :2].astype(np.float32).ravel().tolist()
    file_row["way"] = way


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


def _date(seconds: int) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, timezone.utc)
    except (OSError, OverflowError, ValueError):
        return None


def _finite_or_none(value: float) -> float | None:
    """Return ``value``, or None if it is NaN or infinite."""
    return value if math.isfinite(value) else None
