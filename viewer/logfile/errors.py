"""Errors about recording files, each with a message that the user can act on."""

from __future__ import annotations

from viewer.file_error import FileError


class RecordingError(FileError):
    """Error raised when a file cannot be used as a recording."""


class NotARecordingError(RecordingError):
    """Error raised when a file does not begin with the header of a CARLA recording."""


class UnreadableError(RecordingError):
    """Error raised when the system cannot read a file: missing, a folder, not permitted, or disk failure."""


class ChangedError(RecordingError):
    """Error for a file that is no longer the one that was opened: it was replaced, truncated or rewritten."""
