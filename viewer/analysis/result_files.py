"""Files that ScenarioRunner and the Leaderboard leave beside a recording: counts, and infractions in words.

ScenarioRunner writes what of its criteria JSON can hold: states and counts, no events. The Leaderboard writes
a sentence for each infraction, without a time: it is joined to the recording by kind, id and place.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from viewer.analysis.event_table import RANKS, FoundEvent, FoundEvents
from viewer.file_error import plain
from viewer.recording.actors import ActorTable
from viewer.recording.index import RecordingIndex
from viewer.regular_file import parse_json, read_regular, reason
from viewer.replay.paths.trajectory import Trajectory, trajectory

_SAME_PLACE = 0.5
"""Metres between the hero and the place of an infraction: it is the hero's place of one frame."""
_AT_ITS_SIGN = 2.0
_ONE_STAY = 1.0
"""Seconds: who is back sooner never left."""
_NUMBER = r"(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_PLACE = re.compile(rf"\(x={_NUMBER}, y={_NUMBER}(?:, z={_NUMBER})?\)")
_ID = re.compile(r"(?:\bid=|red light )(\d+)")
_BY_SIGN = {"red_light": "red_light", "stop_infraction": "stop_sign"}
"""Infractions whose place is that of the light or sign, and the kind of our events that they are."""


class ResultFileError(ValueError):
    """A file holds no results; the message says why."""


class TheirCount(NamedTuple):
    """What a criterion of ScenarioRunner came to: its name, state (as SUCCESS), and value if it has one."""

    test: str
    status: str
    value: float | None


class Infraction(NamedTuple):
    """An infraction of the Leaderboard's results.

    Attributes:
        name: as the results call it.
        sentence: as they tell it.
        actor_id: of the other one, the light or the sign; None if the sentence has none.
        place: x, y, z in metres, None if it has none.
        time: elapsed seconds, None if it is not known.
        reason: why the time is not known; empty if it is.
        event: what was found in the recording and is the same, None if it is joined by the hero's place.

    """

    name: str
    sentence: str
    actor_id: int | None
    place: tuple[float, float, float] | None
    time: float | None = None
    reason: str = ""
    event: FoundEvent | None = None


class Results(NamedTuple):
    """What a file says of one run: counts of criteria, infractions, scores by name; empty what it lacks."""

    path: Path
    counts: tuple[TheirCount, ...]
    infractions: tuple[Infraction, ...]
    scores: Mapping[str, float]


def result_files(recording: Path) -> tuple[Path, ...]:
    """Return the JSON files beside a recording that are results about it, the one with its name first.

    That one is also there if it cannot be read, so that reading it says why.
    """
    own = recording.with_suffix(".json")
    found = []
    for path in sorted(recording.parent.glob("*.json"), key=lambda each: (each != own, each.name)):
        try:
            document = _load(path)
        except ResultFileError as error:
            if path == own and error.__cause__ is not None:
                found.append(path)
            continue
        if _record_of(document, recording.stem) is not None or (path == own and _is_criteria(document)):
            found.append(path)
    return tuple(found)


