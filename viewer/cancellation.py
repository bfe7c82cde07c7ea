"""Cancelling long work: callbacks that are called again and again and answer whether to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

_EVERY = 256
"""Number of items of a long loop after which ``should_continue`` is called again; an item takes 1 ms at most.
"""
Item = TypeVar("Item")
ShouldContinue = Callable[[float], bool]
"""Callback that receives the fraction of the work done (0 to 1) and returns False to cancel the work."""


class ReadingCancelledError(Exception):
    """Signal that the work was cancelled because ``should_continue`` returned False; it is not a failure."""


def always(_share: float) -> bool:
    """Return True, whatever ``_share`` is: a ``should_continue`` that never cancels."""
    return True


def check(should_continue: ShouldContinue, share: float) -> None:
    """Raise ReadingCancelledError if ``should_continue(share)`` is False; ``share`` is the fraction done."""
    if not should_continue(share):
        raise ReadingCancelledError


def part_of(should_continue: ShouldContinue, begin: float, size: float) -> ShouldContinue:
    """Return a callback for one part of the work, from ``begin`` to ``begin + size`` of the whole.

    It takes the fraction of the part that is done and passes that of the whole to ``should_continue``.
    """
    return lambda share: should_continue(begin + size * min(max(share, 0.0), 1.0))


def cancellable(
    items: Sequence[Item], should_continue: ShouldContinue, every: int = _EVERY
) -> Iterator[Item]:
    """Yield ``items``, calling ``should_continue`` before the first item and before each ``every``-th one.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    for number, item in enumerate(items):
        if not number % every:
            check(should_continue, number / len(items))
        yield item


def rising(should_continue: ShouldContinue) -> ShouldContinue:
    """Wrap ``should_continue`` so that the fraction of progress that it gets never becomes smaller.

    Parts of the work that each count from 0 then never move a progress bar back.
    """
    most = 0.0

    def ask(share: float) -> bool:
        nonlocal most
        most = max(most, share)
        return should_continue(most)

    return ask
