"""Signals of the traffic light that an actor drives towards."""

from __future__ import annotations

import numpy as np

from viewer.analysis.series.reading import TownReading
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.replay.series.series import Samples


def light_ahead_id(reading: TownReading) -> Samples:
    """Return the id of the traffic light ahead of the actor, in the frames in which there is one."""
    has = np.flatnonzero(reading.light_ahead.rows >= 0)
    rows = reading.light_ahead.rows[has]
    ids = reading.index.actors.actor_id[rows].astype(np.float64)
    return Samples(reading.poses.frames[has], ids, recorded=False)


def light_ahead_source(reading: TownReading) -> Samples:
    """Return how it is known that the light is for the actor, as a place in LIGHT_SOURCES."""
    has = np.flatnonzero(reading.light_ahead.rows >= 0)
    sources = reading.light_ahead.sources[has].astype(np.float64)
    return Samples(reading.poses.frames[has], sources, recorded=False)


def light_ahead_state(reading: TownReading) -> Samples:
    """Return the TrafficLightState of the light ahead of the actor."""
    has = np.flatnonzero(reading.light_ahead.rows >= 0)
    frames, rows = reading.poses.frames[has], reading.light_ahead.rows[has]
    found_frames, found = [np.empty(0, np.int64)], [np.empty(0)]
    breaks = np.flatnonzero((np.diff(rows) != 0) | (np.diff(frames) > 1)) + 1
    for part in np.split(np.arange(len(frames)), breaks) if len(frames) else ():
        span = slice(int(frames[part[0]]), int(frames[part[-1]]) + 1)
        actor_id = int(reading.index.actors.actor_id[rows[part[0]]])
        at, records = reading.of_actor(packets.TRAFFIC_LIGHT_STATE, actor_id, span)
        found_frames.append(at)
        found.append(np.minimum(records["state"], TrafficLightState.UNKNOWN).astype(np.float64))
    return Samples(np.concatenate(found_frames), np.concatenate(found), recorded=False)
