"""Videos of a run's folder: the times of their frames, and the step that each frame shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from viewer.arrays import Ints
from viewer.cancellation import ShouldContinue, always, check
from viewer.file_error import printable
from viewer.installation import how_to_install
from viewer.regular_file import open_regular, reason
from viewer.run_folder.contents import Stream, Video

if TYPE_CHECKING:
    from av.container import InputContainer

EXTRA = "video"
"""Extra of this program that videos need (PyAV)."""
_MOST_FRAMES = 1_000_000
_EVERY = 256


class VideoFrames(NamedTuple):
    """Video file as a camera: its name, its file and frames, and its frames per second."""

    name: str
    video: Video
    rate: float

    def by_rate(self, step_rate: float) -> Stream:
        """Return the video as a stream in which frame n shows step (n + 1) · f.

        f is the number of steps per frame of the video; there are ``step_rate`` steps per second.
        """
        every = max(round(step_rate / self.rate), 1) if self.rate > 0 else 1
        steps = every * np.arange(1, len(self.video.times) + 1, dtype=np.int64)
        return Stream(self.name, steps, video=self.video)

    def by_frame(self) -> Stream:
        """Return the video as a stream whose frame n shows step n."""
        return Stream(self.name, np.arange(len(self.video.times), dtype=np.int64), video=self.video)


def video_stream(
    path: Path, name: str, should_continue: ShouldContinue = always
) -> tuple[VideoFrames | None, str]:
    """Return the video at ``path`` as ``name``, or None, and a sentence if it cannot be used as a whole.

    The file is read once, without decoding, for the times of its frames. Raises ReadingCancelledError if
    ``should_continue`` returns False.
    """
    try:
        import av  # noqa: PLC0415 - the extra may be missing
    except ImportError:
        return None, f"{printable(path)}: videos are shown with an extra: {how_to_install(EXTRA)}."
    trouble, times, rate = "", np.empty(0, np.int64), 0.0
    try:
        with open_regular(path) as file, av.open(file, "r") as container:
            rate = float(container.streams.video[0].average_rate or 0)
            times, trouble = _times(path, container, should_continue)
    except OSError as error:
        return None, f"{printable(path)}: it cannot be read: {reason(error)[0]}."
    except (av.FFmpegError, IndexError, ValueError) as error:
        return None, f"{printable(path)}: this is no whole video: {printable(str(error))}."
    if not len(times):
        return None, f"{printable(path)}: the times of its frames are missing; convert it to MP4."
    return VideoFrames(name, Video(path, times), rate), trouble


def _times(path: Path, container: InputContainer, should_continue: ShouldContinue) -> tuple[Ints, str]:
    """Return the times of the frames of a video, ascending, and a sentence if not all could be read."""
    import av  # noqa: PLC0415 - the extra may be missing

    times, trouble = [], ""
    try:
        for number, packet in enumerate(container.demux(container.streams.video[0])):
            if not number % _EVERY:
                check(should_continue, 0.0)
            if number == _MOST_FRAMES:
                trouble = f"{printable(path)}: only the first {_MOST_FRAMES:,} frames are shown."
                break
            if packet.pts is not None and packet.size:
                times.append(packet.pts)
    except (av.FFmpegError, OSError):
        trouble = f"{printable(path)}: it is cut; {len(times):,} frames were found."
    return np.unique(np.array(times, np.int64)), trouble
