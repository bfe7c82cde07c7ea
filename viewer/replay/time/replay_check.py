"""Reasons, found without a simulator, why CARLA's replay of a recording may fail or differ."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from viewer.logfile import packets
from viewer.logfile.dialect import SHIFTED_ATTRIBUTES
from viewer.logfile.fields import Engine
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.detect import carla_version

_LARGEST = 2**31 - 1
"""Largest size in bytes of a recording that CARLA itself can replay."""
_NAMED = 5
"""Most actor ids that a message about CARLA's replay lists one by one; the others are counted."""
_NUMBERED_TWICE = (packets.ANIM_VEHICLE_WHEELS, packets.ANIM_BIKER, packets.VEHICLE_DOOR)


def replay_troubles(index: RecordingIndex, start: float = 0.0) -> Iterator[str]:
    """Yield a sentence for each reason why CARLA fails to replay a recording, or replays it differently.

    Args:
        index: the recording.
        start: elapsed seconds at which the replay begins.
    """
    dialect = index.dialect
    if index.size > _LARGEST:
        size = f"{index.size / 2**30:.1f} GiB"
        yield f"The file has {size}: CARLA breaks on files over 2 GiB; cut a part of it and replay that."
    yield from _damage(index)
    if dialect.early_ue5:
        yield "An early build for UE5 wrote it, which could not replay its own files: no build can."
    elif dialect.engine is Engine.UE5:
        yield "CARLA for UE5 wrote it: builds for UE4 read it wrongly and break."
    if index.header.version >= SHIFTED_ATTRIBUTES:
        yield "Its attributes are numbered as since 0.9.16: older builds of CARLA take them for others."
    counts = index.packet_counts
    if any(counts.get(dialect.id_of(kind)) for kind in _NUMBERED_TWICE):
        version = carla_version(index)
        yield f"Builds of CARLA number doors and wheels differently and hang on others': use {version}."
    foreign = sorted(each for each in counts if each not in packets.BY_ID)
    if foreign:
        yield f"CARLA does not know packets with id {_listed(foreign)} and leaves them out."
    yield from _ids(index)
    if len(index.frame_starts) and start >= index.duration:
        yield "CARLA never shows the last frame: nothing is left to see from there on."


def _damage(index: RecordingIndex) -> Iterator[str]:
    damages = [each for each in index.problems if each.damage]
    if not damages:
        return
    first = min(damages, key=lambda each: -1 if each.offset is None else each.offset)
    where = "" if first.offset is None else f" at byte {first.offset:,}"
    yield (
        f"The file is damaged{where} ({first.what}): CARLA may stop, hang or break there; "
        "replay what check --repair writes."
    )


def _ids(index: RecordingIndex) -> Iterator[str]:
    actors = index.actors
    ids, times = np.unique(actors.actor_id, return_counts=True)
    again = ids[times > 1].tolist()
    if again:
        yield f"Later actors use id {_listed(again)} again: CARLA before 0.9.16 may move the wrong ones."
    implied = actors.descriptions.of_each(lambda each: each.implied, np.bool_)
    strangers = sorted(actors.actor_id[implied].tolist())
    if strangers:
        yield f"Nothing adds id {_listed(strangers)}: CARLA moves whatever actor has that id then."


def _listed(ids: list[int]) -> str:
    more = f" and {len(ids) - _NAMED:,} more" if len(ids) > _NAMED else ""
    return ", ".join(map(str, ids[:_NAMED])) + more
