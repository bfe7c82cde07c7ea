"""Suggestion of likely heroes (vehicles under test) for a recording in which no role_name names one."""

from __future__ import annotations

import numpy as np

from viewer.file_error import printable
from viewer.recording.actor_name import NO_HERO
from viewer.recording.actors import MOVERS, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import trajectory

HOW_TO_NAME_IT = "--hero ID or --hero role=NAME says who it is"
_CROWD = frozenset(("", "autopilot", "scenario", "background", "default", "pedestrian", "walker"))
"""Role names that scripts give to background traffic."""
_MAX_CANDIDATES, _MAX_LISTED = 8, 3
"""Largest number of actors examined as possible heroes; largest number of them that a text names."""


def no_hero_text(index: RecordingIndex) -> str:
    """Return a sentence, without full stop, that says there is no hero and which actors may be it.

    Actors with sensors come first, then those with a unique role_name, then vehicles before walkers, longest
    lifetime first. Only actors that move or have sensors are named.

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
    ends = np.minimum(actors.destroy_frame[rows], len(index.frame_starts))
    keys = actors.spawn_frame[rows] - ends, ~np.isin(actors.category[rows], VEHICLES), ~alone, -sensors[rows]
    candidates = []
    for row in rows[np.lexsort(keys)][:_MAX_CANDIDATES].tolist():
        places = trajectory(index, row).locations[:, :2]
        moves = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
        if moves >= 1.0 or sensors[row]:
            candidates.append(_described(index, row, int(sensors[row]), moves))
    if not candidates:
        return f"{NO_HERO}, and nobody moves who could be"
    return f"{NO_HERO}; it could be {' or '.join(candidates[:_MAX_LISTED])}"


def _described(index: RecordingIndex, row: int, sensors: int, moves: float) -> str:
    """Return an actor as text, like ``24 (lincoln.mkz, role_name cav, 3 sensors, moves 80 m)``.

    ``row`` is its row in the actor table, ``sensors`` the number of its sensors, ``moves`` the metres that it
    drives.
    """
    description = index.actors.descriptions[row]
    facts = [description.type_id.partition(".")[2] or "without a blueprint"]
    facts += [f"role_name {description.role_name}"] if description.role_name else []
    facts += ["1 sensor" if sensors == 1 else f"{sensors} sensors"] if sensors else []
    facts += [f"moves {moves:.0f} m"]
    return f"{int(index.actors.actor_id[row])} ({printable(', '.join(facts))})"
