"""Who stood still for long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCheckBox

from viewer.analysis.carla_text.blocked import MIN_DISTANCE, MIN_TIME, Blocked, blocked, find_blocked
from viewer.recording.actors import MOVERS, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.units import CENTIMETRES_PER_METRE
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.questions.question import AtLeast, CarlaQuestion, Occasion, Search, actor_text, three_digits
from viewer.ui.questions.room import make_panel
from viewer.ui.widgets.number_box import NumberBox
from viewer.ui.widgets.parts import label
from viewer.ui.widgets.sorted_grid import SortedHeading

_LONGEST = 86_400.0
_FARTHEST = 100_000.0


class BlockedQuestion(CarlaQuestion):
    """CARLA's ``show_recorder_actors_blocked``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = self.tr("Blocked")
        self._time = self._make_number(MIN_TIME, _LONGEST, self.tr("s"), self.tr("For how long at least"))
        self._distance = self._make_number(
            MIN_DISTANCE, _FARTHEST, self.tr("cm"), self.tr("Who moves less than this is blocked")
        )
        self._everybody = QCheckBox(self.tr("Include static actors"))
        self._everybody.setToolTip(self.tr("Props, signs and all else; CARLA’s own text always names them"))
        self._everybody.toggled.connect(self.changed)
        self.controls = (
            label(self.tr("At least"), 11, "secondary"),
            self._time,
            label(self.tr("within"), 11, "secondary"),
            self._distance,
            self._everybody,
        )

    def _make_number(self, value: float, most: float, unit: str, tip: str) -> NumberBox:
        box = NumberBox()
        box.setRange(0.0, most)
        box.setDecimals(1)
        box.setValue(value)
        box.setSuffix(f" {unit}")
        box.setToolTip(tip)
        box.setAccessibleName(tip)
        box.setKeyboardTracking(False)  # the file is read for each value
        box.valueChanged.connect(self.changed)
        return box

    def search(self, index: RecordingIndex) -> Search:
        """Return what finds who stood."""
        min_time, min_distance = self._time.value(), self._distance.value() / CENTIMETRES_PER_METRE
        categories = tuple(Category) if self._everybody.isChecked() else MOVERS
        return lambda proceed: find_blocked(
            index, min_time, min_distance, categories=categories, proceed=proceed
        )

    def carla_text(self, index: RecordingIndex) -> Callable[[], Iterable[bytes]]:
        """Return what writes CARLA's own answer."""
        return partial(blocked, index, self._time.value(), self._distance.value())

    def headings(self, time_text: TimeText) -> tuple[SortedHeading, ...]:
        """Return the heads of the columns."""
        return (
            SortedHeading(self.tr("From"), numeric=True, write=time_text),
            SortedHeading(self.tr("To"), numeric=True, write=time_text),
            SortedHeading(self.tr("Duration"), "s", numeric=True, write=three_digits),
            SortedHeading(self.tr("Actor")),
            SortedHeading(self.tr("Ended by")),
            SortedHeading(self.tr("Place x, y, z"), "m", numeric=True, write=fmt.numbers),
        )

    def cells(self, index: RecordingIndex, answer: Blocked) -> Sequence[object]:
        """Return the values of a time of standing."""
        ends = {
            "moved": self.tr("moved on"),
            "destroyed": self.tr("destroyed"),
            "end of recording": self.tr("end of recording"),
        }
        actor_id = int(index.actors.actor_id[answer.row])
        return (
            float(index.elapsed[answer.first_frame]),
            float(index.elapsed[answer.last_frame]),
            AtLeast(answer.duration) if answer.at_least else answer.duration,
            actor_text(index, answer.row, actor_id, "", ""),
            ends[answer.end],
            answer.location,
        )

    def occasion(self, index: RecordingIndex, answer: Blocked) -> Occasion:
        """Return when the standing begins, and who stands."""
        return Occasion(float(index.elapsed[answer.first_frame]), (answer.row,))

    def nothing(self, index: RecordingIndex) -> str:
        """Return why there is nobody."""
        if not len(index.actors):
            return self.tr("Nobody is in this recording")
        return self.tr("No actor blocked for {0} s").format(fmt.number(self._time.value(), 1))


open_room = partial(make_panel, BlockedQuestion)
