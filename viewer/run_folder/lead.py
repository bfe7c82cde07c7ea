"""Folders of LEAD (TransFuser v6) and CaRL: one route each, with pictures or videos of the steps.

Sources: LEAD's ``lead/inference`` (``video_recorder.py``).
"""

from __future__ import annotations

from viewer.cancellation import ShouldContinue
from viewer.run_folder.bench2drive import poses_in
from viewer.run_folder.camera_order import in_order
from viewer.run_folder.contents import Contents, Stream
from viewer.run_folder.json_files import step_entries
from viewer.run_folder.listing import Listing, list_subfolder, numbered, numbers_of, odd_names
from viewer.run_folder.videos import video_stream

_USUAL_OFFSET = 10
_PICTURES = (".png", ".jpg", ".jpeg")
_STEP_RATE = 20.0  # steps per second


def is_lead(here: Listing) -> bool:
    """Return whether LEAD or CaRL wrote the folder."""
    return here.has("infractions.json") and ("checkpoint_endpoint.json" in here.files or _has_pictures(here))


def _has_pictures(here: Listing) -> bool:
    return any(name.endswith("_images") for name in here.folders) or "metric_info.json" in here.files


def read_lead(here: Listing, should_continue: ShouldContinue) -> Contents:
    """Return the content of a folder of LEAD: pictures are numbered by step, frame n of a video is n + 1."""
    poses, problems = None, []
    if "metric_info.json" in here.files:
        entries, trouble = step_entries(here.path / "metric_info.json")
        poses, problems = poses_in(entries), [trouble] if trouble else []
    streams = []
    for name in in_order(here.folders):
        inside = list_subfolder(here, name, should_continue)
        if name.endswith("_images"):
            problems += odd_names(inside, *_PICTURES)
        if name.endswith("_images") and (files := numbered(inside, *_PICTURES)):
            streams.append(Stream(name, numbers_of(files), tuple(each.path for each in files)))
    for name in sorted(here.files):
        if name.endswith(".mp4"):
            stream, trouble = video_stream(
                here.path / name, name.removesuffix(".mp4").partition("_")[2] or name, should_continue
            )
            problems += [trouble] if trouble else []
            if stream is not None:
                # frame n shows step (n + 1) · f; f is the number of steps of 20 Hz between two frames
                streams.append(stream.by_rate(_STEP_RATE))
    return Contents(
        here.path, "lead", tuple(streams), poses, _USUAL_OFFSET,
        not_shown=tuple(sorted(here.folders & {"input_log"})), problems=tuple(problems),
    )  # fmt: skip
