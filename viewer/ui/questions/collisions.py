"""Who collided with whom, as contacts: from the first record of each to its last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QComboBox

from viewer.analysis.carla_text.collisions import Collision, collisions, find_collisions
from viewer.cancellation import Proceed, check
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.found_text import frames_before
from viewer.ui.questions.question import AtLeast, CarlaQuestion, Occasion, Search, actor_text, three_digits
from viewer.ui.questions.room import make_panel
from viewer.ui.widgets.parts import label
from viewer.ui.widgets.sorted_grid import SortedHeading


class CollisionQuestion(CarlaQuestion):
    """CARLA's ``show_recorder_collisions``, asked for two kinds of actors."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = self.tr("Collisions")
        self._sides = self._make_sides(), self._make_sides()
        self._sides[0].setAccessibleName(self.tr("One side of the collision"))
        self._sides[1].setAccessibleName(self.tr("Other side of the collision"))
        self.controls = (self._sides[0], label(self.tr("with"), 11, "secondary"), self._sides[1])

    def _make_sides(self) -> QComboBox:
        names = {
            "a": self.tr("Anything"),
            "h": self.tr("Hero"),
            "v": self.tr("Vehicle"),
            "w": self.tr("Walker"),
            "t": self.tr("Traffic light"),
            "o": self.tr("Other and scenery"),
        }
        box = QComboBox()
        for letter, name in names.items():
            box.addItem(name, letter)
        box.currentIndexChanged.connect(self.changed)
        return box

    @property
    def types(self) -> str:
        """CARLA's two letters for what is chosen."""
        return "".join(box.currentData() for box in self._sides)

    def search(self, index: RecordingIndex) -> Search:
        """Return what finds the contacts."""
        return partial(_find, index, self.types)

    def carla_text(self, index: RecordingIndex) -> Callable[[], Iterable[bytes]]:
        """Return what writes CARLA's own answer."""
        return partial(collisions, index, self.types)

    def headings(self, time_text: TimeText) -> tuple[SortedHeading, ...]:
        """Return the heads of the columns."""
        metres_per_second = partial(SortedHeading, unit="m/s", numeric=True, write=_one_digit)
        return (
            SortedHeading(self.tr("Time"), numeric=True, write=time_text),
            SortedHeading(self.tr("Duration"), "s", numeric=True, write=three_digits),
            SortedHeading(self.tr("Records"), numeric=True, write=fmt.count),
            SortedHeading(self.tr("Actor")),
            SortedHeading(self.tr("With")),
            SortedHeading(self.tr("Reported by")),
            SortedHeading(self.tr("Measured")),
            metres_per_second(self.tr("Speed")),
            metres_per_second(self.tr("Other’s")),
            metres_per_second(self.tr("Relative")),
            SortedHeading(self.tr("Angle"), "°", numeric=True, write=fmt.count),
        )

    def cells(self, index: RecordingIndex, answer: Collision) -> Sequence[object]:
        """Return the values of a contact."""
        contact, motion = answer.contact, answer.motion
        first, last = (float(index.elapsed[frame]) for frame in (contact.first_frame, contact.last_frame))
        is_whole = contact.first_frame > 0 and contact.last_frame < len(index.elapsed) - 1
        return (
            first,
            last - first if is_whole else AtLeast(last - first),
            contact.records,
            self._who(index, answer.actor, answer.actor_id),
            self._who(index, answer.other, answer.other_id),
            ", ".join(map(str, contact.reported_by)),
            frames_before(motion.frames_before) or self.tr("in its first frame"),
            motion.speed,
            motion.other_speed,
            motion.relative_speed,
            motion.angle,
        )

    def occasion(self, index: RecordingIndex, answer: Collision) -> Occasion:
        """Return when a contact begins, and who takes part."""
        rows = tuple(row for row in (answer.actor, answer.other) if row >= 0)
        return Occasion(float(index.elapsed[answer.contact.first_frame]), rows)

    def nothing(self, index: RecordingIndex) -> str:
        """Return why there is no contact."""
        if index.contacts:
            return self.tr("No collision between these")
        return self.tr("Collisions: none recorded. Only actors with a collision sensor report them")

    def _who(self, index: RecordingIndex, row: int, actor_id: int) -> str:
        return actor_text(index, row, actor_id, self.tr("scenery"), self.tr("unknown actor {0}"))


def _find(index: RecordingIndex, types: str, proceed: Proceed) -> list[Collision]:
    found = []
    for each in find_collisions(index, types):
        found.append(each)
        check(proceed, each.contact.first_frame / len(index.heads))
    return found


_one_digit = partial(fmt.number, digits=1)
open_room = partial(make_panel, CollisionQuestion)
