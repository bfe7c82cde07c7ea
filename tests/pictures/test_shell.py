"""Bars, cards and pages around the map."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from tests.pictures.conftest import both
from tests.pictures.recordings import HERO, town
from viewer.replay.events import EventKind
from viewer.replay.time.transport import Loop, Transport
from viewer.signals.series import MotionStats, RangeStats
from viewer.ui.actions import build_actions, build_menus
from viewer.ui.shell.playback_bar import PlaybackBar
from viewer.ui.shell.range_card import Figures, RangeCard
from viewer.ui.shell.start_page import StartPage
from viewer.ui.state.recent import RecentRecording
from viewer.ui.widgets.chip import Chip, Glyph
from viewer.ui.widgets.label_box import text_lines
from viewer.ui.widgets.message_bar import MessageBar
from viewer.ui.widgets.toast import Toast


@pytest.fixture
def host(put, theme):
    """A window of the program with nothing in it."""
    host = put(QWidget(), 800, 120)
    host.setProperty("surface", "panel")
    return host


@pytest.fixture
def actions(host, theme):
    return build_actions(host)


def test_playback_bar(host, actions, theme, looks):
    host.resize(1000, 60)
    bar = PlaybackBar(actions, build_menus(actions, host)["events"], host)
    bar.resize(1000, bar.height())
    bar.set_recording(town())
    transport = Transport()
    transport.set_elapsed(town().elapsed, 0.0)
    transport.set_speed(2.0, 0.0)
    transport.loop = Loop.ALL
    transport.seek(5.0, 0.0)
    transport.play(0.0)
    bar.set_playback(transport)
    actions["loop"].setChecked(True)
    bar.show()
    looks(bar)


def test_range_card(host, actions, alone, looks):
    card = RangeCard(alone, actions, host)
    stats = RangeStats(3.0, 7.0, 24, 56, {EventKind.COLLISION: 1, EventKind.SPAWN: 12, EventKind.DESTROY: 2})
    card.set_figures(Figures(stats, HERO, MotionStats(27.5, 6.875, 0.0, 10.0)))
    card.resize(card.sizeHint())
    looks(card)


@both
def test_start_page(put, theme, looks):
    page = StartPage()
    date = datetime(2019, 10, 23, 1, 4, tzinfo=timezone.utc)
    recent = RecentRecording(Path("/data/town03.rec"), "Town03", 15.236, date)
    page.set_recent(
        [RecentRecording(Path("/data/night"), folder=True), recent],
        RecentRecording(Path("/data/sample.log")),
    )
    way = [value for x in range(30) for value in (x, x * x / 30)]
    row = {"worst": "collision", "worst_at": 8.47, "why": None, "error": None, "way": way}
    page.set_checked((), {recent.path: row})
    put(page, 760, 400)
    looks(page)


def test_messages(host, theme, looks):
    bar = MessageBar(host)
    bar.resize(800, 40)
    bar.show_message("The file was replaced", {"reload": "Reload", "auto": "Auto-reload"})
    toast = Toast(host)
    toast.show_offer("Note at 5.000 s", "Undo", list)
    host.resize(800, 160)
    looks(host)


def test_chips_of_the_window(host, theme, looks):
    for place, (text, glyph) in enumerate(
        (("Still being recorded · Follow end", Glyph("go-end")), ("No map for Town99 · Choose…", None))
    ):
        chip = Chip(host, clickable=True)
        chip.set_content(text_lines(text), glyph)
        chip.move(16 + 320 * place, 16)
    looks(host)
