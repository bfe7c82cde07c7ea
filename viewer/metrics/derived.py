"""How actors move, derived from their poses, for recordings without additional data.

Velocities and accelerations are central differences over the frames' true times, by
``viewer.replay.world.derivatives``: nothing smoothed, not across teleports and gaps. Angular velocities are
the same of the turns from pose to pose, about the axes of the world as CARLA's are: about z clockwise seen
from above, about x and y opposite to roll and pitch.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from viewer.arrays import Floats
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.replay.world.derivatives import derive_to_the_ends
from viewer.replay.world.pose import rotation_matrices

DERIVED = ("velocity", "acceleration", "angular_velocity")
"""What is derived: m/s, m/s², °/s, each along the axes of the world."""


def derive_motion(index: RecordingIndex, actor_id: int) -> Mapping[int, Mapping[str, Floats]]:
    """Return the motion of an actor by frame index, where Position tells where it is: (3,) for each name.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    found: dict[int, Mapping[str, Floats]] = {}
    for row in index.actors.rows_of(actor_id):
        poses = trajectory(index, row)
        if not len(poses):
            continue
        velocities = derive_to_the_ends(poses.taken, poses.locations, poses.broken)
        accelerations = derive_to_the_ends(poses.taken, velocities, poses.broken)
        columns = velocities, accelerations, _angular_velocities(poses)
        for place in np.flatnonzero(poses.in_position).tolist():
            values = {name: column[place] for name, column in zip(DERIVED, columns, strict=True)}
            found[int(poses.frames[place])] = {
                name: value for name, value in values.items() if np.isfinite(value).all()
            }
    return found


def _angular_velocities(poses: Trajectory) -> Floats:
    """Return how fast an actor turns, °/s, shape (K, 3), K ≥ 1."""
    axes = rotation_matrices(poses.rotations)
    turns = axes[1:] @ np.swapaxes(axes[:-1], 1, 2)
    # Of a turn by an angle about an axis, half the difference to its transpose is axis × sine.
    sines = 0.5 * np.stack(
        (
            turns[:, 2, 1] - turns[:, 1, 2],
            turns[:, 0, 2] - turns[:, 2, 0],
            turns[:, 1, 0] - turns[:, 0, 1],
        ),
        axis=1,
    )
    sine = np.linalg.norm(sines, axis=1, keepdims=True)
    cosine = 0.5 * (np.trace(turns, axis1=1, axis2=2)[:, None] - 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = sines * np.where(sine > 0.0, np.degrees(np.arctan2(sine, cosine)) / sine, 0.0)
    turned = np.concatenate((np.zeros((1, 3)), np.cumsum(steps, axis=0)))
    return derive_to_the_ends(poses.taken, turned, poses.broken)
