"""Clips of Bench2Drive's data set: annotations and pictures at 10 Hz.

Source: ``docs/anno.md`` and ``tools/data_collect.py`` of Bench2Drive.
"""

from __future__ import annotations

import numpy as np

from viewer.cancellation import ShouldContinue, cancellable
from viewer.run_folder.bench2drive import UNITS
from viewer.run_folder.camera_order import in_order
from viewer.run_folder.contents import Contents, Meta, StepPoses, Stream
from viewer.run_folder.json_files import position, read_meta
from viewer.run_folder.listing import Listing, list_subfolder, numbered, numbers_of, odd_names

STEP_SECONDS = 0.1
_PICTURES = (".jpg", ".png", ".jpeg")
_NOT_SHOWN = ("lidar", "radar", "expert_assessment")


def is_anno(here: Listing) -> bool:
    """Return whether the folder is a clip of Bench2Drive's data set."""
    return here.has("anno/")


def read_anno(here: Listing, should_continue: ShouldContinue) -> Contents:
    """Return the content of a clip: file k of each camera and of the annotations is 0.1 k seconds."""
    streams: list[Stream] = []
    problems: list[str] = []
    not_shown = [*here.folders.intersection(_NOT_SHOWN)]
    cameras = list_subfolder(here, "camera", should_continue) if "camera" in here.folders else here
    for name in in_order(cameras.folders - {"anno", "camera", *_NOT_SHOWN}):
        if name.startswith("depth"):
            not_shown.append(name)
            continue
        inside = list_subfolder(cameras, name, should_continue)
        problems += odd_names(inside, *_PICTURES)
        if files := numbered(inside, *_PICTURES):
            streams.append(Stream(name, numbers_of(files), tuple(each.path for each in files)))
    metas = numbered(list_subfolder(here, "anno", should_continue), ".json.gz", ".json")
    places = {}
    for each in cancellable(metas, should_continue, 8):
        try:
            place = _ego_position(read_meta(each.path))
        except ValueError as error:
            problems.append(str(error))
            continue
        if place is not None:
            places[each.number] = place
    poses = StepPoses(np.array([*places]), np.array([*places.values()])) if places else None
    return Contents(
        here.path, "anno", tuple(streams), poses, step_seconds=STEP_SECONDS,
        metas=tuple(each.path for each in metas), meta_steps=numbers_of(metas), read_meta=read_meta,
        units=UNITS, not_shown=tuple(sorted(not_shown)), problems=tuple(problems),
    )  # fmt: skip


def _ego_position(meta: Meta) -> tuple[float, float] | None:
    """Return x and y of the ego vehicle's box: ``x`` and ``y`` of the clip may be of a noisy sensor."""
    boxes = meta.get("bounding_boxes")
    for box in boxes if isinstance(boxes, list) else ():
        if isinstance(box, dict) and box.get("class") == "ego_vehicle":
            return position(box.get("location"))
    return None
