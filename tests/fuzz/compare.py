"""Frames that no edit touched are read as they were before."""

from __future__ import annotations

from random import Random

import numpy as np

from tests.fuzz.gauges import BrokenError
from tests.fuzz.mutants import Mutant
from tests.fuzz.use import same_habits
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World, world_at

_WORLDS = 3  # compared of each recording


def compare(mutant: Mutant, before: RecordingIndex, now: RecordingIndex, random: Random) -> None:
    """Compare all frames whose bytes are whole, and the worlds of some of them.

    Raises:
        BrokenError: a frame is lost or read otherwise, or the recording is taken for that of another build.

    """
    places = _places(mutant, before, now)
    for frame, place in places.items():
        _compare_frame(before, frame, now, place)
    if places and not same_habits(before.dialect, now.dialect):
        raise BrokenError("it is taken for the recording of another build")
    first_edit = min((edit.start for edit in mutant.edits), default=0)
    for frame in random.sample(sorted(places), min(len(places), _WORLDS)):
        was = world_at(before, float(before.elapsed[frame]))
        # Of frames whose times are damaged elsewhere, several may begin at once.
        is_now = world_at(now, float(now.elapsed[places[frame]]))
        if (was.frame_index, is_now.frame_index) == (frame, places[frame]):
            end = int(before.offsets[frame]) + before.layouts[before.layout_indices[frame]].stride
            _compare_worlds(was, is_now, history=end <= first_edit)


def _places(mutant: Mutant, before: RecordingIndex, now: RecordingIndex) -> dict[int, int]:
    """Return for each frame whose bytes are whole which frame that is now."""
    places = {}
    for frame, start in enumerate(before.offsets.tolist()):
        offset = mutant.new_offset(start, start + before.layouts[before.layout_indices[frame]].stride)
        if offset is None:
            continue
        place = int(np.searchsorted(now.offsets, offset))
        if place == len(now.offsets) or now.offsets[place] != offset:
            if mutant.may_lack_bytes_of(start) and _end(now, place - 1) > offset:
                continue  # the byte that both claim was given to the frame before it
            raise BrokenError(f"frame {frame} is lost, although nothing touched it")
        places[frame] = place
    return places


def _end(index: RecordingIndex, frame: int) -> int:
    """Return where a frame ends, 0 if there is none of this number."""
    if frame < 0:
        return 0
    return int(index.offsets[frame]) + index.layouts[index.layout_indices[frame]].stride


def _compare_frame(before: RecordingIndex, frame: int, now: RecordingIndex, place: int) -> None:
    layout = before.layouts[before.layout_indices[frame]]
    found = now.layouts[now.layout_indices[place]]
    same = found.packets == layout.packets and before.read_frame(frame).data == now.read_frame(place).data
    if not same:
        raise BrokenError(f"frame {frame} is read otherwise, although nothing touched it")


def _compare_worlds(was: World, is_now: World, *, history: bool) -> None:
    """Compare two worlds: whom Position tells of, and with the same history before them, everybody."""
    whom = np.ones(len(was.rows), np.bool_) if history else was.in_position
    rows = [row for row in map(is_now.row_of, was.actor_ids[whom].tolist()) if row is not None]
    places = [is_now.index_of(row) for row in rows]
    name = f"frame {was.frame_index}"
    if len(places) < whom.sum() or (history and len(is_now.rows) != len(was.rows)):
        raise BrokenError(f"{name}: others are there than were before")
    columns = ["locations", "rotations", "light_states", "vehicle_lights"]
    columns += ["categories", "in_position"] if history else []
    for column in columns:
        if not np.array_equal(
            getattr(was, column)[whom], getattr(is_now, column)[places], equal_nan=column.endswith("ations")
        ):
            raise BrokenError(f"{name}: the {column.replace('_', ' ')} are not those that were before")
