from __future__ import annotations

from viewer.ui.palette.entry import Entry, Hits
from viewer.ui.palette.lines import HitLines


def hits(title: str, count: int) -> Hits:
    return Hits(title, count, lambda rank: Entry("", f"{title} {rank}"), 1)


def kinds(lines: HitLines) -> str:
    return "".join(lines.kind(line).name[0] for line in range(len(lines)))


def test_all_groups_but_the_last_are_shortened():
    lines = HitLines([hits("Actors", 20_000), hits("Events", 9)])
    assert kinds(lines) == "HEEEEEEM" + "H" + "E" * 9
    assert lines.rank(7) == 6
    assert lines.hits(8).title == "Events"
    assert lines.rank(9) == 0


def test_a_group_that_was_opened_or_is_hardly_longer_is_whole():
    assert kinds(HitLines([hits("Actors", 7), hits("Events", 1)])) == "HEEEEEEEHE"
    assert kinds(HitLines([hits("Actors", 9), hits("Events", 1)], {"Actors"})) == "HEEEEEEEEEHE"


def test_moving_steps_over_headings_and_stays_within():
    lines = HitLines([hits("Actors", 2), hits("Events", 2)])
    assert kinds(lines) == "HEEHEE"
    assert lines.moved(2, 1) == 4
    assert lines.moved(4, -1) == 2
    assert lines.moved(1, -1) == 1
    assert lines.moved(5, 8) == 5
    assert lines.moved(5, -8) == 1
    assert lines.moved(1, 2) == 4
