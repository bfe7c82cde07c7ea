"""One line that tells a moment: to paste into an issue or a chat."""

from __future__ import annotations

import re
from dataclasses import dataclass

from viewer.replay.world.world import World


def moment_line(world: World, elapsed: float, row: int | None) -> str:
    """Return file, time, frame and, if an actor is selected, the actor and its pose.

    The time is that of the playhead, which may stand between two frames; the frame is the one in force.
    Numbers are plain ASCII so that the line can be read back by programs.
    """
    parts = [world.index.path.name, f"{elapsed:.3f} s", f"#{world.frame}"]
    actor = world.snapshot(row) if row is not None else None
    if actor is not None:
        parts.append(f"{actor.actor_id} {actor.description.type_id}")
        if actor.location is not None and actor.rotation is not None:
            x, y, z = actor.location
            pitch, yaw, roll = actor.rotation
            parts.append(
                f"x={x:.3f} y={y:.3f} z={z:.3f} m, pitch={pitch:.2f} yaw={yaw:.2f} roll={roll:.2f} deg"
            )
    return " | ".join(parts)


@dataclass(frozen=True, slots=True)
class CopiedMoment:
    """What a line tells.

    Attributes:
        name: name of the recording's file.
        elapsed: where the playhead was, seconds.
        frame: id of the frame.
        actor_id: id of the actor that was selected, None if none was.

    """

    name: str
    elapsed: float
    frame: int
    actor_id: int | None


_LINE = re.compile(
    r"(?P<name>.*\S) \| (?P<elapsed>[0-9]{1,9}\.[0-9]{3}) s \| #(?P<frame>[0-9]{1,18})"
    r"(?: \| (?P<actor>[0-9]{1,10}) \S.*)?"
)


def read_moment_line(text: str) -> CopiedMoment | None:
    """Return what a line of ``moment_line`` tells; None for any other text.

    >>> read_moment_line("a.log | 8.470 s | #136 | 27 vehicle.audi.tt | x=1.000")
    CopiedMoment(name='a.log', elapsed=8.47, frame=136, actor_id=27)
    """
    found = _LINE.fullmatch(text.strip())
    if found is None:
        return None
    actor = found["actor"]
    return CopiedMoment(
        found["name"], float(found["elapsed"]), int(found["frame"]), None if actor is None else int(actor)
    )
