"""Signals that can be shown in a lane of the timeline."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry, Hits, Provider
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
        actors: Callable[[], tuple[Sequence[int], int | None]],
        shown: Callable[[], Collection[SeriesKey]],
        missing: Callable[[], Sequence[str]],
        add: Callable[[SeriesKey], None],
        remove: Callable[[SeriesKey], None],
        parent: QObject,
    ) -> None:
        """Take what tells and acts.

        Args:
            actors: returns rows of the actors that are meant, the primary one last, and of the hero.
            shown: returns the signals that are in lanes already.
            missing: returns in words what was shown before and cannot be in this recording.
            add: shows a signal.
            remove: no longer shows it.
            parent: who owns it.

        """
        super().__init__(parent)
        self._actors, self._shown, self._missing = actors, shown, missing
        self._add, self._remove = add, remove
        self._index: RecordingIndex | None = None

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Offer signals of another recording, or of more of the same."""
        self._index = index

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
        if self._index is None:
            return None
        rows, hero = self._actors()
        ids = [int(word) for word in words if word.isdecimal() and len(word) < len("4294967296")]
        named = np.flatnonzero(np.isin(self._index.actors.actor_id, ids)).tolist() if ids else []
        found = [each for each in offers(self._index, [*rows, *named], hero) if each.matches(words)]
        shown = self._shown()
        entries = [self._entry(each, again if each.key in shown else None) for each in found]
        entries += [Entry("", text, tr("not in this recording")) for text in missing]
        return Hits.of(tr("Signals"), entries, _PER_WORD * len(words))

    def _entry(self, offer: Offer, again: Callable[[SeriesKey], None] | None) -> Entry:
        run = again or self._add
        aside = fmt.join(offer.detail, tr("✓ shown") if again else "")
        return Entry("", offer.text, offer.section, aside, run=lambda: run(offer.key))
