"""The moments one jumped away from, to go back to. No clock in it: it is told the time."""

from __future__ import annotations

_FAR = 1.0
"""Seconds: who goes less far has not left."""
_TOGETHER = 0.7
"""Seconds between two moves up to which they are one, as while scrubbing or holding a key."""
_MOST = 200


class MomentHistory:
    """Two stacks of elapsed seconds, as a browser has them of pages.

    What is kept are places that were left by a jump: by more than a second, or to something that was asked
    for by name. However far one scrubs or plays, that is one stay: going back leads to where one last was.
    """

    def __init__(self) -> None:
        self._back: list[float] = []
        self._forward: list[float] = []
        self._origin = 0.0
        self._moved_at: float | None = None
        self._left = False

    @property
    def can_go_back(self) -> bool:
        """Whether there is a moment to go back to."""
        return bool(self._back)

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back."""
        return bool(self._forward)

    def clear(self) -> None:
        """Forget everything: another recording has other moments."""
        self._back.clear()
        self._forward.clear()
        self._moved_at = None

    def move(self, before: float, after: float, now: float, *, named: bool = False) -> None:
        """Take note that the playhead was moved, not by playing.

        Args:
            before: where it was, elapsed seconds.
            after: where it is.
            now: monotonic seconds.
            named: whether it was asked for by name, as an event, a note or a typed moment is.

        """
        if named or self._moved_at is None or now - self._moved_at > _TOGETHER:
            self._origin, self._left = before, False
        self._moved_at = None if named else now
        if not self._left and (after != before if named else abs(after - self._origin) > _FAR):
            self._left = True
            self._forward.clear()
            self._back.append(self._origin)
            del self._back[:-_MOST]

    def go_back(self, here: float) -> float:
        """Return the moment that was left last, and remember this one; ask ``can_go_back`` first."""
        return self._go(self._back, self._forward, here)

    def go_forward(self, here: float) -> float:
        """Return the moment one went back from, and remember this one; ask ``can_go_forward`` first."""
        return self._go(self._forward, self._back, here)

    def _go(self, source: list[float], other: list[float], here: float) -> float:
        self._moved_at = None
        other.append(here)
        return source.pop()
