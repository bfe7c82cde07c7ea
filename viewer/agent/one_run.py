"""Answers about one run: why it failed, its events, who is near whom, and signals over time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from viewer.agent.answers import Answer, AnswerError, Deadline, fitted
from viewer.agent.runs import Runs
from viewer.analysis.boxes import actor_boxes, distances
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import RANKS
from viewer.analysis.incidents import by_weight
from viewer.api import Recording
from viewer.export.event_report import document, event_line
from viewer.recording.actor_name import ActorName
from viewer.recording.actors import MOVERS
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.signals import Scope, Series, Signal
from viewer.signals.series import held
from viewer.tables.actors import ACTORS, ActorRows
from viewer.tables.column import pick, rows
from viewer.tables.events import EventRows, event_objects
from viewer.tables.recordings import Run

Arguments = Mapping[str, Any]
NEAR = 20.0
"""Distance in metres within which ``near`` looks by default."""
SAMPLES = 200
"""Greatest number of samples of one signal that ``series`` lists by default."""
_MOST_SAMPLES = 1000
_WORST = 20
"""Number of events that ``why`` lists."""
_DESCRIBED = pick(ACTORS, "type_id", "category", "role_name", "hero")
_UNITS = (
    "distance is between the actors' origins, gap between their bounding boxes (negative where they "
    "overlap), in metres; ahead and right are as the actor looks; speed in m/s"
)


def why(runs: Runs, arguments: Arguments, deadline: Deadline) -> Answer:
    """Return what went wrong in one run: a sentence, the worst events with causes, and criteria.

    ``arguments`` are ``recording``. Raises AnswerError if the run cannot be read before ``deadline``.
    """
    name = arguments["recording"]
    recording, found = runs.recording(name), runs.found(name, deadline)
    index = recording.index
    view = recording.as_scenario_runner(
        found, results=None if runs.reads_beside(recording.index.path) else ()
    )
    events = by_weight(found.events, found.heroes)
    of_hero = events.take(events.about(*found.heroes)) if found.heroes else events
    worst = next(iter(of_hero or events), None)
    sentence = (
        "No event was found."
        if worst is None
        else f"{' '.join(event_line(index, worst).split()).rstrip('.')}."
    )
    if reason := Run.of(index, found=found, hero=found.hero).why:
        sentence += f" {reason[:1].upper()}{reason[1:].rstrip('.')}."
    whole = document(index, found, view)
    return fitted(
        {
            "recording": name,
            "sentence": sentence,
            "hero": whole["hero"] and _actor(index, **whole["hero"]),
            "map": whole["map"],
            "duration": index.duration,
            "event_count": len(found.events),
            "worst": _event_objects(index, events[:_WORST], found.heroes),
            "criteria": whole.get("criteria"),
            "not_judged": whole["not_judged"],
            "roads": whole["roads"],
            "notes": whole["notes"],
            "problems": [f"{each.what}; {each.action}" for each in recording.problems[:_WORST]],
        },
        {"worst": "ask the tool events for some kinds", "not_judged": "ask the tool events for one kind"},
    )


def events(runs: Runs, arguments: Arguments, deadline: Deadline) -> Answer:
    """Return the events of one run by time.

    ``arguments`` are ``recording``, and maybe ``kinds``, ``actor``, ``start`` and ``end`` in seconds. Raises
    AnswerError if the run cannot be read before ``deadline``, or has no such actor.
    """
    name = arguments["recording"]
    recording, found = runs.recording(name), runs.found(name, deadline)
    chosen = found.events
    kinds = arguments.get("kinds", ())
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise AnswerError(f"There is no kind '{unknown[0]}'; there are {', '.join(KINDS)}.")
    if kinds:
        chosen = chosen.take(np.isin(chosen["kind"], [RANKS[kind] for kind in kinds]))
    if "actor" in arguments:
        chosen = chosen.take(chosen.about(*_rows(recording, arguments["actor"])))
    starts = chosen["start"]
    chosen = chosen.take(
        (starts >= arguments.get("start", -np.inf)) & (starts <= arguments.get("end", np.inf))
    )
    listed = sorted(
        _event_objects(recording.index, chosen, found.heroes), key=lambda event: float(event["start"])
    )
    reasons = [f"{each.kind}: {each.reason}" for each in found.not_judged if not kinds or each.kind in kinds]
    return fitted(
        {"recording": name, "count": len(listed), "events": listed, "not_judged": [*dict.fromkeys(reasons)]},
        {"events": "narrow with kinds, actor, start or end", "not_judged": "narrow with kinds"},
    )


def _event_objects(index: RecordingIndex, chosen: Any, heroes: Any) -> list[Answer]:  # noqa: ANN401 - of a table
    """Return events as JSON objects without what is not known; their actors are described by type_id."""
    objects = []
    for event in event_objects(EventRows(index, chosen, heroes)):
        actors = [None if each is None else _actor(index, **each) for each in event["actors"]]
        objects.append(
            {name: value for name, value in event.items() if value is not None} | {"actors": actors}
        )
    return objects


def _actor(index: RecordingIndex, id: int, spawn_frame: int | None) -> Answer:  # noqa: A002 - key of JSON
    """Return the actor with ``id`` that was spawned in ``spawn_frame`` as a JSON object with its type_id."""
    known = [row for row in index.actors.rows_of(id) if index.actor(row).spawn_frame == spawn_frame]
    if not known:
        return {"id": id}
    (described,) = rows(_DESCRIBED, ActorRows(index, np.array(known[:1])))
    return {"id": id} | {name: value for name, value in described.items() if value not in (None, "", False)}


def near(runs: Runs, arguments: Arguments, _deadline: Deadline) -> Answer:
    """Return which actors are near one at one time, the nearest first.

    ``arguments`` are ``recording``, ``time`` in seconds, and maybe ``actor``, ``within`` in metres, and
    ``everything``, which adds what cannot move. Raises AnswerError if the actor is not there then.
    """
    recording = runs.recording(arguments["recording"])
    index, time = recording.index, float(arguments["time"])
    if not index.elapsed[0] <= time <= index.elapsed[-1]:
        raise AnswerError(f"The recording lasts from {index.elapsed[0]:.3f} to {index.elapsed[-1]:.3f} s.")
    world = recording.world_at(time, interpolate=True)
    asked = arguments.get("actor", "hero")
    there = [world.index_of(row) for row in _rows(recording, asked)]
    own = next((each for each in there if each is not None and world.has_pose[each]), None)
    if own is None:
        raise AnswerError(f"The actor {asked} is not there at {time:g} s.")
    apart = np.linalg.norm(world.locations - world.locations[own], axis=1)
    close = apart <= arguments.get("within", NEAR)
    close[own] = False
    if not arguments.get("everything"):
        close &= np.isin(world.categories, [*MOVERS])
    chosen = np.flatnonzero(close)
    chosen = chosen[np.argsort(apart[chosen], kind="stable")]
    listed = _near_objects(world, own, chosen, apart)
    return fitted(
        {
            "recording": arguments["recording"],
            "time": world.elapsed,
            "frame": world.frame,
            "actor": _actor(index, *index.actor(int(world.rows[own]))),
            "speed": _rounded(world.speeds[own]),
            "count": len(listed),
            "near": listed,
            "units": _UNITS,
        },
        {"near": "give a smaller within"},
    )


def _near_objects(world: World, own: int, chosen: Any, apart: Any) -> list[Answer]:  # noqa: ANN401 - arrays
    """Return actors near another as JSON objects.

    Args:
        world: all actors at the time.
        own: index in ``world`` of the actor from which is measured.
        chosen: indices in ``world`` of the actors near it, shape (K,).
        apart: distance of every actor in ``world`` from it, in metres, shape (N,).
    """
    poses = np.column_stack((world.locations, world.rotations[:, 1]))
    boxes = actor_boxes(world.index.actors, world.rows).rectangles_at(np.arange(len(world.rows)), poses)
    gaps = distances(boxes.take(np.full(len(chosen), own)), boxes.take(chosen))
    forward, offsets = boxes.headings[own], (world.locations - world.locations[own])[chosen, :2]
    ahead, right = offsets @ forward, offsets @ np.array([-forward[1], forward[0]])
    described = rows(_DESCRIBED, ActorRows(world.index, world.rows[chosen]))
    return [
        {"id": int(world.actor_ids[each])} | description
        | {
            "distance": _rounded(apart[each]), "gap": _rounded(gaps[number]),
            "ahead": _rounded(ahead[number]), "right": _rounded(right[number]),
            "speed": _rounded(world.speeds[each]),
        }
        for number, (each, description) in enumerate(zip(chosen.tolist(), described, strict=True))
    ]  # fmt: skip


def _rounded(value: float) -> float | None:
    return round(float(value), 4) if math.isfinite(value) else None


def series(runs: Runs, arguments: Arguments, _deadline: Deadline) -> Answer:
    """Return signals of an actor: least and greatest value with times, and samples; or values at one time.

    ``arguments`` are ``recording`` and ``signals``, and maybe ``actor``, ``other``, ``at``, ``start`` and
    ``end`` in seconds, and ``samples``. Raises AnswerError if the recording has no such values.
    """
    name, wanted = arguments["recording"], arguments["signals"]
    recording = runs.recording(name)
    known = recording.signals
    if unknown := [each for each in wanted if each not in known]:
        raise AnswerError(f"There is no signal '{unknown[0]}'; there are {', '.join(known)}.")
    signals = [known[each] for each in wanted]
    about_actor = any(each.scope is not Scope.SCENE for each in signals)
    row = _rows(recording, arguments.get("actor", "hero"))[0] if about_actor else None
    other = _rows(recording, arguments["other"])[0] if "other" in arguments else None
    listed = {}
    for signal in signals:
        read = _read(runs, name, signal, None if signal.scope is Scope.SCENE else row, other)
        listed[signal.name] = _signal_object(signal, read, arguments)
    actor = {} if row is None else {"actor": _actor(recording.index, *recording.index.actor(row))}
    return fitted({"recording": name, **actor, **listed}, {})


def _read(runs: Runs, name: str, signal: Signal, row: int | None, other: int | None) -> Series:
    recording = runs.recording(name)
    index = recording.index
    if not signal.possible(index, row):
        able = ", ".join(each.name for each in recording.signals.possible(index, row))
        raise AnswerError(f"The recording has no values of '{signal.name}' for this; it has {able}.")
    if signal.scope is not Scope.PAIR:
        other = None
    elif other is None:
        raise AnswerError(f"'{signal.name}' is about two actors: give other.")
    return recording.series(
        signal.name,
        None if row is None else index.actor(row),
        other=None if other is None else index.actor(other),
        roads=runs.roads(name),
    )


def _signal_object(signal: Signal, read: Series, arguments: Arguments) -> Answer:
    """Return a signal as a JSON object, for the times and the number of samples in ``arguments``."""

    def value(number: float) -> object:
        states = signal.states or ()
        if 0 <= number < len(states):
            return states[int(number)]
        return round(float(number), 6) if math.isfinite(number) else None

    answer: Answer = {"unit": signal.unit or None, "recorded": signal.recorded}
    if "at" in arguments:
        return answer | {"value": value(float(held(read, np.array([float(arguments["at"])]))[0]))}
    after, before = arguments.get("start", -np.inf), arguments.get("end", np.inf)
    inside = (read.elapsed >= after) & (read.elapsed <= before)
    times, values = read.elapsed[inside], read.values[inside]
    known = np.flatnonzero(np.isfinite(values))
    answer |= {"samples": len(times), "known": len(known)}
    if len(known):
        for key, sample in (("least", values[known].argmin()), ("greatest", values[known].argmax())):
            answer[key] = {"value": value(values[known[sample]]), "elapsed": float(times[known[sample]])}
    most = min(max(arguments.get("samples", SAMPLES), 1), _MOST_SAMPLES)
    step = max(1, math.ceil(len(times) / most))
    if step > 1:
        answer["cut"] = (
            f"one of {step} samples is here; narrow with start and end, or ask for one time with at"
        )
    answer["elapsed"] = [round(each, 4) for each in times[::step].tolist()]
    answer["values"] = [value(each) for each in values[::step].tolist()]
    return answer


def _rows(recording: Recording, text: str) -> list[int]:
    """Return the rows of all lifetimes of the actor ``text``; raise AnswerError if it is no actor's name."""
    try:
        return ActorName.parse(text.strip()).rows(recording.actors)
    except ValueError as error:
        raise AnswerError(f"{error}.") from error
