"""A line that was copied with Ctrl+C leads back to its moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.moment_line import CopiedMoment, read_moment_line
from viewer.ui.palette.entry import ANSWER, Entry, Hits, Provider
from viewer.ui.palette.providers.hit_names import shown


class CopiedProvider(Provider):
    """Understands pasted lines, also of another recording: that one is opened."""

    def __init__(
        self,
        recent: Callable[[], list[Path]],
        go_back: Callable[[CopiedMoment], None],
        open_at: Callable[[Path, CopiedMoment], None],
        parent: QObject,
    ) -> None:
        """Take what tells and acts.

        Args:
            recent: returns where recordings were that were open lately.
            go_back: goes to a moment of the recording that is open.
            open_at: opens a recording and goes to a moment of it.
            parent: who owns it.

        """
        super().__init__(parent)
        self._recent = recent
        self._go_back = go_back
        self._open_at = open_at
        self._index: RecordingIndex | None = None

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Know which recording is open."""
        self._index = index

    def find(self, query: str) -> Hits | None:
        """Return the moment of a line that is pasted."""
        copied = read_moment_line(query)
        # A line names a place, too; its moment stands above.
        return (
            None if copied is None else Hits.of(self.tr("Copied moment"), [self._entry(copied)], ANSWER + 1)
        )

    def _entry(self, copied: CopiedMoment) -> Entry:
        when = fmt.seconds(copied.elapsed)
        actor = self.tr("actor {0}").format(copied.actor_id) if copied.actor_id is not None else ""
        path = self._path_of(copied.name)
        if self._index is not None and self._index.path == path:
            text, run = self.tr("Go back to {0}").format(when), partial(self._go_back, copied)
        elif path is not None:
            text = self.tr("Open {0} at {1}").format(shown(copied.name), when)
            run = partial(self._open_at, path, copied)
        else:
            return Entry("", self.tr("{0} was not open lately: open it first").format(shown(copied.name)))
        return Entry("", text, fmt.join(f"#{copied.frame}", actor), run=run)

    def _path_of(self, name: str) -> Path | None:
        """Return where a recording is: the one that is open, else one that was open lately."""
        paths = [] if self._index is None else [self._index.path]
        return next((path for path in (*paths, *self._recent()) if path.name == name), None)
