"""Values and plan that the agent wrote at the playhead, read in the background from the run's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from viewer.ui.background.derived import Derived, Needs
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.state.run_folders import RunFolders

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.run_folder.step_values import StepValues


class AgentSteps(QObject):
    """Reader of the agent's values at the playhead; does nothing without a run's folder.

    Attributes:
        now: values of the step in force at the playhead; None before the first step, or until they are read.
    """

    def __init__(
        self,
        tasks: Tasks,
        recording: OpenRecording,
        focus: ActorFocus,
        playback: Playback,
        folders: RunFolders,
        changes: Changes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recording, self._focus, self._playback = recording, focus, playback
        self._folders, self._changes = folders, changes
        self.now: StepValues | None = None
        self._read = Derived(tasks, self, self._needs, _read)
        self._read.changed.connect(self._show)
        self._read.failed.connect(recording.explain)

    def update(self) -> None:
        """Read the values in the background if the step at the playhead, folder or hero has changed."""
        if self._needs() is None:
            self._read.forget()
        else:
            self._read.update()

    def _needs(self) -> Needs | None:
        folder, index = self._folders.state.folder, self._recording.index
        if folder is None or index is None:
            return None
        number = folder.meta_number(self._playback.transport.frame)
        return None if number is None else (folder, index, self._focus.hero, number)

    @Slot(object)
    def _show(self, values: StepValues | None) -> None:
        self.now = values
        self._changes.touch()


def _read(*of: Any) -> StepValues:  # noqa: ANN401 - arguments of read_step
    from viewer.run_folder.step_values import read_step  # noqa: PLC0415 - not loaded before the first picture

    return read_step(*of)
