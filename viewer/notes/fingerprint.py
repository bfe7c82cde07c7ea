"""Telling which recording notes belong to, by the header that its file begins with."""

from __future__ import annotations

import hashlib

from viewer.logfile.errors import ChangedError
from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile
from viewer.quick_dataclass import dataclass

_LONGEST = 1 << 24
"""Bytes that are looked at when another program has looked at more."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The hash of what a file begins with: of its header.

    A simulation that is run again with the same file name gives another one, for the header has the second in
    which it began. More is not looked at: in a file that grows, CARLA still changes the last frame, which may
    be the first one, too.

    Attributes:
        length: how many bytes were looked at.
        sha256: their hash in hexadecimal.

    """

    length: int
    sha256: str

    @classmethod
    def of(cls, file: LogFile) -> Fingerprint:
        """Look at a file.

        Raises:
            NotARecordingError: it has no header.
            UnreadableError: the system cannot read it.
            ChangedError: it became shorter meanwhile.

        """
        raw = read_header(file).raw
        return cls(len(raw), _hash(raw))

    def is_of(self, file: LogFile) -> bool:
        """Return whether a file begins with the same bytes; UnreadableError as for ``of``."""
        if not 0 < self.length <= min(file.size(), _LONGEST):
            return False
        try:
            return _hash(file.read(0, self.length)) == self.sha256
        except ChangedError:
            return False


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
