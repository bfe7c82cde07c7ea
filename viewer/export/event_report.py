"""Events as text, JSON, JSON lines and CSV, and the hero as ScenarioRunner and the Leaderboard judge it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from viewer.analysis.criteria import CriterionCount, RunnerView
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import Events, FoundEvent, FoundEvents
from viewer.analysis.incidents import by_weight
from viewer.analysis.result_files import Infraction
from viewer.analysis.stand_words import stand_words
from viewer.export.rows import Row, many
from viewer.file_error import printable
from viewer.logfile.errors import RecordingError
from viewer.program import PROGRAM, program_version
from viewer.recording.index import RecordingIndex
from viewer.recording.motion_check import motion_problems
from viewer.tables.column import rows
from viewer.tables.criteria import CRITERIA
from viewer.tables.events import EVENTS, EventRows, actor_object, event_objects

SCHEMA = 1
EVENT_COLUMNS = ("file", *(column.name for column in EVENTS), "not_judged")
"""Names of the columns of ``event_rows``."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MAX_LISTED = 5
"""Greatest number of actor ids that one list in the text report on events contains."""


# -- JSON and CSV


def document(index: RecordingIndex, found: FoundEvents, view: RunnerView | None = None) -> Row:
    """Return the events found in a recording as a JSON document.

    If ``view`` is given, the document contains how ScenarioRunner's criteria judge the hero.
    """
    result = _head(index.path, index) | {
        "events": event_objects(EventRows(index, found.events, found.heroes)),
        "not_judged": [
            {
                "kind": each.kind,
                "actors": [actor_object(index, row) for row in each.rows],
                "reason": each.reason,
            }
            for each in found.not_judged
        ],
        "roads": found.roads or None,
        "route": found.route or None,
        "hero": actor_object(index, found.hero),
        "thresholds": dict(found.thresholds),
        "pose_lag": found.pose_lag,
        "boxes": found.boxes,
        "boxes_by_blueprint": [actor_object(index, row) for row in found.boxes_by_blueprint],
        "notes": [f"{each.what}; {each.action}" for each in motion_problems(index)],
    }
    if view is not None:
        result["criteria"] = {"hero": actor_object(index, view.hero), **_view(view)}
    return result


def refusal(path: Path, index: RecordingIndex | None, error: RecordingError) -> Row:
    """Return the JSON document in place of a report on a file that cannot be used because of ``error``.

    ``index`` is the recording as far as it was read, or None.
    """
    return _head(path, index) | {"error": error.line()}


def _head(path: Path, index: RecordingIndex | None) -> Row:
    return {
        "file": str(path),
        "events": [],
        "not_judged": [],
        "schema": SCHEMA,
        "program": f"{PROGRAM} {program_version()}",
        "map": None if index is None else index.header.map_name,
    }


def event_lines(index: RecordingIndex, found: FoundEvents, view: RunnerView | None = None) -> list[Row]:
    """Return the events found in a recording as JSON objects, each with the path of the file.

    After the events come, if there are any, ``not_judged`` with the kinds of events that could not be
    searched for, and why; and ``criteria`` with the hero as ScenarioRunner judges it, if ``view`` is given.
    """
    whole = document(index, found, view)
    rest = [{name: whole[name]} for name in ("not_judged", "criteria") if whole.get(name)]
    return [{"file": whole["file"]} | line for line in (*whole["events"], *rest)]


def event_rows(index: RecordingIndex, found: FoundEvents, view: RunnerView | None = None) -> Iterator[Row]:
    """Yield the events found in a recording as rows with the columns ``EVENT_COLUMNS``.

    After the events come the kinds of events that could not be searched for: a row per kind and actor
    concerned, with the reason in the last column. Then comes a row per ScenarioRunner criterion, if ``view``
    is given, with its count as the value.
    """
    file = {"file": str(index.path)}
    yield from (file | event for event in rows(EVENTS, EventRows(index, found.events, found.heroes)))
    for each in found.not_judged:
        unjudged = file | {"kind": each.kind, "not_judged": each.reason}
        yield from (unjudged | _cells(index, row) for row in each.rows or (None,))
    if view is not None:
        for count in rows(CRITERIA, view):
            row = {"kind": f"criteria/{count['name']}", "value": count["count"], "rule": count["test"]}
            yield file | row | {"not_judged": count["reason"]} | _cells(index, view.hero)


