"""The layout of plots: which signals are plotted, which of them share a plot, and their colours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from viewer.signals import Signal
from viewer.signals.series import SeriesKey
from viewer.ui.theme import CURVE_COLORS

STATES = "states"
"""Name of the group of all signals whose values are states, as of traffic lights; they are drawn as bars."""
_OWN = ("vehicle", "bicycle", "walker", "hero")
"""Names of the theme's colours for the categories of actors; a curve about an actor may have such a colour.
"""
_PEDALS = frozenset({"throttle", "brake", "steer"})
_SHARES = "share"


@dataclass(frozen=True, slots=True)
class Curve:
    """A signal in a plot.

    Attributes:
        number: id of the curve, unique in the layout.
        key: the signal and its actor.
        signal: the signal.
        color: the theme's role of its colour; empty until one is chosen.
    """

    number: int
    key: SeriesKey
    signal: Signal
    color: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot: curves on a common axis of values, or ribbons of states; shown in one lane.

    Attributes:
        curves: curves, top to bottom.
        alone: whether new signals are kept out of the plot, unless the user adds them to just this plot.
    """

    curves: tuple[Curve, ...]
    alone: bool = False

    @property
    def group(self) -> str:
        """Name of the group that the plot's signals belong to; only signals of one group may share a plot.

        It is empty without curves.
        """
        return group_of(self.curves[0].signal) if self.curves else ""

    @property
    def is_ribbons(self) -> bool:
        """Whether the plot shows states (as of traffic lights), drawn as ribbons instead of curves."""
        return self.group == STATES


NO_CURVES = Plot(())


def group_of(signal: Signal) -> str:
    """Return the name of the group of ``signal``, which is mostly all signals of the same unit.

    Signals of one group can share a plot.
    """
    if signal.states is not None:
        return STATES
    if signal.name in _PEDALS:
        return _SHARES
    return f"unit {signal.unit}" if signal.unit else signal.name


@dataclass(frozen=True)
class PlotLayout:
    """Layout of all plots of signals, top to bottom; immutable: methods return a new layout."""

    plots: tuple[Plot, ...] = ()

    @property
    def curves(self) -> tuple[Curve, ...]:
        """Curves of all plots, plot by plot from top to bottom."""
        return tuple(curve for plot in self.plots for curve in plot.curves)

    def curve(self, number: int) -> Curve | None:
        """Return the curve with the id ``number``, None if there is none."""
        return next((curve for curve in self.curves if curve.number == number), None)

    def plot_index_of(self, number: int) -> int:
        """Return the index of the plot that contains the curve with the id ``number``.

        Raises StopIteration if none does.
        """
        numbers = ([curve.number for curve in plot.curves] for plot in self.plots)
        return next(index for index, shown in enumerate(numbers) if number in shown)

    def can_join(self, number: int) -> bool:
        """Return whether the curve ``number`` can move to another plot.

        It can if there is another plot with signals of the same group as the curve's own plot.
        """
        mine = self.plots[self.plot_index_of(number)].group
        return sum(plot.group == mine for plot in self.plots) > 1

    def _new_curve(self, key: SeriesKey, signal: Signal) -> Curve:
        """Return a curve of ``signal`` with an unused id; it is not in the layout yet."""
        return Curve(1 + max((curve.number for curve in self.curves), default=0), key, signal)

    def with_signal(self, key: SeriesKey, signal: Signal, plot_index: int | None = None) -> PlotLayout:
        """Return the layout with ``signal`` added, or itself if it is plotted already for the same actors.

        ``key`` has its name and actors. The signal is added to the plot with the index ``plot_index`` if that
        plot has signals of the same group. Otherwise it is added to the first plot of its group, except plots
        that the user set apart (``alone``). If there is none, it gets a new plot at the bottom.
        """
        if any(curve.key == key for curve in self.curves):
            return self
        curve, group = self._new_curve(key, signal), group_of(signal)
        if (
            plot_index is None
            or not 0 <= plot_index < len(self.plots)
            or self.plots[plot_index].group != group
        ):
            takers = (n for n, each in enumerate(self.plots) if each.group == group and not each.alone)
            plot_index = next(takers, None)
        if plot_index is None:
            return PlotLayout((*self.plots, Plot((curve,))))
        return self._with(
            plot_index, replace(self.plots[plot_index], curves=(*self.plots[plot_index].curves, curve))
        )

    def without(self, number: int) -> PlotLayout:
        """Return the layout without curve ``number``, and without its plot if that gets empty."""
        index, _, rest = self._without_curve(number)
        return self._with(index, *rest)

    def duplicated(self, number: int) -> PlotLayout:
        """Return the layout with a copy of curve ``number`` in a new plot of its own below."""
        index, curve, _ = self._without_curve(number)
        return self._with(
            index, self.plots[index], Plot((self._new_curve(curve.key, curve.signal),), alone=True)
        )

    def separated(self, number: int) -> PlotLayout:
        """Return a layout in which curve ``number`` has a plot of its own, below the plot that it was in."""
        index, curve, rest = self._without_curve(number)
        return self._with(index, *rest, Plot((curve,), alone=True))

    def joined(self, number: int) -> PlotLayout:
        """Return the layout with curve ``number`` moved to another plot that has signals of the same group.

        Of several such plots it is the first one to which new signals are added by themselves, else the first
        one. Raises ValueError if there is none.
        """
        curve, rest = self._without_curve(number)[1], self.without(number)
        takers = (n for n, plot in enumerate(rest.plots) if plot.group == group_of(curve.signal))
        index = min(takers, key=lambda n: rest.plots[n].alone)
        return rest._with(index, Plot((*rest.plots[index].curves, curve)))  # noqa: SLF001 - a sheet, too

    def with_color(self, number: int, color: str) -> PlotLayout:
        """Return a copy of the layout in which curve ``number`` has the colour named ``color``.

        If ``color`` is empty, the program chooses the colour later.
        """
        index = self.plot_index_of(number)
        plot = self.plots[index]
        colored = (replace(each, color=color) if each.number == number else each for each in plot.curves)
        return self._with(index, replace(plot, curves=tuple(colored)))

    def _without_curve(self, number: int) -> tuple[int, Curve, tuple[Plot, ...]]:
        """Return the index of the plot with curve ``number``, the curve, and the plot without the curve.

        The last item is a tuple of one plot, or empty if no curve remains.
        """
        index = self.plot_index_of(number)
        plot = self.plots[index]
        (curve,) = (each for each in plot.curves if each.number == number)
        rest = tuple(each for each in plot.curves if each is not curve)
        return index, curve, (replace(plot, curves=rest),) if rest else ()

    def _with(self, index: int, *plots: Plot) -> PlotLayout:
        """Return a copy of the layout in which ``plots`` replace the plot with the index ``index``."""
        return PlotLayout((*self.plots[:index], *plots, *self.plots[index + 1 :]))


