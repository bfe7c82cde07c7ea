"""A display without a screen, and whether a window is on it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HEADER = 4096
"""Bytes at the front of the file of pixels that may be other than pixels."""
_COLOURS = 100
"""A window with a map and lists has more colours, an empty display has one."""


class Screen:
    """A display."""

    def __init__(self, name: str, pixels: Path) -> None:
        self.name = name
        self._pixels = pixels

    def has_window(self) -> bool:
        """Return whether more is on it than a display has by itself."""
        content = memoryview(self._pixels.read_bytes()[_HEADER:])
        return len(set(content[: len(content) // 4 * 4].cast("I"))) > _COLOURS


@contextmanager
def opened() -> Iterator[Screen | None]:
    """Give a display that every user may use; None where there is no ``Xvfb``."""
    if shutil.which("Xvfb") is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        read, write = os.pipe()
        server = subprocess.Popen(
            [
                *("Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24"),
                *("-fbdir", folder, "-ac", "-nolisten", "tcp", "-noreset"),
            ],
            pass_fds=[write],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        try:
            with os.fdopen(read, encoding="ascii") as answer:
                number = answer.readline().strip()
            yield Screen(f":{number}", Path(folder) / "Xvfb_screen0")
        finally:
            server.terminate()
            server.wait()
