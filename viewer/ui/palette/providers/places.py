"""Places that are typed: the map goes there, and whoever it is about tells when it was there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.paths.trajectory import NEAR, Trajectory, Visit, trajectory, visits
from viewer.replay.time.moment import MomentError, parse_moment
from viewer.ui import format as fmt
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.format import TimeText
from viewer.ui.palette.entry import Entry, Hits, Provider

_NUMBER = r"([+-]?(?:[0-9]{1,9}(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]{1,2})?)"
_PAIR = re.compile(
    rf"\(?\s*{_NUMBER}\s*(?:[,;]\s*|\s){_NUMBER}(?:\s*[,;]?\s*{_NUMBER})?\s*m?\s*\)?", re.IGNORECASE
)
_NAMED = re.compile(rf"\bx\s*[=:]\s*{_NUMBER}\W+y\s*[=:]\s*{_NUMBER}", re.IGNORECASE)
_FARTHEST = 1e7
"""Metres from the origin beyond which the map does not go."""

Place = tuple[float, float]


def parse_place(text: str) -> Place | None:
    """Return x and y in metres of a place as people and CARLA write it, None for anything else.

    >>> parse_place("36.2, -171.2"), parse_place("carla.Location(x=36.2, y=−171.2, z=0)")
    ((36.2, -171.2), (36.2, -171.2))
    >>> parse_place("12,5")  # a time with a comma
    """
    plain = text.replace("−", "-")
    found = _PAIR.fullmatch(plain.strip()) or _NAMED.search(plain)
    if found is None or _is_moment(text):
        return None
    x, y = float(found[1]), float(found[2])
    return (x, y) if max(abs(x), abs(y)) <= _FARTHEST else None


def _is_moment(text: str) -> bool:
    try:
        parse_moment(text)
    except MomentError:
        return False
    return True


class PlaceProvider(Provider):
    """Understands coordinates; choosing one centres the map, and a visit goes to its time, too."""

    prefix = "place:"

    def __init__(
        self,
        actor: Callable[[], tuple[int, str] | None],
        look_at: Callable[[float, float], None],
        go_to: Callable[[float, int], None],
        time_text: TimeText,
        tasks: Tasks,
        parent: QObject,
    ) -> None:
        """Take what tells and acts.

        Args:
            actor: returns row and name of whose visits are looked for, None if there is nobody.
            look_at: centres the map on x, y.
            go_to: goes to a time and shows the actor of a row.
            time_text: writes times.
            tasks: where visits are looked for.
            parent: who owns it.

        """
        super().__init__(parent)
        self._actor = actor
        self._look_at = look_at
        self._go_to = go_to
        self._time_text = time_text
        self._index: RecordingIndex | None = None
        self._path: tuple[int, Trajectory | None] | None = None
        self._asked: tuple[RecordingIndex, int] | None = None
        self._latest = Latest(tasks, self, self._know)
        self._latest.failed.connect(lambda: self._know(None))

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Find places of this recording; of a longer view of the same one what is known still counts."""
        before, self._index = self._index, index
        if not same_opening(before, index):
            self._latest.cancel()
            self._path = self._asked = None

    def find(self, query: str) -> Hits | None:
        """Return the place that is typed, and when the actor was there."""
        place = parse_place(query)
        if place is None or self._index is None:
            return None
        return Hits.of(self.tr("Place"), [self._place_entry(place), *self._visits(self._index, place)])

    def recalled(self, name: str) -> Entry | None:
        """Return a place that the map was centred on before."""
        place = parse_place(name)
        return None if place is None or self._index is None else self._place_entry(place)

    def _place_entry(self, place: Place) -> Entry:
        x, y = place
        return Entry(
            key=f"{self.prefix}{x!r}, {y!r}",
            text=self.tr("Centre the map on {0}").format(
                ", ".join(f"{value:,.6g}".replace("-", "−") for value in place)
            ),
            run=lambda: self._look_at(x, y),
        )

    def _visits(self, index: RecordingIndex, place: Place) -> list[Entry]:
        actor = self._actor()
        if actor is None:
            return [Entry("", self.tr("No hero: select an actor to see when it was there"))]
        row, name = actor
        self._ask(index, row)
        if self._path is None or self._path[0] != row:
            return [Entry("", self.tr("Looking for when {0} was there…").format(name))]
        path = self._path[1]
        if path is None:
            return [Entry("", self.tr("Where {0} was cannot be read").format(name))]
        found = visits(path, *place)
        if not found:
            text = self.tr("{0} was never within {1} m").format(name, f"{NEAR:.0f}")
            return [Entry("", text)]
        return [self._visit_entry(visit, row, name, place) for visit in found]

    def _visit_entry(self, visit: Visit, row: int, name: str, place: Place) -> Entry:
        def run() -> None:
            self._go_to(visit.closest, row)
            self._look_at(*place)

        stay = fmt.range_(self._time_text(visit.begin), self._time_text(visit.end))
        return Entry(
            key="",
            text=self.tr("{0} at {1}").format(name, self._time_text(visit.closest)),
            detail=self.tr("{0} away").format(fmt.distance(visit.distance)),
            aside=stay,
            run=run,
        )

    def _ask(self, index: RecordingIndex, row: int) -> None:
        """Find the way of an actor, unless that is known or under way; its longer way when there is time."""
        if self._asked == (index, row):
            return
        again = self._asked is not None and self._asked[1] == row
        known = again and self._path is not None and self._path[0] == row
        if known or not again or not self._latest.busy:
            self._asked = (index, row)
            self._latest.ask(partial(_way, index, row), patient=known)

    @Slot(object)
    def _know(self, path: Trajectory | None) -> None:
        if self._asked is not None:
            self._path = (self._asked[1], path)
            self.changed.emit()


def _way(index: RecordingIndex, row: int, proceed: Proceed) -> Trajectory:
    way = trajectory(index, row, proceed=proceed)
    _ = way.broken  # found once, here in the background
    return way
