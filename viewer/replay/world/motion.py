"""Functions for poses: compose, interpolate, distinguish movement from teleports, differentiate by time.

Locations are in metres, rotations in degrees as (pitch, yaw, roll), in CARLA's left-handed coordinates.

Inside a stretch of samples, a derivative is the second-order central difference for uneven steps: the slope
of the parabola through a sample and its two neighbours. That is exact for values that change quadratically,
whatever the steps. Nothing is smoothed, and nothing is differentiated across a gap, a teleport or a step
shorter than a microsecond. A first sample whose time is unknown (NaN) gets the derivative of the second.
"""

from __future__ import annotations

import numpy as np

from viewer.arrays import Flags, Floats, wrap_degrees

_TELEPORT_SPEED = 120.0
"""Speed in m/s above which a movement between two frames counts as a teleport, not as driving."""
_TELEPORT_DISTANCE = 2.0
"""Distance in metres from one frame to the next up to which a movement is never a teleport."""
_VERTICAL = 1.0 - 1e-9
"""Sine of the pitch above which an actor counts as pointing straight up or down.

There, yaw and roll are turns about one axis, and rounding would decide between them.
"""


def rotation_matrices(rotations: Floats) -> Floats:
    """Return the rotation matrices (…, 3, 3) of ``rotations`` (…, 3): pitch, yaw, roll in degrees.

    The formula is that of CARLA's Transform::GetMatrix.
    """
    angles = np.radians(rotations)
    cosines, sines = np.cos(angles), np.sin(angles)
    cp, cy, cr = cosines[..., 0], cosines[..., 1], cosines[..., 2]
    sp, sy, sr = sines[..., 0], sines[..., 1], sines[..., 2]
    matrices = np.empty((*angles.shape, 3))
    matrices[..., 0, 0] = cp * cy
    matrices[..., 0, 1] = cy * sp * sr - sy * cr
    matrices[..., 0, 2] = -cy * sp * cr - sy * sr
    matrices[..., 1, 0] = cp * sy
    matrices[..., 1, 1] = sy * sp * sr + cy * cr
    matrices[..., 1, 2] = -sy * sp * cr + cy * sr
    matrices[..., 2, 0] = sp
    matrices[..., 2, 1] = -cp * sr
    matrices[..., 2, 2] = cp * cr
    return matrices


def rotations_of(matrices: Floats) -> Floats:
    """Return pitch, yaw, roll in degrees, shape (…, 3), of the rotation ``matrices``, shape (…, 3, 3).

    At a pitch of ±90°, where yaw and roll turn about the same axis, roll is 0 and yaw has the whole turn.
    """
    rotations = np.empty(matrices.shape[:-1])
    rotations[..., 0] = np.arcsin(np.clip(matrices[..., 2, 0], -1.0, 1.0))
    rotations[..., 1] = np.arctan2(matrices[..., 1, 0], matrices[..., 0, 0])
    rotations[..., 2] = np.arctan2(-matrices[..., 2, 1], matrices[..., 2, 2])
    vertical = np.abs(matrices[..., 2, 0]) > _VERTICAL
    if vertical.any():
        rotations[vertical, 1] = np.arctan2(-matrices[vertical, 0, 1], matrices[vertical, 1, 1])
        rotations[vertical, 2] = 0.0
    np.degrees(rotations, out=rotations)
    return rotations


def compose(
    parent_locations: Floats, parent_rotations: Floats, locations: Floats, rotations: Floats
) -> tuple[Floats, Floats]:
    """Return world locations and rotations of children given relative to their parents.

    All arguments and both results have the shape (…, 3): metres, and degrees as pitch, yaw, roll.
    """
    matrices = rotation_matrices(parent_rotations)
    placed = parent_locations + (matrices @ locations[..., None])[..., 0]
    return placed, rotations_of(matrices @ rotation_matrices(rotations))


def interpolate_angles(start: Floats, end: Floats, fraction: float) -> Floats:
    """Return the angles, in degrees, at ``fraction`` (0 to 1) of the shorter turn, ``start`` to ``end``."""
    return start + wrap_degrees(end - start) * fraction


