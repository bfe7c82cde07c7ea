"""The street of ``tests.scenes``, in a list of actors."""

from __future__ import annotations

import pytest

from tests.scenes import street
from viewer.recording.index import RecordingIndex
from viewer.ui.actors.facts import ActorFacts


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> RecordingIndex:
    return street().index(tmp_path_factory.mktemp("actors") / "street.log")


@pytest.fixture(scope="session")
def facts(index: RecordingIndex) -> ActorFacts:
    facts = ActorFacts()
    facts.extend(index.actors)
    return facts
