"""Rows of the inspector about the whole recording: facts about the file; its clocks, lights and weather."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from viewer.logfile import packets
from viewer.logfile.enums import LightGroup
from viewer.logfile.errors import RecordingError
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.world.appearance import Surroundings, surroundings_at
from viewer.replay.world.world import World
from viewer.ui.format import UNKNOWN, bytes_, capital, count, counted, date, number
from viewer.ui.inspector.row import Row, Source, Value, field, fold, section
from viewer.ui.inspector.values import InspectorContext, as_written, figure, plain, quantity, title
from viewer.ui.translation import tr, translated

_SCENE_PACKETS = (packets.WEATHER, packets.SCENE_LIGHT, packets.PLATFORM_TIME, packets.VISUAL_TIME)


def summary_rows(
    index: RecordingIndex, problems: Sequence[Problem] | None = None, *, checking: bool = False
) -> Iterator[Row]:
    """Yield rows with facts about the recording and the number of actors by category.

    One row says how many ``problems`` there are, by default those in ``index``. With ``checking`` it adds
    that the recording is still being checked for more.
    """
    found = index.problems if problems is None else problems
    yield field("map", tr("Map"), plain(index.header.map_name, index.header.map))
    yield field("date", tr("Recorded"), plain(date(index.header.date)))
    yield field("frames", tr("Frames"), plain(count(len(index.elapsed))))
    yield field("length", tr("Length"), quantity(index.duration, 3, "s"))
    yield field("frame_time", tr("Frame time"), _frame_time(index))
    yield field("size", tr("File size"), plain(bytes_(index.size)))
    yield field("additional_data", tr("Velocities recorded"), _additional_data(index))
    yield field("collisions", tr("Collisions"), _collisions(index))
    yield field("problems", tr("Problems"), _problems(found, checking=checking))
    numbers = np.bincount(index.actors.category, minlength=len(Category)).tolist()
    there = [
        field(f"category {category}", capital(tr(category.label)), plain(count(numbers[category])))
        for category in Category
        if numbers[category]
    ]
    yield section("actors", tr("Actors"), there)


def _frame_time(index: RecordingIndex) -> Value:
    """Return the inspector's value for the time between frames: shortest and longest, if it varies."""
    durations = np.diff(index.elapsed)
    if not len(durations):
        return plain(tr("one frame") if len(index.elapsed) else UNKNOWN)
    shortest, longest = number(float(durations.min()), 3), number(float(durations.max()), 3)
    text = shortest if shortest == longest else f"{shortest} – {longest}"
    return Value(text, "s")


def _additional_data(index: RecordingIndex) -> Value:
    tip = tr("Velocities, bounding boxes and more, if start_recorder was asked for them")
    yes = index.has_additional_data
    return plain(tr("yes") if yes else tr("no"), tip)


def _collisions(index: RecordingIndex) -> Value:
    """Return the number of collisions; "none recorded" if the file has no sensor that reports any."""
    if index.records_collisions:
        return plain(count(len(index.contacts)))
    tip = tr("There is no collision sensor in this file")
    return plain(tr("none recorded"), tip)


def _problems(problems: Sequence[Problem], *, checking: bool) -> Value:
    damage = sum(problem.count for problem in problems if problem.damage)
    notes = sum(problem.count for problem in problems if not problem.damage)
    parts = []
    if damage:
        parts.append(counted(damage, "1 problem", "{} problems"))
    if notes:
        parts.append(counted(notes, "1 remark", "{} remarks"))
    tip = "\n".join(translated(problem.what) for problem in problems[:10])
    if checking:
        return plain(", ".join([*parts, tr("checking…")]), tip)
    return plain(", ".join(parts) or tr("none"), tip)


# -- the scene


def scene_rows(context: InspectorContext, world: World) -> list[Row]:
    """Return sections with the clocks, lights and weather that are recorded for the time of ``world``.

    Empty if nothing is recorded about them or the file is unreadable. ``world`` is the state of all actors.
    """
    scene = _surroundings(world)
    if scene is None:
        return []
    sections = (
        section("scene", tr("Scene"), (*_clocks(context, scene), *_lights(scene))),
        section("weather", tr("Weather"), _weather(context, scene)),
    )
    return [each for each in sections if each.children]


def folded_scene(context: InspectorContext, world: World) -> list[Row]:
    """Return a list of one row that opens to clocks, lights and weather at the time of ``world``.

    They are read from the file only while the row is open. The list is empty if the recording has none of
    them. ``world`` is the state of all actors at one time.
    """
    counts = context.index.packet_counts
    if not any(counts.get(context.index.dialect.id_of(kind)) for kind in _SCENE_PACKETS):
        return []
    scene = _surroundings(world) if "scene" in context.opened else None
    inside = () if scene is None else (*_clocks(context, scene), *_lights(scene), *_weather(context, scene))
    return [
        fold(
            "scene",
            tr("Scene"),
            Value(tip=tr("Clocks, lights and weather at this time")),
            context.opened,
            inside,
        )
    ]


def _surroundings(world: World) -> Surroundings | None:
    try:
        return surroundings_at(world)
    except RecordingError:  # the file has changed, which making the next world reports, too
        return None


def _clocks(context: InspectorContext, scene: Surroundings) -> Iterator[Row]:
    if scene.platform_time is not None:
        tip = tr("Recorded: wall clock since the recording started")
        value = quantity(scene.platform_time, 3, "s", Source.RECORDED, tip)
        yield field("platform_time", tr("Platform time"), value)
    if scene.visual_time is not None:
        tip = tr("Recorded: time since the simulation started")
        value = quantity(scene.visual_time, 3, "s", Source.RECORDED, tip)
        yield field("visual_time", tr("Visual time"), value)
    if scene.real_time_factor is not None:
        tip = tr("Derived: recorded time over platform time, in this frame")
        keys = context.keys("real_time_factor", None)
        value = quantity(scene.real_time_factor, 2, "", Source.DERIVED, tip, keys)
        yield field("real_time_factor", tr("Real-time factor"), value)


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
        yield field(f"lights {lights.group}", labels[lights.group], plain(text))


def _weather(context: InspectorContext, scene: Surroundings) -> Iterator[Row]:
    for name, value, unit in scene.weather:
        keys = context.keys(f"weather_{name.replace(' ', '_')}", None)
        shown = as_written(figure(value), value, unit, Source.RECORDED, signals=keys)
        yield field(f"weather {name}", title(name), shown)
