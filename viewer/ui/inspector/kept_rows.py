"""Rows that are made again only when what they tell has changed: a sheet is made for each frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from viewer.ui.inspector.sheet import Row


class KeptRows:
    """The rows that a sheet had last: one that says the same is the same object."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], tuple[Row, ...]]] = {}

    def of(self, name: str, told: tuple[object, ...], make: Callable[[], Iterable[Row]]) -> tuple[Row, ...]:
        """Return what was made last under a name if it was told the same, else what ``make`` returns."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != told:
            kept = self._kept[name] = told, tuple(make())
        return kept[1]

    def forget(self) -> None:
        """Make all rows again."""
        self._kept.clear()
