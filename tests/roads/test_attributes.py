"""Reading attributes of elements: what is usable, and how many findings are listed."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from viewer.roads.map_content import Findings, Numbers, Rows, UnusableError


def test_numbers_come_in_their_order_and_missing_ones_have_their_default():
    numbers = Numbers("s", "x", hdg=0.5)
    assert numbers.read({"x": "2", "s": "1e1", "hdg": "-3"}) == (10.0, 2.0, -3.0)
    assert numbers.read({"x": "2", "s": "1", "hdg": " "}) == (1.0, 2.0, 0.5)
    assert Numbers("id").read({"id": "7"}) == (7.0,)


@pytest.mark.parametrize("text", ["1e9", "-1e9", "inf", "nan", "one", ""])
def test_what_is_no_usable_number_is_told(text):
    with pytest.raises(UnusableError, match="s"):
        Numbers("s").read({"s": text})


@pytest.mark.parametrize("number", [999_999_999.0, -999_999_999.0])
def test_what_is_just_not_absurd_is_taken(number):
    assert Numbers("s").read({"s": str(number)}) == (number,)


def test_rows_of_a_table():
    rows = Rows(2)
    assert [rows.add(owner, (owner, 10.0 * owner)) for owner in (4, 5, 6)] == [0, 1, 2]
    assert len(rows) == 3
    assert [*rows.rows_from(1)] == [(5.0, 50.0), (6.0, 60.0)]
    assert rows.owners.tolist() == [4, 5, 6]
    assert rows.values.tolist() == [[4.0, 40.0], [5.0, 50.0], [6.0, 60.0]]


@pytest.mark.parametrize(("different", "listed", "others"), [(199, 199, 0), (200, 200, 0), (203, 201, 3)])
def test_two_hundred_different_findings_are_listed_and_the_others_counted(different, listed, others):
    findings = Findings()
    for number in range(different):
        findings.where = f"road {number}"
        findings.note(f"finding {number}", "left out")
    findings.note("finding 0", "left out")  # known: it is counted where it stands
    problems = findings.problems()
    assert len(problems) == listed
    assert (problems[0].what, problems[0].where, problems[0].count) == ("finding 0", "road 0", 2)
    if others:
        assert (problems[-1].what, problems[-1].where, problems[-1].count) == (
            "there is more of this kind", "road 200", others,
        )  # fmt: skip


def test_an_element_that_is_unusable_is_left_out():
    def read(row, element):
        raise UnusableError(f"row {row} lacks it")

    findings = Findings()
    findings.attempt(read, 3, Element("lane"))
    assert [(each.what, each.action) for each in findings.problems()] == [
        ("lane: row 3 lacks it", "it is left out")
    ]
