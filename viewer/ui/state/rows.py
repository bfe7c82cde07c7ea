"""Rows that read parts of a ViewState, and are applied when these differ from before."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any

from viewer.ui.background.derived import same_value
from viewer.ui.state.view_state import ViewState

Read = Callable[[ViewState], Any]
"""Function that returns a part of a ViewState, or a tuple of parts."""
Row = tuple[Read, Callable[[Any], object] | Callable[[], object]]
"""Pair ``(read, apply)``: ``apply`` is called with what ``read`` returns, whenever that has changed.

As a slot of Qt, ``apply`` may also take no argument.
"""
_NEVER = object()


class Rows:
    """Rows ``(read, apply)``, with the values that were applied last."""

    def __init__(self, *rows: Row) -> None:
        self._rows = [(read, _with_value(apply)) for read, apply in rows]
        self._values: list[Any] = []
        self.opening = -1
        """``ViewState.opening`` of the values that were applied last."""

    def apply(self, view: ViewState) -> None:
        """Call ``apply`` of each row, in their order, whose value in ``view`` is not that applied last.

        If another recording was opened, all are called: actors are rows of another table.
        """
        if self.opening != view.opening:
            self.opening = view.opening
            self._values = [_NEVER] * len(self._rows)
        values = self._values
        for number, (read, apply) in enumerate(self._rows):
            value, before = read(view), values[number]
            if value is not before and not same_value(value, before):
                values[number] = value
                apply(value)


def _with_value(apply: Callable[..., object]) -> Callable[[Any], object]:
    """Return ``apply``; if it takes no argument, a function that calls it and ignores its own."""
    code = getattr(apply, "__code__", None)  # functions of Qt have none
    if code is None or code.co_argcount > isinstance(apply, MethodType):
        return apply
    return lambda _value: apply()
