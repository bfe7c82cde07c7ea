"""What of a recording no rule can judge, whatever it looks for: told once, before any of them looks."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from viewer.analysis.event_table import NotJudged
from viewer.analysis.inquiry import Inquiry
from viewer.analysis.kinds import KINDS, STALLS
from viewer.recording.actors import Category
from viewer.recording.collision_sensors import NONE, collisions_told

_FEWEST = 2
"""Moments that anything needs to happen."""


def add_unjudged(inquiry: Inquiry, kinds: Iterable[str]) -> None:
    """Tell who cannot be judged by some kinds, as nothing says what or where they are.

    A collision that is recorded needs none of this, but somebody who would have reported it.
    """
    traffic, actors = inquiry.traffic, inquiry.traffic.index.actors
    if not collisions_told(traffic.index):
        inquiry.skip("collision", NONE)
    kinds = [kind for kind in kinds if kind != "collision"]
    if len(traffic.times) < _FEWEST:
        for kind in kinds:
            inquiry.skip(kind, "no time passes in the recording")
        return
    about_actors = [kind for kind in kinds if KINDS[kind].finder is not STALLS]
    nameless = [
        row
        for row in np.flatnonzero((actors.category == Category.OTHER) & (actors.parent < 0)).tolist()
        if not actors.descriptions[row].type_id
    ]
    never, at_times = _without_poses(inquiry)
    for kind in about_actors:
        if nameless:
            inquiry.not_judged[NotJudged(kind, tuple(nameless), "they have no blueprint")] = None
        if never:
            inquiry.skip(kind, "their poses are not known", tuple(never))
        if at_times:
            inquiry.skip(kind, "some of their poses are not known", tuple(at_times))


def _without_poses(inquiry: Inquiry) -> tuple[list[int], list[int]]:
    """Return the lives whose poses are never known, and those of which some are not."""
    traffic = inquiry.traffic
    never, at_times = [], []
    for life in np.flatnonzero(inquiry.judged & traffic.moves).tolist():
        told = np.flatnonzero(np.isfinite(traffic.places_of(life)[:, 0]))
        if not len(told) and traffic.ends[life] - traffic.begins[life] > _FEWEST:
            never.append(life)
        elif len(told) and told[-1] - told[0] >= len(told):
            at_times.append(life)
    return never, at_times
