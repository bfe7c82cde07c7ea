"""Folders of carla_garage, PDM-Lite and SimLingo: their data collection, and their evaluation.

Sources: ``data_agent.py`` and ``scenario_logger.py`` of carla_garage.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from viewer.cancellation import ShouldContinue, cancellable
from viewer.run_folder.bench2drive import UNITS
from viewer.run_folder.camera_order import in_order
from viewer.run_folder.contents import Contents, Meta, Plan, StepPoses, Stream
from viewer.run_folder.json_files import floats, position, read_json, read_meta
from viewer.run_folder.listing import Listing, NumberedFile, list_subfolder, numbered, numbers_of, odd_names

_EVERY = 5
"""Steps between two files of the data collection: file k is of step 5 k."""
_RECORD_EVERY, _RECORD_FIRST = 10, 9
"""Entry n of ``records.json.gz`` is of step 10 n + 9: the logger counts before it asks whether to store."""
_PICTURES = (".jpg", ".png", ".jpeg")
_NOT_SHOWN = ("lidar", "depth", "depth_augmented", "radar")


def is_data(here: Listing) -> bool:
    """Return whether the data collection of carla_garage wrote the folder."""
    return here.has("measurements/") and "actors_data" not in here.folders


def is_evaluation(here: Listing) -> bool:
    """Return whether an evaluation of carla_garage wrote the folder."""
    return here.has("records.json.gz") and "measurements" not in here.folders


def read_data(here: Listing, should_continue: ShouldContinue) -> Contents:
    """Return the content of a folder of the data collection."""
    streams: list[Stream] = []
    problems: list[str] = []
    for name in in_order(here.folders - {"measurements", "boxes", *_NOT_SHOWN}):
        inside = list_subfolder(here, name, should_continue)
        problems += odd_names(inside, *_PICTURES)
        if files := numbered(inside, *_PICTURES):
            steps, paths = _EVERY * numbers_of(files), tuple(each.path for each in files)
            streams.append(Stream(name, steps, paths))
    if debug := numbered(here, *_PICTURES):
        streams.append(Stream("debug", numbers_of(debug), tuple(each.path for each in debug)))
    metas = numbered(list_subfolder(here, "measurements", should_continue), ".json.gz", ".json")
    poses, troubles = _poses(metas, should_continue)
    return Contents(
        here.path, "carla_garage", tuple(streams), poses, _usual_offset(metas),
        metas=tuple(each.path for each in metas), meta_steps=_EVERY * numbers_of(metas),
        read_meta=read_meta, plan_of=plan_of, units=UNITS,
        not_shown=tuple(sorted(here.folders.intersection(_NOT_SHOWN))), problems=(*problems, *troubles),
    )  # fmt: skip


def read_evaluation(here: Listing, _should_continue: ShouldContinue) -> Contents:
    """Return the content of a folder of an evaluation: positions of its records, and debug pictures."""
    debug = numbered(here, *_PICTURES)
    streams = [Stream("debug", numbers_of(debug), tuple(each.path for each in debug))] if debug else []
    path, problems = here.path / "records.json.gz", []
    places: dict[int, tuple[float, float]] = {}
    try:
        records = read_json(path)
        for number, state in enumerate(_states(records)):
            if (place := _first(state.get("pos"))) is not None:
                places[_RECORD_EVERY * number + _RECORD_FIRST] = place
    except ValueError as error:
        problems.append(str(error))
    return Contents(
        here.path, "carla_garage_evaluation", tuple(streams), _as_poses(places), _USUAL_OFFSETS[1],
        problems=tuple(problems),
    )  # fmt: skip


_USUAL_OFFSETS = (10, 0)
"""Frames before step 0 by the Leaderboard 2.x and 1.0: how often each ticks while it sets up sensors."""


def _usual_offset(metas: list[NumberedFile]) -> int:
    """Return the frames before step 0, by the keys that only carla_garage for the Leaderboard 2.0 writes."""
    for each in metas[:3]:
        try:
            return _USUAL_OFFSETS[0 if "speed_limit" in read_meta(each.path) else 1]
        except ValueError:  # noqa: PERF203 - the next file tells it, too
            continue
    return _USUAL_OFFSETS[0]


def _states(records: Any) -> list[Meta]:  # noqa: ANN401 - any JSON value
    states = records.get("states") if isinstance(records, dict) else None
    return [each for each in states if isinstance(each, dict)] if isinstance(states, list) else []


def _first(values: object) -> tuple[float, float] | None:
    """Return the position of the first actor, the agent's vehicle, in lists by batch, actor and dimension."""
    while isinstance(values, list) and values and isinstance(values[0], list):
        values = values[0]
    return position(values)


def _poses(metas: list[NumberedFile], should_continue: ShouldContinue) -> tuple[StepPoses | None, list[str]]:
    places, troubles = {}, []
    for each in cancellable(metas, should_continue, 16):
        try:
            place = position(read_meta(each.path).get("pos_global"))
        except ValueError as error:
            troubles.append(str(error))
            continue
        if place is not None:
            places[_EVERY * each.number] = place
    return _as_poses(places), troubles


def _as_poses(places: dict[int, tuple[float, float]]) -> StepPoses | None:
    return StepPoses(np.array([*places]), np.array([*places.values()])) if places else None


def plan_of(meta: Meta) -> Plan | None:
    """Return the planned route in a measurement: points forward and right in metres, spaced by metres."""
    points = floats(meta.get("route"))
    if points is None or points.ndim != 2 or points.shape[1] < 2:  # noqa: PLR2004 - forward and right
        return None
    return Plan(points[:, :2], None)
