"""The cause of a stand as a sentence, in English; the window translates it part by part."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from viewer.analysis.event_table import FoundEvent
from viewer.analysis.stand_cause import CauseKind, StandCause
from viewer.file_error import printable
from viewer.recording.actors import ActorTable

Name = Callable[[int], str]
"""Function that returns the name of an actor, given its row in the actor table."""
Translate = Callable[[str], str]
"""Function that returns an English text, with ``{}`` for each value, in another language."""

_PLACES = {
    CauseKind.GRIDLOCK: ("in a gridlock of {}", "in a gridlock"),
    CauseKind.WALKER: ("behind walker {}", "behind a walker"),
    CauseKind.WAITS_AT_RED: ("at red light {}", "at a red light"),
    CauseKind.STANDS_AT_GREEN: ("at green", "at green"),
    CauseKind.STOP_SIGN: ("at stop sign {}", "at a stop sign"),
    CauseKind.AGAINST: ("against {}", "against a wall"),
    CauseKind.BRAKE_HELD: ("with the brake held", "with the brake held"),
    CauseKind.NO_THROTTLE: ("without throttle", "without throttle"),
    CauseKind.UNKNOWN: ("with no known cause", "with no known cause"),
}
"""End of a sentence that begins with "Stuck", by kind of cause.

The first text has the name of an actor, or the number of vehicles in a gridlock; the second one is for causes
without one.
"""


def in_english(text: str) -> str:
    """Return ``text`` unchanged: the ``Translate`` of commands and files."""
    return text


def stand_words(event: FoundEvent, actors: ActorTable, translate: Translate = in_english) -> str:
    """Return why the vehicle of ``event`` stands, as a sentence; empty if ``event`` has no cause.

    For example "Stuck for 194.9 s behind 200 (audi.tt), which never moved". ``actors`` is the table that the
    rows of ``event`` are from.
    """
    cause, seconds = event.cause, event.value
    if cause is None:
        return ""
    if cause.kind is CauseKind.STANDS_AT_GREEN and cause.since > event.start:
        seconds = event.end - cause.since
    lasted = f"{'≥ ' if event.at_least else ''}{seconds:.1f} s" if math.isfinite(seconds) else ""
    others = tuple(row for row in cause.chain if row not in event.rows)  # of a ring: without this vehicle
    return cause_words(cause._replace(chain=others), lasted, partial(actor_name, actors), translate)


def cause_words(cause: StandCause, lasted: str, name: Name, translate: Translate = in_english) -> str:
    """Return ``cause`` as a sentence such as "Stuck for 35.2 s in a gridlock of 3".

    Args:
        cause: why a vehicle stands; its ``chain`` without that vehicle.
        lasted: how long it stands, such as "35.2 s"; if empty, the sentence does not say it.
        name: returns the name of an actor of ``cause``, for example of its row in the actor table.
        translate: translates the texts.
    """
    where = _place(cause, name, translate)
    if cause.root.kind is CauseKind.WAITS_AT_RED and cause.changed is False:
        where = translate("{}, which never changed").format(where)
    if cause.kind is CauseKind.STANDS_AT_GREEN:
        said = translate("Stood {} at green").format(lasted) if lasted else translate("Stood at green")
    elif lasted:
        said = translate("Stuck for {} {}").format(lasted, where)
    else:
        said = translate("Stuck {}").format(where)
    ruled_out = ", ".join(map(translate, cause.ruled_out)) if cause.kind is CauseKind.UNKNOWN else ""
    return "; ".join(
        filter(None, (said, ruled_out, *(_not_known(each, translate) for each in cause.not_looked_at)))
    )


def root_words(cause: StandCause, name: Name, translate: Translate = in_english) -> str:
    """Return why the vehicle at the head of the queue of ``cause`` stands: "never moved", "at a stop sign".

    ``name`` returns the name of an actor of ``cause``; ``translate`` translates the texts. The result is
    empty if the reason is not known.
    """
    kind, _, light = cause.root
    if kind in (CauseKind.UNKNOWN, CauseKind.BEHIND):  # the head of a queue is behind nobody
        return ""
    if kind is CauseKind.NEVER_MOVED:
        return translate("never moved")
    if kind is CauseKind.AGAINST:  # the root does not say against what
        return translate("against an obstacle")
    return _place(StandCause(kind, cause.since, cause.root, light=light), name, translate)


def actor_name(actors: ActorTable, row: int) -> str:
    """Return id and blueprint of the actor in ``row``, "200 (audi.tt)"; of walkers and lights only the id."""
    category, _, blueprint = printable(actors.descriptions[row].type_id).partition(".")
    actor_id = str(int(actors.actor_id[row]))
    return f"{actor_id} ({blueprint})" if category in ("vehicle", "static") else actor_id


def _not_known(words: str, translate: Translate) -> str:
    """Return ``words``, an entry of ``StandCause.not_looked_at``, as the end of a sentence.

    >>> _not_known("lights: no map", in_english)
    'lights not known (no map)'
    """
    what, _, why = translate(words).partition(": ")
    return f"{what} not known ({why})" if why else what  # a translation has no such colon


def _place(cause: StandCause, name: Name, translate: Translate) -> str:
    """Return the end of a sentence that begins with "Stuck": "behind walker 55", "with the brake held"."""
    if cause.kind is CauseKind.BEHIND:
        return _queue(cause, name, translate)
    named, unnamed = _PLACES[cause.kind]
    about = cause.light if cause.kind in (CauseKind.WAITS_AT_RED, CauseKind.STOP_SIGN) else cause.row
    if cause.kind is CauseKind.GRIDLOCK:
        value = str(len(cause.chain) + 1) if cause.chain else ""
    else:
        value = "" if about is None else name(about)
    return translate(named).format(value) if value else translate(unnamed)


def _queue(cause: StandCause, name: Name, translate: Translate) -> str:
    """Return behind whom the vehicle stands, and why the vehicle at the head of the queue does."""
    head, count = cause.root.row if cause.root.row is not None else cause.row, len(cause.chain)
    if head is None:
        return translate("behind a vehicle")
    if count > 1:
        where = translate("in a queue of {} behind {}").format(count, name(head))
    else:
        where = translate("behind {}").format(name(head))
    why = root_words(cause, name, translate)
    if not why:
        return where
    if cause.root.kind is CauseKind.NEVER_MOVED:
        return translate("{}, which never moved").format(where)
    return translate("{}, itself {}").format(where, why)
