"""Counts and infractions of one run from results files, and the time of each infraction.

ScenarioRunner writes states and counts of its criteria, no events. The Leaderboard writes a sentence for each
infraction, without a time: the time is found in the recording by kind, id and position.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from viewer.analysis.checkpoint import Record
from viewer.analysis.event_table import RANKS, SAME_TIME, FoundEvent, FoundEvents
from viewer.analysis.results_file import ResultsFile, is_bench2drive
from viewer.file_error import plain
from viewer.recording.actors import ActorTable
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory

_SAME_POSITION = 0.5
"""Largest distance in metres from an infraction's position at which the hero counts as being there.

That position is the hero's own in one frame, as the results give it.
"""
_AT_ITS_SIGN = 2.0
_NUMBER = r"(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_PLACE = re.compile(rf"\(x={_NUMBER}, y={_NUMBER}(?:, z={_NUMBER})?\)")
_METRES = re.compile(r"([\d.]+) meters")
_ID = re.compile(r"(?:\bid=|red light )(\d+)")
_AT_SIGNS = {"red_light": "red_light", "stop_infraction": "stop_sign"}
"""Kind of event by the Leaderboard's name of it, for infractions of traffic lights and stop signs.

Their position is that of the light or sign.
"""


class ScenarioRunnerCount(NamedTuple):
    """Result of a ScenarioRunner criterion: name, status such as SUCCESS, and value, None if it has none."""

    test: str
    status: str
    value: float | None


class Infraction(NamedTuple):
    """Infraction in the Leaderboard's results.

    Attributes:
        name: kind of infraction, as the results call it.
        sentence: description in the results.
        actor_id: id of the other actor, light or sign; None if the sentence has none.
        place: position in the sentence, x, y, z in metres, None if it has none.
        time: elapsed seconds in the recording, None if unknown.
        reason: why the time is unknown, as text; empty if it is known.
        event: event in the recording from which the time is known; None if the time is unknown, or known from
            the hero's position.
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
        """Metres driven off the route's lanes, as the infraction's sentence says; None if it names none."""
        found = _METRES.search(self.sentence)
        return None if found is None else float(found[1])


class Results(NamedTuple):
    """Contents of a results file of ScenarioRunner or the Leaderboard about one run of a scenario or route.

    All but ``path`` may be empty.

    Attributes:
        path: the file.
        counts: results of ScenarioRunner's criteria.
        infractions: infractions in the Leaderboard's results.
        scores: the Leaderboard's scores by name.
        status: the Leaderboard's status, such as "Failed - Agent got blocked".
        bench2drive: whether it is a run of Bench2Drive.
    """

    path: Path
    counts: tuple[ScenarioRunnerCount, ...]
    infractions: tuple[Infraction, ...]
    scores: Mapping[str, float]
    status: str = ""
    bench2drive: bool = False


def counts_in(file: ResultsFile) -> Results:
    """Return the counts of criteria in a results file of ScenarioRunner."""
    counts = tuple(
        ScenarioRunnerCount(
            plain(str(test)), plain(str(result.get("test_status", ""))), _number(result.get("actual_value"))
        )
        for test, result in file.criteria.items()
    )
    return Results(file.path, counts, (), {})


