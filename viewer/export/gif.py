"""Moving pictures as GIF, by Pillow, picture by picture: its own way holds all of them in memory."""

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
"""A GIF counts time in hundredths of a second."""


class GifFile(AbstractContextManager["GifFile", None]):
    """A GIF that is written picture by picture, each with 256 colours of its own.

    The GIF is complete after the ``with`` block. Errors of writing are raised as OSError.
    """

    def __init__(self, path: Path, size: tuple[int, int], ticks_a_second: int) -> None:
        """Begin a file at ``path`` with pictures of ``size``, width and height in pixels."""
        self._file = path.open("wb")
        self._size, self._ticks = size, ticks_a_second
        self._last: Image | None = None
        self._shown = self._lasted = 0
        self._begun = False

    def add(self, pixels: NDArray[np.uint8], ticks: int) -> None:
        """Add the next picture, to be shown from ``ticks`` on.

        Args:
            pixels: blue, green, red and an unused byte of each pixel, shape (height, width, 4).
            ticks: time from the beginning, in parts of a second.

        """
        from PIL import Image

        begin = round(ticks * _HUNDREDTHS / self._ticks)
        if self._last is not None:
            self._write(self._last, begin - self._shown)
        colours = Image.frombuffer("RGB", self._size, np.ascontiguousarray(pixels), "raw", "BGRX", 0, 1)
        self._last = colours.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        self._shown = begin

    def _write(self, picture: Image, hundredths: int) -> None:
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
        """Write the last picture, which lasts as long as the one before, unless something went wrong."""
        with self._file:
            if error is None and self._last is not None:
                self._write(self._last, self._lasted)
                self._file.write(_TRAILER)
