"""What the map shows: its layers as one table, which menus and settings show, and how it shows them.

What draws a layer is a class without arguments in a module of ``viewer.ui.map``, see ``Layer`` there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

MapLayers = Mapping[str, bool]
"""Which layers are shown, by the names of their switches."""


@dataclass(frozen=True, slots=True)
class LayerRow:
    """A layer of the map, or a part of one with a switch of its own.

    Attributes:
        name: by which settings and the action know its switch.
        text: what its switch says in the menu; empty for what is always shown.
        tip: more to say than the text.
        keys: shortcuts, as an ``Action`` has them.
        on: whether it is shown at first.
        drawn_by: module and class of what draws it; empty for a part of another layer.
        menu: where its switch stands: among those of the ground, of what stands on it, or for developers.

    """

    name: str
    text: str = ""
    tip: str = ""
    keys: str = ""
    on: bool = True
    drawn_by: str = ""
    menu: str = "layers"


LAYERS = (
    LayerRow("ground", drawn_by="layers.ground_layer.GroundLayer"),
    LayerRow("roads", "Roads", "From the town's OpenDRIVE file", menu="ground"),
    LayerRow("lane_ids", "Lane ids", "When zoomed in", on=False, menu="ground"),
    LayerRow("signals", "Signals of the map", "When zoomed in", on=False, menu="ground"),
    LayerRow("driven_paths", "Driven paths", "Where vehicles drove", on=False, menu="ground"),
    LayerRow("grid", "Grid", on=False, drawn_by="layers.grid_layer.GridLayer"),
    LayerRow(
        "developer", "Trigger volumes and spectator",
        "Where lights and signs act, and the camera of the simulator, on the map",
        on=False, drawn_by="layers.prop_layer.TriggerLayer", menu="developer",
    ),
    LayerRow("marks", "Road marks", drawn_by="layers.stop_line_layer.StopLineLayer", menu="ground"),
    LayerRow(
        "route", "Route", "The hero's: way points, start, goal, scenarios",
        drawn_by="layers.route_layer.RouteLayer",
    ),
    LayerRow("trails", "Trails", "Ways behind and ahead", "T", drawn_by="layers.trail_layer.TrailLayer"),
    LayerRow("props", "Static props", drawn_by="layers.prop_layer.PropLayer"),
    LayerRow("sensors", "Sensors", "Around their vehicle, when zoomed in"),
    LayerRow("beams", drawn_by="layers.vehicle_lamp_layer.BeamLayer"),
    LayerRow("actors", drawn_by="layers.actor_layer.ActorLayer"),
    LayerRow("lamps", drawn_by="layers.vehicle_lamp_layer.VehicleLampLayer"),
    LayerRow("preview", drawn_by="layers.preview_layer.PreviewLayer"),
    LayerRow("outlines", drawn_by="layers.mark_layer.MarkLayer"),
    LayerRow("exhibit", drawn_by="layers.event_layer.ExhibitLayer"),
    LayerRow("lights", drawn_by="layers.light_layer.LightLayer"),
    LayerRow("contacts", drawn_by="layers.contact_layer.ContactLayer"),
    LayerRow("labels", "Labels", "", "V", drawn_by="layers.label_layer.LabelLayer"),
    LayerRow("measured", drawn_by="measure.MeasureLayer"),
)  # fmt: skip
"""All layers, from the ground upwards."""


def map_layers(**switches: bool) -> MapLayers:
    """Return which layers are shown at first, but for some switches."""
    return {row.name: row.on for row in LAYERS if row.text} | switches


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
