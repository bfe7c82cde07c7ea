"""Asking, in the middle of reading much, whether the answer is still wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

_EVERY = 256
"""Items between two questions: one may take a millisecond, or a microsecond, but hardly more."""
Item = TypeVar("Item")
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


def part_of(proceed: Proceed, begin: float, size: float) -> Proceed:
    """Return a function that tells ``proceed`` the share of a part of the whole, from ``begin`` on."""
    return lambda share: proceed(begin + size * min(max(share, 0.0), 1.0))


def asking(items: Sequence[Item], proceed: Proceed, every: int = _EVERY) -> Iterator[Item]:
    """Yield ``items``; ask ``proceed`` before the first and then before each ``every``-th one.

    Raises:
        ReadingCancelledError: ``proceed`` said no.

    """
    for number, item in enumerate(items):
        if not number % every:
            check(proceed, number / len(items))
        yield item


def rising(proceed: Proceed) -> Proceed:
    """Return a function that tells ``proceed`` no less than before, where several things are read in turn."""
    most = 0.0

    def ask(share: float) -> bool:
        nonlocal most
        most = max(most, share)
        return proceed(most)

    return ask
