"""Telling which recording notes belong to, by what its file begins with."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from viewer.logfile.errors import ChangedError
from viewer.logfile.source import LogFile

LENGTH = 1 << 16
"""Bytes that are looked at: the header, which has the second of recording in it, and the first frames."""
_LONGEST = 1 << 24
"""Bytes that are looked at when another program has looked at more."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The hash of what a file begins with.

    A file that grows keeps it; a simulation that is run again with the same file name gives another one, for
    the header has its date.

    Attributes:
        length: how many bytes were looked at: fewer than ``LENGTH`` if there were no more then.
        sha256: their hash in hexadecimal.

    """

    length: int
    sha256: str

    @classmethod
    def of(cls, file: LogFile) -> Fingerprint:
        """Look at a file.

        Raises:
            UnreadableError: the system cannot read it.
            ChangedError: it became shorter meanwhile.

        """
        length = min(file.size(), LENGTH)
        return cls(length, _hash(file, length))

    def is_of(self, file: LogFile) -> bool:
        """Return whether a file begins with the same bytes; UnreadableError as for ``of``."""
        if not 0 < self.length <= min(file.size(), _LONGEST):
            return False
        try:
            return _hash(file, self.length) == self.sha256
        except ChangedError:
            return False


def _hash(file: LogFile, length: int) -> str:
    return hashlib.sha256(file.read(0, length)).hexdigest()
