"""Offers to restart the program when a setting needs that."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QProcess, Slot
from PySide6.QtWidgets import QApplication

from viewer.ui.background.own_process import process_of
from viewer.ui.commands.commands import Commands
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import message_box
from viewer.ui.window import MainWindow


class RestartCommands(Commands):
    """Dialog that offers a restart when the settings of language or window scale differ from those in use.

    Attributes:
        words: command-line arguments to start the program again with after it ends; empty for no restart.
    """

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._begun = workspace.view.settings.language, workspace.view.settings.size
        self.words: tuple[str, ...] = ()
        bind(self, workspace, (lambda now: (now.settings.language, now.settings.size), self._offer))

    def _offer(self, chosen: tuple[str, float]) -> None:
        if chosen == self._begun:
            return
        box = message_box(
            QApplication.activeWindow() or self._window,
            tr("Restart"),
            tr("Language and size are those of the next start."),
            tr("The recording is opened again at the same time."),
            {tr("Restart now"): self._restart},
        )
        box.open()

    @Slot()
    def _restart(self) -> None:
        index = self._index
        playhead = self._transport.playhead
        opened = () if index is None else (str(index.path), "--at", f"{playhead!r}")
        self.words = ("--new-window", *opened)
        self._window.close()


def start_again(words: Sequence[str]) -> None:
    """Start this program again, as a process that is not waited for.

    Args:
        words: its command-line arguments; if empty, nothing is started.
    """
    if not words:
        return
    process = process_of(words)
    # A terminal or a program that waits for the end of this one's output does not wait for the other's.
    process.setStandardErrorFile(QProcess.nullDevice())
    process.startDetached()
