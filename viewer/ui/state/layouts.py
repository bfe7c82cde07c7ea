"""The named layouts of the window: what each shows at first, and how much room it gets. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

_NARROW = 1400
_LOW = 900
"""Windows below these get smaller panels, so that the map keeps at least half of them."""
_WIDTHS = MappingProxyType({"actors": 300, "inspector": 340})
_TIMELINE, _LOW_TIMELINE = 200, 172
_DRAWER, _LOW_DRAWER = 280, 200
_LARGE = 1.25


@dataclass(frozen=True, slots=True)
class WindowLayout:
    """A way to arrange the window.

    Attributes:
        id: the name by which it is remembered.
        panels: names of the panels that are shown at first.
        bars: whether the bars at the top and the bottom of the window are there.
        timeline_share: share of the window's height that the timeline with its bar gets at first.
        text_scale: how much larger than usual text is.

    """

    id: str
    panels: frozenset[str]
    bars: bool = True
    timeline_share: float = 0.0
    text_scale: float = 1.0

    def usual_size(self, name: str, height: int, controls: int) -> int:
        """Return the pixels that a panel gets at first: its width if it stands at a side, else its height.

        Args:
            name: ``actors``, ``inspector``, ``bottom`` or ``drawer``.
            height: of the window.
            controls: height of what stands above the timeline in its panel.

        """
        low = height < _LOW
        if name == "bottom":
            least = controls + round(self.text_scale * (_LOW_TIMELINE if low else _TIMELINE))
            return max(least, round(self.timeline_share * height))
        if name == "drawer":
            return _LOW_DRAWER if low else _DRAWER
        return _WIDTHS[name]


LAYOUTS: Mapping[str, WindowLayout] = MappingProxyType(
    {
        layout.id: layout
        for layout in (
            WindowLayout("replay", frozenset(("actors", "inspector", "bottom")), timeline_share=0.27),
            WindowLayout("analyse", frozenset(("actors", "inspector", "bottom")), timeline_share=0.47),
            WindowLayout("present", frozenset(("bottom",)), bars=False, text_scale=_LARGE),
        )
    }
)
"""All layouts by id, the usual one first."""

USUAL = "replay"
"""The layout of the very first start."""


def folds(width: int) -> bool:
    """Return whether a window is so narrow that its inspector folds into a tab."""
    return width < _NARROW
