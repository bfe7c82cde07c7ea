"""Rerun export: boxes, speeds, traffic lights, events and roads over the time of the recording."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import rerun as rr

from viewer.cancellation import ShouldContinue, check, part_of
from viewer.export import boxes
from viewer.export.selection import Selection
from viewer.export.signals import within
from viewer.logfile.enums import TrafficLightState
from viewer.program import PROGRAM
from viewer.recording.actors import MOVERS, Category
from viewer.recording.recorded_events import EventType
from viewer.replay.paths.trajectory import trajectory
from viewer.signals import read_series
from viewer.signals.series import held

_ELAPSED, _FRAME = "elapsed", "frame"
_LAMP_RADIUS = 0.3  # metres


def write(selection: Selection, path: Path, should_continue: ShouldContinue) -> None:
    """Write a recording to ``path`` as a Rerun file, with an entity ``world/CATEGORY/ID`` for each actor.

    Its timelines are ``elapsed`` and ``frame``. Coordinates are right-handed: y and yaw are negated. Speeds
    are ``speed/ID``, in m/s.
    """
    # Collected in memory (about the size of the recording): Rerun's file sink takes only UTF-8 paths, hides
    # errors at the end of the file, and hangs when the disk is full.
    stream = rr.RecordingStream(PROGRAM)
    sink = stream.binary_stream()
    try:
        _write_scene(stream, selection, should_continue)
        path.write_bytes(sink.read() or b"")
    finally:
        stream.disconnect()


def _write_scene(stream: rr.RecordingStream, selection: Selection, should_continue: ShouldContinue) -> None:
    stream.log("world", rr.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
    if selection.roads is not None:
        for name, color, pieces in boxes.road_lines(selection.roads):
            lines = rr.LineStrips3D(pieces, colors=color)
            stream.log(f"world/roads/{name.replace(' ', '_')}", lines, static=True)
    scene = _Scene(stream, selection)
    rows = selection.rows()
    for done, row in enumerate(rows):
        check(should_continue, done / len(rows))
        scene.write(row, part_of(should_continue, done / len(rows), 0.0))
    found = list(boxes.recorded_events(selection))
    if found:
        frames, kinds, texts = zip(*found, strict=True)
        levels = ["WARN" if kind is EventType.COLLISION else "INFO" for kind in kinds]
        columns = rr.TextLog.columns(text=texts, level=levels)
        stream.send_columns("events", scene.times(np.array(frames)), columns)


class _Scene:
    """Writer of actors to a Rerun stream: each actor while it exists in the selected frames."""

    def __init__(self, stream: rr.RecordingStream, selection: Selection) -> None:
        self._stream = stream
        self._selection = selection
        self._index = selection.index

    def write(self, row: int, should_continue: ShouldContinue) -> None:
        category = Category(self._index.actors.category[row])
        if category in (*MOVERS, *boxes.STATIC):
            self._write_box(row, category, should_continue)
        elif category is Category.TRAFFIC_LIGHT:
            self._write_light(row, category, should_continue)

    def _write_box(self, row: int, category: Category, should_continue: ShouldContinue) -> None:
        actors = self._index.actors
        way = trajectory(self._index, row, should_continue=should_continue)
        here = np.flatnonzero(self._selection.within(way.frames))
        if category in boxes.STATIC and len(here):  # log a pose only where it changes
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
            colors=[boxes.color_of(self._selection, row)],
            labels=[f"{actors.descriptions[row].type_id} {actors.actor_id[row]}"],
            show_labels=False,
        )
        self._stream.log(name, box)
        if category in MOVERS:
            (series,) = read_series(self._index, ["derived_speed"], row, should_continue=should_continue)
            series = within(self._selection, series)
            known = np.isfinite(series.values)
            if known.any():
                times = [rr.TimeColumn(_ELAPSED, duration=series.elapsed[known])]
                speeds = rr.Scalars.columns(scalars=series.values[known])
                self._stream.send_columns(f"speed/{self._selection.unique_id(row)}", times, speeds)
        self._end(name, row)

    def _write_light(self, row: int, category: Category, should_continue: ShouldContinue) -> None:
        name = self._name(row, category)
        position = boxes.mirrored_locations(self._index.actors.location[row])
        actors, selection = self._index.actors, self._selection
        start, stop = max(actors.spawn_frame[row], selection.frames.start), selection.frames.stop
        frames = np.arange(start, min(actors.destroy_frame[row], stop))
        (series,) = read_series(self._index, ["light_state"], row, should_continue=should_continue)
        states = np.nan_to_num(held(series, self._index.elapsed[frames]), nan=TrafficLightState.UNKNOWN)
        changes = np.flatnonzero(np.diff(states, prepend=np.nan))
        for frame, state in zip(frames[changes].tolist(), states[changes].tolist(), strict=True):
            self._set_time(frame)
            color = boxes.LIGHT_COLORS.get(TrafficLightState(int(state)), boxes.OTHER_COLOR)
            self._stream.log(name, rr.Points3D([position], radii=[_LAMP_RADIUS], colors=[color]))
        self._end(name, row)

    def _end(self, name: str, row: int) -> None:
        """Log in the Rerun file that the entity ``name`` ends when the actor in ``row`` is destroyed.

        Nothing is logged if the actor outlives the selected frames. ``row`` is its row in the actor table.
        """
        destroyed = int(self._index.actors.destroy_frame[row])
        if destroyed < self._selection.frames.stop:
            self._set_time(destroyed)
            self._stream.log(name, rr.Clear(recursive=False))

    def _name(self, row: int, category: Category) -> str:
        return f"world/{category.name.lower()}/{self._selection.unique_id(row)}"

    def _set_time(self, frame_index: int) -> None:
        self._stream.set_time(_ELAPSED, duration=float(self._index.elapsed[frame_index]))
        self._stream.set_time(_FRAME, sequence=int(self._index.frame_ids[frame_index]))

    def times(self, frames: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[rr.TimeColumn]:
        return [
            rr.TimeColumn(_ELAPSED, duration=self._index.elapsed[frames]),
            rr.TimeColumn(_FRAME, sequence=self._index.frame_ids[frames]),
        ]
