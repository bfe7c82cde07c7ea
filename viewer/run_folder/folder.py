"""A run's folder placed on a recording: which picture, plan and values belong to each frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from viewer.analysis.route_run import route_key
from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue, always
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem, ProblemList
from viewer.run_folder.contents import Contents, Meta, Plan, Stream
from viewer.run_folder.log_lines import LogLines, place_lines, read_logs
from viewer.run_folder.placement import Placement, frames_per_step
from viewer.run_folder.text_log import TextLog


class ShownPicture(NamedTuple):
    """Picture of a stream at a frame of the recording.

    Attributes:
        number: index of the picture in its stream.
        step: step that the picture shows.
        age: seconds from the frame that the picture shows to the frame asked for.
    """

    number: int
    step: int
    age: float


class PlannedPath(NamedTuple):
    """Plan in CARLA's world.

    Attributes:
        points: x and y in metres, shape (P, 2).
        times: elapsed seconds of the recording at each point, shape (P,); None if they are not in time.
        step: step at which it was planned.
        back: metres behind the vehicle's origin of the point that is to follow the path.
        start: x and y in metres of that point at the step.
    """

    points: Floats
    times: Floats | None
    step: int
    back: float
    start: tuple[float, float]

    @property
    def line(self) -> Floats:
        """The points, with ``start`` before them, shape (P + 1, 2)."""
        return np.vstack((self.start, self.points))


@dataclass(frozen=True, eq=False)
class RunFolder:
    """Content of a run's folder, and its place on a recording.

    Attributes:
        contents: content of the folder.
        placement: the frame of step 0, and how it is known.
        every: frames of the recording per step.
    """

    contents: Contents
    placement: Placement
    every: int = 1

    @classmethod
    def of(cls, contents: Contents, placement: Placement, index: RecordingIndex) -> RunFolder:
        """Return ``contents`` placed on the recording ``index`` by ``placement``."""
        return cls(contents, placement, frames_per_step(index, contents))

    def moved(self, offset: int) -> RunFolder:
        """Return the folder with step 0 at the frame index ``offset``, as the user chose."""
        told = f"Placed by hand: pictures begin {offset:,} frames after the recording."
        if not offset:
            told = "Placed by hand: pictures begin with the recording."
        elif offset < 0:
            told = f"Placed by hand: pictures begin {-offset:,} frames before the recording."
        placement = Placement(offset, "user", self.placement.median, self.placement.samples, told)
        return replace(self, placement=placement)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be read in the folder, as remarks; many that differ only in digits are one."""
        problems = ProblemList()
        for each in self.contents.problems:
            problems.add(
                Problem(each.removesuffix("."), "the rest of the run's folder is shown", damage=False)
            )
        return tuple(problems)

    def step_at(self, frame: int) -> float:
        """Return the step at the frame index ``frame``; a fraction between two steps."""
        return (frame - self.placement.offset) / self.every

    def frame_of(self, step: int) -> int:
        """Return the frame index at which the agent was asked for ``step``; may lie outside the recording."""
        return step * self.every + self.placement.offset

    def picture_at(self, stream: Stream, frame: int, elapsed: Floats) -> ShownPicture | None:
        """Return the picture of ``stream`` that is shown at ``frame``; None before its first.

        ``elapsed`` are the times of the recording's frames in seconds, shape (F,).
        """
        number = stream.at(self.step_at(frame))
        if number is None:
            return None
        step = int(stream.steps[number])
        return ShownPicture(number, step, self.age_of(step, frame, elapsed))

    def age_of(self, step: int, frame: int, elapsed: Floats) -> float:
        """Return the seconds from the frame of ``step`` to the frame index ``frame``; negative before it.

        ``elapsed`` are the times of the recording's frames in seconds, shape (F,).
        """
        last = len(elapsed) - 1
        return float(elapsed[min(frame, last)] - elapsed[min(max(self.frame_of(step), 0), last)])

    def meta_number(self, frame: int) -> int | None:
        """Return the index in ``contents.metas`` of the file in force at ``frame``; None before the first."""
        at = int(np.searchsorted(self.contents.meta_steps, self.step_at(frame), side="right")) - 1
        return None if at < 0 else at

    def meta(self, number: int) -> Meta:
        """Return the values in the file ``number`` of ``contents.metas``.

        Raises:
            ValueError: the file cannot be read; the message says why.
        """
        return self.contents.read_meta(self.contents.metas[number])

    def planned(
        self, number: int, meta: Meta, pose: tuple[float, float, float], elapsed: Floats
    ) -> PlannedPath | None:
        """Return the plan in ``meta``, the file ``number`` of ``contents.metas``, in CARLA's world.

        Args:
            number: index in ``contents.metas``.
            meta: its values.
            pose: x and y in metres and yaw in degrees of the vehicle at the frame of that step.
            elapsed: times of the recording's frames in seconds, shape (F,).
        """
        plan, step = self.contents.plan_of(meta), int(self.contents.meta_steps[number])
        if plan is None:
            return None
        frame = self.frame_of(step)
        inside = 0 <= frame < len(elapsed)
        times = None if plan.times is None or not inside else elapsed[frame] + plan.times
        start = in_world(Plan(np.array([[-plan.back, 0.0]]), None), pose)[0]
        return PlannedPath(in_world(plan, pose), times, step, plan.back, (float(start[0]), float(start[1])))

    def log_lines(
        self, index: RecordingIndex, should_continue: ShouldContinue = always
    ) -> tuple[LogLines, ...]:
        """Return the lines of each text log about the run, with their times on the recording ``index``.

        Raises ReadingCancelledError if ``should_continue`` returns False.
        """
        logs, _ = read_logs(self.contents, should_continue)
        return self.placed_lines(logs, index)

    def placed_lines(self, logs: Iterable[TextLog], index: RecordingIndex) -> tuple[LogLines, ...]:
        """Return the lines of ``logs`` about the run with their times on ``index``, placed logs first."""
        route = route_key(index.path.stem) or route_key(self.contents.path.name)
        found = [lines for log in logs if (lines := place_lines(log, self, index, route)) is not None]
        return tuple(sorted(found, key=lambda lines: not lines.is_placed))

    def facts(self) -> dict[str, Any]:
        """Return path, layout, offset, way of matching and names of the streams, as a JSON object."""
        placement = self.placement
        return {
            "path": str(self.contents.path),
            "layout": self.contents.layout,
            "offset": placement.offset,
            "matched": placement.matched,
            "median": placement.median,
            "samples": placement.samples,
            "streams": [stream.name for stream in self.contents.streams],
        }


def in_world(plan: Plan, pose: tuple[float, float, float]) -> Floats:
    """Return the points of ``plan`` as x and y in metres in CARLA's world, shape (P, 2).

    ``pose`` is x and y in metres and yaw in degrees, clockwise seen from above, of the vehicle.
    """
    x, y, yaw = pose
    cos, sin = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    forward, right = plan.points[:, 0], plan.points[:, 1]
    return np.column_stack((x + forward * cos - right * sin, y + forward * sin + right * cos))
