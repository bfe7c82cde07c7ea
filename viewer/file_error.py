"""What is wrong with a file, in words a person can act on."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

_UNWRITABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def last_name(text: str) -> str:
    r"""Return the last part of a path of Windows or POSIX, as a file may hold it wherever it is read.

    >>> last_name(r"C:\CARLA\Maps\Town01"), last_name("Carla/Maps/Town01")
    ('Town01', 'Town01')
    """
    return text.replace("\\", "/").rpartition("/")[2]


def printable(name: Path | str) -> str:
    r"""Return the name of a file as it can stand in a line: ``ls`` on a terminal escapes the same.

    Controls would colour or move what is printed, line breaks and marks of direction end or turn the line.

    >>> print(printable("a\nb\x1b[31m.log"))
    a\nb\x1b[31m.log
    """
    text = str(name)
    if text.isprintable():
        return text
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def plain(text: str) -> str:
    """Return text without what XML or UTF-8 cannot hold: controls and halves of surrogate pairs."""
    return _UNWRITABLE.sub("\ufffd", text)


class FileError(Exception):
    """A file cannot be used as what it was opened as.

    Every instance says *what* is wrong, *where* (path, byte offset or line) and *what to do*.
    """

    def __init__(
        self,
        path: Path | str,
        what: str,
        *,
        expected: str = "",
        found: str = "",
        offset: int | None = None,
        line_number: int | None = None,
        advice: str = "",
    ) -> None:
        """Keep the parts, so that a dialog can lay them out and a command can print one line."""
        self.path = Path(path)
        self.what = what
        self.expected = expected
        self.found = found
        self.offset = offset
        self.line_number = line_number
        self.advice = advice
        super().__init__(self.line())

    def line(self, tell: Callable[[str], str] = str) -> str:
        """Return everything in one line: ``name: what (expected …, found …, in line …). Advice``.

        ``tell`` returns a part in another language.
        """
        details = [
            f"expected {self.expected}" if self.expected else "",
            f"found {self.found}" if self.found else "",
            f"at byte {self.offset:,}" if self.offset is not None else "",
            f"in line {self.line_number:,}" if self.line_number is not None else "",
        ]
        inner = ", ".join(tell(part) for part in details if part)
        text = f"{self.path.name or self.path}: {tell(self.what)}" + (f" ({inner})" if inner else "")
        return printable(f"{text}. {tell(self.advice)}" if self.advice else f"{text}.")
