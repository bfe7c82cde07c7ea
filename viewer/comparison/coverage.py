"""Coverage of recordings: what only one of two records, and what neither records."""

from __future__ import annotations

from viewer.comparison.partners import Partners
from viewer.comparison.side import Side
from viewer.logfile import packets
from viewer.recording.actors import Category

_RECORDED = {
    "control": packets.ANIM_VEHICLE,
    "traffic lights": packets.TRAFFIC_LIGHT_STATE,
    "lamps": packets.VEHICLE_LIGHT,
    "doors": packets.VEHICLE_DOOR,
    "weather": packets.WEATHER,
    "velocity": packets.KINEMATICS,
}
"""Packets that not every recording has, by what they record; velocities are not compared in any case."""


def what_is_recorded(a: Side, b: Side) -> tuple[list[str], list[str], tuple[str, ...]]:
    """Return what only A records, what only B records, and what neither records."""
    in_a = {name for name, kind in _RECORDED.items() if a.records(kind)}
    in_b = {name for name, kind in _RECORDED.items() if b.records(kind)}
    only_a, only_b = ([name for name in _RECORDED if name in each] for each in (in_a - in_b, in_b - in_a))
    neither = tuple(name for name in _RECORDED if name not in in_a | in_b and name != "velocity")
    return only_a, only_b, neither


def without_unrecorded(a: Side, b: Side, partners: Partners) -> tuple[Partners, list[str], list[str]]:
    """Leave out lights or signs without a partner if the other recording has none at all.

    Returns:
        The partners, what A does not record, and what B does not record.
    """
    missing: tuple[list[str], list[str]] = ([], [])
    left = [partners.only_a, partners.only_b]
    for category, name in (
        (Category.TRAFFIC_LIGHT, "traffic lights"),
        (Category.TRAFFIC_SIGN, "traffic signs"),
    ):
        counts = [int((side.index.actors.category == category).sum()) for side in (a, b)]
        for number in (0, 1):
            if counts[number] and not counts[1 - number]:
                side = (a, b)[number]
                left[number] = left[number][side.index.actors.category[left[number]] != category]
                missing[1 - number].append(name)
    kept = Partners(partners.rows_a, partners.rows_b, partners.by, partners.doubts, *left)
    return kept, missing[0], missing[1]
