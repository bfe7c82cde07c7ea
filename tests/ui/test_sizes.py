"""The sizes of the widgets at 1600×1000."""

from __future__ import annotations

from viewer.ui.actors.list_view import ActorListView
from viewer.ui.story.chip import StoryChip
from viewer.ui.timeline.sections import LaneChoices


def heights_of_lanes(window):
    return {each.section.key: each.rect.height() for each in window.timeline.model.stack.placed}


def test_sizes_of_the_window(open_street, qtbot):
    window = open_street.window
    bars = window.top_bar, window.playback_bar, window.map_area.strip, window.status_bar
    assert [bar.height() for bar in bars] == [44, 44, 40, 28]
    assert [window.actor_panel.width(), window.docks["inspector"].width()] == [300, 340]
    assert {chip.height() for chip in window.map_area.strip.findChildren(StoryChip)} == {28}
    (rows,) = window.findChildren(ActorListView)
    assert rows.visualRect(rows.model().index(1, 0)).height() == 26


def test_sizes_of_the_time_view(open_street, qtbot):
    window, stack = open_street.window, open_street.window.timeline.model.stack
    open_street.settings.panel_size["bottom/height"] = 470
    window.docks.fit()
    qtbot.waitUntil(lambda: window.docks["bottom"].height() == 470)
    window.timeline.model.set_lane_choices(LaneChoices(folded={"lives": False, "events": True}))
    width = window.timeline.width()
    assert (stack.overview.left(), stack.overview.right()) == (300, width - 16)
    assert (stack.overview.height(), stack.ruler.height()) == (20, 24)
    heights = heights_of_lanes(window)
    assert {key: heights[key] for key in ("events", "found", "speed", "controls", "frames", "lives")} == {
        "events": 24, "found": 24, "speed": 48, "controls": 44, "frames": 22, "lives": 18,
    }  # fmt: skip
    window.actions_by_id["range_in"].trigger()
    assert (stack.stats.width(), stack.stats.right()) == (216, width)
    assert stack.overview.right() == width - 216
