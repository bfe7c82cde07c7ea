"""How long traffic lights stay as they are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.read.changes import ChangeBook
from viewer.replay.world.matching import match
from viewer.replay.world.world import World

_LASTING = {TrafficLightState.GREEN: "green", TrafficLightState.YELLOW: "yellow"}
"""Phases whose length the file tells. A light is red until those of its group had their turn, not as long as
its own red time, which is the pause of the whole group."""

_LONGEST = 1e7
"""Seconds; some make phases very long to keep a light as it is, but one of four months is damage."""


class LightPhases(NamedTuple):
    """Of each actor: whether it is a light that is frozen (N,), and seconds left of its phase or NaN (N,)."""

    frozen: NDArray[np.bool_]
    left: NDArray[np.float64]


def light_phases(world: World, book: ChangeBook) -> LightPhases:
    """Return the phases of the traffic lights; derived from recorded lengths, and times in this state.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    frozen = np.zeros(len(world.rows), np.bool_)
    left = np.full(len(world.rows), np.nan)
    records = world.records(packets.TRAFFIC_LIGHT_STATE)
    places, known = match(world.actor_ids, records["actor_id"])
    frozen[places] = records["frozen"][known]
    index = world.index
    if not index.packet_counts.get(index.dialect.id_of(packets.TRAFFIC_LIGHT_TIME)):
        return LightPhases(frozen, left)
    lengths = book.of(packets.TRAFFIC_LIGHT_TIME).until(world.frame_index)
    states = np.full(len(world.rows), -1)
    passed = np.full(len(world.rows), np.nan)
    states[places], passed[places] = records["state"][known], records["time_in_state"][known]
    owners, told = match(world.actor_ids, lengths["actor_id"])
    with np.errstate(invalid="ignore"):
        for state, name in _LASTING.items():
            length = np.full(len(world.rows), np.nan)
            length[owners] = lengths[name][told]  # the latest one is written last
            lasting = (states == state) & ~frozen
            left[lasting] = length[lasting] - passed[lasting]
        left = np.where(np.abs(left) < _LONGEST, np.maximum(left, 0.0), np.nan)
    return LightPhases(frozen, left)
