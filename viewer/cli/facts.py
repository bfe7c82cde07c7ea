"""Frames, actors and numbers of a recording as JSON knows them."""

from __future__ import annotations

import math
from typing import Any

from viewer.logfile.enums import SCENERY
from viewer.recording.actors import NEVER, Category
from viewer.recording.index import RecordingIndex

Facts = dict[str, Any]


def number(value: float) -> float | None:
    """Return a number; None for what is none."""
    return value if math.isfinite(value) else None


def frame_facts(index: RecordingIndex, frame: int) -> Facts:
    """Return which frame a frame index means: its id as written, and its time in seconds."""
    return {"frame": int(index.heads["frame"][frame]), "elapsed": float(index.elapsed[frame])}


def actor_facts(index: RecordingIndex, row: int, actor_id: int) -> Facts:
    """Return who an actor is, by its row, −1 if that is not known, and its id."""
    if row < 0:
        return {"actor_id": None if actor_id == SCENERY else actor_id, "kind": _unknown_kind(actor_id)}
    description = index.actors.descriptions[row]
    return {
        "actor_id": actor_id,
        "kind": Category(index.actors.category[row]).label,
        "blueprint": description.type_id,
        "role_name": description.role_name or None,
        "hero": row in index.actors.hero_rows,
    }


def life_facts(index: RecordingIndex, row: int) -> Facts:
    """Return who an actor is, when it lived, on whom it hangs, and its attributes."""
    actors = index.actors
    destroyed, parent = int(actors.destroy_frame[row]), int(actors.parent[row])
    return {
        **actor_facts(index, row, int(actors.actor_id[row])),
        "spawned": frame_facts(index, int(actors.spawn_frame[row])),
        "destroyed": None if destroyed == NEVER else frame_facts(index, destroyed),
        "parent_id": None if parent < 0 else int(actors.actor_id[parent]),
        "location": [number(value) for value in actors.location[row].tolist()],
        "attributes": dict(actors.descriptions[row].attributes),
    }


def _unknown_kind(actor_id: int) -> str:
    return "scenery" if actor_id == SCENERY else "unknown"
