"""The palette's provider of signals (quantities over time) that can be plotted in the timeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QObject

from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry, Provider, Results
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.signals.signal_names import PlottableSignal, plottable_signals
from viewer.ui.translation import tr

_LITTLE = frozenset({"of", "the"})
_PER_WORD = 50
"""Score per typed word of the palette's group of signals; groups with higher scores are listed first.

It lies between the scores for finding part of a word and a whole word.
"""


class SignalProvider(Provider):
    """Source of the palette's entries for signals (quantities over time) that can be plotted.

    They are those of the recording and of these actors: selected, pinned (kept at the top of the actor list),
    hero (ego vehicle), and those whose ids are typed.
    """

    keeps_open = True

    def __init__(
        self,
        workspace: Workspace,
        model: TimelineModel,
        missing: Callable[[], Sequence[str]],
        add: Callable[[SeriesKey], None],
        remove: Callable[[SeriesKey], None],
        parent: QObject,
    ) -> None:
        """Store how signals are found, added and removed.

        Args:
            workspace: has the recording, and the selected and pinned actors.
            model: has the signals that are plotted already.
            missing: returns texts on signals that were plotted earlier but that this recording lacks.
            add: plots a signal.
            remove: removes a signal from the plots.
            parent: QObject that owns the provider.
        """
        super().__init__(parent)
        self._workspace, self._model, self._missing = workspace, model, missing
        self._add, self._remove = add, remove

    def find(self, query: str) -> Results | None:
        """Return the signals that match ``query``; None if that is empty or only numbers (ids of actors)."""
        words = [word for word in query.lower().split() if word not in _LITTLE]
        named = [word for word in words if not word.isdecimal()]
        return self._found(words, self._add) if named else None

    def find_alone(self, query: str) -> Results | None:
        """Return the palette entries for signals that match ``query``; None if there are none.

        An empty ``query`` gives all signals, then those that were plotted in an earlier recording but that
        this one lacks. Choosing a signal that is plotted already removes it from the plots.
        """
        words = [word for word in query.lower().split() if word not in _LITTLE]
        return self._found(words, self._remove, () if words else self._missing())

    def _found(
        self, words: Sequence[str], again: Callable[[SeriesKey], None], missing: Sequence[str] = ()
    ) -> Results | None:
        """Return palette entries for the signals that match all ``words``, then for the texts ``missing``.

        None if there are none.

        Args:
            words: typed words in lower case; a number is an actor's id.
            again: called with the key of the chosen signal if it is plotted already.
            missing: texts on signals that cannot be plotted in this recording.
        """
        index, focus = self._workspace.recording.index, self._workspace.focus
        if index is None:
            return None
        rows = *self._workspace.pins.pinned, *focus.selected
        ids = [int(word) for word in words if word.isdecimal() and len(word) < len("4294967296")]
        named = np.flatnonzero(np.isin(index.actors.actor_id, ids)).tolist() if ids else []
        offers = plottable_signals(self._workspace.signals, index, [*rows, *named], focus.hero)
        found = [each for each in offers if each.matches(words)]
        shown = {curve.key for curve in self._model.plot_layout.curves}
        entries = [self._entry(each, again if each.key in shown else None) for each in found]
        entries += [Entry("", text, tr("not in this recording")) for text in missing]
        return Results.of(tr("Signals"), entries, _PER_WORD * len(words))

    def _entry(self, offer: PlottableSignal, again: Callable[[SeriesKey], None] | None) -> Entry:
        run = again or self._add
        aside = fmt.join(offer.detail, tr("✓ shown") if again else "")
        return Entry("", offer.text, offer.section, aside, run=lambda: run(offer.key))
