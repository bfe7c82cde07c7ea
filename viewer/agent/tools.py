"""Tools for a coding agent: name, description, schema of the arguments, and the function that answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from viewer.agent import one_run, several_runs
from viewer.agent.answers import Answer, AnswerError, Deadline
from viewer.agent.picture import picture
from viewer.agent.runs import Runs
from viewer.analysis.event_kinds import KINDS
from viewer.cancellation import ReadingCancelledError
from viewer.comparison.clock import AlignError
from viewer.export.errors import MissingExtraError
from viewer.library.columns import TABLES
from viewer.library.errors import LibraryError, QueryError
from viewer.logfile.errors import RecordingError
from viewer.recording.actor_name import ActorNotFoundError
from viewer.roads import RoadMapError
from viewer.signals import SIGNALS

Arguments = Mapping[str, Any]

_PATH = {"type": "string", "description": "path of the recording, as the tool recordings lists it"}
_ACTOR = {
    "type": "string",
    "description": "an actor: hero, its id as a text such as 88, or role=NAME; the hero if left out",
}
_TIME = {"type": "number", "description": "elapsed seconds since the start of the recording"}
_KINDS = "; ".join(f"{each.name}: {each.label}" for each in KINDS.values())
_SIGNALS = "; ".join(f"{each.name} ({each.unit})" if each.unit else each.name for each in SIGNALS.values())
_ALIGN = (
    "how the clocks are laid upon each other: elapsed, frame, motion, pose, event:KIND:N, or the seconds by "
    "which b is later"
)
_START = {"type": "number", "description": "only from this elapsed time on, in seconds"}
_END = {"type": "number", "description": "only up to this elapsed time, in seconds"}


@dataclass(frozen=True)
class Tool:
    """Question that can be asked, and the function that answers it.

    Attributes:
        name: name of the tool.
        description: what it answers, for the agent that chooses a tool.
        answer: function of the runs, the arguments, and the deadline, which returns the answer.
        properties: JSON schema of each argument, by name.
        required: names of arguments that must be given.
    """

    name: str
    description: str
    answer: Callable[[Runs, Arguments, Deadline], Answer]
    properties: Mapping[str, Mapping[str, Any]]
    required: tuple[str, ...] = ()

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        return {
            "type": "object",
            "properties": {name: dict(each) for name, each in self.properties.items()},
            "required": [*self.required],
            "additionalProperties": False,
        }


def ask(runs: Runs, name: str, arguments: Arguments, deadline: Deadline) -> Answer:
    """Return the answer of the tool ``name``.

    Raises:
        AnswerError: there is no such tool, an argument is wrong, or the question cannot be answered; the
            message is a sentence.
    """
    tool = TOOLS.get(name)
    if tool is None:
        raise AnswerError(f"There is no tool '{name}'; there are {', '.join(TOOLS)}.")
    _check(tool, arguments)
    try:
        return tool.answer(runs, arguments, deadline)
    except ReadingCancelledError as error:
        raise AnswerError(
            "This takes longer than 10 s; ask about less: fewer actors, or a shorter time."
        ) from error
    except (RecordingError, RoadMapError) as error:
        raise AnswerError(error.line()) from error
    except (ActorNotFoundError, AlignError, LibraryError, QueryError, MissingExtraError) as error:
        raise AnswerError(f"{str(error)[:1].upper()}{str(error)[1:].rstrip('.')}.") from error
    except MemoryError as error:
        raise AnswerError("This needs more memory than is allowed; ask about fewer actors.") from error


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,), "number": (int, float), "integer": (int,), "boolean": (bool,), "array": (list,),
}  # fmt: skip


def _check(tool: Tool, arguments: Arguments) -> None:
    """Raise AnswerError if ``arguments`` do not fit the schema of ``tool``."""
    for name in tool.required:
        if name not in arguments:
            raise AnswerError(f"The argument '{name}' is missing: {tool.properties[name]['description']}.")
    for name, value in arguments.items():
        if name not in tool.properties:
            raise AnswerError(f"There is no argument '{name}'; there are {', '.join(tool.properties)}.")
        row = tool.properties[name]
        wanted = _TYPES[row["type"]]
        wrong = not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted)
        if wrong or (isinstance(value, float) and not math.isfinite(value)):
            raise AnswerError(
                f"The argument '{name}' must be of the type {row['type']}: {row['description']}."
            )
        if isinstance(value, list) and not all(isinstance(each, str) for each in value):
            raise AnswerError(f"The argument '{name}' must be a list of texts: {row['description']}.")


TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "recordings",
            "List the runs, the worst first: path, town, status, collisions, worst event and when, penalty, "
            "and why a run failed. Begin here. What a row lacks was not judged or not recorded; it is not 0.",
            several_runs.recordings,
            {"contains": {"type": "string", "description": "only runs whose path has this text"}},
        ),
        Tool(
            "why",
            "Say what went wrong in one run: a sentence, the worst events with their causes, how "
            "ScenarioRunner's criteria judge the hero, and what could not be judged.",
            one_run.why, {"recording": _PATH}, ("recording",),
        ),
        Tool(
            "events",
            "List the events of one run by time: who (the main actor first), when, where, the measured value "
            "with unit and threshold, and for a vehicle that stands its cause.",
            one_run.events,
            {
                "recording": _PATH,
                "kinds": {
                    "type": "array", "items": {"type": "string", "enum": [*KINDS]},
                    "description": f"only these kinds: {_KINDS}",
                },
                "actor": _ACTOR | {"description": "only events of this actor: hero, an id, or role=NAME"},
                "start": _START, "end": _END,
            },
            ("recording",),
        ),
        Tool(
            "near",
            "Say who is near an actor at one time, the nearest first: distance between origins, gap between "
            "bounding boxes, how far ahead and to the right, and speed.",
            one_run.near,
            {
                "recording": _PATH, "time": _TIME, "actor": _ACTOR,
                "within": {"type": "number", "description": f"greatest distance, m; else {one_run.NEAR:g}"},
                "everything": {"type": "boolean", "description": "also lights, signs, sensors and props"},
            },
            ("recording", "time"),
        ),
        Tool(
            "series",
            "Give signals of an actor over time: least and greatest value with their times, and samples; or "
            "the value at one time.",
            one_run.series,
            {
                "recording": _PATH,
                "signals": {
                    "type": "array", "items": {"type": "string", "enum": [*SIGNALS]},
                    "description": f"names of signals: {_SIGNALS}",
                },
                "actor": _ACTOR,
                "other": _ACTOR | {"description": "the second actor of a signal of two, such as distance"},
                "at": _TIME | {"description": "only the value at this elapsed time in seconds"},
                "start": _START, "end": _END,
                "samples": {
                    "type": "integer", "description": f"greatest number of samples; else {one_run.SAMPLES}",
                },
            },
            ("recording", "signals"),
        ),
        Tool(
            "sql",
            f"Ask all runs at once: one SELECT in DuckDB's SQL over the tables {', '.join(TABLES)}. "
            "'FROM (DESCRIBE recordings)' lists the columns of a table.",
            several_runs.sql, {"query": {"type": "string", "description": "one SELECT"}}, ("query",),
        ),
        Tool(
            "diff",
            "Compare two recordings of one route: one sentence says whether the agent or the world parted "
            "first, when and where. Of two folders of runs: which got worse or better.",
            several_runs.diff,
            {
                "a": _PATH | {"description": "the recording, or folder of runs, before"},
                "b": _PATH | {"description": "the recording, or folder of runs, after"},
                "align": {"type": "string", "description": _ALIGN},
                "events": {"type": "boolean", "description": "also compare the events of both"},
            },
            ("a", "b"),
        ),
        Tool(
            "picture",
            "Draw the map at one time, seen from above, as a PNG.",
            picture,
            {
                "recording": _PATH, "time": _TIME,
                "actor": _ACTOR | {"description": "actor in the middle: hero, an id, or role=NAME"},
                "span": {"type": "number", "description": "width of the map shown, in metres; else 60"},
            },
            ("recording", "time"),
        ),
    )
}  # fmt: skip
"""The tools by name."""
