"""Commands that compare the open recording with another one, and go to where they part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog

from viewer.arrays import TIME_ROUNDING, Floats
from viewer.replay.events import next_index
from viewer.replay.world.world import World
from viewer.ui.commands.commands import Commands
from viewer.ui.commands.files import is_list
from viewer.ui.comparison.compared_signals import compared_signals
from viewer.ui.format import plain
from viewer.ui.map.camera import EVENT_SPAN
from viewer.ui.state.binding import bind
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import message_box
from viewer.ui.window import MainWindow

if TYPE_CHECKING:  # not loaded before a reference is opened
    from viewer.comparison.comparison import Comparison

_TWO = 2
_AROUND = 6.0
"""Metres around the actors that the map shows, too."""
_NEAR = 60.0
"""Metres up to which the hero is shown, too."""


class ComparisonCommands(Commands):
    """Commands of the comparison with another recording."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._reference, self._map = workspace.reference, window.map_area.map_view
        bind(
            self,
            workspace,
            (
                lambda now: now.reference and now.reference.comparison,
                lambda comparison: workspace.add_signals("comparison", compared_signals(comparison)),
            ),
        )
        row = window.map_area.verdict_row
        row.verdict_clicked.connect(self.go_first)
        row.align_requested.connect(self._reference.align)
        row.cancel_requested.connect(self._reference.cancel)

    def ask(self) -> None:
        """Ask the user for a recording to compare the open one with."""
        names = tr("Recordings") + " (*.log *.rec *.recd *.dat)"
        path, _ = QFileDialog.getOpenFileName(
            self._window, tr("Compare with"), self._workspace.folder, f"{names};;{tr('All files')} (*)"
        )
        if path:
            self.compare(Path(path))

    def compare(self, path: Path) -> None:
        """Compare the open recording with the one at ``path``; show a message if none is open."""
        if self._index is None:
            self._show_message(tr("Open a recording first"))
        else:
            self._reference.open(path.absolute())

    def compare_two(self, path_a: Path, path_b: Path) -> None:
        """Open the recording ``path_a``, and compare it with the one at ``path_b``."""
        self._workspace.open(path_a, OpenRequest(reference=path_b.absolute()))

    def offer(self, paths: Sequence[Path], open_all: Callable[[Sequence[Path]], object]) -> bool:
        """Ask whether dropped ``paths`` are to be opened or compared, and return whether that can be asked.

        It can be of two recordings, and of one while another is open. ``open_all`` opens them.
        """
        if any(path.is_dir() or is_list(path) for path in paths):
            return False
        if len(paths) == _TWO:
            one, other = paths
            text = tr("Compare {a} with {b}?").format(a=one.name, b=other.name)
        elif len(paths) == 1 and self._index is not None:
            (other,) = paths
            one = self._index.path
            text = tr("Open {b}, or compare {a} with it?").format(a=one.name, b=other.name)
        else:
            return False
        both = len(paths) == _TWO
        compare = partial(self.compare_two, one, other) if both else partial(self.compare, other)
        box = message_box(
            self._window, tr("Compare"), plain(text), "",
            {tr("Open"): partial(open_all, paths), tr("Compare"): compare},
        )  # fmt: skip
        box.show()
        return True

    # -- going to differences

    @Slot()
    def go_first(self) -> None:
        """Go to the difference that the verdict is about."""
        state = self._reference.state
        if state is not None and state.comparison is not None and state.comparison.decision.first is not None:
            first = state.comparison.decision.first
            self._go(_shown_at(state.comparison, first.time), first.row_a, first.row_b)

    def go(self, direction: int) -> None:
        """Go to the next (1) or previous (−1) time at which the recordings begin to differ in something."""
        state = self._reference.state
        if state is None or state.comparison is None:
            waits = state is not None
            self._show_message(
                tr("Nothing is compared yet") if waits else tr("Compare with a recording first")
            )
            return
        times = state.comparison.divergences
        shown = np.array([_shown_at(state.comparison, time) for time in times.tolist()])
        number = next_index(shown, self._transport.playhead, direction)
        if number is None:
            if len(times):
                self._show_missing(direction, tr("No later difference"), tr("No earlier difference"))
            else:
                self._show_message(tr("No difference"))
            return
        time = float(times[number])
        self._go(float(shown[number]), *state.comparison.parting_at(time))

    def go_to_pair(self, time: float | None, row_a: int | None, row_b: int | None) -> None:
        """Go to ``time`` in seconds, None for the present one, and select the actor or show it on the map.

        ``row_a`` and ``row_b`` are its rows in the tables of both recordings; None for none.
        """
        state = self._reference.state
        if time is None or state is None or state.comparison is None:
            time = self._transport.playhead
        else:
            time = _shown_at(state.comparison, time)
        self._go(time, row_a, row_b)

    def _go(self, time: float, row_a: int | None, row_b: int | None) -> None:
        """Go to ``time``, select the actor of A, and fit the map to it, its partner and the hero if near."""
        self._workspace.playback.jump(time)
        if row_a is not None:
            self._focus.select(row_a)
        self._workspace.flush()
        state, now = self._reference.state, self._workspace.view
        places = [_place(now.world, row_a), _place(None if state is None else state.world, row_b)]
        known = [place for place in places if place is not None]
        hero = _place(now.world, now.hero)
        if known and hero is not None and np.hypot(*(hero - known[0])) < _NEAR:
            known.append(hero)
        if known:
            points = np.array(known)
            self._map.viewpoint.fit(np.concatenate([points - _AROUND, points + _AROUND]), least=EVENT_SPAN)


def _shown_at(comparison: Comparison, time: float) -> float:
    """Return when the map shows what differs from ``time`` on: a frame later in builds with late poses."""
    index = comparison.a.index
    if not comparison.a.late:
        return time
    return float(index.elapsed[min(index.frame_at(time + TIME_ROUNDING) + 1, len(index.elapsed) - 1)])


def _place(world: World | None, row: int | None) -> Floats | None:
    """Return x and y in metres of the actor in ``row`` of the actor table; None if unknown."""
    position = None if world is None or row is None else world.index_of(row)
    if world is None or position is None or not world.has_pose[position]:
        return None
    place: Floats = world.locations[position, :2]
    return place
