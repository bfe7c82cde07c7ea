"""What is true of the whole scene at a time: weather, lights, clocks."""

from __future__ import annotations

import numpy as np

from viewer.logfile import packets
from viewer.logfile.enums import LightGroup
from viewer.logfile.fields import PacketKind
from viewer.quick_dataclass import dataclass
from viewer.recording.read.changes import ChangeBook
from viewer.replay.world.world import World


@dataclass(frozen=True, slots=True)
class SceneLights:
    """Lights of one group: how many there are, and how many are on."""

    group: LightGroup
    count: int
    on: int


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The scene at one time; None or empty where the recording does not have it.

    Attributes:
        weather: name, value and unit of each parameter, as of the latest change.
        scene_lights: by group.
        platform_time: wall-clock seconds since the recording started.
        visual_time: seconds since the simulation started.
        real_time_factor: recorded seconds per wall-clock second, over the frame; derived.

    """

    weather: tuple[tuple[str, float, str], ...]
    scene_lights: tuple[SceneLights, ...]
    platform_time: float | None
    visual_time: float | None
    real_time_factor: float | None


def surroundings_at(world: World, book: ChangeBook) -> Surroundings:
    """Return the scene of a world.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    return Surroundings(
        weather=_weather(world, book),
        scene_lights=_scene_lights(world, book),
        platform_time=_time(world, packets.PLATFORM_TIME),
        visual_time=_time(world, packets.VISUAL_TIME),
        real_time_factor=_real_time_factor(world),
    )


def _weather(world: World, book: ChangeBook) -> tuple[tuple[str, float, str], ...]:
    records = book.of(packets.WEATHER).until(world.frame_index)
    if not len(records):
        return ()
    return tuple(
        (field.name.replace("_", " "), float(records[-1][field.name]), field.unit)
        for field in packets.WEATHER.fields
    )


def _scene_lights(world: World, book: ChangeBook) -> tuple[SceneLights, ...]:
    records = book.of(packets.SCENE_LIGHT).until(world.frame_index)[::-1]
    latest = records[np.unique(records["light_id"], return_index=True)[1]]
    return tuple(
        SceneLights(group, int(of_group.sum()), int((of_group & (latest["on"] != 0)).sum()))
        for group in LightGroup
        if (of_group := latest["group"] == group).any()
    )


def _time(world: World, kind: PacketKind) -> float | None:
    records = world.records(kind)
    return float(records["time"][0]) if len(records) else None


def _real_time_factor(world: World) -> float | None:
    """Return the frame's duration over the wall-clock time it took, None where that is not known."""
    index = world.index
    here = _time(world, packets.PLATFORM_TIME)
    if here is None or world.frame_index + 1 >= len(index.heads):
        return None
    following = index.read_frame(world.frame_index + 1).records(packets.PLATFORM_TIME)
    if not len(following):
        return None
    took = float(following["time"][0]) - here
    return world.frame_duration / took if took > 0.0 else None
