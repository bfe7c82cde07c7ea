from __future__ import annotations

from suites.report import Outcome, head, row


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_a_row_has_a_cell_for_each_title():
    passed = Outcome("test", "user", "3.14.1 2.5.0 6.12.0", 284.6, "12 passed")
    titles, line = head().splitlines()
    assert cells(row("sid", passed)) == [
        *("sid", "`test`", "user", "3.14.1", "2.5.0", "6.12.0", "4:45", "passed: 12 passed")
    ]
    assert len(cells(titles)) == len(cells(line)) == 8


def test_what_failed_and_what_was_not_run_say_so():
    failed = Outcome("pip install", "root", "", 3.0, "status 1 from: a | b", failed=True)
    assert cells(row("sid", failed))[3:] == ["–", "–", "–", "0:03", "FAILED: status 1 from: a / b"]
    left = Outcome("oldest", "root", "", 0.0, "no Python 3.10 here", was_run=False)
    assert cells(row("this machine", left))[3:] == ["–", "–", "–", "–", "not run: no Python 3.10 here"]
