"""The folder that a driving stack wrote for the open recording's run, searched for while a panel shows it.

What is in it follows: text logs, the agent's values at the playhead, and its numbers as signals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Slot

from viewer.cancellation import ShouldContinue
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.signals import Signal
from viewer.ui.background.derived import Derived, Needs
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording, recording_key
from viewer.ui.state.playback import Playback
from viewer.ui.state.run_logs import LogGroups, RunLogsState, grouped
from viewer.ui.state.settings import Settings
from viewer.ui.translation import tr, translated

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.run_folder.contents import Contents
    from viewer.run_folder.folder import RunFolder
    from viewer.run_folder.log_lines import LogLines
    from viewer.run_folder.search import Search
    from viewer.run_folder.step_values import StepValues
    from viewer.run_folder.text_log import TextLog

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
    """Search for the run's folder of a recording, and reading of what is in it.

    The search runs only while somebody wants the folder.

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
        playback: Playback,
        settings: Settings,
        changes: Changes,
        offer: Callable[[str, Iterable[Signal]], None],
        parent: QObject,
    ) -> None:
        """Begin without a folder; ``offer`` is called with "agent" and its signals whenever these change."""
        super().__init__(parent)
        self._recording, self._focus, self._playback = recording, focus, playback
        self._settings, self._changes, self._offer = settings, changes, offer
        self.state = RunFolderState()
        self.problems: tuple[Problem, ...] = ()
        self.offset: int | None = None
        self._chosen: Path | None = None
        self._key = ""
        self._wanted_by: set[object] = set()
        self._found: Derived[Search | None] = Derived(tasks, self, self._needs, _find, longer=_MUCH_LONGER)
        self._logs: Derived[tuple[list[TextLog], list[str]] | None] = Derived(
            tasks, self, self._needs_of_logs, _read_logs, lapses=True
        )
        self._placed: Derived[tuple[tuple[LogLines, ...], LogGroups | None]] = Derived(
            tasks, self, self._needs_of_place, _place_logs, empty=((), None), lapses=True
        )
        self._step: Derived[StepValues | None] = Derived(
            tasks, self, self._needs_of_step, _read_step, lapses=True
        )
        self._signals: Derived[tuple[Signal, ...]] = Derived(
            tasks, self, self._needs_of_signals, _find_signals, empty=(), lapses=True
        )
        self._found.changed.connect(self._on_found)
        self._logs.changed.connect(self._placed.update)
        self._signals.changed.connect(self._on_signals)
        for each in (self._found, self._logs, self._placed, self._step, self._signals):
            each.changed.connect(changes.touch)
            each.failed.connect(recording.explain)

    @property
    def logs(self) -> RunLogsState:
        """Text logs of the run, as far as they have been read."""
        lines, groups = self._placed.value
        troubles = () if self._logs.value is None else tuple(self._logs.value[1])
        return RunLogsState(lines, troubles, groups, self._needs_of_logs() is not None and groups is None)

    @property
    def step(self) -> StepValues | None:
        """Values that the agent wrote at the playhead, or last before it; None before the first step."""
        return self._step.value

    # -- choices of the user

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

    # -- inputs

    def update(self) -> None:
        """Search for the folder in the background if it is wanted, and recording or hero have changed."""
        if self._wanted_by:
            self._found.update()

    def update_contents(self) -> None:
        """Read what is in the folder in the background if folder, recording or hero have changed."""
        for each in (self._logs, self._placed, self._signals):
            each.update()

    def update_step(self) -> None:
        """Read the agent's values in the background if the step at the playhead, or the hero, has changed."""
        self._step.update()

    def _needs(self) -> Needs | None:
        index = self._recording.index
        return None if index is None or not index.complete else (index, self._focus.hero, self._chosen)

    def _needs_of_logs(self) -> Needs | None:
        folder = self.state.folder
        return None if folder is None or not folder.contents.logs else (folder.contents,)

    def _needs_of_place(self) -> Needs | None:
        folder, index, read = self.state.folder, self._recording.index, self._logs.value
        if folder is None or index is None or read is None or self._logs.asked != (folder.contents,):
            return None
        return folder, index, read

    def _needs_of_signals(self) -> Needs | None:
        folder, index = self.state.folder, self._recording.index
        return None if folder is None or index is None else (folder, index, self._focus.hero)

    def _needs_of_step(self) -> Needs | None:
        needs = self._needs_of_signals()
        number = needs and needs[0].meta_number(self._playback.transport.frame)
        return None if needs is None or number is None else (*needs, number)

    # -- results

    @Slot(object)
    def _on_found(self, found: Search | None) -> None:
        self.problems = () if found is None or found.folder is None else found.folder.problems
        self._show()

    def _show(self) -> None:
        found = self._found.value
        folder = None if found is None else found.folder
        if folder is not None and self.offset is not None:
            folder = folder.moved(self.offset)
        remark = "" if found is None else found.remark
        self.state = RunFolderState(folder, self._chosen, found is None, remark)
        self._changes.touch()

    @Slot(object)
    def _on_signals(self, signals: tuple[Signal, ...]) -> None:
        mark = tr("agent")
        self._offer("agent", (replace(each, label=translated(each.label), mark=mark) for each in signals))


# -- run in the background, with modules that are not loaded before the first picture


def _find(
    index: RecordingIndex, hero: int | None, chosen: Path | None, should_continue: ShouldContinue
) -> Search:
    """Return the run's folder of ``index``: ``chosen``, or without one the one that lies near."""
    from viewer.run_folder import search  # noqa: PLC0415

    if chosen is not None:
        return search.Search(search.open_run_folder(chosen, index, hero, should_continue))
    return search.search_run_folder(index, hero, should_continue)


def _read_logs(contents: Contents, should_continue: ShouldContinue) -> tuple[list[TextLog], list[str]]:
    from viewer.run_folder.log_lines import read_logs  # noqa: PLC0415

    return read_logs(contents, should_continue)


def _place_logs(
    folder: RunFolder, index: RecordingIndex, read: tuple[list[TextLog], list[str]], _proceed: ShouldContinue
) -> tuple[tuple[LogLines, ...], LogGroups]:
    lines = folder.placed_lines(read[0], index)
    for each in lines:
        each.keys  # noqa: B018 - computed here, not while the window paints
    return lines, grouped(lines)


def _read_step(*of: Any) -> StepValues:  # noqa: ANN401 - arguments of read_step
    from viewer.run_folder.step_values import read_step  # noqa: PLC0415

    return read_step(*of)


def _find_signals(
    folder: RunFolder, index: RecordingIndex, hero: int | None, _should_continue: ShouldContinue
) -> tuple[Signal, ...]:
    from viewer.run_folder.agent_signals import agent_signals  # noqa: PLC0415

    return agent_signals(folder, index, hero)
