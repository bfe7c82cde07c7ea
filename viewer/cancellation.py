"""Asking, in the middle of reading much, whether the answer is still wanted."""

from __future__ import annotations

from collections.abc import Callable

Proceed = Callable[[float], bool]
"""Is told the share that is read, from 0 to 1, and answers whether to go on."""


class ReadingCancelledError(Exception):
    """Somebody no longer wants to know; nothing is wrong."""


def always(_share: float) -> bool:
    """Go on to the end."""
    return True


def check(proceed: Proceed, share: float) -> None:
    """Raise ReadingCancelledError unless it goes on."""
    if not proceed(share):
        raise ReadingCancelledError


def rising(proceed: Proceed) -> Proceed:
    """Return a function that tells ``proceed`` no less than before, where several things are read in turn."""
    most = 0.0

    def ask(share: float) -> bool:
        nonlocal most
        most = max(most, share)
        return proceed(most)

    return ask
