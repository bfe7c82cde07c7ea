"""What is odd about events: told in the order in which they happen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from viewer.arrays import Flags
from viewer.logfile.enums import ActorType
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import DamagedPayloadError, Records, count_lie
from viewer.recording.actors import Blueprint
from viewer.recording.build.actor_builder import Refusal
from viewer.recording.build.event_records import Happenings
from viewer.recording.build.lives import Named
from viewer.recording.plausible import are_plausible_texts
from viewer.recording.problems import Problem
from viewer.recording.units import FARTHEST

_LAST_TYPE = max(ActorType)
_NAMED = 5  # of the actors that are implied at once
_AT_END = 1 << 62
"""Number of what comes behind all records of a payload, or behind all payloads of a frame."""

_REFUSALS: Mapping[Refusal, tuple[str, str, bool]] = {
    Refusal.NO_CHILD: (
        "actor {child} is attached to {parent}, but it is not there", "nothing is attached", True,
    ),
    Refusal.NO_PARENT: (
        "the parent {parent} of actor {child} is not recorded", "where it was is not known", False,
    ),
    Refusal.LATE: (
        "actor {child} is attached to {parent} after the frame that adds it", "it keeps its own place", False,
    ),
    Refusal.CIRCLE: (
        "actor {child} is attached to {parent}, which is attached to it", "they are not attached in a circle",
        True,
    ),
    Refusal.DISORDER: (
        "actor {child} is attached to {parent} after others were attached to it", "it keeps its own place",
        True,
    ),
    Refusal.DEPTH: (
        "actor {child} is attached to {parent} at the end of a long chain", "the chain is cut there", True,
    ),
}  # fmt: skip
"""What is told about an actor that is not attached: what, action, and whether it is damage."""


def are_odd(heads: Records) -> Flags:
    """Tell what records of EventAdd begin with what cannot be, shape (N,): their type, or their place."""
    return (heads["type"] > _LAST_TYPE) | _are_nowhere(heads)


def _are_nowhere(heads: Records) -> Flags:
    with np.errstate(invalid="ignore", over="ignore"):
        places = np.abs(np.concatenate([heads["location"], heads["rotation"]], axis=1, dtype=np.float64))
        nowhere: Flags = ~(places.sum(axis=1) < FARTHEST)
    return nowhere


class Oddities:
    """Collects what is odd about the events of some frames; iterates over it in order."""

    def __init__(self, found: Happenings, others: Sequence[tuple[int, Problem]]) -> None:
        """Begin with what was found besides before some of the frames."""
        self._found = found
        # Frame, payload and record of each.
        self._told: list[tuple[tuple[int, int, int], Problem]] = [
            ((frame, -1, -1), problem) for frame, problem in others
        ]

    def __iter__(self) -> Iterator[Problem]:
        return (problem for _, problem in sorted(self._told, key=lambda each: each[0]))

    def of_count(self, payload: int, kind: PacketKind, written: int, count: int) -> None:
        """Tell that a payload says that it has another number of records than it has."""
        action = "its size counts: all records it has room for are read"
        self._tell(payload, -1, count_lie(kind, written, count), action)

    def of_actor(
        self, payload: int, record: int, head: Records, blueprint: Blueprint, *, in_use: bool
    ) -> None:
        """Tell what is odd about an actor that is added, given the record's beginning, shape (1,)."""
        name = f"actor {head['actor_id'].item()}"
        if in_use:
            self._tell(
                payload, record, f"{name} is added, but its id is in use", "who had the id before ends here"
            )
        actor_type = head["type"].item()
        if actor_type > _LAST_TYPE:
            what, action = (
                f"{name} has type {actor_type}, which means nothing",
                "its blueprint tells what it is",
            )
            self._tell(payload, record, what, action)
        if _are_nowhere(head).any():
            what = f"the place of {name} in EventAdd is NaN, infinite or absurd"
            self._tell(payload, record, what, "only Position tells where it is")
        texts = [blueprint.type_id, *blueprint.attributes, *blueprint.attributes.values()]
        if not are_plausible_texts(texts, self._found.payload(payload)):
            what, action = f"a text of {name} is not UTF-8", "it is shown with replacement marks"
            self._tell(payload, record, what, action)
        if len(blueprint.attribute_types) < len(blueprint.attributes):
            what, action = (
                f"an attribute of {name} has a type that means nothing",
                "its value is shown as text",
            )
            self._tell(payload, record, what, action)

    def of_payload(self, payload: int, error: DamagedPayloadError) -> None:
        """Tell how a payload of EventAdd contradicts itself."""
        whole = error.offset == len(self._found.payload(payload))  # only the count is wrong
        action = "those it has are read" if whole else "the rest of this packet is left out"
        self._tell(payload, _AT_END, error.what, action, within=error.offset)

    def of_attachment(self, payload: int, record: int, refusal: Refusal, child: int, parent: int) -> None:
        """Tell why an actor is not attached to another, given their ids."""
        what, action, damage = _REFUSALS[refusal]
        self._tell(payload, record, what.format(child=child, parent=parent), action, damage=damage)

    def of_removal(self, payload: int, record: int, actor_id: int, *, was_added: bool) -> None:
        """Tell that an actor is destroyed who is not there."""
        again = " again" if was_added else ", but it was never added"
        what = f"actor {actor_id} is destroyed{again}"
        self._tell(payload, record, what, "nothing is destroyed", late=True)

    def of_standing(self, missing: Named, placed: Flags) -> None:
        """Tell who stands in Position and does not live, by frames, (M,), and who of them is there now."""
        for start, stop in zip(*_bounds(missing.frames), strict=True):
            frame, count = missing.frames.item(start), stop - start
            named = ", ".join(map(str, missing.ids[start:stop][:_NAMED].tolist()))
            action = "what they are is not known; they are shown from here on"
            if not placed[start:stop].all():
                action = "they are too many to be shown"
            others = " and others" if count > _NAMED else ""
            what = f"actors move that were never added: {named}{others}"
            offset = self._found.offset_of(frame)
            problem = Problem(what, action, damage=True, offset=offset, frame=frame, count=count)
            self._told.append(((frame, _AT_END, _AT_END), problem))

    def _tell(
        self, payload: int, record: int, what: str, action: str, *, damage: bool = True, within: int = 0,
        late: bool = False,
    ) -> None:  # fmt: skip
        frame, offset = self._found.frames.item(payload), self._found.offset(payload) + within
        problem = Problem(what, action, damage=damage, offset=offset, frame=frame)
        self._told.append(((frame, _AT_END if late else payload, record), problem))


def _bounds(values: np.ndarray) -> tuple[list[int], list[int]]:
    """Return where runs of equal values begin and end."""
    steps = np.flatnonzero(np.diff(values)) + 1
    return [0, *steps.tolist()] if len(values) else [], [*steps.tolist(), len(values)] if len(values) else []
