"""What went wrong in the recording: what was found, about whom it is told, and where one went."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from viewer.analysis.event_kinds import KINDS, TABLE
from viewer.analysis.event_table import NOBODY, RANKS, Events, EventSource, FoundEvent, FoundEvents
from viewer.analysis.incidents import by_weight
from viewer.replay.events import SAME_TIME
from viewer.ui.format import count
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.settings import Settings
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.criteria import RunnerView

_BEFORE, _AFTER = 3.0, 2.0
"""Seconds around an event in which it stays the one that was gone to."""
_LINGERS = 1.0


class Whose(str, Enum):
    """About whom the story is told."""

    EVERYONE = "everyone"
    HERO = "hero"
    SELECTED = "selected"


class Story:
    """The events found in the recording, filtered and in order of weight.

    Attributes:
        found: everything there is, None before anything was found or while nothing is open.
        found_touches: contacts of everybody beyond those that the recording tells of, by time.
        ordered: everything there is, in the order of weight once that is known.
        looking: whether more may be found soon.
        share: how much is looked through if that takes long, 0 to 1; else None.
        trouble: why nothing can be found, empty if it can.
        whose: about whom it is told.
        view: the hero as ScenarioRunner and the Leaderboard judge it, None before that is known.
        joined: the infractions that their results tell of, as events, as far as their times are known.
        result_files: such results that the user chose, besides those beside the recording.
        thresholds: values other than the usual ones, by the names of ``viewer.analysis.thresholds``.
        hidden: kinds that the user does not want to see.
        gone_to: the event that one went to, None if one has left it.

    """

    def __init__(self, settings: Settings, changes: Changes) -> None:
        """Take who keeps which kinds are told, and who is told."""
        self._changes = changes
        self._settings = settings
        self._hero: int | None = None
        self._selected: tuple[int, ...] = ()
        self.found: FoundEvents | None = None
        self.found_touches = Events()
        self.ordered = Events()
        self.view: RunnerView | None = None
        self.joined = Events()
        self.result_files: tuple[Path, ...] = ()
        self.looking = False
        self.share: float | None = None
        self.trouble = ""
        self.whose = Whose.EVERYONE
        self.thresholds: Mapping[str, float] = MappingProxyType({})
        self.hidden = frozenset(settings.hidden_found) & KINDS.keys()
        self.gone_to: FoundEvent | None = None
        self._ordered = Events()
        self._events: Events | None = None

    # -- what there is

    @property
    def events(self) -> Events:
        """The events of those it is told about and of the kinds one wants, by incidents.

        What matters most comes first, of the incidents and in each: that is what names it.
        """
        if self._events is None:
            if self._ordered and self.whose is Whose.EVERYONE:
                self._events = self._told(self._ordered) if self.hidden else self._ordered
            else:
                self._events = by_weight(self._told(self.all_events), self._heroes)
        return self._events

    @property
    def _heroes(self) -> tuple[int, ...]:
        """The rows of the hero's lifetimes, as far as its events are found."""
        return () if self._hero is None or self.found is None else self.found.heroes

    @property
    def all_events(self) -> Events:
        """The events of everybody and of all kinds, by time."""
        return Events() if self.found is None else self.found.events

    @property
    def rules(self) -> int:
        """How many kinds were judged."""
        found = self.found
        if found is None:
            return 0
        skipped = {each.kind for each in found.not_judged if not each.actors}
        return len(set(found.kinds) - skipped)

    @property
    def message(self) -> str:
        """Why there are no events, or that there may be more; empty if all are there."""
        if self.trouble:
            return self.trouble
        if self.looking:
            share = self.share
            return tr("Looking…") if share is None else tr("Looking… {} %").format(round(100 * share))
        if self.events or self.found is None:
            return ""
        text = {0: tr("Nothing could be judged"), 1: tr("Nothing found · 1 rule")}.get(
            self.rules, tr("Nothing found · {} rules")
        )
        return text.format(count(self.rules))

    def at(self, elapsed: float) -> FoundEvent | None:
        """Return what names the incident at the playhead: of that gone to, else the weightiest that lasts.

        One that is over at once stays for a second.
        """
        if self.gone_to is not None:
            return self.incident_of(self.gone_to)[0]
        heads = self.events.heads
        starts = heads["start"]
        lasts = (starts <= elapsed) & (elapsed <= np.maximum(heads["end"], starts + _LINGERS))
        return heads[int(np.argmax(lasts))] if lasts.any() else None

    def incident_of(self, event: FoundEvent) -> Sequence[FoundEvent]:
        """Return all that is told of the incident that an event is part of, first what it is named by."""
        found = self.events.incident_of(event)
        return found if event in found else (event,)

    # -- what it is told

    def set_found(self, found: FoundEvents | None, ordered: Events | None = None) -> None:
        """Tell of these events from now on; the one that was gone to stays if it is among them.

        ``ordered`` are the same by weight for their hero, if that is known: of many it takes long to find.
        One that is in the file stays anyway: others than the hero's may be found later.
        """
        self._take(found, ordered)
        known = ordered is not None and found is not None and found.hero == self._hero
        self._ordered = ordered if known and ordered is not None else Events()
        self._refresh()
        gone_to = self.gone_to
        if gone_to is not None:
            stays = gone_to if gone_to.source in (EventSource.RECORDED, EventSource.RESULTS) else None
            self.go_to(self._found_again(gone_to) or stays)

    def set_looking(self, looking: bool) -> None:
        """Say whether more may be found soon."""
        if looking != self.looking:
            self.looking = looking
            self._changes.tell(What.STORY)

    def set_progress(self, share: float) -> None:
        """Say how much is looked through; 1 when it ends."""
        self.share = share if share < 1.0 else None
        self._changes.tell(What.STORY)

    def set_trouble(self, trouble: str) -> None:
        """Say why nothing can be found."""
        self.trouble = trouble
        self._changes.tell(What.STORY)

    def set_hero(self, row: int | None) -> None:
        """Tell the hero's events before those of others."""
        if row != self._hero:
            self._hero, self._ordered = row, Events()
            self._refresh()

    def set_selected(self, rows: tuple[int, ...]) -> None:
        """Take who is selected: rows of the actor table."""
        if rows != self._selected:
            self._selected = rows
            if self.whose is Whose.SELECTED:
                self._refresh()

    def set_whose(self, whose: Whose) -> None:
        """Tell only about these."""
        if whose is not self.whose:
            self.whose = whose
            self._refresh()

    def set_hidden(self, kinds: Collection[str]) -> None:
        """Tell of all kinds but these, now and in later sessions."""
        hidden = frozenset(kinds)
        if hidden != self.hidden:
            self.hidden = hidden
            self._settings.hidden_found = sorted(hidden)
            self._refresh()

    def set_threshold(self, name: str, value: float) -> None:
        """Judge by another value of a threshold; the usual one is no other."""
        usual = {row.name: row.default for row in TABLE}[name]
        changed = {key: other for key, other in self.thresholds.items() if key != name}
        self.set_thresholds(changed if value == usual else {**changed, name: value})

    def set_thresholds(self, thresholds: Mapping[str, float]) -> None:
        """Judge by these values instead of the usual ones."""
        if thresholds != self.thresholds:
            self.thresholds = MappingProxyType(dict(thresholds))
            self._changes.tell(What.THRESHOLDS)

    def set_view(self, view: RunnerView | None, joined: Events) -> None:
        """Tell how the hero's evaluators judge it, with the infractions that are joined to the recording."""
        self.view, self.joined = view, joined
        self._changes.tell(What.JUDGED)

    def add_result_files(self, paths: Iterable[Path]) -> None:
        """Read these results, too."""
        files = tuple(dict.fromkeys((*self.result_files, *paths)))
        if files != self.result_files:
            self.result_files = files
            self._changes.tell(What.JUDGED)

    def forget(self) -> None:
        """Know nothing: another recording is opened."""
        self._take(None, None)
        self._ordered = Events()
        self._selected = self.result_files = ()
        self.set_view(None, Events())
        if self.whose is Whose.SELECTED:
            self.whose = Whose.EVERYONE
        self.go_to(None)
        self._refresh()

    # -- where one went

    def go_to(self, event: FoundEvent | None) -> None:
        """Take note of the event that one went to; None if one has left it."""
        if event != self.gone_to:
            self.gone_to = event
            self._changes.tell(What.EVENT)

    def go_to_time(self, elapsed: float) -> None:
        """Take note of the first event that one steps through and that starts at a time, in seconds."""
        steps = self.events.heads.steps
        there = np.abs(steps["start"] - elapsed) <= SAME_TIME
        if there.any():
            self.go_to(steps[int(np.argmax(there))])

    def follow(self, elapsed: float) -> None:
        """Leave the event that was gone to when the playhead is elsewhere."""
        event = self.gone_to
        if event is not None and not event.start - _BEFORE <= elapsed <= event.end + _AFTER:
            self.go_to(None)

    def _told(self, events: Events) -> Events:
        """Return those of some events that are told."""
        if not events:
            return events
        told = ~np.isin(events["kind"], [RANKS[kind] for kind in self.hidden])
        if self.whose is not Whose.EVERYONE:
            rows = self._selected if self.whose is Whose.SELECTED else self._heroes
            told &= events.about(*rows) | (events["actor"] == NOBODY)
        return events.take(told)

    def _found_again(self, event: FoundEvent) -> FoundEvent | None:
        """Return the first event that is the same as one that was found before."""
        events = self.all_events
        near = events.take((events["start"] <= event.end) & (events["end"] >= event.start))
        return next((each for each in near if is_same(each, event)), None)

    def _take(self, found: FoundEvents | None, ordered: Events | None) -> None:
        self.found, self.trouble = found, ""
        self.ordered = self.all_events if ordered is None else ordered
        steps = self.ordered.steps
        self.found_touches = steps.take(steps.of_kind("touches"))

    def _refresh(self) -> None:
        self._events = None
        self._changes.tell(What.STORY)


def is_same(event: FoundEvent, other: FoundEvent) -> bool:
    """Return whether two are one event, found twice: with other thresholds it may last longer."""
    touches = KINDS[event.kind].touches
    if touches != KINDS[other.kind].touches or set(event.actors) != set(other.actors):
        return False
    return (touches or event.kind == other.kind) and event.start <= other.end and other.start <= event.end
