"""What can go wrong with a library as a whole; what is wrong with one recording is a row."""

from __future__ import annotations

from pathlib import Path

from viewer.file_error import printable


class LibraryError(Exception):
    """The library cannot be used; the message says what is wrong, where, and what to do."""


class QueryError(Exception):
    """A question cannot be answered; the message says in one line why, and where in it."""


class DamagedLibraryError(LibraryError):
    """Something in a library's folder is damaged; ``why`` says what is wrong with it, in a few words."""

    def __init__(self, folder: Path, why: str) -> None:
        """Say where, and why."""
        self.why = why.rstrip(".")
        super().__init__(f"{printable(folder)}: a part of the library is damaged: {self.why}.")
