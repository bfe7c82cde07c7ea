"""Layer of collisions: a ring around the contact with a cross on its edge, so the contact stays visible."""

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
from viewer.cancellation import ShouldContinue, always, check
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.contacts import contact_position
from viewer.replay.world.world import World
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.camera import FARTHEST, valid_mask
from viewer.ui.map.layers.layer import Layer, UpdateMap
from viewer.ui.map.picture import MapPicture
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme, faded

_LEAST_RADIUS = 9.0
_CROSS_HALF = 6.0
_CROSS_GAP = 3.0  # pixels between the cross and the ends of the ring
_DIRECTION = (-math.sqrt(0.5), -math.sqrt(0.5))  # to the upper left: labels begin at the upper right
_UPPER_LEFT = 135.0  # upper left in degrees, counterclockwise from the right, as in QPainter
_CALM = 0.75
"""Opacity of the ring and cross at a collision on the map, after a moment in which they flare up."""
_OLD = 0.35
"""Opacity of the ring on the map around the place of a collision that happened some seconds ago."""


class ContactMark(NamedTuple):
    """Position and state of a collision's mark, in metres.

    Attributes:
        x: x of the contact.
        y: y of the contact.
        flare: intensity of the flare, 1 at the end of the contact, falling to 0.
        radius: radius of the ring.
        strong: True for a recent collision or one of the selected actor, False for a faint ring.
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
    """Layer of rings and crosses at the positions of collisions."""

    def __init__(self) -> None:
        self._rings: list[_Ring] = []

    def attach(self, workspace: Workspace, update_map: UpdateMap) -> None:
        """Have ``update_map`` called with the collisions to mark on the map, now and whenever they change.

        They are those up to the playhead. They change with the time and selection in ``workspace``, and when
        the positions of collisions have been computed in the background.
        """
        marks = ContactMarks(workspace.tasks, workspace)

        def show() -> None:
            world, selected = workspace.view.world, workspace.view.selected
            actor = selected[-1] if selected else None
            update_map(contacts=np.empty((0, 5)) if world is None else marks.at(world, actor))

        marks.found.connect(show)
        bind(
            workspace,
            workspace,
            (lambda now: now.opening, marks.forget),
            (lambda now: (now.world, now.selected), show),
        )

    def prepare(self, picture: MapPicture) -> None:
        """Compute the visible marks of collisions in pixels; of several at almost one position, only one.

        A strong mark (of a recent collision or the selected actor's) is preferred to a faint one, and a later
        one to an earlier one. Left out are marks without a valid position, and those around the event drawn
        on the map.
        """
        camera, marks = picture.camera, np.asarray(picture.contacts, np.float64)
        self._rings = []
        picture.keep_clear.append(self.boxes)
        if not len(marks):
            return
        radii = marks[:, _RADIUS]
        known = np.isfinite(marks).all(axis=1) & valid_mask(marks) & (radii >= 0) & (radii <= FARTHEST)
        marks = marks[known]
        marks = marks[np.argsort(marks[:, _STRONG] == 0, kind="stable")]
        if picture.event_overlay is not None and picture.event_overlay.point is not None:
            marks = marks[np.hypot(*(marks[:, :2] - picture.event_overlay.point).T) > marks[:, _RADIUS]]
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
        """Return the rectangles of the crosses that mark recent collisions on the map, in px, (K, 4).

        A rectangle is left, top, right, bottom. The selected actor's collisions count, too, at any time.
        """
        boxes = []
        for ring in self._rings:
            if ring.strong:
                cross = _cross_position(ring)
                x, y, half = cross.x(), cross.y(), _CROSS_HALF + 1
                boxes.append((x - half, y - half, x + half, y + half))
        return np.array(boxes, np.float64).reshape(-1, 4)

    def draw(self, painter: QPainter) -> None:
        """Draw the marks that ``prepare`` computed for collisions, the latest collision on top."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(faded(current_theme().collision, _OLD), 1))
        for ring in reversed(self._rings):  # the strong ones are the first
            if ring.strong:
                self._draw_strong(painter, ring)
            else:
                painter.drawEllipse(ring.middle, ring.radius, ring.radius)

    def _draw_strong(self, painter: QPainter, ring: _Ring) -> None:
        """Draw the mark of a recent collision, or of the selected actor's: a ring with a cross in its gap."""
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
        cross, arm = _cross_position(ring), _CROSS_HALF - 1
        painter.drawLine(cross + QPointF(-arm, -arm), cross + QPointF(arm, arm))
        painter.drawLine(cross + QPointF(-arm, arm), cross + QPointF(arm, -arm))


def _cross_position(ring: _Ring) -> QPointF:
    return ring.middle + QPointF(*_DIRECTION) * ring.radius


_FLARE_TIME = 0.6  # seconds of replay time a collision flares up
_RECENT = 5.0  # seconds after which a collision fades to a faint ring
_RING = 0.75  # radius in lengths of the vehicle: 1.5 lengths across
_SMALLEST = 1.5  # metres
_AT_ONCE = 2
"""Largest number of collisions whose positions are computed just before the map is painted.

So a new one appears at once; further positions are computed in the background.
"""
_TOGETHER = 16
"""Most collisions whose positions are computed in one background job."""


@dataclass(frozen=True, eq=False)
class _Contacts:
    """Contacts of a recording as columns, shape (C,) each.

    A contact is a collision of two actors, or one and scenery, from the first recorded frame to the last.

    Attributes:
        index: index of the recording to which the contacts belong.
        first: index of the first frame of each contact.
        over: time of the last frame of each, seconds since the start of the recording.
        actors: row in the recording's actor table of the actor named first; −1 if unknown.
        others: row of the other actor; −1 for scenery.
    """

    index: RecordingIndex
    first: Ints
    over: Floats
    actors: Ints
    others: Ints


class ContactMarks(QObject):
    """Cache of the positions of a recording's contacts, each computed when first needed.

    A contact is a collision of two actors, or one and scenery, over adjoining frames. A position costs
    reading a frame, so those of many contacts are computed in the background.
    """

    found = Signal()
    """Emitted when positions of further contacts have been computed."""

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._contacts: _Contacts | None = None
        self._positions = np.empty((0, 3))
        self._known = np.empty(0, np.bool_)
        self._latest = Latest(tasks, self, self._on_read)
        self._latest.failed.connect(self._give_up)
        self._broken = False

    def forget(self) -> None:
        """Discard the positions of all contacts, because another recording was opened."""
        self._latest.cancel()
        self._contacts = None
        self._positions = np.empty((0, 3))
        self._known = np.empty(0, np.bool_)
        self._broken = False

    def at(self, world: World, selected: int | None) -> Floats:
        """Return where to mark contacts (collisions) at the time of ``world``, one ContactMark each, (K, 5).

        ``world`` has the state of all actors at one time. Contacts that begin later or whose position is
        unknown are left out; the latest is first. ``strong`` is True for recent contacts, and for all
        contacts of the actor in row ``selected`` of the actor table.
        """
        contacts = self._of(world.index)
        begun = int(np.searchsorted(contacts.first, world.frame_index, side="right"))
        missing = np.flatnonzero(~self._known[:begun])[::-1]
        if len(missing) and not self._broken:
            with suppress(RecordingError):  # reported where the next world is made
                self._add_positions(_positions_of(world.index, missing[:_AT_ONCE]))
            self._find(world.index, missing[_AT_ONCE:][:_TOGETHER])
        ago = np.maximum(world.elapsed - contacts.over[:begun], 0.0)
        strong = ago <= _RECENT
        if selected is not None:
            strong |= (contacts.actors[:begun] == selected) | (contacts.others[:begun] == selected)
        x, y, length = self._positions[:begun].T
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
            self._positions = np.pad(self._positions, ((0, more), (0, 0)), constant_values=np.nan)
        return contacts

    def _find(self, index: RecordingIndex, indices: Ints) -> None:
        if not self._latest.busy and len(indices):
            self._latest.ask(partial(_positions_of, index, indices))

    @Slot(object)
    def _on_read(self, found: dict[int, Floats]) -> None:
        self._add_positions(found)
        self.found.emit()

    def _add_positions(self, found: dict[int, Floats]) -> None:
        for index, position in found.items():
            self._positions[index] = position
            self._known[index] = True

    @Slot()
    def _give_up(self) -> None:
        """Stop computing where collisions happened, because that failed; usually the file cannot be read.

        An unreadable file is reported when the playhead moves and the actors are read.
        """
        self._broken = True


def _positions_of(
    index: RecordingIndex, indices: Ints, should_continue: ShouldContinue = always
) -> dict[int, Floats]:
    """Return x, y and the length of the longest actor, in metres, of each contact; NaN if unknown.

    ``indices`` are the contacts' indices in ``index.contacts``, and the keys of the result.

    Raises:
        RecordingError: the file cannot be read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    positions: dict[int, Floats] = {}
    for contact_index in indices.tolist():
        check(should_continue, len(positions) / len(indices))
        contact = contact_position(index, index.contacts[contact_index])
        known = (np.nan,) * 3 if contact is None else (contact.x, contact.y, contact.length)
        positions[contact_index] = np.array(known)
    return positions
