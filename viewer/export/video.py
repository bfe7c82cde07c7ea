"""Writing PNG images, GIF animations and videos. PyAV encodes videos; its wheels contain the codecs."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.export.errors import ExportError, require
from viewer.export.gif import GifFile

Pixels = NDArray[np.uint8]
"""Array type of an image, shape (height, width, 4): per pixel blue, green, red and an unused byte."""

_MAX_DENOMINATOR = 1_000_000
"""Largest denominator of a video's frame rate, which is stored as a fraction."""


class VideoFormat(NamedTuple):
    """Way in which PyAV encodes videos with one file suffix.

    Attributes:
        codec: name of the codec in FFmpeg.
        pixels: FFmpeg's pixel format; yuv420p needs an even width and height.
        options: options of the codec.
    """

    codec: str
    pixels: str
    options: Mapping[str, str]


VIDEO_FORMATS: Mapping[str, VideoFormat] = {
    ".mp4": VideoFormat("libx264", "yuv420p", options={"preset": "veryfast", "crf": "20"}),
    ".webm": VideoFormat(
        "libvpx-vp9", "yuv420p",
        options={"deadline": "realtime", "cpu-used": "7", "row-mt": "1", "crf": "30", "b": "0"},
    ),
}  # fmt: skip
"""Video formats that PyAV writes, by file suffix."""

GIF = ".gif"
ENDINGS = (*VIDEO_FORMATS, GIF)
"""File suffixes of all formats of moving pictures."""
EXTRA = "video"
MODULES = ("av",)


_GIF_RATE = 50
"""Highest frame rate of a GIF: browsers slow down what is faster than 2 hundredths of a second per frame."""
TICKS = 90_000
"""Number of ticks per second of video, its unit of time; every common frame period is a whole number of them.
"""


def usual_clip() -> str:
    """Return the default file suffix of clips: that of a video, or of a GIF if PyAV is not installed."""
    return next(iter(VIDEO_FORMATS)) if all(map(find_spec, MODULES)) else GIF


def check_video(ending: str, size: tuple[int, int], rate: float | None) -> None:
    """Raise ExportError if a file with the suffix ``ending`` cannot be written.

    Args:
        ending: file suffix, such as ``.mp4``.
        size: width and height in pixels.
        rate: frames per second; None if the time between frames varies.

    Raises:
        ExportError: the format is unknown, cannot have this size or rate, or its package is not installed.
    """
    if ending not in ENDINGS:
        raise ExportError(f"'{ending}' is no video that can be written: use {', '.join(ENDINGS)}")
    if ending != GIF:
        require(EXTRA, MODULES, "a video")
    if ending != GIF and any(side % 2 for side in size):
        raise ExportError(f"{ending} needs an even width and height, and {size[0]}x{size[1]} is not")
    if rate is not None:
        check_pace(ending, [0, round(TICKS / rate)])


def check_pace(ending: str, ticks: Sequence[int]) -> None:
    """Raise ExportError if frames at ``ticks`` follow each other too fast for a GIF; other formats pass.

    Args:
        ending: file suffix of the format.
        ticks: time of each frame since the start, in units of 1/90000 s.
    """
    if ending == GIF and len(ticks) > 1 and min(np.diff(ticks)) < TICKS // _GIF_RATE:
        raise ExportError(
            f"a GIF shows at most {_GIF_RATE} pictures a second; give --fps {_GIF_RATE} or less"
        )


class VideoFile(AbstractContextManager["VideoFile", None]):
    """Video file that is written frame by frame; complete when its ``with`` block ends."""

    def __init__(self, path: Path, ending: str, size: tuple[int, int], rate: float | None) -> None:
        """Open the file for writing.

        Args:
            path: path of the file.
            ending: file suffix of the format, ``.mp4`` or ``.webm``.
            size: width and height in pixels.
            rate: frames per second; None if the time between frames varies.

        Raises:
            OSError: the file cannot be written.
        """
        import av

        form = VIDEO_FORMATS[ending]
        self._file = av.open(str(path), "w", format=ending.removeprefix("."))
        usual = Fraction(30 if rate is None else rate).limit_denominator(_MAX_DENOMINATOR)
        self._stream = self._file.add_stream(form.codec, rate=usual, options=dict(form.options))
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = form.pixels
        self._tick = 1 / Fraction(TICKS) if rate is None else 1 / usual
        self._stream.codec_context.time_base = self._tick

    def add(self, pixels: Pixels, ticks: int) -> None:
        """Add the next frame, shown from ``ticks`` on, in units of 1/90000 s since the start of the video.

        The array ``pixels`` may be changed afterwards.

        Raises:
            OSError: the file cannot be written.
        """
        import av

        frame = av.VideoFrame.from_numpy_buffer(pixels, format="bgra")
        frame.pts = round(Fraction(ticks, TICKS) / self._tick)
        frame.time_base = self._tick
        self._file.mux(self._stream.encode(frame))

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        """Write the frames that the codec holds, unless the block raised an error, and close the file."""
        try:
            if error is None:
                self._file.mux(self._stream.encode())
        finally:
            self._file.close()


def open_video(path: Path, ending: str, size: tuple[int, int], rate: float | None) -> VideoFile | GifFile:
    """Open a video or GIF for writing.

    Args:
        path: path of the file.
        ending: file suffix of the format, one of ``ENDINGS``.
        size: width and height in pixels.
        rate: frames per second; None if the time between frames varies.

    Raises:
        OSError: the file cannot be written.
    """
    return GifFile(path, size, TICKS) if ending == GIF else VideoFile(path, ending, size, rate)


def write_png(rows: NDArray[np.uint8], path: Path) -> None:
    """Write ``rows`` as a PNG file: red, green and blue per pixel, shape (height, 3 × width).

    The format is https://www.w3.org/TR/png-3/; no row filters are used, as maps have large areas of one
    colour.

    Raises:
        OSError: the file cannot be written.
    """
    height, width = rows.shape[0], rows.shape[1] // 3
    unfiltered = np.zeros((height, 1 + 3 * width), np.uint8)
    unfiltered[:, 1:] = rows
    header = struct.pack(
        ">2I5B", width, height, 8, 2, 0, 0, 0
    )  # 8 bits, RGB, default compression, filter and interlace
    packed = zlib.compress(unfiltered.data, 3)  # a tenth larger than at the default level, in half the time
    chunks = (b"IHDR", header), (b"IDAT", packed), (b"IEND", b"")
    sizes = ((name + data, struct.pack(">I", len(data))) for name, data in chunks)
    written = (size + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk, size in sizes)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(written))
