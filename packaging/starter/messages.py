"""Talking to the person at the terminal."""

import sys

CONNECT = (
    "Connect to the network (behind a proxy, set HTTPS_PROXY, and PIP_CERT to its certificate) or name "
    "another package index with PIP_INDEX_URL, then run the same command again."
)
"""What to do when a package index cannot be reached."""


class StopError(Exception):
    """The set-up cannot go on; the message says what is wrong and what to do about it."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def say(line: str) -> None:
    """Print a line at once, on the error stream: the output stream belongs to the program that is started."""
    print(line, file=sys.stderr, flush=True)
