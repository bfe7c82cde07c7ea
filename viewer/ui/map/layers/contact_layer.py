"""Collisions: a ring around the contact with a cross on its edge, so that the contact stays visible."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPen

from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import contact_place
from viewer.replay.world.world import World
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.camera import FARTHEST, places
from viewer.ui.map.layers.layer import Layer, Tell
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme, faded

_LEAST_RADIUS = 9.0
_CROSS_HALF = 6.0
_CROSS_GAP = 3.0  # pixels between the cross and the ends of the ring
_DIRECTION = (-math.sqrt(0.5), -math.sqrt(0.5))  # to the upper left: labels begin at the upper right
_UPPER_LEFT = 135.0  # the same in degrees, as Qt counts them
_CALM = 0.75
"""Opacity when the flare is over."""
_OLD = 0.35
"""Opacity of what is left of a collision long ago."""


class ContactMark(NamedTuple):
    """Where a collision was: metres.

    Attributes:
        x: of the contact.
        y: of the contact.
        flare: from 1 to 0 while it is fresh.
        radius: of the ring.
        strong: whether it stands out; else it is long ago, and nobody asked for it.

    """

    x: float
    y: float
    flare: float
    radius: float
    strong: bool = True


_FLARE, _RADIUS, _STRONG = (ContactMark._fields.index(name) for name in ("flare", "radius", "strong"))


class _Ring(NamedTuple):
    middle: QPointF
    radius: float
    flare: float
    strong: bool


class ContactLayer(Layer):
    """Draws rings and crosses."""

    def __init__(self) -> None:
        self._rings: list[_Ring] = []

    def attach(self, workspace: Workspace, tell: Tell) -> None:
        """Show the collisions until now."""
        marks = ContactMarks(workspace.tasks, workspace)

        def show() -> None:
            world, selected = workspace.moment.world, workspace.focus.primary
            tell(contacts=np.empty((0, 5)) if world is None else marks.at(world, selected))

        marks.found.connect(show)
        workspace.when(What.OPENED, marks.forget)
        workspace.when(What.WORLD | What.SELECTED, show)

    def prepare(self, picture: MapPicture) -> None:
        """Prepare what the camera sees; of those in one place the first, so that they do not heap up.

        Strong ones come first. Those that are nowhere are left out, and those around the place of an event
        that one went to: something else is drawn there.
        """
        camera, marks = picture.camera, np.asarray(picture.contacts, np.float64)
        self._rings = []
        picture.spared.append(self.boxes)
        if not len(marks):
            return
        radii = marks[:, _RADIUS]
        known = np.isfinite(marks).all(axis=1) & places(marks) & (radii >= 0) & (radii <= FARTHEST)
        marks = marks[known]
        marks = marks[np.argsort(marks[:, _STRONG] == 0, kind="stable")]
        if picture.exhibit is not None and picture.exhibit.point is not None:
            marks = marks[np.hypot(*(marks[:, :2] - picture.exhibit.point).T) > marks[:, _RADIUS]]
        middles = camera.to_screen(marks[:, :2])
        radii = np.maximum(marks[:, _RADIUS] * camera.scale, _LEAST_RADIUS)
        reach = (radii * 2 + 2 * _CROSS_HALF)[:, None]
        inside = ((middles > -reach) & (middles < np.array((camera.width, camera.height)) + reach)).all(
            axis=1
        )
        marks, middles, radii = marks[inside], middles[inside], radii[inside]
        cells = np.round(middles / radii[:, None]).astype(np.int64)
        _, first = np.unique(cells, axis=0, return_index=True)
        first.sort()
        self._rings = [
            _Ring(QPointF(x, y), radius, min(max(flare, 0.0), 1.0), bool(strong))
            for (x, y), radius, (flare, strong) in zip(
                middles[first].tolist(),
                radii[first].tolist(),
                marks[first][:, (_FLARE, _STRONG)].tolist(),
                strict=True,
            )
        ]

    def boxes(self) -> Floats:
        """Return where the crosses are: left, top, right, bottom in pixels, shape (K, 4)."""
        boxes = []
        for ring in self._rings:
            if ring.strong:
                cross = _cross_place(ring)
                x, y, half = cross.x(), cross.y(), _CROSS_HALF + 1
                boxes.append((x - half, y - half, x + half, y + half))
        return np.array(boxes, np.float64).reshape(-1, 4)

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last, the latest on top."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for ring in reversed(self._rings):
            if ring.strong:
                self._draw_strong(painter, ring)
            else:
                painter.setPen(QPen(faded(current_theme().collision, _OLD), 1))
                painter.drawEllipse(ring.middle, ring.radius, ring.radius)

    def _draw_strong(self, painter: QPainter, ring: _Ring) -> None:
        """Draw one mark of two parts: the ring is open where the cross sits on it."""
        opacity = _CALM + (1 - _CALM) * ring.flare
        radius, color = ring.radius, faded(current_theme().collision, opacity)
        if ring.flare > 0:
            spread = radius * (1 + 0.5 * (1 - ring.flare))
            painter.setPen(QPen(faded(current_theme().collision, 0.5 * ring.flare), 3))
            painter.drawEllipse(ring.middle, spread, spread)
        painter.setPen(QPen(color, 2))
        opening = math.degrees((_CROSS_HALF + _CROSS_GAP) / radius)
        area = QRectF(-radius, -radius, 2 * radius, 2 * radius).translated(ring.middle)
        painter.drawArc(area, round(16 * (_UPPER_LEFT + opening)), round(16 * (360 - 2 * opening)))
        painter.setPen(QPen(color, 2.5, c=Qt.PenCapStyle.RoundCap))
        cross, arm = _cross_place(ring), _CROSS_HALF - 1
        painter.drawLine(cross + QPointF(-arm, -arm), cross + QPointF(arm, arm))
        painter.drawLine(cross + QPointF(-arm, arm), cross + QPointF(arm, -arm))


def _cross_place(ring: _Ring) -> QPointF:
    return ring.middle + QPointF(*_DIRECTION) * ring.radius


_FLARE_TIME = 0.6  # seconds of replay time a collision flares up
_RECENT = 5.0  # seconds after which a collision fades to a faint ring
_RING = 0.75  # radius in lengths of the vehicle: 1.5 lengths across
_SMALLEST = 1.5  # metres
_AT_ONCE = 2
"""Places that are worked out while the picture waits: a collision that just happened flares up at once."""
_TOGETHER = 16
"""Places worked out in the background before the map is told."""


@dataclass(frozen=True, eq=False)
class _Contacts:
    """The contacts of a view: first frame, seconds when they are over, and the two rows, shape (C,) each."""

    index: RecordingIndex
    first: Ints
    over: Floats
    actors: Ints
    others: Ints


class ContactMarks(QObject):
    """Knows the places of a recording's contacts; each is worked out when it is first needed.

    A place costs the reading of a frame: those of many contacts are found in the background.
    """

    found = Signal()
    """More places are known."""

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._contacts: _Contacts | None = None
        self._places = np.empty((0, 3))
        self._known = np.empty(0, np.bool_)
        self._latest = Latest(tasks, self, self._take)
        self._latest.failed.connect(self._give_up)
        self._broken = False

    def forget(self) -> None:
        """Know nothing: another recording is opened."""
        self._latest.cancel()
        self._contacts = None
        self._places = np.empty((0, 3))
        self._known = np.empty(0, np.bool_)
        self._broken = False

    def at(self, world: World, selected: int | None) -> Floats:
        """Return a ContactMark for each contact that has begun and whose place is known, the latest first.

        Those of the ``selected`` row stand out however long ago they were. Shape (K, 5).
        """
        contacts = self._of(world.index)
        begun = int(np.searchsorted(contacts.first, world.frame_index, side="right"))
        missing = np.flatnonzero(~self._known[:begun])[::-1]
        if len(missing) and not self._broken:
            with suppress(RecordingError):  # whoever makes the next world is told so, too
                self._take_places(_places_of(world.index, missing[:_AT_ONCE]))
            self._find(world.index, missing[_AT_ONCE:][:_TOGETHER])
        ago = np.maximum(world.elapsed - contacts.over[:begun], 0.0)
        strong = ago <= _RECENT
        if selected is not None:
            strong |= (contacts.actors[:begun] == selected) | (contacts.others[:begun] == selected)
        x, y, length = self._places[:begun].T
        flare = np.maximum(1.0 - ago / _FLARE_TIME, 0.0)
        marks = np.column_stack((x, y, flare, np.maximum(_RING * length, _SMALLEST), strong))
        latest_first: Floats = marks[np.isfinite(x)][::-1]
        return latest_first

    def _of(self, index: RecordingIndex) -> _Contacts:
        contacts = self._contacts
        if contacts is None or contacts.index is not index:
            columns = index.contacts.columns
            first, last, actors, others = (
                columns[name].astype(np.int64) for name in ("first_frame", "last_frame", "actor", "other")
            )
            contacts = self._contacts = _Contacts(index, first, index.elapsed[last], actors, others)
            more = max(len(columns) - len(self._known), 0)
            self._known = np.pad(self._known, (0, more))
            self._places = np.pad(self._places, ((0, more), (0, 0)), constant_values=np.nan)
        return contacts

    def _find(self, index: RecordingIndex, numbers: Ints) -> None:
        if not self._latest.busy and len(numbers):
            self._latest.ask(partial(_places_of, index, numbers))

    @Slot(object)
    def _take(self, found: dict[int, Floats]) -> None:
        self._take_places(found)
        self.found.emit()

    def _take_places(self, found: dict[int, Floats]) -> None:
        for number, place in found.items():
            self._places[number] = place
            self._known[number] = True

    @Slot()
    def _give_up(self) -> None:
        """Do without: whoever makes the next world is told that the file has changed."""
        self._broken = True


def _places_of(index: RecordingIndex, numbers: Ints, proceed: Proceed = always) -> dict[int, Floats]:
    """Return x, y and length of some contacts, NaN where the file tells no place; errors as ``world_at``."""
    places: dict[int, Floats] = {}
    for number in numbers.tolist():
        check(proceed, len(places) / len(numbers))
        place = contact_place(index, index.contacts[number])
        known = (np.nan,) * 3 if place is None else (place.x, place.y, place.length)
        places[number] = np.array(known)
    return places
