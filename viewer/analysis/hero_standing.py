"""How long the hero stood and for which causes, and a sentence on a run that ran out of time."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.analysis.stand_cause import CauseKind, HeroStand

_BLOCKED, _TIMED_OUT = "blocked", ("timed out", "tickruntime")
"""Parts of the Leaderboard's status, in lower case, of runs that ended as the hero did not get on in time."""
_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_WHERE = {
    CauseKind.BEHIND: "behind others", CauseKind.GRIDLOCK: "in a gridlock", CauseKind.WALKER: "for walkers",
    CauseKind.WAITS_AT_RED: "at red", CauseKind.STANDS_AT_GREEN: "at green",
    CauseKind.STOP_SIGN: "at stop signs", CauseKind.AGAINST: "against something",
    CauseKind.BRAKE_HELD: "braking", CauseKind.NO_THROTTLE: "without throttle",
    CauseKind.UNKNOWN: "for no known cause",
}  # fmt: skip


def is_out_of_time(status: str) -> bool:
    """Return whether a run with this ``status`` in the Leaderboard's results ran out of time."""
    return any(each in status.casefold() for each in _TIMED_OUT)


def is_blocked(status: str) -> bool:
    """Return whether a run ended because the hero was blocked, or ran out of time, by its ``status``."""
    return _BLOCKED in status.casefold() or is_out_of_time(status)


def standing_time(stands: Sequence[HeroStand]) -> float:
    """Return for how many seconds the hero stood in all of ``stands``."""
    return sum(each.end - each.begin for each in stands)


def standing_by_cause(stands: Sequence[HeroStand]) -> dict[str, float]:
    """Return for how many seconds the hero stood, by kind of cause, the longest first."""
    seconds: dict[str, float] = {}
    for each in stands:
        seconds[each.kind.value] = seconds.get(each.kind.value, 0.0) + each.end - each.begin
    return dict(sorted(seconds.items(), key=lambda each: -each[1]))


def out_of_time_text(stands: Sequence[HeroStand], duration: float, distance: float | None) -> str:
    """Return why a run ran out of time, as text without full stop.

    >>> red = HeroStand(10.0, 91.0, CauseKind.WAITS_AT_RED)
    >>> out_of_time_text([red, HeroStand(100.0, 137.0, CauseKind.BEHIND)], 200.0, 90.2)
    'ran out of time: stood 118 of 200 s in two stands (81 s at red), 1.1 m/s between'

    Args:
        stands: stands of the hero.
        duration: length of the run in seconds.
        distance: metres that the hero drove, None if not known.
    """
    stood, count = standing_time(stands), len(stands)
    number = _WORDS[count] if count < len(_WORDS) else str(count)
    text = f"ran out of time: stood {stood:.0f} of {duration:.0f} s in {number} stand{'s' * (count != 1)}"
    for kind, seconds in list(standing_by_cause(stands).items())[:1]:
        text += f" ({seconds:.0f} s {_WHERE[CauseKind(kind)]})"
    if distance is not None and duration > stood:
        text += f", {distance / (duration - stood):.1f} m/s between"
    return text
