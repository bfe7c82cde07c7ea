"""Groups of lanes in their order, with the user's choices about them: folding, heights, visibility.

A *lane group* is a lane of the table of lanes, or a plot that the user chose, with the lanes that it shows
when unfolded.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from viewer.signals.series import SeriesKey
from viewer.ui.state.view_state import ViewState
from viewer.ui.theme import text_scale
from viewer.ui.timeline.lane import Lane, LaneData, LaneHeight
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.signals.plot_layout import PlotLayout

GAP = 1
"""Gap in px below each lane of the timeline."""
_TALLEST = (1 << 24) - 1
"""Largest height in px that Qt allows for a widget."""
_LOWEST, _HIGHEST = 18, 400
"""Height in px of a lane that is folded to its name; also the least to which it can be dragged; the most.

With larger text the least height is larger, too.
"""
_BEFORE_SIGNALS = "speed"
_HIDDEN = frozenset({"frames", "lives"})
"""Keys of the lanes that are hidden until the user shows them."""


@dataclass(frozen=True)
class LaneChoices:
    """The user's choices about groups of lanes in the timeline, by the keys of the groups; immutable.

    Attributes:
        folded: by key, whether a group is folded; one without an entry is folded or not by its own default.
        heights: by key, height of a lane in px; one without an entry has its own preferred height.
        hidden: keys of the groups that are hidden.
        order: keys of the groups, top to bottom, as the user dragged them; empty for the usual order.
    """

    folded: Mapping[str, bool] = field(default_factory=dict)
    heights: Mapping[str, int] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()

    def with_folded(self, key: str, *, folded: bool) -> LaneChoices:
        """Return the user's choices with the group of lanes ``key`` folded if ``folded``, else unfolded."""
        return replace(self, folded={**self.folded, key: folded})

    def with_height(self, key: str, height: float) -> LaneChoices:
        """Return the choices with a height of ``height`` px for the timeline's lane ``key``.

        A height outside 18 to 400 px is clipped.
        """
        return replace(self, heights={**self.heights, key: round(min(max(height, _LOWEST), _HIGHEST))})

    def with_shown(self, key: str, *, shown: bool) -> LaneChoices:
        """Return the choices with the group of timeline lanes ``key`` visible if ``shown``, else hidden."""
        return replace(self, hidden=self.hidden - {key} if shown else self.hidden | {key})

    def to_text(self) -> str:
        """Return the choices as JSON, for the settings."""
        return json.dumps({**vars(self), "hidden": sorted(self.hidden)}, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> LaneChoices:
        """Return the choices that ``to_text`` wrote as ``text``; those of a first start if it is invalid."""
        try:
            fields = json.loads(text)
            choices = cls(
                {str(key): bool(folded) for key, folded in fields.get("folded", {}).items()},
                hidden=frozenset(map(str, fields.get("hidden", ()))),
                order=tuple(map(str, fields.get("order", ()))),
            )
            for key, height in fields.get("heights", {}).items():
                choices = choices.with_height(str(key), float(height))
        except (ValueError, TypeError, AttributeError):
            return cls(hidden=_HIDDEN)
        return choices


@dataclass(frozen=True)
class LaneGroup:
    """A visible group of timeline lanes with its layout.

    Attributes:
        owner: the lane that makes up the group, or whose unfolding shows the others.
        lanes: the visible lanes, at least one; there may be thousands, which are created on demand.
        folded: whether the group is folded.
        height: minimum, preferred and maximum height of all lanes together, px.
        first: height in px of the first of several lanes, with the gap below.
        pitch: height in px of each further lane, with the gap below.
    """

    owner: Lane
    lanes: Sequence[Lane]
    folded: bool
    height: LaneHeight
    first: int = 0
    pitch: int = 1


class LaneGroups:
    """All groups of timeline lanes in their usual order, with the user's choices about them.

    A group is represented by one of its lanes, its owner.

    Attributes:
        all: the owners of all groups in their usual order.
        choices: the user's choices.
        signals: keys of the signals (plotted quantities) that groups need, except hidden ones.
    """

    def __init__(self, owners: Iterable[Lane]) -> None:
        self.choices = LaneChoices()
        self.all = tuple(owners)
        self.signals: tuple[SeriesKey, ...] = ()

    def set_plot_layout(self, layout: PlotLayout) -> None:
        """Replace the lanes of plotted signals, below the speed lane, by one for each plot of ``layout``.

        A plot whose first curve is the same as before keeps its lane. Call ``update`` afterwards.
        """
        before = {each.plot.curves[0].number: each for each in self.all if isinstance(each, ChosenLane)}
        usual = [each for each in self.all if not isinstance(each, ChosenLane)]
        chosen, counts = [], Counter[str]()
        for plot in layout.plots:
            lane = before.get(plot.curves[0].number) or ChosenLane(plot)
            again = counts[plot.group]  # keys of further plots of a group get a number
            lane.key, lane.plot = f"signal {plot.group}" + (f" {again}" if again else ""), plot
            counts[plot.group] += 1
            chosen.append(lane)
        index = 1 + next((n for n, each in enumerate(usual) if each.key == _BEFORE_SIGNALS), -1)
        self.all = (*usual[:index], *chosen, *usual[index:])

    def update(self, view: ViewState, data: LaneData) -> bool:
        """Update all lanes; return whether the lanes not hidden need other signals than before."""
        for owner in self.all:
            owner.update(view, data)
        needing = (each.signals for each in self.all if each.key not in self.choices.hidden)
        before, self.signals = self.signals, tuple(dict.fromkeys(key for keys in needing for key in keys))
        return before != self.signals

    def order(self) -> list[Lane]:
        """Return the timeline lane groups in the user's order, each as the lane that represents it.

        A group without a place in that order, because it is new, comes after the one that it follows by
        default.
        """
        indices = {key: index for index, key in enumerate(self.choices.order)}
        result = sorted(
            (each for each in self.all if each.key in indices), key=lambda each: indices[each.key]
        )
        before: Lane | None = None
        for each in self.all:
            if each.key not in indices:
                result.insert(0 if before is None else result.index(before) + 1, each)
            before = each
        return result

    def moved(self, key: str, onto: str) -> LaneChoices:
        """Return the user's choices, changed so that group ``key`` takes the place of group ``onto``."""
        order = [owner.key for owner in self.order()]
        index = order.index(onto)
        order.remove(key)
        order.insert(index, key)
        return replace(self.choices, order=tuple(order))

    def is_folded(self, owner: Lane) -> bool:
        """Return whether the group of timeline lanes that ``owner`` represents is folded.

        The user's choice counts; if there is none, the group's default does.
        """
        return self.choices.folded.get(owner.key, owner.folded_at_first)

    def present(self) -> list[Lane]:
        """Return the owner of each group of lanes with something to show: the lane that represents the group.

        Groups that the user has hidden are included.
        """
        return [owner for owner in self.order() if len(owner.lanes(folded=True))]

    def shown(self) -> list[LaneGroup]:
        """Return the visible groups of timeline lanes with their lanes and heights, top to bottom."""
        wanted = (owner for owner in self.present() if owner.key not in self.choices.hidden)
        return [self._shown(owner, folded=self.is_folded(owner)) for owner in wanted]

    def _shown(self, owner: Lane, *, folded: bool) -> LaneGroup:
        lanes = owner.lanes(folded=folded)
        height, chosen, scale = lanes[0].height, self.choices.heights.get(owner.key), text_scale()
        lowest = round(_LOWEST * scale)
        if len(lanes) > 1:
            first, pitch = (round(lane.height.usual * scale) + GAP for lane in lanes[:2])
            whole = min(first + (len(lanes) - 1) * pitch, _TALLEST)
            return LaneGroup(owner, lanes, folded, LaneHeight(*(whole,) * 3), first, pitch)
        if folded and not owner.group:
            height = LaneHeight(*(lowest,) * 3)
        elif chosen is not None:
            height = LaneHeight(*(max(chosen, lowest),) * 3)
        else:
            height = LaneHeight(*(round(pixels * scale) for pixels in height))
        return LaneGroup(owner, lanes, folded, LaneHeight(*(pixels + GAP for pixels in height)))
