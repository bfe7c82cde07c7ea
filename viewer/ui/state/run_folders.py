"""The folder that a driving stack wrote for the open recording's run, searched for while a panel shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Slot

from viewer.cancellation import ShouldContinue
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.ui.background.derived import Derived, Needs
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording, recording_key
from viewer.ui.state.settings import Settings

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.run_folder.folder import RunFolder
    from viewer.run_folder.search import Search

_MUCH_LONGER = 2.0
"""Factor by which the number of frames must have grown before the folder is searched for again."""


class RunFolderState(NamedTuple):
    """The run's folder of the open recording.

    Attributes:
        folder: the folder placed on the recording; None without one.
        chosen: folder that the user chose; None to search near the recording.
        searching: whether the folder is being searched for, or has not been looked for yet.
        remark: sentence on a folder near that is of another recording; empty if there is none.
    """

    folder: RunFolder | None = None
    chosen: Path | None = None
    searching: bool = True
    remark: str = ""


class RunFolders(QObject):
    """Search for the run's folder of a recording; it runs only while somebody wants the folder.

    Attributes:
        state: folder, and how far the search is.
        problems: what could not be read in the folder, as remarks on the recording.
        offset: frame index of step 0 that the user chose; None for the one that was found.
    """

    def __init__(
        self,
        tasks: Tasks,
        recording: OpenRecording,
        focus: ActorFocus,
        settings: Settings,
        changes: Changes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recording, self._focus, self._settings, self._changes = recording, focus, settings, changes
        self.state = RunFolderState()
        self.problems: tuple[Problem, ...] = ()
        self.offset: int | None = None
        self._chosen: Path | None = None
        self._key = ""
        self._wanted_by: set[object] = set()
        self._found = Derived(tasks, self, self._needs, _find, longer=_MUCH_LONGER)
        self._found.changed.connect(self._on_found)
        self._found.failed.connect(recording.explain)

    def begin(self, index: RecordingIndex | None) -> None:
        """Restore the user's choices for the recording ``index``; None if none is open."""
        self._found.forget()  # also after the same file was read again: the folder may have grown
        self._key = "" if index is None else recording_key(index)
        self.offset = self._settings.run_offset_of[self._key] if self._key else None
        self._chosen = self._settings.run_folder_of[self._key] if self._key else None
        self.update()
        self._show()

    @Slot(object, bool)
    def want(self, owner: object, wanted: bool) -> None:
        """Search for the run's folder of each open recording as long as one ``owner`` has ``wanted`` it."""
        (self._wanted_by.add if wanted else self._wanted_by.discard)(owner)
        self.update()

    def update(self) -> None:
        """Search for the folder in the background if it is wanted, and recording or hero have changed."""
        if self._wanted_by:
            self._found.update()

    def choose(self, folder: Path) -> None:
        """Use ``folder`` for the recording, also in later sessions; its offset is computed anew."""
        self._chosen = self._settings.run_folder_of[self._key] = folder
        self._found.forget()
        self.set_offset(None)
        self.update()

    @Slot(object)
    def set_offset(self, offset: int | None) -> None:
        """Show step 0 at the frame index ``offset``, also in later sessions; None for the found one."""
        self.offset = offset
        if self._key:
            self._settings.run_offset_of[self._key] = offset
        self._show()

    def _needs(self) -> Needs | None:
        index = self._recording.index
        if index is None or not index.complete:
            return None
        return index, self._focus.hero, self._chosen

    @Slot(object)
    def _on_found(self, found: Search | None) -> None:
        folder = None if found is None else found.folder
        self.problems = () if folder is None else folder.problems
        self._show()

    def _show(self) -> None:
        found: Search | None = self._found.value
        folder = None if found is None else found.folder
        if folder is not None and self.offset is not None:
            folder = folder.moved(self.offset)
        remark = "" if found is None else found.remark
        self.state = RunFolderState(folder, self._chosen, found is None, remark)
        self._changes.touch()


def _find(
    index: RecordingIndex, hero: int | None, chosen: Path | None, should_continue: ShouldContinue
) -> Search:
    """Return the run's folder of ``index``: ``chosen``, or without one the one that lies near."""
    from viewer.run_folder import search  # noqa: PLC0415 - not loaded before the first picture

    if chosen is not None:
        return search.Search(search.open_run_folder(chosen, index, hero, should_continue))
    return search.search_run_folder(index, hero, should_continue)
