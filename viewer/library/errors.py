"""Errors that concern a library as a whole; a recording that cannot be read is a row with an error."""

from __future__ import annotations

from pathlib import Path

from viewer.file_error import printable


class LibraryError(Exception):
    """Error for a library of recordings that cannot be used; the message says where, why, and what to do."""


class QueryError(Exception):
    """A query cannot be answered; the message says in one line why, and at which column of the query."""


class DamagedLibraryError(LibraryError):
    """A file of a library of recordings is damaged; ``why`` says what is wrong with it, in a few words."""

    def __init__(self, folder: Path, why: str) -> None:
        """Make the message from ``folder``, the folder of the library of recordings, and ``why``."""
        self.why = why.rstrip(".")
        super().__init__(f"{printable(folder)}: a part of the library is damaged: {self.why}.")