def read_results(path: Path, index: RecordingIndex, found: FoundEvents) -> Results:
    """Return the results about a recording, its infractions joined to it.

    Args:
        path: results of the Leaderboard, or criteria of ScenarioRunner.
        index: the recording.
        found: events of the recording, with its hero.

    Raises:
        ResultFileError: it cannot be read, is nothing of the kind, or about other runs.
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    document = _load(path)
    if _is_criteria(document):
        counts = tuple(
            TheirCount(
                plain(str(test)), plain(str(told.get("test_status", ""))), _number(told.get("actual_value"))
            )
            for test, told in document.items()
        )
        return Results(path, counts, (), {})
    record = _record_of(document, index.path.stem)
    if record is None:
        raise ResultFileError(f"{path}: there is nothing about {index.path.stem}")
    return results_of(record, path, index, found)


def results_of(record: Mapping[str, Any], path: Path, index: RecordingIndex, found: FoundEvents) -> Results:
    """Return what one record of the Leaderboard's results says about a recording, joined to it.

    Arguments and errors as for ``read_results``; a record is one of ``records_in``.
    """
    scores, told = record.get("scores"), record.get("infractions")
    numbers = {name: _number(each) for name, each in scores.items()} if isinstance(scores, dict) else {}
    poses = None if found.hero is None else trajectory(index, found.hero)
    infractions = tuple(
        _infraction(index.actors, found, poses, plain(str(name)), plain(str(sentence)))
        for name, sentences in (told.items() if isinstance(told, dict) else ())
        for sentence in (sentences if isinstance(sentences, list) else ())
    )
    known = {plain(str(name)): value for name, value in numbers.items() if value is not None}
    return Results(path, (), infractions, known)


def _infraction(
    actors: ActorTable, found: FoundEvents, poses: Trajectory | None, name: str, sentence: str
) -> Infraction:
    """Return an infraction with when it happened, if that can be told."""
    at, of = _PLACE.search(sentence), _ID.search(sentence)
    told = Infraction(name, sentence, None if of is None else int(of.group(1)), None)
    if at is None:
        return told._replace(reason="it tells no place")
    x, y, z = (float(each or 0.0) for each in at.groups())
    told = told._replace(place=(x, y, z))
    if poses is None:
        return told._replace(reason="the recording has no hero")
    if kind := _BY_SIGN.get(name):
        same: FoundEvent | float | str = _by_sign(actors, found, kind, told)
    else:
        same = _by_place(actors, poses, told.actor_id, (x, y))
    if isinstance(same, str):
        return told._replace(reason=same)
    return told._replace(time=same) if isinstance(same, float) else told._replace(time=same.start, event=same)


def _by_place(
    actors: ActorTable, poses: Trajectory, actor_id: int | None, where: tuple[float, float]
) -> float | str:
    """Return when the hero was there while the other one lived, or why it is not known: one stay only."""
    far = np.linalg.norm(poses.locations[:, :2] - where, axis=1)
    there = np.flatnonzero(far <= _SAME_PLACE)
    if actor_id:
        alive = [actors.find(actor_id, int(poses.frames[each])) is not None for each in there]
        there = there[np.array(alive, np.bool_)]
    if not len(there):
        return "the hero was never there with it" if actor_id else "the hero was never there"
    stays = 1 + int((np.diff(poses.elapsed[there]) > _ONE_STAY).sum())
    if stays > 1:
        return f"the hero was there {stays} times"
    return float(poses.elapsed[there[np.argmin(far[there])]])


def _by_sign(actors: ActorTable, found: FoundEvents, kind: str, told: Infraction) -> FoundEvent | str:
    """Return our only event that is the same: the hero ran a light or sign; or why it is not known."""
    rows = [] if told.actor_id is None else actors.rows_of(told.actor_id)
    if rows and told.place and np.linalg.norm(actors.location[rows[0], :2] - told.place[:2]) > _AT_ITS_SIGN:
        return f"{told.actor_id} stands elsewhere in the recording"
    events = found.events
    mine = list(events.take((events["kind"] == RANKS[kind]) & (events["actor"] == found.hero)))
    if kind == "red_light":
        mine = [event for event in mine if f"light {told.actor_id}," in event.rule]
    if len(mine) > 1:
        return f"it was found {len(mine)} times"
    return mine[0] if mine else "nothing like it was found in the recording"


def _load(path: Path) -> dict[str, Any]:
    try:
        document = parse_json(read_regular(path))
    except OSError as error:
        raise ResultFileError(f"{path}: cannot be read: {reason(error)[0]}") from error
    except ValueError as error:
        raise ResultFileError(f"{path}: this is no JSON: {error}") from error
    if not isinstance(document, dict):
        raise ResultFileError(f"{path}: these are no results of ScenarioRunner or the Leaderboard")
    return document


def records_in(path: Path) -> list[dict[str, Any]]:
    """Return the records of the Leaderboard's results in a file, one a run; ResultFileError likewise."""
    return list(_records(_load(path)))


def _is_criteria(document: Mapping[str, Any]) -> bool:
    """Tell whether a document is what ScenarioRunner writes of its criteria: a state for each."""
    return bool(document) and all(
        isinstance(each, dict) and "test_status" in each for each in document.values()
    )


def _record_of(document: Mapping[str, Any], stem: str) -> dict[str, Any] | None:
    return next((each for each in _records(document) if each.get("route_id") == stem), None)


def _records(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    checkpoint = document.get("_checkpoint")
    records = checkpoint.get("records") if isinstance(checkpoint, dict) else None
    yield from (each for each in (records if isinstance(records, list) else ()) if isinstance(each, dict))


def _number(value: object) -> float | None:
    """Return a number of a document as one that can be counted with."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= sys.float_info.max:
        return None
    return float(value)
