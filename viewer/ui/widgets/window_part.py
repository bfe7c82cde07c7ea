"""Parts of a window that are told what has changed when it is their turn, and not while nobody sees them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

_NAME = "window part"


class WindowPart(QObject):
    """What is bound inside of a widget: until the part's turn comes, and while it is hidden, all of it waits.

    Then each is told once, in the order in which they were bound.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.setObjectName(_NAME)
        self._widget = widget
        self._joined = 0
        self._late: dict[int, Callable[[], object]] = {}
        self._waits = False
        widget.installEventFilter(self)

    def join(self) -> int:
        """Return the place of another one who is bound."""
        self._joined += 1
        return self._joined

    def tell_in_turn(self, place: int, tell: Callable[[], object]) -> None:
        """Tell somebody what has changed, now or when there is time for it."""
        if self._waits or not self._is_shown:
            self._late[place] = tell
        else:
            tell()

    def wait(self) -> None:
        """Tell nobody until ``catch_up``."""
        self._waits = True

    def catch_up(self, *, hidden: bool = False) -> None:
        """Tell everybody what has changed; if the part is hidden, when it is shown, or now if ``hidden``."""
        self._waits = False
        while self._late and (hidden or self._is_shown):
            self._late.pop(min(self._late))()

    @property
    def _is_shown(self) -> bool:
        """Whether the part is shown in its window, which itself may not be: a picture of it may be taken."""
        return self._widget.isWindow() or self._widget.isVisibleTo(self._widget.window())

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Catch up when the part is shown."""
        if event.type() == QEvent.Type.Show and self._late and not self._waits:
            self.catch_up()
        return False


def part_of(told: QObject) -> WindowPart | None:
    """Return the innermost part to which somebody belongs."""
    owner: QObject | None = told
    while owner is not None:
        part = owner.findChild(WindowPart, _NAME, Qt.FindChildOption.FindDirectChildrenOnly)
        if part is not None:
            return part
        owner = owner.parent()
    return None
