"""Videos of a run's folder: how many frames each has, and the step of each frame."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from viewer.file_error import printable
from viewer.installation import how_to_install
from viewer.regular_file import open_regular, reason
from viewer.run_folder.contents import Stream

EXTRA = "video"
"""Extra of this program that videos need (PyAV)."""


class VideoFrames(NamedTuple):
    """Video file: name of its stream, path, number of frames, and frames per second."""

    name: str
    path: Path
    frames: int
    rate: float

    def by_rate(self, step_rate: float) -> Stream:
        """Return the video as a stream in which frame n shows step (n + 1) · f.

        f is the number of steps per frame of the video; there are ``step_rate`` steps per second.
        """
        every = max(round(step_rate / self.rate), 1) if self.rate > 0 else 1
        return Stream(self.name, every * np.arange(1, self.frames + 1, dtype=np.int64), video=self.path)

    def by_frame(self) -> Stream:
        """Return the video as a stream whose frame n shows step n."""
        return Stream(self.name, np.arange(self.frames, dtype=np.int64), video=self.path)


def video_stream(path: Path, name: str) -> tuple[VideoFrames | None, str]:
    """Return the video at ``path`` as ``name``, or None and a sentence that says why it cannot be read."""
    try:
        import av  # noqa: PLC0415 - the extra may be missing
    except ImportError:
        return None, f"{printable(path)}: videos are shown with an extra: {how_to_install(EXTRA)}."
    try:
        with open_regular(path) as file, av.open(file, "r") as container:
            video = container.streams.video[0]
            rate = float(video.average_rate or 0)
            count = video.frames or (
                round(float(video.duration * video.time_base) * rate) if video.duration else 0
            )
    except OSError as error:
        return None, f"{printable(path)}: it cannot be read: {reason(error)[0]}."
    except (av.FFmpegError, IndexError, ValueError) as error:
        return None, f"{printable(path)}: this is no whole video: {printable(str(error))}."
    if count <= 0:
        return None, f"{printable(path)}: the video has no frames that can be counted."
    return VideoFrames(name, path, count, rate), ""
