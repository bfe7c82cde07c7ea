"""Error of sources that cannot be made into a recording."""

from __future__ import annotations

from pathlib import Path

from viewer.export.errors import MissingExtraError, require
from viewer.logfile.errors import RecordingError


class SourceError(RecordingError):
    """Error raised when a clip or a table cannot be imported."""


def need(path: Path, module: str, what: str) -> None:
    """Raise SourceError if ``module`` is not installed, which ``what`` at ``path`` needs."""
    try:
        require("import", (module,), what)
    except MissingExtraError as error:
        raise SourceError(path, str(error)) from error