def turns(rotations: Floats) -> Floats:
    """Return how far an actor has turned since the first of ``rotations`` (K, 3), K ≥ 1: degrees, (K, 3).

    ``rotations`` are pitch, yaw, roll in degrees. The result is about the world's x, y and z axes, with the
    signs of CARLA's angular velocities: about z clockwise seen from above, about x and y opposite to roll and
    pitch.
    """
    axes = rotation_matrices(rotations)
    between = axes[1:] @ np.swapaxes(axes[:-1], 1, 2)
    # Of a turn by an angle about an axis, half the difference to its transpose is axis × sine.
    (_, xy, xz), (yx, _, yz), (zx, zy, _) = np.moveaxis(between, 0, -1)
    sines = 0.5 * np.stack((zy - yz, xz - zx, yx - xy), axis=1)
    sine = np.linalg.norm(sines, axis=1, keepdims=True)
    cosine = 0.5 * (np.trace(between, axis1=1, axis2=2)[:, None] - 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = sines * np.where(sine > 0.0, np.degrees(np.arctan2(sine, cosine)) / sine, 0.0)
    return np.concatenate((np.zeros((1, 3)), np.cumsum(steps, axis=0)))


def teleported(displacements: Floats, seconds: Floats | float) -> Flags:
    """Return whether each of ``displacements`` (…, 3), in metres, is too long to be driven in ``seconds``.

    That is longer than 2 m plus the way at 120 m/s. ``seconds`` is one duration, or one for each, shape (…).
    """
    distance = np.linalg.norm(displacements, axis=-1)
    return np.asarray(distance > _TELEPORT_DISTANCE + _TELEPORT_SPEED * np.asarray(seconds))


# -- derivatives

_SHORTEST_STEP = 1e-6
"""Shortest step in seconds over which a derivative is taken.

No simulator makes shorter ones; over these, jitter would become an unlimited speed.
"""


def derive(
    elapsed: Floats, values: Floats, broken: Flags | None = None, *, to_the_ends: bool = False
) -> Floats:
    """Return the time derivative of ``values`` (K, …) at the times ``elapsed`` (K,) in seconds, K ≥ 1.

    ``broken`` (K − 1,) is True for steps between samples over which nothing is derived, as teleports; they
    divide the samples into stretches. Inside a stretch, the result is the central difference. At its ends, it
    is the difference to the only neighbour. A lone sample gets NaN.

    With ``to_the_ends``, the ends of stretches of three samples or more are as exact as the middle, so that
    the result can be differentiated again.
    """
    before, after, result = _slopes(elapsed, values, broken)
    candidates = [before, after]
    if to_the_ends:
        first, last = np.full_like(result, np.nan), np.full_like(result, np.nan)
        # The slope of a parabola changes evenly: what the middle of a step has, its two ends have on average.
        first[..., :-1] = 2.0 * after[..., :-1] - result[..., 1:]
        last[..., 1:] = 2.0 * before[..., 1:] - result[..., :-1]
        candidates = [first, last, before, after]
    for candidate in candidates:
        result = np.where(np.isfinite(result), result, candidate)
    if len(elapsed) > 1 and np.isnan(elapsed[0]) and not (broken is not None and broken[0]):
        result[..., 0] = result[..., 1]
    return np.moveaxis(result, -1, 0)


def _slopes(elapsed: Floats, values: Floats, broken: Flags | None) -> tuple[Floats, Floats, Floats]:
    """Return, per sample, the slopes before and after it and the central difference, each of shape (…, K).

    NaN where there is no neighbour, and over steps that are True in ``broken`` (K − 1,) or shorter than 1 µs.
    ``elapsed`` (K,) is in seconds; the samples are ``values`` (K, …). Time is the last axis of the results:
    along short rows numpy is several times slower.
    """
    steps = np.diff(elapsed)
    slopes = np.full((*values.shape[1:], len(values) + 1), np.nan)
    w0, w1 = np.ones((2, len(values)))
    w0[:-1], w1[1:] = steps, steps  # each slope weighs as much as the step on the other side
    before, after = slopes[..., :-1], slopes[..., 1:]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        slopes[..., 1:-1] = np.diff(np.ascontiguousarray(np.moveaxis(values, 0, -1))) / steps
        slopes[..., 1:-1][..., steps < _SHORTEST_STEP] = np.nan
        if broken is not None:
            slopes[..., 1:-1][..., broken] = np.nan
        return before, after, (before * w0 + after * w1) / (w0 + w1)
