"""Folders of one connected car by OpenCDA, as in OPV2V and V2XSet: a YAML file and pictures per world frame.

Source: ``data_dumper.py`` of OpenCDA. A folder is named by the actor id of its car; files by world frame.
"""

from __future__ import annotations

import re

import numpy as np

from viewer.cancellation import ShouldContinue, cancellable
from viewer.file_error import printable
from viewer.regular_file import read_regular, reason
from viewer.run_folder.contents import Contents, StepPoses, Stream
from viewer.run_folder.listing import Listing, NumberedFile, numbered, numbers_of, odd_names

_CAMERAS = 4
_EGO = re.compile(
    rb"^true_ego_pos:\s*\n?(?:[ \t]*-[ \t]*|[ \t]*\[)([-+.\deE]+)"
    rb"(?:\s*\n[ \t]*-[ \t]*|[ \t]*,[ \t]*)([-+.\deE]+)",
    re.MULTILINE,
)
"""Beginning of the car's pose in a YAML file: x and y, as a list of lines or in brackets."""


def is_opv2v(here: Listing) -> bool:
    """Return whether OpenCDA wrote the folder for one of its cars."""
    return bool(numbered(here, ".yaml")) and bool(numbered(here, ".png", rest=r"_camera\d"))


def read_opv2v(here: Listing, should_continue: ShouldContinue) -> Contents:
    """Return the content of the folder of one car: the number in a file's name counts as its step."""
    streams = []
    for camera in range(_CAMERAS):
        if files := numbered(here, ".png", ".jpg", rest=f"_camera{camera}"):
            paths = tuple(each.path for each in files)
            streams.append(Stream(f"camera{camera}", numbers_of(files), paths))
    poses, problems = _poses(here, numbered(here, ".yaml"), should_continue)
    return Contents(
        here.path, "opv2v", tuple(streams), poses,
        not_shown=("lidar",) if numbered(here, ".pcd") else (),
        problems=(*odd_names(here, ".png", ".yaml"), *problems),
    )  # fmt: skip


def _poses(
    here: Listing, files: list[NumberedFile], should_continue: ShouldContinue
) -> tuple[StepPoses | None, list[str]]:
    places, problems = {}, []
    for each in cancellable(files, should_continue, 16):
        try:
            found = _EGO.search(read_regular(each.path))
        except OSError as error:
            problems.append(f"{printable(each.path)}: it cannot be read: {reason(error)[0]}.")
            continue
        if found is None:
            problems.append(f"{printable(each.path)}: there is no true_ego_pos in it.")
            continue
        places[each.number] = float(found[1]), float(found[2])
    if not places:
        return None, problems
    actor_id = int(here.path.name) if here.path.name.isdecimal() else None
    return StepPoses(np.array([*places]), np.array([*places.values()]), actor_id), problems
