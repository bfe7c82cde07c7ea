"""One line that tells a moment: to paste into an issue or a chat."""

from __future__ import annotations

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
