"""Placing a run's folder on a recording: which frame step 0 is, by the positions of the agent's vehicle.

Steps, frames and numbers of files are counted apart, so only positions tell reliably how they belong
together: a right offset fits to less than a millimetre, the next by the way of one step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, always, cancellable
from viewer.recording.actors import VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import trajectory
from viewer.run_folder.contents import Contents, StepPoses

_NEAR = 0.05
"""Largest median distance in metres between recorded and written positions at the right offset."""
_FEWEST = 20
"""Fewest samples at which the vehicle moves."""
_APART = 2.0
"""Least ratio of the second best median distance to the best."""
_MOVING = 0.1  # m/s
_ROUGH = 96
"""Most samples compared at every offset; the best offsets are then compared at all."""
_BEST = 64
_FEWEST_ROUGH = 3
_AT_ONCE = 2048
_LEAST_MEDIAN = 1e-3
"""Metres; medians below are equal, as far as the ratio to the next best is concerned."""


class Placement(NamedTuple):
    """Frames of a recording that the steps of a run's folder show.

    Attributes:
        offset: frame index of step 0; may be negative.
        matched: ``poses``, ``name`` or ``user``; None if the folder cannot be placed.
        median: median distance in metres between recorded and written positions; None without positions.
        samples: number of samples at which these were compared.
        sentence: how the folder was placed, or why it cannot be, as a sentence.
    """

    offset: int
    matched: str | None
    median: float | None
    samples: int
    sentence: str


NO_PLACE = Placement(0, None, None, 0, "")
"""Placement of a folder that has no steps, only text logs."""


class _Fit(NamedTuple):
    offset: int
    median: float
    samples: int
    next_best: float


def place(
    index: RecordingIndex, contents: Contents, hero: int | None, should_continue: ShouldContinue = always
) -> Placement:
    """Return where the steps of a run's folder lie in a recording.

    Args:
        index: the recording.
        contents: content of the folder.
        hero: row of the hero in the actor table; None if there is none: then each vehicle is tried.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    poses, every = contents.poses, frames_per_step(index, contents)
    if poses is None:
        return _by_rule(contents, "the folder holds no positions")
    nearest, still = np.inf, False
    for row in cancellable(_rows(index, poses, hero), should_continue, 1):
        positions, moving = _track(index, row)
        fit = best_offset(poses, positions, moving, every)
        if fit is None:
            still = True
            continue
        nearest = min(nearest, fit.median)
        if fit.median < _NEAR and fit.next_best >= _APART * max(fit.median, _LEAST_MEDIAN):
            return Placement(fit.offset, "poses", fit.median, fit.samples, _found(fit))
    if nearest < _NEAR:
        return _by_rule(contents, "several offsets fit the positions alike")
    if np.isfinite(nearest):
        told = f"Does not belong to this recording: positions differ by {nearest:.2g} m at best."
        return Placement(0, None, float(nearest), 0, told)
    if still:
        return _by_rule(contents, f"the vehicle moves at fewer than {_FEWEST} of {len(poses.steps):,} steps")
    return _by_rule(contents, "the recording has no vehicle to compare with")


def _found(fit: _Fit) -> str:
    agree = f"positions agree within {max(fit.median, _LEAST_MEDIAN):.3f} m at {fit.samples:,} steps"
    if not fit.offset:
        return f"Pictures begin with the recording ({agree})."
    if fit.offset < 0:
        return f"Pictures begin {-fit.offset:,} frames before the recording ({agree})."
    return f"Pictures begin {fit.offset:,} frames after the recording ({agree})."


def _by_rule(contents: Contents, why: str) -> Placement:
    if contents.usual_offset is None:
        return Placement(0, None, None, 0, f"Cannot be placed: {why}.")
    told = f"Placed by its name and layout, not verified: {why}."
    return Placement(contents.usual_offset, "name", None, 0, told)


def frames_per_step(index: RecordingIndex, contents: Contents) -> int:
    """Return how many frames of the recording one step of the folder lasts, at least 1."""
    if contents.step_seconds is None or len(index.elapsed) < 2:  # noqa: PLR2004 - one frame has no duration
        return 1
    usual = float(np.median(np.diff(index.elapsed)))
    return max(round(contents.step_seconds / usual), 1) if usual > 0 else 1


