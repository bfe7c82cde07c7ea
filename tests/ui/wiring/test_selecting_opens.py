"""A click on an actor opens the folded inspector once; later the user decides."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFrame, QWidget

from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import refs_of
from viewer.ui.widgets.folding_panel import FoldingPanel
from viewer.ui.wiring.selecting import Selecting

ONE, OTHER = refs_of((1, 2))


@pytest.fixture
def folding(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    return FoldingPanel(QFrame(), "Inspector", 200, QWidget(host), host)


def test_it_opens_over_the_map_the_first_time_and_not_for_nobody(folding, qapp):
    focus = ActorFocus()
    selecting = Selecting(focus, folding)
    folding.set_folded(True)
    opened = []
    for actor in (None, ONE, OTHER):
        selecting.select(actor, add=False)
        opened.append(folding.is_open)
    assert opened == [False, True, True]
    folding.set_open(False)
    selecting.select(ONE, add=True)
    assert not folding.is_open
    assert focus.selected == (OTHER, ONE)
    selecting.select(OTHER, add=True)
    assert focus.selected == (ONE,)
    selecting.select(None, add=False)
    assert focus.selected == ()


def test_one_that_stands_in_full_is_left_as_it_is(folding, qapp):
    folding.set_open(False)
    Selecting(ActorFocus(), folding).select(ONE, add=False)
    assert not folding.is_open
