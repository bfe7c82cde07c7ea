"""How the map shows what it shows, as the user chose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TrailsOf = Literal["selected", "followed", "vehicles"]
ColorBy = Literal["category", "recorded", "speed"]


@dataclass(frozen=True, slots=True)
class MapOptions:
    """Choices that go beyond showing a layer or not.

    Attributes:
        trails_of: whose way is shown.
        behind: seconds of the way behind.
        ahead: seconds of the way ahead.
        label_id: whether every label has the actor's id.
        label_role: its role.
        label_blueprint: its blueprint.
        label_speed: its speed.
        color_by: what the colour of an actor says.
        heading_up: whether the followed actor heads up, or else north is up.

    """

    trails_of: TrailsOf = "selected"
    behind: float = 5.0
    ahead: float = 3.0
    label_id: bool = True
    label_role: bool = False
    label_blueprint: bool = False
    label_speed: bool = False
    color_by: ColorBy = "category"
    heading_up: bool = False
