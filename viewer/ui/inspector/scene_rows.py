"""The rows about the whole scene: its clocks, its lights, its weather."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from viewer.logfile import packets
from viewer.logfile.enums import LightGroup
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook
from viewer.replay.world.appearance import Surroundings, surroundings_at
from viewer.replay.world.world import World
from viewer.ui.format import count
from viewer.ui.inspector.sheet import Row, Source, Value, fact, fold, heading
from viewer.ui.inspector.values import as_written, figure, plain, quantity, seen_over_time, signal_of, title
from viewer.ui.translation import tr

_TOLD_BY = (packets.WEATHER, packets.SCENE_LIGHT, packets.PLATFORM_TIME, packets.VISUAL_TIME)


def scene_rows(world: World, book: ChangeBook) -> Iterator[Row]:
    """Yield all about the scene in sections; nothing if the recording is silent or can no longer be read."""
    scene = _surroundings(world, book)
    if scene is None:
        return
    rows = [*_clocks(world.index, scene), *_lights(scene)]
    if rows:
        yield heading("scene", tr("Scene"))
        yield from rows
    if scene.weather:
        yield heading("weather", tr("Weather"))
        yield from _weather(world.index, scene)


def folded_scene(world: World, book: ChangeBook, opened: Collection[str]) -> Iterator[Row]:
    """Yield the same as one fold; as long as it is closed nothing is read."""
    counts = world.index.packet_counts
    if not any(counts.get(world.index.dialect.id_of(kind)) for kind in _TOLD_BY):
        return
    scene = _surroundings(world, book) if "scene" in opened else None
    inside = (
        ()
        if scene is None
        else (*_clocks(world.index, scene), *_lights(scene), *_weather(world.index, scene))
    )
    tip = tr("Clocks, lights and weather at this time")
    yield from fold("scene", tr("Scene"), Value(tip=tip), opened, inside)


def _surroundings(world: World, book: ChangeBook) -> Surroundings | None:
    try:
        return surroundings_at(world, book)
    except RecordingError:  # the file has changed; whoever makes the next world is told so, too
        return None


def _clocks(index: RecordingIndex, scene: Surroundings) -> Iterator[Row]:
    if scene.platform_time is not None:
        tip = tr("Recorded: wall clock since the recording started")
        value = quantity(scene.platform_time, 3, "s", Source.RECORDED, tip)
        yield fact("platform_time", tr("Platform time"), value)
    if scene.visual_time is not None:
        tip = tr("Recorded: time since the simulation started")
        value = quantity(scene.visual_time, 3, "s", Source.RECORDED, tip)
        yield fact("visual_time", tr("Visual time"), value)
    if scene.real_time_factor is not None:
        tip = tr("Derived: recorded time over platform time, in this frame")
        value = quantity(scene.real_time_factor, 2, "", Source.DERIVED, tip)
        value = seen_over_time(value, signal_of(index, "real_time_factor", None))
        yield fact("real_time_factor", tr("Real-time factor"), value)


def _lights(scene: Surroundings) -> Iterator[Row]:
    labels = {
        LightGroup.NONE: tr("Lights without a group"),
        LightGroup.VEHICLE: tr("Vehicle lights"),
        LightGroup.STREET: tr("Street lights"),
        LightGroup.BUILDING: tr("Building lights"),
        LightGroup.OTHER: tr("Other lights"),
    }
    for lights in scene.scene_lights:
        text = tr("{0} of {1} on").format(count(lights.on), count(lights.count))
        yield fact(f"lights {lights.group}", labels[lights.group], plain(text))


def _weather(index: RecordingIndex, scene: Surroundings) -> Iterator[Row]:
    for name, value, unit in scene.weather:
        told = as_written(figure(value), value, unit, Source.RECORDED)
        signal = signal_of(index, f"weather_{name.replace(' ', '_')}", None)
        yield fact(f"weather {name}", title(name), seen_over_time(told, signal))