def _rows(index: RecordingIndex, poses: StepPoses, hero: int | None) -> list[int]:
    """Return the rows of the actors that may be the agent's vehicle."""
    if poses.actor_id is not None and (rows := index.actors.rows_of(poses.actor_id)):
        return list(rows)
    if hero is not None:
        return [int(row) for row in index.actors.lifetimes(hero)]
    return [int(row) for row in np.flatnonzero(np.isin(index.actors.category, tuple(VEHICLES)))]


def _track(index: RecordingIndex, row: int) -> tuple[Floats, Flags]:
    """Return x and y of an actor by frame index, (F, 2), NaN where unknown, and where it moves, (F,)."""
    frames = len(index.frame_starts)
    positions, speed = np.full((frames, 2), np.nan), np.zeros(frames)
    poses = trajectory(index, row)
    positions[poses.frames] = poses.locations[:, :2]
    if len(poses) > 1:
        steps = np.linalg.norm(np.diff(positions, axis=0), axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            speed[1:] = np.nan_to_num(steps / np.diff(index.elapsed))
    return positions, speed > _MOVING


def best_offset(poses: StepPoses, positions: Floats, moving: Flags, every: int = 1) -> _Fit | None:
    """Return the offset at which written positions fit recorded ones best; None if too few samples move.

    Args:
        poses: positions by step, as written.
        positions: recorded positions by frame index, shape (F, 2), NaN where unknown.
        moving: whether the vehicle moves at each frame, shape (F,).
        every: frames per step.
    """
    at = np.asarray(poses.steps, np.int64) * every
    frames = len(positions)
    usable = moving & np.isfinite(positions[:, 0])
    if usable.sum() < _FEWEST or len(at) < _FEWEST:
        return None
    offsets = np.arange(-int(at[-1]), frames - int(at[0]))
    changed = np.linalg.norm(np.diff(poses.positions, axis=0, prepend=poses.positions[:1]), axis=1) > 0
    rough = np.flatnonzero(changed)
    if len(rough) < _FEWEST:
        return None
    rough = rough[np.unique(np.linspace(0, len(rough) - 1, _ROUGH).astype(np.int64))]
    medians = np.concatenate(
        [
            _medians(
                at[rough],
                poses.positions[rough],
                positions,
                usable,
                offsets[first : first + _AT_ONCE],
                _FEWEST_ROUGH,
            )
            for first in range(0, len(offsets), _AT_ONCE)
        ]
    )

    candidates = offsets[np.argsort(medians, kind="stable")[:_BEST]]
    candidates = np.unique(np.concatenate([candidates + shift for shift in (-1, 0, 1)]))
    exact = [(_median(at, poses.positions, positions, usable, int(each)), int(each)) for each in candidates]
    fits = sorted((median, offset, count) for (median, count), offset in exact if count >= _FEWEST)
    if not fits:
        return None
    median, offset, count = fits[0]
    return _Fit(offset, median, count, fits[1][0] if len(fits) > 1 else np.inf)


def _medians(
    at: Ints, written: Floats, positions: Floats, usable: Flags, offsets: Ints, fewest: int
) -> Floats:
    """Return the median distance at each of ``offsets``, shape (K,); infinite below ``fewest`` samples."""
    frames = at[None, :] + offsets[:, None]
    inside = (frames >= 0) & (frames < len(positions))
    frames = np.where(inside, frames, 0)
    inside &= usable[frames]
    far = np.where(inside, np.linalg.norm(positions[frames] - written[None], axis=2), np.inf)
    far.sort(axis=1)
    counts = inside.sum(axis=1)
    middle = far[np.arange(len(offsets)), np.maximum(counts - 1, 0) // 2]
    return np.where(counts >= fewest, middle, np.inf)


def _median(at: Ints, written: Floats, positions: Floats, usable: Flags, offset: int) -> tuple[float, int]:
    """Return the median distance over all samples at ``offset``, and the number of samples."""
    frames = at + offset
    inside = (frames >= 0) & (frames < len(positions))
    inside[inside] &= usable[frames[inside]]
    if not inside.any():
        return np.inf, 0
    far = np.linalg.norm(positions[frames[inside]] - written[inside], axis=1)
    return float(np.median(far)), int(inside.sum())
