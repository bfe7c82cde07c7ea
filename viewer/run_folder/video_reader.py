"""Decoding single frames of a video, forwards without seeking where that is possible."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from numpy.typing import NDArray

from viewer.cancellation import ShouldContinue, check
from viewer.regular_file import open_regular, reason
from viewer.run_folder.contents import Video

if TYPE_CHECKING:
    import numpy as np
    from av import VideoFrame
    from av.container import InputContainer

_NEAR = 16
"""Most frames that are decoded and thrown away to reach a later one, before the video is sought instead."""


class VideoReader:
    """Open video file; its methods may be called in any thread, one call at a time works."""

    def __init__(self, video: Video) -> None:
        self._video = video
        self._lock = threading.Lock()
        self._open = ExitStack()
        self._container: InputContainer | None = None
        self._frames: Iterator[VideoFrame] | None = None
        self._next = 0

    def read(
        self, number: int, width: int, height: int, should_continue: ShouldContinue
    ) -> NDArray[np.uint8]:
        """Return the pixels of the frame ``number``: blue, green, red, alpha; shape (height, width, 4).

        The frame is made smaller to fit into ``width`` and ``height`` (pixels) if it is larger.

        Raises:
            ValueError: the frame cannot be decoded; the message is a clause that says why.
            ReadingCancelledError: ``should_continue`` returned False.
        """
        import av  # noqa: PLC0415 - the extra may be missing

        with self._lock:
            check(should_continue, 0.0)
            try:
                frame = self._frame(number, should_continue)
            except OSError as error:
                self.close()
                why = str(error) if isinstance(error, av.FFmpegError) else reason(error)[0]
                raise ValueError(why) from error
            except av.FFmpegError as error:
                self.close()
                raise ValueError(str(error)) from error
            share = min(width / frame.width, height / frame.height, 1.0)
            size = max(round(frame.width * share), 1), max(round(frame.height * share), 1)
            pixels: NDArray[np.uint8] = frame.reformat(*size, format="bgra").to_ndarray()
            return pixels

    def close(self) -> None:
        """Close the file; it is opened again by the next call of ``read``."""
        self._open.close()
        self._container = self._frames = None

    def _frame(self, number: int, should_continue: ShouldContinue) -> VideoFrame:
        wanted = int(self._video.times[number])
        if self._frames is None or not self._next <= number < self._next + _NEAR:
            self._seek(wanted)
        frames = self._frames
        for count, frame in enumerate(frames or ()):
            if count % _NEAR == 0:
                check(should_continue, 0.0)
            if frame.pts is None or frame.pts < wanted:
                continue
            if frame.pts > wanted:
                break
            self._next = number + 1
            return frame
        self._frames = None
        raise ValueError("this frame cannot be reached; convert the video to MP4")

    def _seek(self, wanted: int) -> None:
        import av  # noqa: PLC0415 - the extra may be missing

        if self._container is None:
            file = self._open.enter_context(open_regular(self._video.path))
            self._container = self._open.enter_context(av.open(file, "r"))
            self._container.streams.video[0].thread_type = "NONE"  # threads would decode frames ahead
        stream = self._container.streams.video[0]
        self._container.seek(wanted, stream=stream, backward=True, any_frame=False)
        self._frames = self._container.decode(stream)
