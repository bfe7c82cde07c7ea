"""What lies in a run's folder, by the agent's steps: before the folder is placed on a recording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints

Meta = Mapping[str, Any]
"""Values that the agent wrote for one step, by name."""


class Video(NamedTuple):
    """Video file: path, and the time of each frame in the file's unit of time, ascending, shape (K,)."""

    path: Path
    times: Ints


class Stream(NamedTuple):
    """Pictures of one camera over a run.

    Attributes:
        name: name of the camera's folder or video.
        steps: step that each picture shows, ascending, shape (K,).
        paths: file of each picture, shape (K,); empty for a video.
        video: the video; None for pictures. Picture i is its frame i.
    """

    name: str
    steps: Ints
    paths: tuple[Path, ...] = ()
    video: Video | None = None

    def at(self, step: float) -> int | None:
        """Return the index of the picture that is shown at ``step``, the last one until then; None before."""
        at = int(np.searchsorted(self.steps, step, side="right")) - 1
        return None if at < 0 else at


class StepPoses(NamedTuple):
    """Positions of the agent's vehicle, as the folder has them.

    Attributes:
        steps: steps, ascending, shape (N,).
        positions: x and y in CARLA's world in metres, shape (N, 2).
        actor_id: id of the vehicle; None if the folder does not tell: then it is the hero.
    """

    steps: Ints
    positions: Floats
    actor_id: int | None = None


class Plan(NamedTuple):
    """Path that the agent planned at one step.

    Attributes:
        points: forward and right of the origin of the vehicle at that step, in metres, shape (P, 2).
        times: seconds from the step to each point, shape (P,); None if the points are spaced in metres.
        back: metres behind the vehicle's origin of the point that is to follow the path.
    """

    points: Floats
    times: Floats | None
    back: float = 0.0


class AgentSignal(NamedTuple):
    """Number that the agent wrote over time.

    Attributes:
        name: its name in the folder's files.
        unit: unit of its values; empty if the layout does not say.
        steps: step of each value, ascending, shape (K,); fractions between two frames are allowed.
        values: shape (K,); NaN where a value is missing.
        by: ``step``; or ``frame`` or ``elapsed`` if ``steps`` are CARLA's frame ids or elapsed seconds.
        holds: whether each value holds until the next one.
    """

    name: str
    unit: str
    steps: Floats
    values: Floats
    by: str = "step"
    holds: bool = True


@dataclass(frozen=True, eq=False)
class Contents:
    """Content of a run's folder.

    Attributes:
        path: the folder.
        layout: id of its layout, a name in the table of layouts.
        streams: pictures of the cameras.
        poses: positions of the agent's vehicle; None if the folder has none.
        usual_offset: index of the frame that step 0 shows, by the layout's rule; None if it has none.
        step_seconds: seconds from one step to the next; None if each step is one frame of the recording.
        metas: file of values of each step in ``meta_steps``.
        meta_steps: steps of ``metas``, ascending, shape (M,).
        read_meta: returns the values in one of ``metas``; raises ValueError or OSError if it cannot be read.
        plan_of: returns the plan in the values of a step, None without one.
        units: unit of values by name.
        signals: numbers over time that lie in tables of their own.
        logs: text logs in the folder or beside the recording.
        shared_logs: those of ``logs`` in which only lines below the heading of the run's route count.
        renumbered: step in the files of step 0 here, and steps in the files per step here.
        not_shown: names of what is there and not shown, such as lidar.
        problems: sentences on what cannot be read.
    """

    path: Path
    layout: str
    streams: tuple[Stream, ...] = ()
    poses: StepPoses | None = None
    usual_offset: int | None = None
    step_seconds: float | None = None
    metas: tuple[Path, ...] = ()
    meta_steps: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    read_meta: Callable[[Path], Meta] = dict  # type: ignore[assignment]
    plan_of: Callable[[Meta], Plan | None] = lambda _: None
    units: Mapping[str, str] = field(default_factory=dict)
    signals: tuple[AgentSignal, ...] = ()
    logs: tuple[Path, ...] = ()
    shared_logs: tuple[Path, ...] = ()
    renumbered: tuple[int, int] = (0, 1)
    not_shown: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.streams or self.metas or self.signals or self.logs)

    def by_pose(self) -> Contents:
        """Return the content with its poses for steps: what is imported of it has a frame for each."""
        if self.poses is None or len(self.poses.steps) < 2:  # noqa: PLR2004 - one pose has no distance
            return self
        first, spacing = int(self.poses.steps[0]), int(np.diff(self.poses.steps).min())

        def moved(steps: Ints) -> Ints:
            return (steps - first) // spacing

        return replace(
            self,
            streams=tuple(each._replace(steps=moved(each.steps)) for each in self.streams),
            poses=self.poses._replace(steps=moved(self.poses.steps)),
            usual_offset=0,
            step_seconds=None,
            meta_steps=moved(self.meta_steps),
            renumbered=(first, spacing),
        )
