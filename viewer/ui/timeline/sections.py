"""All sections of the timeline in their order, with what the user chose about them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from viewer.signals.series import SeriesKey
from viewer.ui.theme import text_scale
from viewer.ui.timeline.lane import Lane, LaneContext, LaneHeight
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.signals.plot_layout import Sheet

GAP = 1
"""Pixels below each lane."""
_TALLEST = (1 << 24) - 1
"""Pixels that Qt lets a widget have."""
_LOWEST, _HIGHEST = 10, 400
"""Pixels a lane may be dragged to."""
_BEFORE_SIGNALS = "speed"
_FOLDED = 18
"""Pixels of a lane that is folded: its name still fits."""


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

    def to_text(self) -> str:
        """Return the choices as text for the settings."""
        return json.dumps({**vars(self), "hidden": sorted(self.hidden)}, sort_keys=True)

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


@dataclass(frozen=True)
class ShownSection:
    """A section as it is to be placed.

    Attributes:
        section: the section.
        lanes: its lanes, at least one; there may be thousands, made when they are asked for.
        folded: whether it is folded.
        height: of all of it, in pixels.
        first: height of its first lane, if it has several, with the gap below.
        pitch: that of each further one.

    """

    section: Lane
    lanes: Sequence[Lane]
    folded: bool
    height: LaneHeight
    first: int = 0
    pitch: int = 1


class Sections:
    """Keeps the sections in their order, and the user's choices.

    Attributes:
        all: the sections in their usual order.
        choices: what the user chose about them.
        signals: those that sections need which are not hidden.

    """

    def __init__(self, sections: Iterable[Lane]) -> None:
        self.choices = LaneChoices()
        self.all = tuple(sections)
        self.signals: tuple[SeriesKey, ...] = ()

    def set_sheet(self, sheet: Sheet) -> None:
        """Have a section for each pane of signals, too, behind the one of the speed; then ``tell`` them."""
        before = {each.pane.curves[0].number: each for each in self.all if isinstance(each, ChosenLane)}
        usual = [each for each in self.all if not isinstance(each, ChosenLane)]
        chosen, counts = [], Counter[str]()
        for pane in sheet.panes:
            lane = before.get(pane.curves[0].number) or ChosenLane(pane)
            again = counts[pane.group]  # a group's first lane has its name for a key, the next a number, too
            lane.key, lane.pane = f"signal {pane.group}" + (f" {again}" if again else ""), pane
            counts[pane.group] += 1
            chosen.append(lane)
        place = 1 + next((n for n, each in enumerate(usual) if each.key == _BEFORE_SIGNALS), -1)
        self.all = (*usual[:place], *chosen, *usual[place:])

    def tell(self, context: LaneContext) -> bool:
        """Tell all sections what has changed; return whether they need other signals now."""
        for section in self.all:
            section.set_context(context)
        needing = (each.signals for each in self.all if each.key not in self.choices.hidden)
        before, self.signals = self.signals, tuple(dict.fromkeys(key for keys in needing for key in keys))
        return before != self.signals

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
        return replace(self.choices, order=tuple(order))

    def is_folded(self, section: Lane) -> bool:
        """Return whether a section is folded: as the user chose, else as it wants to be."""
        return self.choices.folded.get(section.key, section.folded_at_first)

    def present(self) -> list[Lane]:
        """Return the sections that have a lane, hidden ones too."""
        return [section for section in self.order() if len(section.lanes(folded=True))]

    def shown(self) -> list[ShownSection]:
        """Return what is to be placed."""
        wanted = (section for section in self.present() if section.key not in self.choices.hidden)
        return [self._shown(section, folded=self.is_folded(section)) for section in wanted]

    def _shown(self, section: Lane, *, folded: bool) -> ShownSection:
        lanes = section.lanes(folded=folded)
        height, chosen, scale = lanes[0].height, self.choices.heights.get(section.key), text_scale()
        if len(lanes) > 1:
            first, pitch = (round(lane.height.usual * scale) + GAP for lane in lanes[:2])
            whole = min(first + (len(lanes) - 1) * pitch, _TALLEST)
            return ShownSection(section, lanes, folded, LaneHeight(*(whole,) * 3), first, pitch)
        if folded and not section.group:
            height = LaneHeight(*(min(_FOLDED, height.usual),) * 3)
        elif chosen is not None:
            height = LaneHeight(*(chosen,) * 3)
        else:
            height = LaneHeight(*(round(pixels * scale) for pixels in height))
        return ShownSection(section, lanes, folded, LaneHeight(*(pixels + GAP for pixels in height)))
