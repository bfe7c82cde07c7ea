"""What one line can say about a recording."""

from __future__ import annotations

import numpy as np

from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex


def actor_counts(index: RecordingIndex) -> dict[Category, int]:
    """Return how many actors of each category the recording has, without the categories it has none of."""
    counts = np.bincount(index.actors.category, minlength=len(Category)).tolist()
    return {category: counts[category] for category in Category if counts[category]}
