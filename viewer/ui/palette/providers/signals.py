"""Signals that can be shown in a lane of the timeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QObject

from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry, Hits, Provider
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.signals.signal_names import Offer, offers
from viewer.ui.translation import tr

_LITTLE = frozenset({"of", "the"})
_PER_WORD = 50
"""What a word is worth: what is called so itself stands above."""


class SignalProvider(Provider):
    """Finds signals of actors whose ids are typed, of those that are meant anyway, of the recording."""

    stays = True

    def __init__(
        self,
        workspace: Workspace,
        model: TimelineModel,
        missing: Callable[[], Sequence[str]],
        add: Callable[[SeriesKey], None],
        remove: Callable[[SeriesKey], None],
        parent: QObject,
    ) -> None:
        """Take what tells and acts.

        Args:
            workspace: tells whose signals are meant.
            model: has those that are in lanes already.
            missing: returns in words what was shown before and cannot be in this recording.
            add: shows a signal.
            remove: no longer shows it.
            parent: who owns it.

        """
        super().__init__(parent)
        self._workspace, self._model, self._missing = workspace, model, missing
        self._add, self._remove = add, remove

    def find(self, query: str) -> Hits | None:
        """Return the signals that fit; numbers alone name actors, and no signals."""
        words = [word for word in query.lower().split() if word not in _LITTLE]
        named = [word for word in words if not word.isdecimal()]
        return self._found(words, self._add) if named else None

    def find_alone(self, query: str) -> Hits | None:
        """Return the signals that fit, all if nothing is typed, and then what is missing, too.

        One that is shown is taken away when it is chosen again.
        """
        words = [word for word in query.lower().split() if word not in _LITTLE]
        return self._found(words, self._remove, () if words else self._missing())

    def _found(
        self, words: Sequence[str], again: Callable[[SeriesKey], None], missing: Sequence[str] = ()
    ) -> Hits | None:
        """Return what fits some words; ``again`` is done with what is shown already."""
        index, focus = self._workspace.recording.index, self._workspace.focus
        if index is None:
            return None
        rows = *self._workspace.pins.pinned, *focus.selected
        ids = [int(word) for word in words if word.isdecimal() and len(word) < len("4294967296")]
        named = np.flatnonzero(np.isin(index.actors.actor_id, ids)).tolist() if ids else []
        found = [each for each in offers(index, [*rows, *named], focus.hero) if each.matches(words)]
        shown = {curve.key for curve in self._model.sheet.curves}
        entries = [self._entry(each, again if each.key in shown else None) for each in found]
        entries += [Entry("", text, tr("not in this recording")) for text in missing]
        return Hits.of(tr("Signals"), entries, _PER_WORD * len(words))

    def _entry(self, offer: Offer, again: Callable[[SeriesKey], None] | None) -> Entry:
        run = again or self._add
        aside = fmt.join(offer.detail, tr("✓ shown") if again else "")
        return Entry("", offer.text, offer.section, aside, run=lambda: run(offer.key))
