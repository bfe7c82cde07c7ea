"""What can go wrong with a file, in words a person can act on."""

from __future__ import annotations

from viewer.file_error import FileError


class RecordingError(FileError):
    """A file cannot be used as a recording."""


class NotARecordingError(RecordingError):
    """The bytes at the start are not those of a CARLA recording."""


class UnreadableError(RecordingError):
    """The operating system does not give us the bytes: missing, a folder, no permission, a failing disk."""


class ChangedError(RecordingError):
    """The file is no longer the one that was opened: replaced, truncated or rewritten in place."""
