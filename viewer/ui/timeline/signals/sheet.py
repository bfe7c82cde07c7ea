"""Which signals are shown, and which of them share a lane. No Qt."""

from __future__ import annotations

from dataclasses import replace

from viewer.analysis.series import SIGNALS
from viewer.quick_dataclass import dataclass
from viewer.replay.series.key import SeriesKey

STATES = "states"
"""Group of all signals that are states: they are ribbons below each other."""
_PEDALS = frozenset({"throttle", "brake", "steer"})
_SHARES = "share"


@dataclass(frozen=True, slots=True)
class Curve:
    """One signal in one plot.

    Attributes:
        number: by which it is known; no two curves have the same.
        key: which signal of whom.
        color: role of the theme that the user chose for it, empty for one that suits.

    """

    number: int
    key: SeriesKey
    color: str = ""


@dataclass(frozen=True, slots=True)
class Pane:
    """One plot: curves over a common axis of values, or ribbons.

    Attributes:
        curves: from above.
        alone: whether other curves are not to join it by themselves.

    """

    curves: tuple[Curve, ...]
    alone: bool = False

    @property
    def group(self) -> str:
        """What its curves have in common."""
        return group_of(self.curves[0].key.name) if self.curves else ""

    @property
    def is_ribbons(self) -> bool:
        """Whether it shows states."""
        return self.group == STATES


NO_CURVES = Pane(())


def group_of(name: str) -> str:
    """Return what signals must have in common to share a plot: the unit, if there is one."""
    signal = SIGNALS[name]
    if signal.states is not None:
        return STATES
    if name in _PEDALS:
        return _SHARES
    return f"unit {signal.unit}" if signal.unit else name


@dataclass(frozen=True)
class Sheet:
    """All plots from above; each change gives another sheet."""

    panes: tuple[Pane, ...] = ()

    @property
    def curves(self) -> tuple[Curve, ...]:
        """All curves from above."""
        return tuple(curve for pane in self.panes for curve in pane.curves)

    def curve(self, number: int) -> Curve | None:
        """Return a curve by its number, None if there is none."""
        return next((curve for curve in self.curves if curve.number == number), None)

    def pane_of(self, number: int) -> int:
        """Return the place of the pane that has a curve; raises StopIteration if none has."""
        numbers = ([curve.number for curve in pane.curves] for pane in self.panes)
        return next(place for place, shown in enumerate(numbers) if number in shown)

    def can_join(self, number: int) -> bool:
        """Return whether a curve could move to another plot of its group."""
        mine = self.panes[self.pane_of(number)].group
        return sum(pane.group == mine for pane in self.panes) > 1

    def new_curve(self, key: SeriesKey) -> Curve:
        """Return a curve with a number that no other has; it is not on the sheet yet."""
        return Curve(1 + max((curve.number for curve in self.curves), default=0), key)

    def with_curve(self, curve: Curve, pane: int | None = None) -> Sheet:
        """Return a sheet with another curve: in a pane if it suits, else in the first that takes it."""
        group = group_of(curve.key.name)
        if pane is None or not 0 <= pane < len(self.panes) or self.panes[pane].group != group:
            takers = (n for n, each in enumerate(self.panes) if each.group == group and not each.alone)
            pane = next(takers, None)
        if pane is None:
            return Sheet((*self.panes, Pane((curve,))))
        return self.with_pane(pane, replace(self.panes[pane], curves=(*self.panes[pane].curves, curve)))

    def without(self, number: int) -> Sheet:
        """Return a sheet without a curve, and without its pane if nothing else is in it."""
        panes = (
            replace(pane, curves=tuple(curve for curve in pane.curves if curve.number != number))
            for pane in self.panes
        )
        return Sheet(tuple(pane for pane in panes if pane.curves))

    def duplicated(self, number: int) -> Sheet:
        """Return a sheet with a curve once more, alone in a pane below the one it is in."""
        curve = self.curve(number)
        return self if curve is None else self.inserted(self.pane_of(number) + 1, self.new_curve(curve.key))

    def separated(self, number: int) -> Sheet:
        """Return a sheet in which a curve has moved to a pane of its own, below the one it was in."""
        curve = self.curve(number)
        if curve is None:
            return self
        place = self.pane_of(number)
        return self.without(number).inserted(place + (len(self.panes[place].curves) > 1), curve)

    def inserted(self, place: int, curve: Curve) -> Sheet:
        """Return a sheet with a pane for a curve alone at a place."""
        return Sheet((*self.panes[:place], Pane((curve,), alone=True), *self.panes[place:]))

    def joined(self, number: int) -> Sheet:
        """Return a sheet in which a curve is with others of its group, if there are any."""
        curve = self.curve(number)
        if curve is None or not self.can_join(number):
            return self
        rest, group = self.without(number), group_of(curve.key.name)
        takers = [n for n, pane in enumerate(rest.panes) if pane.group == group]
        place = min(takers, key=lambda n: rest.panes[n].alone)
        return rest.with_pane(place, Pane((*rest.panes[place].curves, curve)))

    def with_color(self, number: int, color: str) -> Sheet:
        """Return a sheet in which a curve has another colour; empty for one that suits."""
        if self.curve(number) is None:
            return self
        pane = self.panes[self.pane_of(number)]
        colored = (replace(each, color=color) if each.number == number else each for each in pane.curves)
        return self.with_pane(self.pane_of(number), replace(pane, curves=tuple(colored)))

    def with_pane(self, place: int, pane: Pane) -> Sheet:
        """Return a sheet with another pane at a place."""
        return Sheet((*self.panes[:place], pane, *self.panes[place + 1 :]))
