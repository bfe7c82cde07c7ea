"""What the card of a range says of the events in it: two kinds by name, and how many others."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from viewer.replay.events import EventKind
from viewer.signals.range_stats import MotionStats, RangeStats
from viewer.ui.actions import build_actions
from viewer.ui.shell.range_card import RangeCard
from viewer.ui.state.range_figures import Figures

KINDS = [
    (EventKind.COLLISION, 1, "1 collision"),
    (EventKind.LIGHT, 2, "2 light changes"),
    (EventKind.DESTROY, 1, "1 destroyed"),
    (EventKind.SPAWN, 4, "4 spawned"),
    (EventKind.PARENT, 5, "5 attached"),
]


@pytest.fixture
def card(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 200)
    card = RangeCard(build_actions(window), window)
    card.resize(890, 60)
    window.show()
    return card


def texts(card):
    return [each.text() for each in card.findChildren(QLabel)]


@pytest.mark.parametrize("count", range(6))
def test_two_kinds_have_a_name_and_a_third_one_if_it_is_the_last(card, count):
    events = {kind: number for kind, number, _ in KINDS[:count]} | {EventKind.DOOR: 0}
    card.set_figures(Figures(RangeStats(1.0, 3.5, 10, 34, events), None, None))
    length, holds, motion = texts(card)
    names = [name for _, _, name in KINDS[:count]]
    named = names if count <= 3 else [*names[:2], f"{count - 2} more kinds"]
    assert length == "2.500 s"
    assert [each.split(" ")[0] for each in holds.split(" · ")] == [
        each.split(" ")[0] for each in ["25 frames", *named]
    ]
    assert ("more kinds" in holds) == (count > 3)
    assert motion == "Select an actor for its distance and speed"
    assert card.isVisible()


@pytest.mark.parametrize(
    ("motion", "said"),
    [
        (None, "7 · looking for its path"),
        (MotionStats(*[float("nan")] * 4), "7 is not there"),
        (MotionStats(20.0, 8.0, 1.5, 9.25), "7 · 20.0 m · mean 8.00 m/s · 1.50 – 9.25 m/s"),
    ],
)
def test_how_the_selected_actor_moved(card, motion, said):
    card.set_figures(Figures(RangeStats(1.0, 3.5, 10, 10, {}), 7, motion))
    assert texts(card)[1:] == ["1 frame", said]
    card.set_figures(None)
    assert not card.isVisible()
