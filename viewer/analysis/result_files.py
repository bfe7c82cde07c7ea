"""Counts and infractions of a run in the files of its evaluators, and the moment of each infraction.

ScenarioRunner writes states and counts of its criteria, no events. The Leaderboard writes a sentence for each
infraction, without a time: the moment is found in the recording by kind, id and place.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_table import RANKS, FoundEvent, FoundEvents
from viewer.analysis.results_file import Record, ResultsFile
from viewer.file_error import plain
from viewer.recording.actors import ActorTable
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory

_SAME_PLACE = 0.5
"""Metres between the hero and the place of an infraction: it is the hero's place of one frame."""
_AT_ITS_SIGN = 2.0
_ONE_STAY = 1.0
"""Seconds: who is back sooner never left."""
_NUMBER = r"(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_PLACE = re.compile(rf"\(x={_NUMBER}, y={_NUMBER}(?:, z={_NUMBER})?\)")
_METRES = re.compile(r"([\d.]+) meters")
_ID = re.compile(r"(?:\bid=|red light )(\d+)")
_BY_SIGN = {"red_light": "red_light", "stop_infraction": "stop_sign"}
"""Infractions whose place is that of the light or sign, and the kind of our events that they are."""


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

    @property
    def metres(self) -> float | None:
        """How far the hero went, where the sentence says that: ``outside_route_lanes`` has no place."""
        told = _METRES.search(self.sentence)
        return None if told is None else float(told[1])


class Results(NamedTuple):
    """What a file says of one run: counts of criteria, infractions, scores by name; empty what it lacks."""

    path: Path
    counts: tuple[TheirCount, ...]
    infractions: tuple[Infraction, ...]
    scores: Mapping[str, float]


def counts_in(file: ResultsFile) -> Results:
    """Return the counts of a file of ScenarioRunner's criteria."""
    counts = tuple(
        TheirCount(
            plain(str(test)), plain(str(told.get("test_status", ""))), _number(told.get("actual_value"))
        )
        for test, told in file.criteria.items()
    )
    return Results(file.path, counts, (), {})


def results_of(record: Record, path: Path, index: RecordingIndex, found: FoundEvents) -> Results:
    """Return the scores and infractions of ``record``, each infraction joined to its moment in the recording.

    Args:
        record: the record of the recording in the Leaderboard's results.
        path: the file that ``record`` is from.
        index: the recording.
        found: events of the recording, with its hero.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    scores, told = record.get("scores"), record.get("infractions")
    numbers = {name: _number(each) for name, each in scores.items()} if isinstance(scores, dict) else {}
    poses = [trajectory(index, hero) for hero in found.heroes]
    infractions = tuple(
        _infraction(index.actors, found, poses, plain(str(name)), plain(str(sentence)))
        for name, sentences in (told.items() if isinstance(told, dict) else ())
        for sentence in (sentences if isinstance(sentences, list) else ())
    )
    known = {plain(str(name)): value for name, value in numbers.items() if value is not None}
    return Results(path, (), infractions, known)


def _infraction(
    actors: ActorTable, found: FoundEvents, poses: Sequence[Trajectory], name: str, sentence: str
) -> Infraction:
    """Return an infraction with when it happened, if that can be told."""
    at, of = _PLACE.search(sentence), _ID.search(sentence)
    told = Infraction(name, sentence, None if of is None else int(of.group(1)), None)
    if at is None:
        return told._replace(reason="it tells no place")
    x, y, z = (float(each or 0.0) for each in at.groups())
    told = told._replace(place=(x, y, z))
    if not poses:
        return told._replace(reason="the recording has no hero")
    if kind := _BY_SIGN.get(name):
        same: FoundEvent | float | str = _by_sign(actors, found, kind, told)
    else:
        same = _by_place(actors, poses, told.actor_id, (x, y))
    if isinstance(same, str):
        return told._replace(reason=same)
    return told._replace(time=same) if isinstance(same, float) else told._replace(time=same.start, event=same)


def _by_place(
    actors: ActorTable, poses: Sequence[Trajectory], actor_id: int | None, where: tuple[float, float]
) -> float | str:
    """Return when the hero was there while the other one lived, or why it is not known: one stay only."""
    locations, frames, elapsed = (
        np.concatenate([getattr(each, name) for each in poses]) for name in ("locations", "frames", "elapsed")
    )
    far = np.linalg.norm(locations[:, :2] - where, axis=1)
    there = np.flatnonzero(far <= _SAME_PLACE)
    if actor_id:
        alive = [actors.find(actor_id, int(frames[each])) is not None for each in there]
        there = there[np.array(alive, np.bool_)]
    if not len(there):
        return "the hero was never there with it" if actor_id else "the hero was never there"
    stays = 1 + int((np.diff(elapsed[there]) > _ONE_STAY).sum())
    if stays > 1:
        return f"the hero was there {stays} times"
    return float(elapsed[there[np.argmin(far[there])]])


def _by_sign(actors: ActorTable, found: FoundEvents, kind: str, told: Infraction) -> FoundEvent | str:
    """Return our only event that is the same: the hero ran a light or sign; or why it is not known."""
    rows = [] if told.actor_id is None else actors.rows_of(told.actor_id)
    if rows and told.place and np.linalg.norm(actors.location[rows[0], :2] - told.place[:2]) > _AT_ITS_SIGN:
        return f"{told.actor_id} stands elsewhere in the recording"
    events = found.events
    mine = list(events.take((events["kind"] == RANKS[kind]) & np.isin(events["actor"], found.heroes)))
    if kind == "red_light":
        mine = [event for event in mine if f"light {told.actor_id}," in event.rule]
    if len(mine) > 1:
        return f"it was found {len(mine)} times"
    return mine[0] if mine else "nothing like it was found in the recording"


def _number(value: object) -> float | None:
    """Return a number of a document as one that can be counted with."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= sys.float_info.max:
        return None
    return float(value)
