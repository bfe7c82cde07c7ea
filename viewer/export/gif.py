"""Writing GIF animations with Pillow, image by image: its own writer would hold all images in memory."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

_TRAILER = b";"
_HUNDREDTHS = 100
"""Number of time units per second in a GIF file, which counts hundredths of a second."""


class GifFile(AbstractContextManager["GifFile", None]):
    """GIF file that is written image by image, each with its own palette of 256 colours.

    It is complete when its ``with`` block ends. Methods raise OSError if it cannot be written.
    """

    def __init__(self, path: Path, size: tuple[int, int], ticks_a_second: int) -> None:
        """Open the file ``path`` for writing.

        Args:
            path: the file.
            size: width and height of the images in pixels.
            ticks_a_second: number of ticks per second, the unit of time in ``add``.
        """
        self._file = path.open("wb")
        self._size, self._ticks = size, ticks_a_second
        self._last: Image | None = None
        self._shown = self._lasted = 0
        self._begun = False

    def add(self, pixels: NDArray[np.uint8], ticks: int) -> None:
        """Add the next image, shown from ``ticks`` on.

        Args:
            pixels: blue, green, red and an unused byte per pixel, shape (height, width, 4).
            ticks: time since the beginning, in the unit given when the file was opened.
        """
        from PIL import Image

        begin = round(ticks * _HUNDREDTHS / self._ticks)
        if self._last is not None:
            self._write(self._last, begin - self._shown)
        colours = Image.frombuffer("RGB", self._size, np.ascontiguousarray(pixels), "raw", "BGRX", 0, 1)
        self._last = colours.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        self._shown = begin

    def _write(self, picture: Image, hundredths: int) -> None:
        """Append ``picture`` to the GIF; it is shown for so many ``hundredths`` of a second."""
        from PIL import GifImagePlugin

        self._lasted = hundredths
        parts: list[bytes] = []
        if not self._begun:
            parts += GifImagePlugin.getheader(picture, info={"loop": 0})[0]
            self._begun = True
        duration = 1_000 * hundredths // _HUNDREDTHS
        parts += GifImagePlugin.getdata(picture, (0, 0), duration=duration, include_color_table=True)
        for part in parts:
            self._file.write(part)

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        """Write the last image, shown as long as the one before, unless the block raised an error."""
        with self._file:
            if error is None and self._last is not None:
                self._write(self._last, self._lasted)
                self._file.write(_TRAILER)
