"""A recording of Rerun: boxes, speeds, lights, events and roads over the time of the recording."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import rerun as rr

from viewer.cancellation import Proceed, check, part_of
from viewer.export import boxes
from viewer.export.selection import Part
from viewer.logfile.enums import TrafficLightState
from viewer.program import PROGRAM
from viewer.recording.actors import MOVERS, Category
from viewer.recording.events import EventType
from viewer.replay.paths.trajectory import trajectory
from viewer.signals import read_series
from viewer.signals.series import held

_ELAPSED, _FRAME = "elapsed", "frame"
_LAMP_RADIUS = 0.3  # metres


def write(part: Part, path: Path, proceed: Proceed) -> None:
    """Write each actor as an entity ``world/CATEGORY/ID``, on the timelines ``elapsed`` and ``frame``.

    The frame of reference is right-handed: y and yaw are mirrored. Speeds are ``speed/ID``, in m/s.
    """
    # In memory, about as much as the recording: Rerun's own file has names in UTF-8 alone, does not say that
    # its end could not be written, and waits for ever for a thread that has ended for want of room.
    stream = rr.RecordingStream(PROGRAM)
    sink = stream.binary_stream()
    try:
        _write_scene(stream, part, proceed)
        path.write_bytes(sink.read() or b"")
    finally:
        stream.disconnect()


def _write_scene(stream: rr.RecordingStream, part: Part, proceed: Proceed) -> None:
    stream.log("world", rr.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
    if part.roads is not None:
        for name, color, pieces in boxes.road_lines(part.roads):
            lines = rr.LineStrips3D(pieces, colors=color)
            stream.log(f"world/roads/{name.replace(' ', '_')}", lines, static=True)
    scene = _Scene(stream, part)
    rows = part.rows()
    for done, row in enumerate(rows):
        check(proceed, done / len(rows))
        scene.write(row, part_of(proceed, done / len(rows), 0.0))
    found = list(boxes.told_events(part))
    if found:
        frames, kinds, texts = zip(*found, strict=True)
        levels = ["WARN" if kind is EventType.COLLISION else "INFO" for kind in kinds]
        columns = rr.TextLog.columns(text=texts, level=levels)
        stream.send_columns("events", scene.times(np.array(frames)), columns)


class _Scene:
    def __init__(self, stream: rr.RecordingStream, part: Part) -> None:
        self._stream = stream
        self._part = part
        self._index = part.index

    def write(self, row: int, proceed: Proceed) -> None:
        category = Category(int(self._index.actors.category[row]))
        if category in (*MOVERS, *boxes.STANDING):
            self._write_box(row, category, proceed)
        elif category is Category.TRAFFIC_LIGHT:
            self._write_light(row, category, proceed)

    def _write_box(self, row: int, category: Category, proceed: Proceed) -> None:
        actors = self._index.actors
        way = trajectory(self._index, row, proceed=proceed)
        here = np.flatnonzero(self._part.within(way.frames))
        if category in boxes.STANDING and len(here):  # said once, and again where it is moved
            poses = np.concatenate((way.locations[here], way.rotations[here]), axis=1)
            here = here[np.append(True, (poses[1:] != poses[:-1]).any(axis=1))]
        if not len(here):
            return
        name = self._name(row, category)
        frames = way.frames[here]
        self._stream.send_columns(
            name,
            self.times(frames),
            rr.Transform3D.columns(
                translation=boxes.mirrored_locations(way.locations[here]),
                quaternion=boxes.quaternions(way.rotations[here]),
            ),
        )
        self._set_time(int(frames[0]))
        box = rr.Boxes3D(
            centers=[boxes.mirrored_locations(actors.box_center[row])],
            half_sizes=[actors.box_extent[row]],
            colors=[boxes.color_of(self._part, row)],
            labels=[f"{actors.descriptions[row].type_id} {actors.actor_id[row]}"],
            show_labels=False,
        )
        self._stream.log(name, box)
        if category in MOVERS:
            (series,) = read_series(self._index, ["derived_speed"], row, proceed=proceed)
            first, last = self._part.span
            known = np.isfinite(series.values) & (series.elapsed >= first) & (series.elapsed <= last)
            if known.any():
                times = [rr.TimeColumn(_ELAPSED, duration=series.elapsed[known])]
                speeds = rr.Scalars.columns(scalars=series.values[known])
                self._stream.send_columns(f"speed/{self._part.numbered(row)}", times, speeds)
        self._end(name, row)

    def _write_light(self, row: int, category: Category, proceed: Proceed) -> None:
        name = self._name(row, category)
        place = boxes.mirrored_locations(self._index.actors.location[row])
        actors, part = self._index.actors, self._part
        start, stop = max(actors.spawn_frame[row], part.frames.start), part.frames.stop
        frames = np.arange(start, min(actors.destroy_frame[row], stop))
        (series,) = read_series(self._index, ["light_state"], row, proceed=proceed)
        states = np.nan_to_num(held(series, self._index.elapsed[frames]), nan=TrafficLightState.UNKNOWN)
        changes = np.flatnonzero(np.diff(states, prepend=np.nan))
        for frame, state in zip(frames[changes].tolist(), states[changes].tolist(), strict=True):
            self._set_time(frame)
            color = boxes.LIGHT_COLORS.get(TrafficLightState(int(state)), boxes.OTHER_COLOR)
            self._stream.log(name, rr.Points3D([place], radii=[_LAMP_RADIUS], colors=[color]))
        self._end(name, row)

    def _end(self, name: str, row: int) -> None:
        """Let an actor be seen no longer than it lives."""
        destroyed = int(self._index.actors.destroy_frame[row])
        if destroyed < self._part.frames.stop:
            self._set_time(destroyed)
            self._stream.log(name, rr.Clear(recursive=False))

    def _name(self, row: int, category: Category) -> str:
        return f"world/{category.name.lower()}/{self._part.numbered(row)}"

    def _set_time(self, number: int) -> None:
        self._stream.set_time(_ELAPSED, duration=float(self._index.elapsed[number]))
        self._stream.set_time(_FRAME, sequence=int(self._index.frames["frame"][number]))

    def times(self, frames: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[rr.TimeColumn]:
        return [
            rr.TimeColumn(_ELAPSED, duration=self._index.elapsed[frames]),
            rr.TimeColumn(_FRAME, sequence=self._index.frames["frame"][frames].astype(np.int64)),
        ]
