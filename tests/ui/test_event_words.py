"""The words of the kinds of events: every kind has all of them."""

from __future__ import annotations

import pytest

from viewer.replay.events import EventKind
from viewer.ui.event_words import event_words


@pytest.mark.parametrize("kind", EventKind, ids=str)
def test_everything_said_of_a_kind_stands_in_its_row(kind: EventKind) -> None:
    words = event_words()[kind]
    assert all(words)
    assert words.many.count("{}") == words.brief.count("{}") == 1
    assert words.one.startswith("1 ")
