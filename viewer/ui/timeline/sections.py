"""All sections of the timeline in their order, with what the user chose about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viewer.quick_dataclass import dataclass
from viewer.ui.theme import text_scale
from viewer.ui.timeline.choices import LaneChoices
from viewer.ui.timeline.lane import Lane, LaneHeight

_BEFORE_SIGNALS = "speed"
_FOLDED = 18
"""Pixels of a lane that is folded: its name still fits."""


@dataclass(frozen=True)
class ShownSection:
    """A section as it is to be placed.

    Attributes:
        section: the section.
        lanes: its lanes, at least one.
        folded: whether it is folded.
        heights: the height of each lane, or that of all.

    """

    section: Lane
    lanes: Sequence[Lane]
    folded: bool
    heights: list[LaneHeight] | LaneHeight


class Sections:
    """Keeps the order of sections and the user's choices."""

    def __init__(self, sections: Iterable[Lane]) -> None:
        self.choices = LaneChoices()
        self._usual = self.all = tuple(sections)

    def set_signals(self, sections: Iterable[Lane]) -> None:
        """Have these sections of signals, too, behind the one of the speed."""
        place = 1 + next((n for n, each in enumerate(self._usual) if each.key == _BEFORE_SIGNALS), -1)
        self.all = (*self._usual[:place], *sections, *self._usual[place:])

    def order(self) -> list[Lane]:
        """Return all sections as the user dragged them; new ones below those they usually follow."""
        places = {key: place for place, key in enumerate(self.choices.order)}
        result = sorted((each for each in self.all if each.key in places), key=lambda each: places[each.key])
        before: Lane | None = None
        for each in self.all:
            if each.key not in places:
                result.insert(0 if before is None else result.index(before) + 1, each)
            before = each
        return result

    def moved(self, key: str, onto: str) -> LaneChoices:
        """Return the choices with a section in the place of another one, which makes room."""
        order = [section.key for section in self.order()]
        place = order.index(onto)
        order.remove(key)
        order.insert(place, key)
        return self.choices.with_order(order)

    def is_folded(self, section: Lane) -> bool:
        """Return whether a section is folded: as the user chose, else as it wants to be."""
        return self.choices.folded.get(section.key, section.folded_at_first)

    def present(self) -> list[Lane]:
        """Return the sections that have a lane, hidden ones too."""
        return [section for section in self.order() if len(section.lanes(folded=True))]

    def shown(self) -> list[ShownSection]:
        """Return what is to be placed."""
        result = []
        for section in self.present():
            if section.key not in self.choices.hidden:
                folded = self.is_folded(section)
                lanes = section.lanes(folded=folded)
                result.append(ShownSection(section, lanes, folded, self._heights(section, lanes, folded)))
        return result

    def _heights(
        self, section: Lane, lanes: Sequence[Lane], folded: bool
    ) -> list[LaneHeight] | LaneHeight:  # fmt: skip
        if folded and not section.group:
            return [LaneHeight(*(min(_FOLDED, lane.height.usual),) * 3) for lane in lanes]
        if section.row_height is not None and not folded:
            return self._chosen(height_key(section, 1), section.row_height)
        return [self._chosen(height_key(section, n), lane.height) for n, lane in enumerate(lanes)]

    def _chosen(self, key: str, height: LaneHeight) -> LaneHeight:
        chosen = self.choices.heights.get(key)
        if chosen is not None:
            return LaneHeight(chosen, chosen, chosen)
        scale = text_scale()
        return LaneHeight(*(round(pixels * scale) for pixels in height))


def height_key(section: Lane, number: int) -> str:
    """Return by what the height of a section's lane is remembered: all but the first share one."""
    return section.key if number == 0 and section.row_height is None else f"{section.key}/rows"
