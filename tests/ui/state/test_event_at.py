"""Which event is at the playhead: the weightiest that lasts, one that is over at once for a second."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QSettings

from tests.ui.state.test_story import BRAKING, found
from viewer.analysis.event_table import Severity
from viewer.ui.state.settings import Settings
from viewer.ui.state.story import Story

LONG = {"ends at once": 0.0, "is short": 0.5, "lasts a second": 1.0, "is long": 3.0}
"""Seconds."""


@pytest.fixture
def story(qapp, tmp_path):
    return Story(Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)))


@pytest.mark.parametrize("seconds", LONG.values(), ids=LONG)
@pytest.mark.parametrize(
    ("after", "there"), [(-0.001, False), (0.0, True), (0.4, True), (1.0, True), (1.001, False), (3.0, False)]
)
def test_one_is_there_while_it_lasts_and_for_a_second_at_least(story, seconds, after, there):
    event = BRAKING._replace(start=2.0, end=2.0 + seconds)
    story.set_found(found(event))
    assert (story.at(2.0 + after) is event) is (there or 0.0 <= after <= seconds)


@pytest.mark.parametrize("seed", range(5))
def test_of_several_it_is_the_first_of_the_list(story, seed):
    random = Random(seed)
    events = []
    for _ in range(12):
        start = random.choice([0.0, 0.5, 1.0, 2.0, 4.0, 7.0])
        end = start + random.choice([0.0, 0.5, 2.0])
        severity = random.choice(list(Severity))
        events.append(BRAKING._replace(start=start, end=end, severity=severity, value=-random.uniform(4, 9)))
    story.set_found(found(*events))
    for tenth in range(100):
        time = tenth / 10
        there = [each for each in story.events if each.start <= time <= max(each.end, each.start + 1.0)]
        assert story.at(time) is (there[0] if there else None)
    first = min(story.events, key=lambda each: each.start)
    story.go_to(first)
    assert story.at(99.0) is first  # where one went
