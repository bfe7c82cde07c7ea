"""Who could be the hero of a recording in which nobody is called so."""

from __future__ import annotations

import numpy as np

from viewer.file_error import printable
from viewer.recording.actor_name import NO_HERO
from viewer.recording.actors import MOVERS, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import trajectory

_CROWD = frozenset(("", "autopilot", "scenario", "background", "default", "pedestrian", "walker"))
"""Role names that scripts give to traffic."""
_LOOKED_AT, _TOLD = 8, 3
"""Actors whose way is measured, and those that are named."""


def nobody_is_hero(index: RecordingIndex) -> str:
    """Return that there is no hero and who could be it, as a sentence without its full stop.

    Those that have sensors attached come first, then those with a role_name that only they have, then
    vehicles before walkers, by how long they live; of these the likeliest are named that move.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    actors = index.actors
    rows = np.flatnonzero(np.isin(actors.category, MOVERS) & (actors.parent < 0))
    sensors = np.bincount(
        actors.parent[(actors.category == Category.SENSOR) & (actors.parent >= 0)], minlength=len(actors)
    )
    roles = [actors.descriptions[row].role_name for row in rows.tolist()]
    alone = np.array([role not in _CROWD and roles.count(role) == 1 for role in roles], np.bool_)
    ends = np.minimum(actors.destroy_frame[rows], len(index.heads))
    keys = actors.spawn_frame[rows] - ends, ~np.isin(actors.category[rows], VEHICLES), ~alone, -sensors[rows]
    told = []
    for row in rows[np.lexsort(keys)][:_LOOKED_AT].tolist():
        places = trajectory(index, row).locations[:, :2]
        moves = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum()) if len(places) else 0.0
        if moves >= 1.0 or sensors[row]:
            told.append(_described(index, row, int(sensors[row]), moves))
    if not told:
        return f"{NO_HERO}, and nobody moves who could be"
    return f"{NO_HERO}; it could be {' or '.join(told[:_TOLD])}"


def _described(index: RecordingIndex, row: int, sensors: int, moves: float) -> str:
    """Return an actor with what speaks for it: ``24 (lincoln.mkz, role_name cav, 3 sensors, moves 80 m)``."""
    description = index.actors.descriptions[row]
    facts = [description.type_id.partition(".")[2] or "without a blueprint"]
    facts += [f"role_name {description.role_name}"] if description.role_name else []
    facts += ["1 sensor" if sensors == 1 else f"{sensors} sensors"] if sensors else []
    facts += [f"moves {moves:.0f} m"]
    return f"{int(index.actors.actor_id[row])} ({printable(', '.join(facts))})"
