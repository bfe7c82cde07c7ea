"""What is read out of the map to who cannot see it."""

from __future__ import annotations

from tests.scenes import HERO, LATE
from viewer.ui.state.actor_ref import refs_of


def described(viewer):
    return viewer.window.map_area.map_view.accessibleDescription()


def test_the_map_tells_who_is_selected_and_where(open_street):
    assert described(open_street) == "Where the actors are, seen from above"
    table = open_street.recording.index.actors
    open_street.playback.seek(0.101)
    open_street.focus.select_all(refs_of((table.rows_of(LATE)[0], table.rows_of(HERO)[0])))
    late, hero = described(open_street).split(". ")
    assert late == f"{LATE} audi tt is not there at this time"
    assert hero == f"{HERO} lincoln mkz2017 at x 1.0, y 0.0 metres, 10.00 m/s"
    open_street.playback.seek(0.301)
    assert "at x 3.0, y 0.0 metres" in described(open_street)
    open_street.focus.select_all(())
    assert described(open_street) == "Where the actors are, seen from above"


def test_of_many_the_last_ones_are_told_and_the_rest_is_counted(open_street):
    rows = range(len(open_street.recording.index.actors))
    open_street.focus.select_all(refs_of(tuple(rows)))
    *told, rest = described(open_street).split(". ")
    ids = open_street.recording.index.actors.actor_id[list(rows)[-8:]].tolist()
    assert [int(each.split()[0]) for each in told] == ids
    assert rest == f"and {len(rows) - 8} more"
