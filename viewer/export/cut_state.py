"""What holds at the beginning of a cut recording because it was written before, when it changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import PacketKind
from viewer.recording.repair.mended_frame import MendedFrame

CHANGES = tuple(kind for kind in packets.PACKETS if kind.holds_for is not None)
"""Packets that are written when something changes."""

_UNNAMED = -1  # the id of scene lights that have none


class StandingState:
    """The latest of everything that is written when it changes; told of all such frames, in order."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._latest: dict[PacketKind, dict[tuple[Any, ...], Any]] = {kind: {} for kind in CHANGES}

    def take(self, frame: MendedFrame, new: Collection[int]) -> None:
        """Go on to a frame; of ``new`` actors, nothing from before holds."""
        for kind, latest in self._latest.items():
            if kind.keyed and new:
                for key in [key for key in latest if key[0] in new]:
                    del latest[key]
            names = [field.name for field in kind.fields]
            places = [names.index(name) for name in kind.holds_for or ()]
            for record in frame.rows(kind):
                key = tuple(record[place] for place in places)
                if kind is packets.VEHICLE_DOOR and key[1] == VehicleDoor.ALL:
                    for door in VehicleDoor:
                        latest.pop((key[0], door), None)
                latest[(*key, len(latest)) if key == (_UNNAMED,) else key] = record

    def write(self, frame: MendedFrame, staying: Collection[int]) -> None:
        """Let a frame say all of it, as far as it belongs to those who stay, or to nobody."""
        for kind, latest in self._latest.items():
            rows = [row for key, row in latest.items() if not kind.keyed or key[0] in staying]
            if rows or kind in frame:
                frame.provide(kind)
                frame.write(kind, rows)
