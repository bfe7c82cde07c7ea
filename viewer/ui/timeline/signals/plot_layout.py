"""Which signals are shown, which of them share a lane, and which colour each curve has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.theme import CURVE_COLORS

STATES = "states"
"""Group of all signals that are states: they are ribbons below each other."""
_OWN = ("vehicle", "bicycle", "walker", "hero")
"""Roles of actors' own colours, of those that are told apart by them."""
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
        """Return the place of the pane that has a curve; raises StopIteration if none has: so do others."""
        numbers = ([curve.number for curve in pane.curves] for pane in self.panes)
        return next(place for place, shown in enumerate(numbers) if number in shown)

    def can_join(self, number: int) -> bool:
        """Return whether a curve could move to another plot of its group."""
        mine = self.panes[self.pane_of(number)].group
        return sum(pane.group == mine for pane in self.panes) > 1

    def _new_curve(self, key: SeriesKey) -> Curve:
        """Return a curve with a number that no other has; it is not on the sheet yet."""
        return Curve(1 + max((curve.number for curve in self.curves), default=0), key)

    def with_signal(self, key: SeriesKey, pane: int | None = None) -> Sheet:
        """Return a sheet with a signal, too: in a pane if it suits, else in the first that takes it.

        One that is there already stays where it is.
        """
        if any(curve.key == key for curve in self.curves):
            return self
        curve, group = self._new_curve(key), group_of(key.name)
        if pane is None or not 0 <= pane < len(self.panes) or self.panes[pane].group != group:
            takers = (n for n, each in enumerate(self.panes) if each.group == group and not each.alone)
            pane = next(takers, None)
        if pane is None:
            return Sheet((*self.panes, Pane((curve,))))
        return self._with(pane, replace(self.panes[pane], curves=(*self.panes[pane].curves, curve)))

    def without(self, number: int) -> Sheet:
        """Return a sheet without a curve, and without its pane if nothing else is in it."""
        place, _, rest = self._taken(number)
        return self._with(place, *rest)

    def duplicated(self, number: int) -> Sheet:
        """Return a sheet with a curve once more, alone in a pane below the one it is in."""
        place, curve, _ = self._taken(number)
        return self._with(place, self.panes[place], Pane((self._new_curve(curve.key),), alone=True))

    def separated(self, number: int) -> Sheet:
        """Return a sheet in which a curve has moved to a pane of its own, below the one it was in."""
        place, curve, rest = self._taken(number)
        return self._with(place, *rest, Pane((curve,), alone=True))

    def joined(self, number: int) -> Sheet:
        """Return a sheet in which a curve that can join others of its group is with them."""
        curve, rest = self._taken(number)[1], self.without(number)
        takers = (n for n, pane in enumerate(rest.panes) if pane.group == group_of(curve.key.name))
        place = min(takers, key=lambda n: rest.panes[n].alone)
        return rest._with(place, Pane((*rest.panes[place].curves, curve)))  # noqa: SLF001 - a sheet, too

    def with_color(self, number: int, color: str) -> Sheet:
        """Return a sheet in which a curve has another colour; empty for one that suits."""
        place = self.pane_of(number)
        pane = self.panes[place]
        colored = (replace(each, color=color) if each.number == number else each for each in pane.curves)
        return self._with(place, replace(pane, curves=tuple(colored)))

    def _taken(self, number: int) -> tuple[int, Curve, tuple[Pane, ...]]:
        """Return the place of a curve's pane, the curve, and the pane without it, if more is in it."""
        place = self.pane_of(number)
        pane = self.panes[place]
        (curve,) = (each for each in pane.curves if each.number == number)
        rest = tuple(each for each in pane.curves if each is not curve)
        return place, curve, (replace(pane, curves=rest),) if rest else ()

    def _with(self, place: int, *panes: Pane) -> Sheet:
        """Return a sheet with other panes in place of one."""
        return Sheet((*self.panes[:place], *panes, *self.panes[place + 1 :]))


def with_colors(sheet: Sheet, own: Callable[[int | None], str]) -> Sheet:
    """Return a sheet in which every curve has a colour; those that have one keep it for life.

    It is that of the actor's other curves, else the actor's own (``own`` returns its role by the row, empty
    for none), unless others have it; else the next one that is free. What is between two actors is neither's:
    it has a colour that nobody else has.
    """
    for pane in sheet.panes:
        for curve in pane.curves:
            if not curve.color:
                sheet = sheet.with_color(curve.number, _role(sheet, curve, own(curve.key.row)))
    return sheet


def _role(sheet: Sheet, curve: Curve, own: str) -> str:
    taken = {each.color for each in sheet.panes[sheet.pane_of(curve.number)].curves}
    same = [each for each in sheet.curves if each.key.row == curve.key.row and each.key.other is None]
    others = {each.color for each in sheet.curves if each not in same}
    mine = [each.color for each in same if each.color]
    if curve.key.other is not None:
        return _free(taken, others | set(mine) | {own})
    wanted = next(iter(mine), "" if own in others else own)
    return wanted if wanted and wanted not in taken else _free(taken, others)


def _free(taken: set[str], of_others: set[str]) -> str:
    """Return the first colour that nobody has, else one that is free in the plot, else the first."""
    for avoided in (taken | of_others, taken):
        for role in CURVE_COLORS:
            if role not in avoided:
                return role
    return CURVE_COLORS[len(taken) % len(CURVE_COLORS)]


def is_curve_color(role: str) -> bool:
    """Return whether a curve may have the colour of a role."""
    return role in (*CURVE_COLORS, *_OWN, "accent")
