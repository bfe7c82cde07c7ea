"""A lane that is added is scrolled to, and stands out for a moment."""

from __future__ import annotations

from viewer.signals.series import SeriesKey


def test_a_lane_that_is_added_below_the_others_is_seen_and_lit(open_street, qtbot):
    window, timeline = open_street.window, open_street.window.timeline
    window.docks["bottom"].setFixedHeight(170)
    hero = open_street.focus.hero
    names = ("speed", "acceleration", "yaw_rate", "x", "steer", "jerk")
    for name in names:
        open_street.plots.plot(SeriesKey(name, hero))
    key = SeriesKey(names[-1], hero)
    panes = {row: getattr(row.shown.owner, "plot", None) for row in timeline.rows.values()}
    (row,) = (row for row, pane in panes.items() if pane and any(curve.key == key for curve in pane.curves))
    assert row.lit
    qtbot.waitUntil(lambda: row.visibleRegion().boundingRect().height() == row.height())
    qtbot.waitUntil(lambda: not row.lit)
    open_street.plots.plot(SeriesKey(names[0], hero))  # it is there already
    assert sum(each.lit for each in timeline.rows.values()) == 1
