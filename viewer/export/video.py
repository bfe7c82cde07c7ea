"""Moving pictures, as videos by PyAV, which brings its codecs, or as GIF, and single ones as PNG."""

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
"""Blue, green, red, and a byte without a meaning, of each pixel: shape (height, width, 4)."""

_PATIENCE = 1_000_000
"""Frames a second that no video has."""


class VideoFormat(NamedTuple):
    """One format of moving pictures.

    Attributes:
        codec: its name in FFmpeg.
        pixels: how FFmpeg calls the pixels it takes; of yuv420p four have their colours together.
        options: of the codec.

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
"""Formats of PyAV by the ending of the file."""

GIF = ".gif"
ENDINGS = (*VIDEO_FORMATS, GIF)
"""Endings of all files of moving pictures that can be written."""
EXTRA = "video"
MODULES = ("av",)


_GIF_RATE = 50
"""Browsers show what is faster much slower: a GIF counts hundredths of a second, and 2 is the least."""
TICKS = 90_000
"""How many ticks of a video's time a second has; every usual rate is whole numbers of it."""


def usual_clip() -> str:
    """Return the ending of clips that is offered first: a GIF where the libraries of videos are missing."""
    return next(iter(VIDEO_FORMATS)) if all(map(find_spec, MODULES)) else GIF


def check_video(ending: str, size: tuple[int, int], rate: float | None) -> None:
    """Make sure that a file with an ending can be written; a rate of None is not even.

    Raises:
        ExportError: no such format, or one that has no pictures of this size, or not so many a second, or
            its library is not installed.

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
    """Make sure that a format can show pictures at these times, in ticks; ExportError if not."""
    if ending == GIF and len(ticks) > 1 and min(np.diff(ticks)) < TICKS // _GIF_RATE:
        raise ExportError(
            f"a GIF shows at most {_GIF_RATE} pictures a second; give --fps {_GIF_RATE} or less"
        )


class VideoFile(AbstractContextManager["VideoFile", None]):
    """A video that is written picture by picture; it is complete after the ``with`` block."""

    def __init__(self, path: Path, ending: str, size: tuple[int, int], rate: float | None) -> None:
        """Begin a file.

        Args:
            path: where.
            ending: which format.
            size: width and height in pixels.
            rate: pictures a second; None if they last as long as each of them does.

        Raises:
            OSError: it cannot be written.

        """
        import av

        form = VIDEO_FORMATS[ending]
        self._file = av.open(str(path), "w", format=ending.removeprefix("."))
        usual = Fraction(30 if rate is None else rate).limit_denominator(_PATIENCE)
        self._stream = self._file.add_stream(form.codec, rate=usual, options=dict(form.options))
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = form.pixels
        self._tick = 1 / Fraction(TICKS) if rate is None else 1 / usual
        self._stream.codec_context.time_base = self._tick

    def add(self, pixels: Pixels, ticks: int) -> None:
        """Add the next picture, which may change afterwards, to be shown from a time on, in ticks.

        OSError if the file cannot be written.
        """
        import av

        frame = av.VideoFrame.from_numpy_buffer(pixels, format="bgra")
        frame.pts = round(Fraction(ticks, TICKS) / self._tick)
        frame.time_base = self._tick
        self._file.mux(self._stream.encode(frame))

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        """Write what the codec has kept back, unless something went wrong, and close the file."""
        try:
            if error is None:
                self._file.mux(self._stream.encode())
        finally:
            self._file.close()


def open_video(path: Path, ending: str, size: tuple[int, int], rate: float | None) -> VideoFile | GifFile:
    """Begin a file of moving pictures in the format of ``ending``; see ``VideoFile`` for the arguments."""
    return GifFile(path, size, TICKS) if ending == GIF else VideoFile(path, ending, size, rate)


def write_png(rows: NDArray[np.uint8], path: Path) -> None:
    """Write a picture, given red, green and blue of each pixel, shape (height, 3 × width).

    As https://www.w3.org/TR/png-3/ has it, without filters: they would find little in a map, which is flat.

    Raises:
        OSError: it cannot be written.

    """
    height, width = rows.shape[0], rows.shape[1] // 3
    unfiltered = np.zeros((height, 1 + 3 * width), np.uint8)
    unfiltered[:, 1:] = rows
    header = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)  # 8 bits of three colours, all else as usual
    packed = zlib.compress(unfiltered.data, 3)  # a tenth larger than with the usual level, in half the time
    chunks = (b"IHDR", header), (b"IDAT", packed), (b"IEND", b"")
    sizes = ((name + data, struct.pack(">I", len(data))) for name, data in chunks)
    written = (size + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk, size in sizes)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(written))
