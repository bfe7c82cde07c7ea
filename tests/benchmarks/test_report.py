"""How figures are told."""

from __future__ import annotations

import py_compile

import pytest

import viewer
from tests.benchmarks.report import Row, absent, bytecode, table


def cells(row):
    return [cell.strip() for cell in table([row]).splitlines()[-1].strip("|").split("|")]


def test_a_row_tells_medians_and_their_spread():
    row = Row("Open", (0.2, 0.1, 0.3), "read", (0.1, 0.1, 0.1), detail="5 MB")
    assert cells(row) == ["Open", "200 ms ± 25 %, 5 MB", "read", "100 ms", "2.00 ± 25 %"]


def test_ratios_are_those_of_rounds_or_of_medians_where_rounds_do_not_pair():
    assert Row("Open", (2.0, 9.0), "read", (1.0, 3.0)).ratios == (2.0, 3.0)
    assert Row("Open", (2.0, 4.0), "read", (1.0,)).ratios == (3.0,)
    assert Row("Open", (2.0,), "read", (0.0,)).ratios == ()


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            Row("Grow", (0.98, 1.02), "linear", (1.0,), unit="exponent"),
            ["Grow", "1.00 ± 0.01", "linear", "1.00", ""],
        ),
        (Row("Grow", (2e6,), unit="bytes"), ["Grow", "2.00 MB", "", "", ""]),
        (Row("Late", (0.0, 0.0), unit="count"), ["Late", "0", "", "", ""]),
        (absent("pandas"), ["Compared with pandas", "not installed", "pandas", "", ""]),
    ],
)
def test_units(row, expected):
    assert cells(row) == expected


def test_it_is_told_whether_bytecode_is_there(tmp_path, monkeypatch):
    for name in ("__init__", "one", "two"):
        (tmp_path / f"{name}.py").write_text("")
    monkeypatch.setattr(viewer, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    py_compile.compile(str(tmp_path / "one.py"))
    assert bytecode() == "Bytecode of 1 of 3 modules is there, and more is not written."
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE")
    assert bytecode().endswith("is written.")
