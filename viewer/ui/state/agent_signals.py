"""The agent's numbers as signals of the open recording, offered as soon as its run's folder is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viewer.cancellation import ShouldContinue
from viewer.recording.index import RecordingIndex
from viewer.signals import Signal
from viewer.ui.background.derived import Derived, Needs
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.run_folders import RunFolders
from viewer.ui.translation import tr, translated

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.run_folder.folder import RunFolder


class AgentSignals(QObject):
    """Finder of the names of the agent's signals; their values are read when they are plotted."""

    def __init__(
        self,
        tasks: Tasks,
        recording: OpenRecording,
        focus: ActorFocus,
        folders: RunFolders,
        offer: Callable[[str, Iterable[Signal]], None],
        parent: QObject,
    ) -> None:
        """Call ``offer`` with "agent" and the signals, again when folder, offset or hero have changed."""
        super().__init__(parent)
        self._recording, self._focus, self._folders, self._offer = recording, focus, folders, offer
        self._found = Derived(tasks, self, self._needs, _find)
        self._found.changed.connect(self._show)
        self._found.failed.connect(recording.explain)

    def update(self) -> None:
        """Look in the background for the signals of the run's folder, or take them back without a folder."""
        if self._needs() is None:
            self._found.forget()
        else:
            self._found.update()

    def _needs(self) -> Needs | None:
        folder, index = self._folders.state.folder, self._recording.index
        return None if folder is None or index is None else (folder, index, self._focus.hero)

    @Slot(object)
    def _show(self, signals: tuple[Signal, ...] | None) -> None:
        mark = tr("agent")
        own = (replace(each, label=translated(each.label), mark=mark) for each in signals or ())
        self._offer("agent", own)


def _find(
    folder: RunFolder, index: RecordingIndex, hero: int | None, _should_continue: ShouldContinue
) -> tuple[Signal, ...]:
    from viewer.run_folder.agent_signals import agent_signals  # noqa: PLC0415 - not loaded before the first picture

    return agent_signals(folder, index, hero)