def results_of(record: Record, path: Path, index: RecordingIndex, found: FoundEvents) -> Results:
    """Return the scores and infractions of ``record``, with the time of each infraction in the recording.

    Args:
        record: the recording's record in the Leaderboard's results.
        path: the results file.
        index: the recording.
        found: events of the recording, with its hero.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    scores, sentences_by_name = record.get("scores"), record.get("infractions")
    numbers = {name: _number(each) for name, each in scores.items()} if isinstance(scores, dict) else {}
    poses = [trajectory(index, hero) for hero in found.heroes]
    infractions = tuple(
        _joined_infraction(index.actors, found, poses, plain(str(name)), plain(str(sentence)))
        for name, sentences in (sentences_by_name.items() if isinstance(sentences_by_name, dict) else ())
        for sentence in (sentences if isinstance(sentences, list) else ())
    )
    known = {plain(str(name)): value for name, value in numbers.items() if value is not None}
    status = plain(str(record.get("status") or ""))
    return Results(path, (), infractions, known, status, is_bench2drive(record))


def _joined_infraction(
    actors: ActorTable, found: FoundEvents, poses: Sequence[Trajectory], name: str, sentence: str
) -> Infraction:
    """Return the infraction that the Leaderboard's ``sentence`` describes, with its time if that is known.

    ``name`` is the Leaderboard's name for the infraction, ``poses`` are the hero's trajectories, one per
    spawn.
    """
    at, of = _PLACE.search(sentence), _ID.search(sentence)
    infraction = Infraction(name, sentence, None if of is None else int(of[1]), None)
    if at is None:
        return infraction._replace(reason="it tells no place")
    x, y, z = (float(each or 0.0) for each in at.groups())
    infraction = infraction._replace(place=(x, y, z))
    if not poses:
        return infraction._replace(reason="the recording has no hero")
    if name in _AT_SIGNS:
        return _joined_at_sign(actors, found, infraction, (x, y))
    return _joined_at_place(actors, poses, infraction, (x, y))


def _joined_at_place(
    actors: ActorTable, poses: Sequence[Trajectory], infraction: Infraction, place: tuple[float, float]
) -> Infraction:
    """Return ``infraction`` with the time at which the hero was at ``place``, or with the reason without one.

    Args:
        actors: actor table of the recording.
        poses: the hero's trajectories, one per spawn.
        infraction: an infraction; the hero must be there during the lifetime of its other actor, if any.
        place: x and y in metres, from the infraction's sentence.
    """
    locations, frames, elapsed = (
        np.concatenate([getattr(each, name) for each in poses]) for name in ("locations", "frames", "elapsed")
    )
    far, other = np.linalg.norm(locations[:, :2] - place, axis=1), infraction.actor_id
    there = [
        each
        for each in np.flatnonzero(far <= _SAME_POSITION).tolist()
        if not other or actors.find(other, int(frames[each])) is not None
    ]
    if not there:
        reason = "the hero was never there with it" if other else "the hero was never there"
        return infraction._replace(reason=reason)
    stays = 1 + int((np.diff(elapsed[there]) > SAME_TIME).sum())
    if stays > 1:
        return infraction._replace(reason=f"the hero was there {stays} times")
    return infraction._replace(time=float(elapsed[min(there, key=far.__getitem__)]))


def _joined_at_sign(
    actors: ActorTable, found: FoundEvents, infraction: Infraction, place: tuple[float, float]
) -> Infraction:
    """Return ``infraction`` with the event that is the same, or with the reason why there is not one.

    Args:
        actors: actor table of the recording.
        found: events of the recording, with its hero.
        infraction: an infraction at a traffic light or stop sign.
        place: x and y of the light or sign in metres, from the infraction's sentence.
    """
    rows = [] if infraction.actor_id is None else actors.rows_of(infraction.actor_id)
    if rows and np.linalg.norm(actors.location[rows[0], :2] - place) > _AT_ITS_SIGN:
        return infraction._replace(reason=f"{infraction.actor_id} stands elsewhere in the recording")
    events, kind = found.events, _AT_SIGNS[infraction.name]
    mine = (events["kind"] == RANKS[kind]) & np.isin(events["actor"], found.heroes)
    if kind == "red_light":
        mine &= np.isin(events["light"], rows)
    if mine.sum() > 1:
        return infraction._replace(reason=f"it was found {mine.sum()} times")
    for event in events.take(mine):
        return infraction._replace(time=event.start, event=event)
    return infraction._replace(reason="nothing like it was found in the recording")


def _number(value: object) -> float | None:
    """Return ``value`` from a JSON document as a float; None if it is no finite number."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= sys.float_info.max:
        return None
    return float(value)
