"""Error of sources that cannot be made into a recording."""

from __future__ import annotations

from viewer.file_error import FileError


class SourceError(FileError):
    """Error raised when a clip or a table cannot be imported."""
