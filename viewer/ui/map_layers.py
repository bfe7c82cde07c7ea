"""Table of the layers of the map, from which menus and settings are made, and the map's other options.

The class that draws a layer is in a module of ``viewer.ui.map``; see ``Layer`` there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

MapLayers = Mapping[str, bool]
"""Mapping from the name of a layer's switch to whether the layer is shown."""


@dataclass(frozen=True, slots=True)
class LayerRow:
    """Definition of one layer of the map, or of a part of a layer with a switch of its own.

    Attributes:
        name: name of its switch in settings and actions.
        text: text of its switch in the menu; empty for a layer that is always shown.
        tip: explanation beyond the text.
        keys: default shortcuts in Qt's portable notation, separated by spaces.
        on: whether it is shown by default.
        drawn_by: module and class that draw it, below ``viewer.ui.map``; empty for a part of another layer.
        menu: section of the menu with its switch: "ground", "layers" or "developer".
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
    LayerRow(
        "plan", "Plan of the agent", "From the folder of the run, once its cameras were shown",
        drawn_by="layers.plan_layer.PlanLayer",
    ),
    LayerRow("trails", "Trails", "Ways behind and ahead", "T", drawn_by="layers.trail_layer.TrailLayer"),
    LayerRow("props", "Static props", drawn_by="layers.prop_layer.PropLayer"),
    LayerRow("sensors", "Sensors", "Around their vehicle, when zoomed in"),
    LayerRow("reference", drawn_by="layers.reference_layer.ReferenceLayer"),
    LayerRow("beams", drawn_by="layers.vehicle_lamp_layer.BeamLayer"),
    LayerRow("actors", drawn_by="layers.actor_layer.ActorLayer"),
    LayerRow("lamps", drawn_by="layers.vehicle_lamp_layer.VehicleLampLayer"),
    LayerRow("preview", drawn_by="layers.preview_layer.PreviewLayer"),
    LayerRow("outlines", drawn_by="layers.mark_layer.MarkLayer"),
    LayerRow("exhibit", drawn_by="layers.event_layer.EventLayer"),
    LayerRow("lights", drawn_by="layers.light_layer.LightLayer"),
    LayerRow("contacts", drawn_by="layers.contact_layer.ContactLayer"),
    LayerRow("labels", "Labels", "", "V", drawn_by="layers.label_layer.LabelLayer"),
    LayerRow("measured", drawn_by="measure.MeasureLayer"),
)  # fmt: skip
"""All layers of the map, from the lowest to the topmost."""


def map_layers(**switches: bool) -> MapLayers:
    """Return whether each layer of the map is shown, by name: the defaults, changed by ``switches``."""
    return {row.name: row.on for row in LAYERS if row.text} | switches


TrailsOf = Literal["selected", "followed", "vehicles"]
ColorBy = Literal["category", "recorded", "speed"]


@dataclass(frozen=True, slots=True)
class MapOptions:
    """Options of the map besides showing or hiding layers.

    Attributes:
        trails_of: the actors whose path is drawn as a trail: "selected", "followed" or all "vehicles".
        behind: seconds before the current time at which a trail begins.
        ahead: seconds after the current time at which a trail ends.
        label_id: whether labels contain the actor's id.
        label_role: whether labels contain the role_name.
        label_blueprint: whether labels contain the blueprint.
        label_speed: whether labels contain the speed.
        color_by: what colours actors: their "category", the "recorded" attribute ``color``, or their "speed".
        heading_up: whether the map turns with the followed actor; otherwise north is up.
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
