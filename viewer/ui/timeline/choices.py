"""What the user chose about lanes: which are shown, which are folded, how high they are. No Qt."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from viewer.quick_dataclass import dataclass

_LOWEST, _HIGHEST = 10, 400
"""Pixels a lane may be dragged to."""


@dataclass(frozen=True)
class LaneChoices:
    """Choices by the keys of sections; what the user has not touched is not in them.

    Attributes:
        folded: whether a section is folded.
        heights: pixels of a lane.
        hidden: sections that are not shown.
        order: sections from above, as they were dragged; empty for the usual order.

    """

    folded: Mapping[str, bool] = field(default_factory=dict)
    heights: Mapping[str, int] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()

    def with_folded(self, key: str, *, folded: bool) -> LaneChoices:
        """Return the choices with a section folded or unfolded."""
        return replace(self, folded={**self.folded, key: folded})

    def with_height(self, key: str, height: float) -> LaneChoices:
        """Return the choices with a lane of another height, within sensible limits."""
        return replace(self, heights={**self.heights, key: round(min(max(height, _LOWEST), _HIGHEST))})

    def with_shown(self, key: str, *, shown: bool) -> LaneChoices:
        """Return the choices with a section shown or hidden."""
        return replace(self, hidden=self.hidden - {key} if shown else self.hidden | {key})

    def with_order(self, order: Sequence[str]) -> LaneChoices:
        """Return the choices with sections in another order."""
        return replace(self, order=tuple(order))

    def without_heights(self) -> LaneChoices:
        """Return the choices with all lanes as high as they like to be."""
        return replace(self, heights={})

    def to_text(self) -> str:
        """Return the choices as text for the settings."""
        values = {
            "folded": dict(self.folded),
            "heights": dict(self.heights),
            "hidden": sorted(self.hidden),
            "order": list(self.order),
        }
        return json.dumps(values, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> LaneChoices:
        """Return what ``to_text`` wrote; nothing of what cannot be understood."""
        try:
            told = json.loads(text)
            choices = cls(
                {str(key): bool(folded) for key, folded in told.get("folded", {}).items()},
                hidden=frozenset(map(str, told.get("hidden", ()))),
                order=tuple(map(str, told.get("order", ()))),
            )
            for key, height in told.get("heights", {}).items():
                choices = choices.with_height(str(key), float(height))
        except (ValueError, TypeError, AttributeError):
            return cls()
        return choices
