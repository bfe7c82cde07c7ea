"""Where vehicles drove: a stand-in for roads where there is no map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.recording.actors import VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.recording.units import metres
from viewer.replay.paths.first_passes import first_passes
from viewer.replay.world.matching import match
from viewer.replay.world.pose import teleported

_STEP = 0.5  # seconds between two places of a path
_FEWEST, _MOST = 500, 6_000  # frames that are read
_APART = 0.25  # metres within which two paths are one
_MOVED = 1.0  # metres: a vehicle that stays within them has driven no path


def driven_paths(index: RecordingIndex, *, proceed: Proceed = always) -> list[NDArray[np.float64]]:
    """Return the paths of all vehicles that moved, each (K, 2) in metres, K ≥ 2.

    Places are taken about twice a second; a path ends where its vehicle dies, is not told of, or is put
    elsewhere. What was driven before is left out, so that laps cost no more to draw than what one sees.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    movers = np.flatnonzero(np.isin(index.actors.category, tuple(VEHICLES)))
    frames = _sampled(index)
    if not len(movers) or len(frames) < 2:  # noqa: PLR2004 - one place is no path
        return []
    places = _places(index, movers, frames, proceed)
    seconds = np.diff(index.elapsed[frames])[:, None]
    steps = np.diff(places, axis=0)
    broken = ~np.isfinite(steps).all(axis=2) | teleported(steps, seconds)
    paths = []
    for k in range(len(movers)):
        runs = np.flatnonzero(np.diff(~broken[:, k], prepend=False, append=False)).reshape(-1, 2)
        ways = (places[begin : end + 1, k] for begin, end in runs.tolist())
        paths += [way for way in ways if (np.ptp(way, axis=0) > _MOVED).any()]
    return list(first_passes(paths, _APART))


def _sampled(index: RecordingIndex) -> NDArray[np.int64]:
    """Return the indices of the frames to read, ascending."""
    wanted = int(np.clip(index.duration / _STEP, _FEWEST, _MOST))
    if len(index.heads) <= wanted:
        return np.arange(len(index.heads))
    times = np.linspace(0.0, index.duration, wanted)
    frames: NDArray[np.int64] = (np.searchsorted(index.elapsed, times, side="right") - 1).clip(0)
    different: NDArray[np.int64] = frames[np.diff(frames, prepend=-1) != 0]
    return different


def _places(
    index: RecordingIndex, drivers: NDArray[np.int64], frames: NDArray[np.int64], proceed: Proceed
) -> NDArray[np.float64]:
    """Return where each driver was in each frame, shape (frames, drivers, 2); NaN where it was not."""
    actors = index.actors
    places = np.full((len(frames), len(drivers), 2), np.nan)
    ids = actors.actor_id[drivers]
    for i, frame in enumerate(frames.tolist()):
        check(proceed, i / len(frames))
        alive = np.flatnonzero(
            (actors.spawn_frame[drivers] <= frame) & (frame < actors.destroy_frame[drivers])
        )
        alive = alive[np.argsort(ids[alive], kind="stable")]
        records = index.read_frame(frame).records(packets.POSITION)
        found, known = match(ids[alive], records["actor_id"])
        places[i, alive[found]] = metres(records["location"][known])[:, :2]
    return places
