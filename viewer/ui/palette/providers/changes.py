"""What else happens in a recording and stands in no index: lights, weather, doors, packets of others."""

from __future__ import annotations

import numpy as np

from viewer.recording.index import RecordingIndex
from viewer.ui.palette.providers.corpus import Corpus, make_corpus
from viewer.ui.palette.providers.hit_names import shown
from viewer.ui.state.event_lists import EventLists

_MOST = 100_000
"""Changes of one kind that are searched, the first ones."""


def change_corpus(found: EventLists, index: RecordingIndex) -> Corpus:
    """Return all changes that others found in the file, in the order of time."""
    lists = [each for each in tuple(found.by_kind.values()) if len(each)]
    texts = [shown(text) for each in lists for text in each.texts[:_MOST]]
    frames, rows = (
        np.concatenate([np.empty(0, np.int64), *(getattr(each, name)[:_MOST] for each in lists)])
        for name in ("frames", "rows")
    )
    order = np.argsort(frames, kind="stable")
    in_order = [texts[place] for place in order.tolist()]
    return make_corpus(index, np.arange(len(order)), in_order, [""] * len(order), frames[order], rows[order])
