"""Queues of standing vehicles: who is behind whom, down to the first one, and rings that block themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from viewer.analysis.vehicles_ahead import FinderAhead
from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, always, check

_TOGETHER = 64
"""Number of looks (moments in time) whose vehicles are searched in one tree."""


@dataclass(frozen=True, eq=False)
class Queues:
    """Slow vehicles at some looks, and the obstacle ahead of each: K nodes, sorted by look, then by track.

    A look is a moment in time, an index into ``samples``; a track is an index in ``Traffic``.

    Attributes:
        samples: samples (indices into ``Traffic.times``) of the L looks, ascending, shape (L,).
        look: look of each node, shape (K,).
        track: track of the slow vehicle, shape (K,).
        ahead: track of the slow vehicle or prop directly ahead, −1 for none, shape (K,).
        gap: distance between both boxes in metres; NaN for none, shape (K,).
        onward: node of the vehicle directly ahead, −1 for none or a prop, shape (K,).
        root: node that one comes to by going ahead as far as possible; in a ring, its node with the lowest
            track; shape (K,).
        in_ring: True for nodes of a ring of vehicles, each of which is behind another one, shape (K,).
    """

    samples: Ints
    look: Ints
    track: Ints
    ahead: Ints
    gap: Floats
    onward: Ints
    root: Ints
    in_ring: Flags

    def chain(self, node: int) -> tuple[list[int], list[float]]:
        """Return the tracks ahead of ``node``, the nearest first, and the gap to each in metres.

        The last one is the root: it is behind nobody, or the member of a ring with the lowest track.
        """
        tracks, gaps = [], []
        while node >= 0 and self.ahead[node] >= 0:
            tracks.append(int(self.ahead[node]))
            gaps.append(round(float(self.gap[node]), 2))
            node = int(self.onward[node])
            if node >= 0 and self.in_ring[node] and self.root[node] == node:
                break
        return tracks, gaps


def _find(look: Ints, track: Ints, wanted: Ints) -> Ints:
    """Return for each node the index of that at its look whose track is ``wanted``, −1 if none, shape (K,).

    ``look`` and ``track`` are those of the nodes, sorted by look, then by track.
    """
    most = int(max(track.max(initial=0), wanted.max(initial=0))) + 1
    keys = look * most + track
    keys_wanted = look * most + wanted
    at = np.searchsorted(keys, keys_wanted)
    return np.where(np.append(keys, -1)[at] == keys_wanted, at, -1)


def find_queues(
    finder: FinderAhead,
    samples: Ints,
    is_parked: Callable[[int], bool],
    should_continue: ShouldContinue = always,
) -> Queues:
    """Return who stands ahead of each slow vehicle at ``samples``, which are indices into ``Traffic.times``.

    Args:
        finder: search for the nearest obstacle.
        samples: moments to look at, ascending, shape (L,).
        is_parked: whether a track is a vehicle without a driver, which waits for nobody.
        should_continue: returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    found = [(np.empty(0, np.int64),) * 3 + (np.empty(0),)]
    for begin in range(0, len(samples), _TOGETHER):
        check(should_continue, begin / len(samples))
        look, track, ahead, gap = finder.ahead(samples[begin : begin + _TOGETHER])
        found.append((look + begin, track, ahead, gap))
    look, track, ahead, gap = (np.concatenate(each) for each in zip(*found, strict=True))
    parked = [each for each in np.unique(track[ahead >= 0]).tolist() if is_parked(each)]
    ahead[np.isin(track, parked)] = -1
    onward = np.where(ahead >= 0, _find(look, track, ahead), -1)
    nodes = np.arange(len(look))
    steps = np.where(onward >= 0, onward, nodes)
    root, lowest = steps, nodes
    for _ in range(int(np.ceil(np.log2(max(len(finder.traffic), 2)))) + 1):  # each time twice as far
        lowest = np.minimum(lowest, lowest[root])
        root = root[root]
    in_ring = np.zeros(len(look), np.bool_)
    in_ring[root] = steps[root] != root
    root = np.where(in_ring[root], lowest[root], root)
    return Queues(samples, look, track, ahead, gap, onward, root, in_ring)
