"""Description of one image of a recording that is drawn without a display."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from viewer.recording.actor_name import ActorName
from viewer.replay.time.typed_time import TimeQuery


class PictureError(ValueError):
    """Error for an image that cannot be made: size too small, actor without position, unknown format."""


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """Description of one image of a recording.

    Attributes:
        moment: the time that is shown, as a parsed query such as seconds, a frame id or a collision; None for
            the start.
        actor: the actor to select, by id or role_name; None for none.
        size: width and height in pixels.
        window: whether the whole window is drawn, with its panels, or the map alone.
        center: the actor, or x and y in metres, at the centre of the map; None shows the area where actors
            move, or the collision if ``moment`` is one.
        span: width in metres of the shown part of the map; None fits it to that area or collision.
        theme: dark or light.
        roads: OpenDRIVE file to be drawn under the actors; None looks for the town's.
        routes: route files that take precedence over those beside the recording.
        cameras: names of the cameras of the run's folder that are shown, too.
        other: recording whose actors are drawn, too, and that this one is compared with; None for none.
    """

    moment: TimeQuery | None
    actor: ActorName | None
    size: tuple[int, int]
    window: bool
    center: ActorName | tuple[float, float] | None
    span: float | None
    theme: Literal["dark", "light"]
    roads: Path | None = None
    routes: tuple[Path, ...] = ()
    cameras: tuple[str, ...] = ()
    other: Path | None = None

    @property
    def shows_collision(self) -> bool:
        """Whether ``moment`` is a collision."""
        return self.moment is not None and self.moment.kind == "collision"

    @property
    def shows_events(self) -> bool:
        """Whether the image tells of found events: the panels do, and the card of a collision."""
        return self.window or self.shows_collision
