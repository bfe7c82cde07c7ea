"""Which versions of CARLA write such a file."""

from __future__ import annotations

from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.recording.index import RecordingIndex

_RENUMBERED_HEADER = 2  # version of the header since 0.9.16

_BY_PACKET = (
    ((21, 22, 23), "CARLA 0.9.15+"),  # wheels, bikers and doors
    ((packets.VISUAL_TIME.id,), "CARLA 0.9.14"),
    ((packets.VEHICLE_LIGHT.id,), "CARLA 0.9.10–0.9.13"),
    ((packets.ANIM_VEHICLE.id,), "CARLA 0.9.6–0.9.9"),
)
"""Packets written into every frame, newest first, and the builds that know them but no newer ones."""


def carla_version(index: RecordingIndex) -> str:
    """Return the versions of CARLA that write such a file, as far as its packets tell (FORMAT.md §2.1)."""
    if not index.packet_counts:
        return ""
    if index.dialect.early_ue5:
        return "CARLA for UE5, before 0.10"
    if index.engine is Engine.UE5:
        return "CARLA 0.10+"
    if index.header.version >= _RENUMBERED_HEADER:
        return "CARLA 0.9.16+"
    seen = index.packet_counts.keys()
    return next((text for ids, text in _BY_PACKET if not seen.isdisjoint(ids)), "CARLA 0.9.5")
