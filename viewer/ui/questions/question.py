"""What a panel of answers has to know about its question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from viewer.cancellation import Proceed
from viewer.logfile.enums import SCENERY
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.format import TimeText
from viewer.ui.widgets.sorted_grid import SortedHeading

Search = Callable[[Proceed], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Occasion:
    """When an answer begins, and whom it is about.

    Attributes:
        elapsed: seconds.
        rows: rows of those concerned; the first one is looked at most.

    """

    elapsed: float
    rows: tuple[int, ...]


class CarlaQuestion(QObject):
    """A question with parameters, which are asked for by ``controls``.

    Attributes:
        controls: widgets for the parameters, side by side.
        title: what its panel is called.

    """

    changed = Signal()
    """The parameters are others."""
    controls: tuple[QWidget, ...] = ()
    title = ""

    def search(self, index: RecordingIndex) -> Search:
        """Return what finds the answers with the present parameters, in another thread."""
        raise NotImplementedError

    def carla_text(self, index: RecordingIndex) -> Callable[[], Iterable[bytes]]:
        """Return what writes CARLA's own answer with the present parameters, in another thread."""
        raise NotImplementedError

    def headings(self, time_text: TimeText) -> tuple[SortedHeading, ...]:
        """Return the heads of the columns; times are written by ``time_text``."""
        raise NotImplementedError

    def cells(self, index: RecordingIndex, answer: Any) -> Sequence[Any]:  # noqa: ANN401 - its own kind
        """Return the values of an answer, one for each heading."""
        raise NotImplementedError

    def occasion(self, index: RecordingIndex, answer: Any) -> Occasion:  # noqa: ANN401 - its own kind
        """Return when an answer begins, and whom it is about."""
        raise NotImplementedError

    def nothing(self, index: RecordingIndex) -> str:
        """Return why there is no answer, as a sentence without its full stop."""
        raise NotImplementedError


def actor_text(index: RecordingIndex, row: int, actor_id: int, scenery: str, unknown: str) -> str:
    """Return who that is: id and blueprint, or a word for scenery and for who is not known."""
    if row < 0:
        return scenery if actor_id == SCENERY else unknown.format(actor_id)
    return f"{actor_id} {fmt.short_blueprint(index.actors.descriptions[row].type_id)}"


class AtLeast(float):
    """A number of which the recording may not show all."""

    def __repr__(self) -> str:
        """Return it as it is copied."""
        return f"≥ {float(self)!r}"


def three_digits(value: float) -> str:
    """Return a duration in seconds as it stands under its unit, exact to the millisecond."""
    return f"{'≥ ' if isinstance(value, AtLeast) else ''}{fmt.number(value, 3)}"