def _cells(index: RecordingIndex, row: int | None) -> Row:
    return {} if row is None else dict(zip(("actor_id", "spawn_frame"), index.actor(row), strict=True))


def _view(view: RunnerView) -> Row:
    return {
        "penalty": view.penalty,
        "penalty_2_1": view.penalty_2_1,
        "penalty_without": [count.criterion.name for count in view.not_in_penalty],
        "criteria": [*rows(CRITERIA, view)],
        "results": [
            {
                "file": str(results.path),
                "scores": dict(results.scores),
                "criteria": [each._asdict() for each in results.counts],
                "infractions": [
                    {"name": each.name, "sentence": each.sentence, "id": each.actor_id}
                    | {"place": each.place, "time": each.time, "reason": each.reason}
                    for each in results.infractions
                ],
            }
            for results in view.results
        ],
        "troubles": list(view.troubles),
    }


# -- text


def text_lines(index: RecordingIndex, found: FoundEvents, view: RunnerView | None) -> Iterator[str]:
    """Yield the report on the events of a recording for people, line by line.

    Each incident (events that belong together) has its number and its most important event; the other events
    follow below it, by time. After the events come the kinds of events that could not be searched for, with
    reasons, and the criteria by which ScenarioRunner judges the hero if ``view`` is given.
    """
    events = by_weight(found.events, found.heroes)
    count, incidents = len(events), len(events.heads)
    lag = ", poses of vehicles are one frame late" if found.pose_lag else ""
    counts = many(count, "event")
    if incidents < count:
        counts += f" in {many(incidents, 'incident')}"
    route = f"; route: {found.route}" if found.route else ""
    boxes = found.boxes
    if found.boxes_by_blueprint:
        boxes += f" (by blueprint: {_some_ids(index, found.boxes_by_blueprint)})"
    yield f"{printable(index.path)}: {counts}; boxes: {boxes}{lag}{route}"
    yield from (f"  note: {each.what}; {each.action}" for each in motion_problems(index))
    for head in sorted(events.representatives, key=lambda event: event.incident):
        yield f"{head.incident:4}  {event_line(index, head)}"
        if head.group:
            yield f"{'':8}{_group_words(index, events, head)}"
            continue
        others = (event for event in events.incident_of(head) if event != head)
        yield from (f"{'':8}{event_line(index, each)}" for each in sorted(others, key=lambda e: e.start))
    reasons: dict[str, list[str]] = {}
    for each in found.not_judged:
        ids = ", ".join(str(int(index.actors.actor_id[row])) for row in each.rows)
        reasons.setdefault(f"{each.reason}{f' ({ids})' if ids else ''}", []).append(KINDS[each.kind].label)
    for reason, kinds in reasons.items():
        yield f"  not judged: {', '.join(kinds)}: {reason}"
    if view is not None:
        yield from _view_lines(view, int(index.actors.actor_id[view.hero]))


def _group_words(index: RecordingIndex, events: Events, head: FoundEvent) -> str:
    """Return as text how many incidents are similar to that of ``head``, with their actors and starts.

    ``head`` is the first event of the worst of these incidents.
    """
    group = [event for event in events.heads if event.group == head.group]
    whose = {row for event in group for row in event.rows if row is not None}
    actors = f" of {many(len(whose), 'actor')}: {_some_ids(index, whose)}" if whose else ""
    begins = [event.start for event in group]
    when = f"from {min(begins):.3f} to {max(begins):.3f} s"
    return f"×{len(group)} {KINDS[head.kind].label}{actors}; {when}; this one is the worst"


def _some_ids(index: RecordingIndex, some: Collection[int]) -> str:
    """Return the ids of the actors in rows ``some`` of the actor table as text, ascending.

    At most ``_MAX_LISTED`` ids are listed; the number of the others follows.
    """
    ids = sorted({int(index.actors.actor_id[row]) for row in some})
    more = f" and {len(ids) - _MAX_LISTED} more" if len(ids) > _MAX_LISTED else ""
    return ", ".join(map(str, ids[:_MAX_LISTED])) + more