def with_colors(layout: PlotLayout, own: Callable[[int | None], str]) -> PlotLayout:
    """Return ``layout`` with a colour for each curve that has none yet.

    A curve gets the colour of its actor's other curves. If it is the first one of its actor, it gets the
    actor's own colour, unless another actor's curve has that. If no colour is found so, or the curve's plot
    has it already, the curve gets a free one. A curve between two actors always gets a free one.

    ``own`` returns the name of an actor's colour by its row of the actor table, empty for none.
    """
    for plot in layout.plots:
        for curve in plot.curves:
            if not curve.color:
                layout = layout.with_color(curve.number, _role(layout, curve, own(curve.key.row)))
    return layout


def _role(layout: PlotLayout, curve: Curve, own: str) -> str:
    used = {each.color for each in layout.plots[layout.plot_index_of(curve.number)].curves}
    same = [each for each in layout.curves if each.key.row == curve.key.row and each.key.other is None]
    others = {each.color for each in layout.curves if each not in same}
    mine = [each.color for each in same if each.color]
    if curve.key.other is not None:
        return _free(used, others | set(mine) | {own})
    wanted = next(iter(mine), "" if own in others else own)
    return wanted if wanted and wanted not in used else _free(used, others)


def _free(used: set[str], used_elsewhere: set[str]) -> str:
    """Return the name of a colour of the theme for a new curve.

    ``used`` are the colours in the curve's plot, ``used_elsewhere`` those in other plots. If all colours are
    used, one that is not in ``used`` is chosen; if all are in ``used``, one of them.
    """
    for avoided in (used | used_elsewhere, used):
        for role in CURVE_COLORS:
            if role not in avoided:
                return role
    return CURVE_COLORS[len(used) % len(CURVE_COLORS)]


def is_curve_color(role: str) -> bool:
    """Return whether ``role``, the name of a colour of the theme, is a colour that a curve may have."""
    return role in (*CURVE_COLORS, *_OWN, "accent")
