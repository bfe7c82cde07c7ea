"""Why a vehicle stands: the kinds of causes, and the cause of one stand."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class CauseKind(str, Enum):
    """Kind of cause for which a vehicle stands; of several at one time, the first one counts."""

    BEHIND = "behind"
    GRIDLOCK = "gridlock"
    WALKER = "walker"
    WAITS_AT_RED = "waits_at_red"
    STANDS_AT_GREEN = "stands_at_green"
    STOP_SIGN = "stop_sign"
    AGAINST = "against"
    BRAKE_HELD = "brake_held"
    NO_THROTTLE = "no_throttle"
    UNKNOWN = "unknown"
    NEVER_MOVED = "never_moved"
    """A parked vehicle or a prop: it never moved 2 m and never had throttle. Only roots have this cause."""


class Root(NamedTuple):
    """First of the standing vehicles that a stand is caused by, and why it stands.

    Attributes:
        kind: why it stands.
        row: its row in the actor table; None if the stand has no other vehicle ahead.
        light: row of the traffic light or stop sign it stands at; None without one.
    """

    kind: CauseKind
    row: int | None = None
    light: int | None = None


class StandCause(NamedTuple):
    """Cause of one stand of a vehicle, as definitions in ``resources/guide/events.md`` say.

    Attributes:
        kind: kind of the cause.
        since: elapsed seconds at which the cause began to hold; for a light that turned green, the turn.
        root: the vehicle at which the stand begins, and its cause; the stand's own cause without one ahead.
        row: row of the vehicle directly ahead, of the walker, or of what is pushed against; None for none.
        light: row of the traffic light or stop sign; None without one.
        changed: whether that light changed at any time in the recording; None without a light.
        chain: rows of the vehicles ahead, the nearest first, the root last.
        gaps: distance in metres from each vehicle of the chain to the one before it, the stander first.
        ruled_out: causes that do not hold, as words.
        not_looked_at: what is not known, as words such as "lights: no map".
    """

    kind: CauseKind
    since: float
    root: Root
    row: int | None = None
    light: int | None = None
    changed: bool | None = None
    chain: tuple[int, ...] = ()
    gaps: tuple[float, ...] = ()
    ruled_out: tuple[str, ...] = ()
    not_looked_at: tuple[str, ...] = ()


class HeroStand(NamedTuple):
    """Stand of the hero of 1 s or longer: its ``begin`` and ``end`` in elapsed seconds, and its cause."""

    begin: float
    end: float
    kind: CauseKind
