"""What a folder of an agent's run holds, in words, by the names in it alone: no file is opened but logs."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from viewer.run_folder.lead import is_lead
from viewer.run_folder.listing import Listing
from viewer.run_folder.signal_tables import SUFFIXES as TABLES
from viewer.run_folder.text_log import RECORDING_SUFFIXES, is_recording, logs_in

_CAMERAS = ("rgb", "bev", "camera", "image")
_CAMERAS_END = "_images"
_VIDEOS = (".mp4", ".mkv", ".avi", ".webm", ".mov")


class AgentFolder(NamedTuple):
    """Folder that an agent wrote of a run.

    Attributes:
        path: the folder.
        holds: what is in it, such as ``6 cameras, plan, signals, log``.
        has_poses: whether its poses can be opened like a recording.
    """

    path: Path
    holds: str
    has_poses: bool


def agent_folder(here: Listing) -> AgentFolder | None:
    """Return what an agent wrote into the folder ``here``; None if it is no folder of a run."""
    has_steps = here.has("metric_info.json", "meta/") or "measurements" in here.folders
    if not (has_steps or "records.json.gz" in here.files or is_lead(here)):
        return None
    cameras = sum(map(_is_camera, here.folders))
    videos = sum(name.casefold().endswith(_VIDEOS) for name in here.files)
    parts = (
        ("", "1 camera", f"{cameras} cameras")[min(cameras, 2)],
        ("", "1 video", f"{videos} videos")[min(videos, 2)],
        "plan" if has_steps else "",
        "signals" if has_steps or any(name.casefold().endswith(TABLES) for name in here.files) else "",
        "log" if any(not is_recording(path) for path in logs_in(here)) else "",
    )
    recorded = any(
        name.casefold().endswith(RECORDING_SUFFIXES) and is_recording(here.path / name) for name in here.files
    )
    has_poses = "metric_info.json" in here.files or "measurements" in here.folders
    return AgentFolder(here.path, ", ".join(filter(None, parts)), has_poses and not recorded)


def _is_camera(name: str) -> bool:
    return name.casefold().startswith(_CAMERAS) or name.casefold().endswith(_CAMERAS_END)
