"""The verdict of a comparison as a sentence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from viewer.comparison.runs import What
from viewer.comparison.side import Side
from viewer.comparison.verdict import Difference, Verdict
from viewer.file_error import printable

if TYPE_CHECKING:
    from viewer.comparison.comparison import Comparison

_HERO = "the hero"
_ANSWERS = {
    Verdict.AGENT_FIRST: "The agent parted first: {}",
    Verdict.MOTION_FIRST: "Same controls, the car moved otherwise: {}",
    Verdict.WORLD_FIRST: "The world parted first: {}",
    Verdict.START_DIFFERS: "The start differs: {}",
}


def sentences(comparison: Comparison) -> list[str]:
    """Return the verdict of ``comparison`` as text: what parted first, then what that leaves open."""
    if comparison.reason:
        return [f"Not comparable: {printable(comparison.reason)}."]
    return [_answer(comparison), *_remarks(comparison)]


def _answer(comparison: Comparison) -> str:
    decision, ends = comparison.decision, comparison.ends
    end = ""
    if ends is not None:
        end = f"{ends.which.upper()} ends at {ends.time:.2f} s"
        if not ends.complete:
            end = f"{end}, damaged, with frame {ends.frame}, its last whole one"
    if decision.first is None:
        same = "The same, as far as both record it" if _unrecorded(comparison) else "The same"
        return f"{same} up to {comparison.times[-1]:.2f} s, then {end}." if end else f"{same}."
    first = decision.first
    parts = [_ANSWERS[comparison.verdict].format(difference_text(comparison, first))]
    if not math.isnan(first.hero_follows):
        parts.append(f"the hero's control follows {first.hero_follows:.2f} s later")
    elif comparison.verdict is Verdict.WORLD_FIRST and _hero_is_same(comparison):
        parts.append("the hero is the same")
    if decision.then is not None:
        parts.append(f"then {difference_text(comparison, decision.then)}")
    return f"{'; '.join(parts)}." + (f" {end}." if end and ends is not None and not ends.complete else "")


def _hero_is_same(comparison: Comparison) -> bool:
    pairs = [comparison.pair_of(row) for row in comparison.a.heroes]
    known = [pair for pair in pairs if pair is not None]
    return bool(known) and not any(len(comparison.intervals(pair)) for pair in known)


def _unrecorded(comparison: Comparison) -> bool:
    return bool(comparison.not_compared or comparison.only_recorded_a or comparison.only_recorded_b)


def _remarks(comparison: Comparison) -> list[str]:
    """Return sentences on what the verdict leaves open."""
    remarks = []
    a, b = comparison.a, comparison.b
    if a.index.path.resolve() == b.index.path.resolve():
        remarks.append("A and B are one file.")
    without = [name for name, side in (("A", a), ("B", b)) if not side.heroes]
    if without:
        remarks.append(f"There is no hero in {' and '.join(without)}: only the world is compared.")
    for name, side in (("A", a), ("B", b)):
        if len(side.index.actors.hero_rows) > len(side.heroes):
            taken = int(side.index.actors.actor_id[side.heroes[0]])
            remarks.append(f"{name} has several heroes: {taken} is taken.")
    better = comparison.alignment.better
    if better is not None:
        way = f"{abs(better.offset - comparison.alignment.offset):.2f} s"
        when = "later" if better.offset > comparison.alignment.offset else "earlier"
        remarks.append(f"B runs {way} {when}: --align {better.mode}.")
    doubts = comparison.partners.doubts
    if doubts:
        count = sum(len(doubt.rows_a) + len(doubt.rows_b) for doubt in doubts)
        remarks.append(f"{count} actors are too alike to be told apart, and are not judged.")
    parts = [
        *comparison.not_compared,
        *(f"{name} (only in A)" for name in comparison.only_recorded_a),
        *(f"{name} (only in B)" for name in comparison.only_recorded_b),
    ]
    if parts:
        remarks.append(f"Not compared, because not recorded: {', '.join(parts)}.")
    return remarks


def difference_text(comparison: Comparison, difference: Difference) -> str:
    """Return a difference as text: ``2763 audi.tt was 0.12 m apart at 12.35 s, 40 m from the hero``."""
    name, far = _name(comparison, difference), difference.hero_distance
    text = _what_text(name, difference)
    if difference.what is not What.WEATHER and name != _HERO and not math.isnan(far):
        text = f"{text}, {far:.0f} m from the hero"
    return (
        f"{text} (since {difference.since:.2f} s, farther away)"
        if difference.since < difference.time
        else text
    )


def _what_text(name: str, difference: Difference) -> str:
    """Return how the actor ``name`` differs, and when, as text."""
    when, value = f"{difference.time:.2f}", difference.value
    if difference.what is What.WEATHER:
        return f"the weather differs by {value:.3g} at {when} s"
    if difference.what is What.EXISTENCE:
        only = "A" if difference.row_b is None or difference.states.startswith("there") else "B"
        return f"{name} exists only in {only} at {when} s"
    return {
        What.POSITION: f"{name} was {value:.2f} m apart at {when} s",
        What.HEADING: f"{name} headed {value:.1f}° elsewhere at {when} s",
        What.CONTROL: f"{name} had {difference.unit} {value:.2f} apart at {when} s",
        What.BLUEPRINT: f"{name} is of another blueprint at {when} s",
        What.LIGHT: f"{name} was {difference.states} at {when} s",
        What.LAMP: f"{name} had other lamps on: {difference.states} at {when} s",
        What.DOOR: f"{name} had other doors open at {when} s",
    }[difference.what]


def _name(comparison: Comparison, difference: Difference) -> str:
    side: Side = comparison.a if difference.row_a is not None else comparison.b
    row = difference.row_a if difference.row_a is not None else difference.row_b
    if row is None:
        return ""
    if row in side.heroes:
        return _HERO
    short = side.index.actors.descriptions[row].type_id.partition(".")[2]
    return printable(f"{int(side.index.actors.actor_id[row])} {short}".strip())
