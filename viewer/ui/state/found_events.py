"""Events that rules find in the recording (collisions, red lights, …), their filter, and the current one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from viewer.analysis.event_kinds import KINDS, TABLE
from viewer.analysis.event_table import NO_PARTY, RANKS, Events, EventSource, FoundEvent, FoundEvents
from viewer.analysis.incidents import by_weight
from viewer.replay.events import SAME_TIME
from viewer.ui.format import count
from viewer.ui.state.changes import Changes
from viewer.ui.state.settings import Settings
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.criteria import RunnerView

_BEFORE, _AFTER = 3.0, 2.0
"""Seconds that the playhead may be before the start, and after the end, of the current event.

Farther away, the event is no longer the current one, which a box on the map describes.
"""
_LINGERS = 1.0


class EventScope(str, Enum):
    """Filter for the list of events: those of all actors, of the hero, or of the selected actors."""

    EVERYONE = "everyone"
    HERO = "hero"
    SELECTED = "selected"


class RunEvents:
    """Events that rules find in the recording, filtered and sorted by weight (how serious they are).

    The rules look for what goes wrong, such as collisions and red lights. Results files are those that
    ScenarioRunner or the Leaderboard wrote.

    Attributes:
        found: the complete result of the search; None before the first result and without a recording.
        contacts: events for times at which an actor's box overlaps another's or the scenery although no
            collision is recorded; sorted by time.
        ordered: all found events, sorted by weight as soon as that is known.
        searching: whether the search is running, so that more events may be found.
        share: progress of the search, 0 to 1, if it takes long; else None.
        trouble: why the search failed, as a sentence; empty if it did not.
        scope: whether the events of all actors, of the hero or of the selected actors are listed.
        view: the hero's results by ScenarioRunner's and the Leaderboard's criteria; None until known.
        results_events: the infractions in results files, as events, as far as their times are known.
        result_files: results files that the user chose, in addition to those beside the recording.
        thresholds: values of the rules' thresholds that differ from the default, by name.
        hidden: names of the kinds of events that the user has hidden.
        current_event: the event that was gone to last, which a box on the map describes, or None.
    """

    def __init__(self, settings: Settings, changes: Changes) -> None:
        """Read from ``settings`` which kinds of events the user has hidden.

        Later changes of the found events are reported to ``changes``.
        """
        self._changes = changes
        self._settings = settings
        self._hero: int | None = None
        self._selected: tuple[int, ...] = ()
        self.found: FoundEvents | None = None
        self.contacts = Events()
        self.ordered = Events()
        self.view: RunnerView | None = None
        self.results_events = Events()
        self.result_files: tuple[Path, ...] = ()
        self.searching = False
        self.share: float | None = None
        self.trouble = ""
        self.scope = EventScope.EVERYONE
        self.thresholds: Mapping[str, float] = MappingProxyType({})
        self.hidden = frozenset(settings.hidden_found) & KINDS.keys()
        self.current_event: FoundEvent | None = None
        self._is_ranked = False  # whether ``ordered`` is sorted by weight for the present hero
        self._events: Events | None = None

    # -- state

    @property
    def events(self) -> Events:
        """The filtered events, grouped by incident (events that belong together), the most important first.

        The events within an incident are sorted by importance, too: the first one names the incident.
        """
        if self._events is None:
            if self._is_ranked and self.scope is EventScope.EVERYONE:
                self._events = self._filtered(self.ordered) if self.hidden else self.ordered
            else:
                self._events = by_weight(self._filtered(self.all_events), self.heroes)
        return self._events

    @property
    def heroes(self) -> tuple[int, ...]:
        """Rows of the hero in the actor table, one per spawn.

        Empty if there is no hero, or if events have not been searched for.
        """
        return () if self._hero is None or self.found is None else self.found.heroes

    @property
    def all_events(self) -> Events:
        """All events that rules found, of all actors and kinds, not filtered, sorted by time."""
        return Events() if self.found is None else self.found.events

    @property
    def rules(self) -> int:
        """Number of kinds of events that the last search could judge; for others it lacked data."""
        found = self.found
        if found is None:
            return 0
        skipped = {each.kind for each in found.not_judged if not each.rows}
        return len(set(found.kinds) - skipped)

    @property
    def message(self) -> str:
        """Sentence that says that the search is running, or why no events are listed; empty if neither."""
        if self.trouble:
            return self.trouble
        if self.searching:
            share = self.share
            return tr("Looking…") if share is None else tr("Looking… {} %").format(round(100 * share))
        if self.events or self.found is None:
            return ""
        text = {0: tr("Nothing could be judged"), 1: tr("Nothing found · 1 rule")}.get(
            self.rules, tr("Nothing found · {} rules")
        )
        return text.format(count(self.rules))

    def at(self, elapsed: float) -> FoundEvent | None:
        """Return the event to mark above the map at time ``elapsed`` (seconds), or None.

        If there is a current event, this is the most serious event of its incident (events that belong
        together). Otherwise it is that of the most serious incident that lasts at ``elapsed``, where short
        incidents count as lasting 1 s.
        """
        if self.current_event is not None:
            return self.incident_of(self.current_event)[0]
        heads = self.events.heads
        starts = heads["start"]
        lasts = (starts <= elapsed) & (elapsed <= np.maximum(heads["end"], starts + _LINGERS))
        return heads[int(np.argmax(lasts))] if lasts.any() else None

    def incident_of(self, event: FoundEvent) -> Sequence[FoundEvent]:
        """Return the listed events that belong to the same incident as ``event``, most serious first.

        If ``event`` is not listed, it is returned alone.
        """
        found = self.events.incident_of(event)
        return found if event in found else (event,)

    # -- inputs

    def set_found(self, found: FoundEvents | None, ordered: Events | None = None) -> None:
        """Replace the events by ``found``, the result of a search; None if there is none.

        ``ordered`` holds the same events sorted by weight; None sorts them later. The current event is
        replaced by the same event in ``found``. If it is not found again, it is cleared, unless it was
        recorded or comes from a results file.
        """
        self._set_events(found, ordered)
        self._is_ranked = ordered is not None and found is not None and found.hero == self._hero
        self._refresh()
        current = self.current_event
        if current is not None:
            stays = current.source in (EventSource.RECORDED, EventSource.RESULTS)
            self.go_to(self._found_again(current) or (current if stays else None))

    def set_searching(self, searching: bool) -> None:
        """Store whether a search for events is running in the background."""
        if searching != self.searching:
            self.searching = searching
            self._changes.touch()

    def set_progress(self, share: float) -> None:
        """Store which fraction of the search for events is done, ``share`` from 0 to 1; at 1 it has ended."""
        self.share = share if share < 1.0 else None
        self._changes.touch()

    def set_trouble(self, trouble: str) -> None:
        """Store ``trouble``, a sentence on why the search for events failed."""
        self.trouble = trouble
        self._changes.touch()

    def set_hero(self, row: int | None) -> None:
        """Store the hero's row in the actor table; the hero's events weigh more than those of others."""
        if row != self._hero:
            self._hero, self._is_ranked = row, False
            self._refresh()

    def set_selected(self, rows: tuple[int, ...]) -> None:
        """Set the selected actors, as rows in the actor table; the list may be limited to their events."""
        if rows != self._selected:
            self._selected = rows
            if self.scope is EventScope.SELECTED:
                self._refresh()

    def set_scope(self, scope: EventScope) -> None:
        """List only the found events of the actors in ``scope``: all, the hero, or the selected ones."""
        if scope is not self.scope:
            self.scope = scope
            self._refresh()

    def set_hidden(self, kinds: Collection[str]) -> None:
        """Hide the events of ``kinds`` (names) and show those of all others, now and in later sessions."""
        hidden = frozenset(kinds)
        if hidden != self.hidden:
            self.hidden = hidden
            self._settings.hidden_found = sorted(hidden)
            self._refresh()

    def set_threshold(self, name: str, value: float) -> None:
        """Set the threshold ``name`` of the rules that find events to ``value``, and report the change.

        The report makes the search start anew. Raises KeyError if there is no threshold ``name``.
        """
        usual = {row.name: row.default for row in TABLE}[name]
        changed = {key: other for key, other in self.thresholds.items() if key != name}
        self.set_thresholds(changed if value == usual else {**changed, name: value})

    def set_thresholds(self, thresholds: Mapping[str, float]) -> None:
        """Replace the thresholds of the rules that find events, and report the change.

        ``thresholds`` maps names to values; thresholds that it lacks get their defaults. The report makes the
        search start anew.
        """
        if thresholds != self.thresholds:
            self.thresholds = MappingProxyType(dict(thresholds))
            self._changes.touch()

    def set_view(self, view: RunnerView | None, results_events: Events) -> None:
        """Store how ScenarioRunner judges the hero (``view``), and the infractions in results files.

        ``results_events`` are these infractions as events; the files are of ScenarioRunner or the
        Leaderboard.
        """
        self.view, self.results_events = view, results_events
        self._changes.touch()

    def add_result_files(self, paths: Iterable[Path]) -> None:
        """Add ``paths`` to the results files of ScenarioRunner or the Leaderboard that are read."""
        files = tuple(dict.fromkeys((*self.result_files, *paths)))
        if files != self.result_files:
            self.result_files = files
            self._changes.touch()

    def forget(self) -> None:
        """Drop all events that were found, because another recording is opened."""
        self._set_events(None, None)
        self._is_ranked = False
        self._selected = self.result_files = ()
        self.set_view(None, Events())
        if self.scope is EventScope.SELECTED:
            self.scope = EventScope.EVERYONE
        self.go_to(None)
        self._refresh()

    # -- current event

    def go_to(self, event: FoundEvent | None) -> None:
        """Make ``event`` the current event, which a box on the map describes; None for no event.

        This does not move the playhead.
        """
        if event != self.current_event:
            self.current_event = event
            self._changes.touch()

    def go_to_time(self, elapsed: float) -> None:
        """Select the incident (events that belong together) that starts at ``elapsed`` seconds.

        Its most serious event becomes the current event. Only incidents that the user has not hidden and that
        this program's rules found count; if none starts then, nothing happens.
        """
        steps = self.events.heads.derived
        there = np.abs(steps["start"] - elapsed) <= SAME_TIME
        if there.any():
            self.go_to(steps[int(np.argmax(there))])

    def follow(self, elapsed: float) -> None:
        """Clear the current event if the playhead, at ``elapsed`` (seconds), has left it.

        It has left it more than 3 s before the event's start or more than 2 s after its end.
        """
        event = self.current_event
        if event is not None and not event.start - _BEFORE <= elapsed <= event.end + _AFTER:
            self.go_to(None)

    def _filtered(self, events: Events) -> Events:
        """Return ``events`` without those of hidden kinds, and without those of actors outside ``scope``.

        ``scope`` is all actors, the hero or the selected actors. Events without an actor pass, whatever the
        scope.
        """
        if not events:
            return events
        passed = ~np.isin(events["kind"], [RANKS[kind] for kind in self.hidden])
        if self.scope is not EventScope.EVERYONE:
            rows = self._selected if self.scope is EventScope.SELECTED else self.heroes
            passed &= events.about(*rows) | (events["actor"] == NO_PARTY)
        return events.take(passed)

    def _found_again(self, event: FoundEvent) -> FoundEvent | None:
        """Return the event of the latest search that equals ``event`` of an earlier one; None if missing."""
        events = self.all_events
        near = events.take((events["start"] <= event.end) & (events["end"] >= event.start))
        return next((each for each in near if is_same(each, event)), None)

    def _set_events(self, found: FoundEvents | None, ordered: Events | None) -> None:
        self.found, self.trouble = found, ""
        self.ordered = self.all_events if ordered is None else ordered
        steps = self.ordered.derived
        self.contacts = steps.take(steps.of_kind("is_contact"))

    def _refresh(self) -> None:
        self._events = None
        self._changes.touch()


def is_same(event: FoundEvent, other: FoundEvent) -> bool:
    """Return whether two events, found by searches with different thresholds, are one and the same.

    They are if they have the same actors and kind and overlap in time; all kinds of contact count as one
    kind.
    """
    touches = KINDS[event.kind].is_contact
    if touches != KINDS[other.kind].is_contact or set(event.rows) != set(other.rows):
        return False
    return (touches or event.kind == other.kind) and event.start <= other.end and other.start <= event.end