def event_line(index: RecordingIndex, event: FoundEvent) -> str:
    """Return an event as one line: start, kind, actors, value with threshold, and the rule or the cause."""
    names = [_name(index, row) for row in event.rows]
    what = [f"{event.start:9.3f} s", f"{KINDS[event.kind].label:22}", " – ".join(names)]
    measured = f"{'≥ ' if event.at_least else ''}{event.value:.2f}" if math.isfinite(event.value) else "–"
    limit = f" (threshold {event.threshold:g})" if math.isfinite(event.threshold) else ""
    what.append(f"{measured} {event.unit}{limit}")
    return "  ".join(filter(None, (*what, stand_words(event, index.actors) or event.rule)))


def _name(index: RecordingIndex, row: int | None) -> str:
    if row is None:
        return "what is no actor"
    return f"{int(index.actors.actor_id[row])} {index.actors.descriptions[row].type_id.partition('.')[2]}"


def _view_lines(view: RunnerView, hero_id: int) -> Iterator[str]:
    yield f"  as ScenarioRunner would count {hero_id}, with the factors of the Leaderboard 2.0:"
    width = max(len(count.criterion.label) for count in view.counts)
    for count in view.counts:
        yield f"    {count.criterion.label:{width}}  {counted(count)}"
    yield f"    {penalty_line(view)}"
    for results in view.results:
        yield f"  {printable(results.path.name)}:"
        yield from (f"    {name} {value:g}" for name, value in results.scores.items())
        for each in results.counts:
            yield f"    {each.test} {each.status}{'' if each.value is None else f' {each.value:g}'}"
        yield from (f"    {line}" for line in _infraction_lines(results.infractions))
    yield from (f"  {trouble}" for trouble in view.troubles)


def penalty_line(view: RunnerView) -> str:
    """Return the hero's penalty by the Leaderboard 2.0 and 2.1 as text, and what it is without."""
    missing = ", ".join(count.criterion.label for count in view.not_in_penalty)
    penalty = "not judged"
    if view.penalty is not None and view.penalty_2_1 is not None:
        penalty = f"× {view.penalty:.3f} / × {view.penalty_2_1:.3f}"
    without = f", without what was not judged: {missing}" if missing else ""
    return f"penalty by the Leaderboard 2.0 / 2.1  {penalty}{without}"


def _infraction_lines(infractions: Iterable[Infraction]) -> Iterator[str]:
    """Yield a line of text per infraction in a Leaderboard's results; equal ones share a line.

    That line ends with their number. Infractions without an actor and a position also count as equal if only
    numbers in their texts differ, such as a speed.

    >>> slow = [Infraction("slow", f"at {speed} %", None, None, None, "no place") for speed in (31, 8, 8)]
    >>> list(_infraction_lines(slow))
    ['time unknown (no place)  slow: at 31 % (×3)']
    """
    lines: dict[str, list[str]] = {}
    for each in infractions:
        when = f"{each.time:9.3f} s" if each.time is not None else f"time unknown ({each.reason})"
        line = f"{when}  {each.name}: {each.sentence}"
        alike = each.time is None and each.actor_id is None and each.place is None
        lines.setdefault(_NUMBER.sub("#", line) if alike else line, []).append(line)
    for same in lines.values():
        yield same[0] + (f" (×{len(same)})" if len(same) > 1 else "")


def counted(count: CriterionCount) -> str:
    """Return the count of a ScenarioRunner criterion as text, and why it is not exact if it is not.

    The text contains the penalty factor, and the elapsed seconds at which each event was counted.
    """
    many, factor = len(count.times), count.criterion.factor
    words = []
    if count.judged or many:
        words.append(f"{many}" if count.judged else f"at least {many}")
        if factor is not None and count.factor is not None:
            words[0] += f" (× {factor:.2f} each: × {count.factor:.3f})"
        if many:
            words[0] += f" at {', '.join(f'{time:.2f} s' for time in count.times)}"
    if count.alone:
        words.append(f"{count.alone} of them by its rule alone")
    if not count.judged:
        words.append(f"not judged: {printable(count.reason)}")
    if count.others:
        words.append(f"{count.others} more of ours that it would not count, or of which that is not known")
    return "; ".join(words)
