"""What can go wrong with a file, in words a person can act on."""

from __future__ import annotations

from pathlib import Path


class RecordingError(Exception):
    """A file cannot be used as a recording.

    Every instance says *what* is wrong, *where* (path and, where it applies, byte offset) and *what to do*.
    """

    def __init__(
        self,
        path: Path | str,
        what: str,
        *,
        expected: str = "",
        found: str = "",
        offset: int | None = None,
        advice: str = "",
    ) -> None:
        """Keep the parts, so that a dialog can lay them out and a command can print one line."""
        self.path = Path(path)
        self.what = what
        self.expected = expected
        self.found = found
        self.offset = offset
        self.advice = advice
        super().__init__(self.line())

    def line(self) -> str:
        """Return everything in one line: ``name: what (expected …, found …, at byte …). Advice``."""
        details = [
            f"expected {self.expected}" if self.expected else "",
            f"found {self.found}" if self.found else "",
            f"at byte {self.offset:,}" if self.offset is not None else "",
        ]
        inner = ", ".join(part for part in details if part)
        text = f"{self.path.name or self.path}: {self.what}" + (f" ({inner})" if inner else "")
        return f"{text}. {self.advice}" if self.advice else f"{text}."


class NotARecordingError(RecordingError):
    """The bytes at the start are not those of a CARLA recording."""


class UnreadableError(RecordingError):
    """The operating system does not give us the bytes: missing, a folder, no permission, a failing disk."""


class ChangedError(RecordingError):
    """The file is no longer the one that was opened: replaced, truncated or rewritten in place."""
