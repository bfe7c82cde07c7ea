"""What can go wrong with a library as a whole; what is wrong with one recording is a row."""

from __future__ import annotations


class LibraryError(Exception):
    """The library cannot be used; the message says what is wrong, where, and what to do."""
