"""Values and plan that an agent wrote at one step, beside the recording."""

from __future__ import annotations

from typing import NamedTuple

from viewer.cancellation import ShouldContinue, always, check
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.run_folder.contents import Meta
from viewer.run_folder.folder import PlannedPath, RunFolder


class StepValues(NamedTuple):
    """Content of the file of one step.

    Attributes:
        number: index of the file in ``contents.metas`` of the run's folder.
        step: the agent's step.
        elapsed: elapsed seconds of the recording at that step; None if the recording does not reach there.
        values: values by name; empty if the file cannot be read.
        path: the plan in CARLA's world; None without one.
        problem: why the file cannot be read, as a sentence; else empty.
    """

    number: int
    step: int
    elapsed: float | None
    values: Meta
    path: PlannedPath | None
    problem: str = ""


def read_step(
    folder: RunFolder, index: RecordingIndex, hero: int | None, number: int,
    should_continue: ShouldContinue = always,
) -> StepValues:  # fmt: skip
    """Return the values of the file ``number`` of ``folder.contents.metas``, and the plan in them.

    Args:
        folder: the run's folder, placed on the recording.
        index: the recording.
        hero: row of the agent's vehicle in the actor table; None leaves out the plan.
        number: index of the file.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read the recording.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    check(should_continue, 0.0)
    step = int(folder.contents.meta_steps[number])
    frame = folder.frame_of(step)
    inside = 0 <= frame < len(index.elapsed)
    elapsed = float(index.elapsed[frame]) if inside else None
    try:
        values = folder.meta(number)
    except ValueError as error:
        return StepValues(number, step, elapsed, {}, None, str(error))
    pose = _pose(index, hero, frame) if inside and hero is not None else None
    path = None if pose is None else folder.planned(number, values, pose, index.elapsed)
    return StepValues(number, step, elapsed, values, path)


def _pose(index: RecordingIndex, hero: int, frame: int) -> tuple[float, float, float] | None:
    """Return x, y in metres and yaw in degrees of the hero at the frame index ``frame``; None if unknown."""
    world = world_at(index, float(index.elapsed[frame]), frame_index=frame)
    for row in index.actors.lifetimes(hero):
        at = world.index_of(row)
        if at is not None and world.has_pose[at]:
            x, y = world.locations[at, :2].tolist()
            return x, y, float(world.rotations[at, 1])
    return None
