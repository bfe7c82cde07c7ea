"""Folders without a known layout: numbered pictures, videos, and tables of numbers."""

from __future__ import annotations

from viewer.cancellation import ShouldContinue
from viewer.run_folder.camera_order import in_order
from viewer.run_folder.contents import Contents, Stream
from viewer.run_folder.listing import Listing, list_subfolder, numbered, numbers_of, odd_names
from viewer.run_folder.signal_tables import SUFFIXES, read_signals
from viewer.run_folder.videos import video_stream

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
_VIDEOS = (".mp4", ".m4v", ".mkv", ".avi", ".webm", ".mov", ".ts", ".mjpeg", ".h264")
_FEWEST = 2
"""Fewest numbered pictures that make a camera's stream."""
_MOST_STREAMS = 64


def is_plain(here: Listing) -> bool:
    """Return whether the folder, or one in it, has numbered pictures; or the folder a video or table.

    Subfolders are looked into, 64 at most.
    """
    if len(numbered(here, *_PICTURES)) >= _FEWEST:
        return True
    if any(name.casefold().endswith((*_VIDEOS, *SUFFIXES)) for name in here.files):
        return True
    return any(_has_pictures(here, name) for name in sorted(here.folders)[:_MOST_STREAMS])


def _has_pictures(here: Listing, name: str) -> bool:
    return len(numbered(list_subfolder(here, name), *_PICTURES)) >= _FEWEST


def read_plain(here: Listing, should_continue: ShouldContinue) -> Contents:
    """Return the content of a folder of numbered pictures, videos and tables; a number is the step."""
    streams, problems = [], [*odd_names(here, *_PICTURES, *_VIDEOS)]
    if len(own := numbered(here, *_PICTURES)) >= _FEWEST:
        streams.append(Stream(here.path.name, numbers_of(own), tuple(each.path for each in own)))
    for name in in_order(here.folders)[:_MOST_STREAMS]:
        inside = list_subfolder(here, name, should_continue)
        files = numbered(inside, *_PICTURES)
        if len(files) >= _FEWEST:
            problems += odd_names(inside, *_PICTURES)
            streams.append(Stream(name, numbers_of(files), tuple(each.path for each in files)))
    signals = []
    for name in sorted(here.files):
        path = here.path / name
        if name.casefold().endswith(_VIDEOS):
            video, trouble = video_stream(path, path.stem, should_continue)
            streams += [] if video is None else [video.by_frame()]
        elif name.casefold().endswith(SUFFIXES):
            found, trouble = read_signals(path, should_continue)
            signals += found
        else:
            continue
        problems += [trouble] if trouble else []
    return Contents(
        here.path, "plain", tuple(streams), usual_offset=0, signals=tuple(signals), problems=tuple(problems)
    )
