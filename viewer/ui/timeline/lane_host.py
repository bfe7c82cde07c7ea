"""The lanes of the timeline: what they are told, and where they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractSlider, QWidget

from viewer.recording.actors import FIXED
from viewer.replay.events.event_kinds import EventKind
from viewer.replay.events.event_list import EventList
from viewer.replay.series import Series
from viewer.replay.time.time_forms import TimeScale
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.choices import LaneChoices
from viewer.ui.timeline.content import TimelineContent, content_of
from viewer.ui.timeline.event_section import EventSection
from viewer.ui.timeline.frame_lane import FrameLane
from viewer.ui.timeline.lane import tr
from viewer.ui.timeline.life_section import LifeSection
from viewer.ui.timeline.phase_lane import PhaseLane
from viewer.ui.timeline.section import SingleLane
from viewer.ui.timeline.sections import Sections
from viewer.ui.timeline.speed_lane import SpeedLane
from viewer.ui.timeline.stack import PlacedLane, Stack
from viewer.ui.timeline.viewport import Viewport

_SPEEDS = ("speed", "derived_speed")
"""Signals of the speed that is shown, the better one first."""


class LaneHost(QAbstractSlider):
    """Holds the lanes and tells them what there is to show; how all is drawn is up to who derives from it."""

    search_cancelled = Signal()
    """The user does not want to wait for events that are looked for."""
    lane_choices_changed = Signal(object)
    """The LaneChoices, whenever the user folds, hides or drags a lane."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = load_theme("dark")
        self._content: TimelineContent | None = None
        self._scale: TimeScale | None = None
        self._lists: dict[EventKind, EventList] = {}
        self._selected_rows: tuple[int, ...] = ()
        self._viewport = Viewport()
        self._stack = Stack()
        self._sections = Sections()
        self._events = EventSection()
        self._speed = SpeedLane()
        self._phases = PhaseLane()
        self._phase_section = SingleLane("phases", tr("Traffic light"), self._phases, present=False)
        self._lives = LifeSection()
        self._speed_section = SingleLane("speed", tr("Speed"), self._speed)
        self._frames = FrameLane()
        for section in (
            self._events,
            self._speed_section,
            self._phase_section,
            SingleLane("frames", tr("Frame time"), self._frames),
            self._lives,
        ):
            self._sections.add(section)
        self._selection: int | None = None
        self._hero: int | None = None
        self._pointed: PlacedLane | None = None
        self._named: str | None = None
        self._generation = 0

    # -- what is in the lanes

    def _fill_lanes(self, content: TimelineContent | None, *, anew: bool) -> None:
        """Tell the lanes of a recording, ``anew`` if it is another one: then nobody is selected."""
        self._events.set_content(content)
        self._phases.set_content(content)
        self._frames.set_content(content)
        self._lives.set_content(content, anew=anew)
        if anew:
            self._selection = self._hero = None
            self._selected_rows = ()
            self._forget_selected()
            self._phases.set_light("", None)
            self._phase_section.present = False
            self._frames.set_real_time(None)
            self._stack.scroll = 0

    def set_selection(self, row: int | None) -> None:
        """Show the life of the selected actor, by its row; its speed is told by ``set_speed``."""
        if row != self._selection:
            self._selection = row
            self._tell_actors()
            self._forget_selected()
            self._arrange()

    @Slot(object)
    def set_selected_rows(self, rows: Sequence[int]) -> None:
        """Show the lives of all selected actors, the primary one last, by their rows."""
        self._selected_rows = tuple(rows)
        self._tell_actors()
        self._arrange()

    @Slot(object)
    def set_pinned_rows(self, rows: Sequence[int]) -> None:
        """Show the lives of these actors whoever is selected, by their rows."""
        self._lives.set_pinned(rows)
        self._redraw()
        self._arrange()

    def set_hero(self, row: int | None) -> None:
        """Show the life of the hero, by its row, in a lane of its own; None takes the lane away."""
        if row != self._hero:
            self._hero = row
            self._tell_actors()
            self._arrange()

    def set_speed(
        self, elapsed: NDArray[np.float64] | None, speed: NDArray[np.float64] | None, name: str = ""
    ) -> None:
        """Show the speed of the selected actor.

        Args:
            elapsed: ascending times in seconds, shape (K,); None while they are not known yet.
            speed: m/s at these times, shape (K,), NaN where unknown; None if the actor has no speed.
            name: what the lane is called, if not by the actor's id.

        """
        if not name and self._selection is not None:
            name = self.tr("{} speed").format(self._id_of(self._selection))
        self._speed.set_speed(elapsed, speed, name)
        self._redraw()

    def _forget_selected(self) -> None:
        """Show no speed and no controls until they are told."""
        self._speed.set_controls({}, recorded=False)
        self.set_speed(None, None)

    def set_selected_series(self, series: Mapping[str, Series]) -> None:
        """Show the selected actor's speed, recorded if there is one, and its brake and indicators.

        Args:
            series: signals by their names; none for an actor that has none.

        """
        speed = next((series[name] for name in _SPEEDS if name in series and series[name].known), None)
        self._speed.set_controls(series, recorded=speed is not None and speed.recorded)
        if speed is None:
            self.set_speed(np.empty(0), None)
        else:
            self.set_speed(speed.elapsed, speed.values)

    @Slot(float)
    def set_series_progress(self, share: float) -> None:
        """Say how far reading of signals is, 0 to 1, where the speed is still waited for."""
        if self._speed.set_progress(share):
            self._redraw()

    def set_light(
        self,
        name: str,
        state: Series | None,
        frozen: Series | None = None,
        *,
        row: int | None = None,
        ids: Series | None = None,
    ) -> None:
        """Show the phases of the light in a row, or of those ahead of somebody by their ids; or of none."""
        self._phases.set_light(name, state, frozen, row=row, ids=ids)
        if self._phase_section.present != self._phases.known:
            self._phase_section.present = self._phases.known
            self._arrange()
        self._redraw()

    def set_real_time(self, factors: Series | None) -> None:
        """Show recorded seconds per second of the wall clock; None if that is not recorded."""
        self._frames.set_real_time(factors)
        self._redraw()

    # -- lanes

    @property
    def shown_axis(self) -> TimeAxis:
        """The window of time that is shown, on the widget's pixels."""
        return self._viewport.axis

    @property
    def lanes_in_view(self) -> tuple[PlacedLane, ...]:
        """The lanes of which something is to be seen, from above."""
        return self._stack.placed

    @property
    def lane_choices(self) -> LaneChoices:
        """What the user chose about lanes."""
        return self._sections.choices

    def set_lane_choices(self, choices: LaneChoices) -> None:
        """Show lanes as they were chosen before."""
        self._sections.choices = choices
        self._arrange()

    def choose_lanes(self, choices: LaneChoices) -> None:
        """Show lanes as the user chooses now."""
        self.set_lane_choices(choices)
        self.lane_choices_changed.emit(choices)

    def fold(self, key: str, *, folded: bool) -> None:
        """Fold or unfold a section."""
        self.choose_lanes(self.lane_choices.with_folded(key, folded=folded))

    def toggle_fold(self, key: str) -> None:
        """Fold the section with this key, or unfold it; a hidden one is shown."""
        section = next((each for each in self._sections.present() if each.key == key), None)
        if section is not None:
            hidden = key in self.lane_choices.hidden
            folded = not hidden and not self._sections.is_folded(section)
            self.choose_lanes(self.lane_choices.with_shown(key, shown=True).with_folded(key, folded=folded))

    def list_all_lives(self) -> None:
        """List the life spans of all actors."""
        self._lives.lists_all = True
        self._arrange()

    def set_event_list(self, events: EventList) -> None:
        """Show events of a kind that the index does not list, in place of those told before."""
        before = self._lists.get(events.kind)
        if not len(events) and not before:
            return
        self._lists[events.kind] = events
        self._take_lists()

    def forget_event_lists(self) -> None:
        """Show only events that the index lists: another recording is opened."""
        if self._lists:
            self._lists.clear()
            self._take_lists()

    def _take_lists(self) -> None:
        if self._content is not None:
            self._content = content_of(self._content.index, self._scale, self._lists.values())
            self._events.set_content(self._content)
            self._arrange()

    @Slot(float)
    def set_search_progress(self, share: float) -> None:
        """Tell how much of the recording has been looked through for events, 0 to 1."""
        self._events.set_progress(share)
        self._redraw()

    @Slot(object)
    def set_visible_kinds(self, kinds: Collection[EventKind]) -> None:
        """Show events of these kinds and no others."""
        self._events.set_visible(kinds)
        self._arrange()

    def scroll_lanes(self, pixels: float) -> None:
        """Scroll the lanes down by some pixels, or up."""
        self._stack.scroll_to(self._stack.scroll + pixels)
        self._changed()

    # -- placing

    def _arrange(self) -> None:
        """Place the lanes there are."""
        self._stack.arrange(self._sections.shown() if self._content is not None else (), self.size())
        self._viewport.place(self._stack.ruler.left(), self._stack.ruler.width())
        self._pointed = None
        self._redraw()

    def _redraw(self) -> None:
        """Have the picture drawn again."""
        self._generation += 1
        self._changed()

    def _changed(self) -> None:
        """Show the present state at the next chance."""
        raise NotImplementedError

    def _tell_actors(self) -> None:
        """Tell the lanes of single actors whom they show, and in which colour."""
        self._speed_section.present = not self._is_fixed(self._selection)
        self._speed.set_actor(self._selection, self._color_of(self._selection))
        selected = tuple(reversed(self._selected_rows))  # the primary one first
        if self._selection is not None and self._selection not in selected:
            selected = (self._selection, *selected)
        self._lives.set_actors(selected, self._hero)
        self._redraw()

    def _is_fixed(self, row: int | None) -> bool:
        if self._content is None or row is None or row >= len(self._content.index.actors):
            return False
        return self._content.index.actors.category[row] in FIXED

    def _color_of(self, row: int | None) -> QColor | None:
        if self._content is None or row is None or row >= len(self._content.index.actors):
            return None
        category = int(self._content.index.actors.category[row])
        return self._theme.category_color(category, hero=row == self._hero)

    def _id_of(self, row: int | None) -> str:
        if self._content is None or row is None or row >= len(self._content.index.actors):
            return ""
        return str(self._content.index.actors.descriptions[row].actor_id)
