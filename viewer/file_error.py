"""Base class of all errors about files, and helpers that make paths and texts safe to print."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""Character U+FFFD, which stands for bytes that are no text and characters that cannot be shown."""
_UNWRITABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def last_name(text: str) -> str:
    r"""Return the last component of the Windows or POSIX path ``text``.

    A file may hold a path from another operating system, so both separators count.

    >>> last_name(r"C:\CARLA\Maps\Town01"), last_name("Carla/Maps/Town01")
    ('Town01', 'Town01')
    """
    return text.replace("\\", "/").rpartition("/")[2]


def printable(name: Path | str) -> str:
    r"""Return the path ``name`` as text with control characters escaped, as ``ls`` does in a terminal.

    Otherwise a file name could colour or move the output, break the line, or reverse the reading direction.

    >>> print(printable("a\nb\x1b[31m.log"))
    a\nb\x1b[31m.log
    """
    text = str(name)
    if text.isprintable():
        return text
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def plain(text: str) -> str:
    """Return ``text`` with U+FFFD in place of each character that XML or UTF-8 cannot contain."""
    return _UNWRITABLE.sub(REPLACEMENT, text)


class FileError(Exception):
    """Error raised when a file cannot be used: it says what is wrong, where, and what the user can do."""

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
        """Store the parts of the message, which a dialog lays out and a command prints in one line.

        Args:
            path: the file.
            what: what is wrong with it, as a phrase.
            expected: what should be at the place of the fault; empty if unknown.
            found: what is there instead; empty if unknown.
            offset: place of the fault in bytes from the start of the file, if known.
            line_number: line of the fault, from 1, if known.
            advice: what the user can do, a sentence; empty if nothing.
        """
        self.path = Path(path)
        self.what = what
        self.expected = expected
        self.found = found
        self.offset = offset
        self.line_number = line_number
        self.advice = advice
        super().__init__(self.line())

    def line(self, translate: Callable[[str], str] = str) -> str:
        """Return the message in one line: ``name: what (expected …, found …, in line …). Advice``.

        Each part is passed through ``translate``, which returns it in the user's language.
        """
        details = [
            f"expected {self.expected}" if self.expected else "",
            f"found {self.found}" if self.found else "",
            f"at byte {self.offset:,}" if self.offset is not None else "",
            f"in line {self.line_number:,}" if self.line_number is not None else "",
        ]
        inner = ", ".join(translate(part) for part in details if part)
        text = f"{self.path.name or self.path}: {translate(self.what)}" + (f" ({inner})" if inner else "")
        return printable(f"{text}. {translate(self.advice)}" if self.advice else f"{text}.")
