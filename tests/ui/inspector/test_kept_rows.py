"""Rows that say the same are the same ones."""

from __future__ import annotations

from viewer.ui.inspector.kept_rows import KeptRows
from viewer.ui.inspector.sheet import Value, fact


def test_rows_are_made_again_only_when_they_are_told_something_else() -> None:
    rows, made = KeptRows(), []

    def make(text: str) -> list:
        made.append(text)
        return [fact(text, text, Value())]

    first = rows.of("a", (1.0, "x"), lambda: make("one"))
    assert rows.of("a", (1.0, "x"), lambda: make("two")) is first
    assert rows.of("b", (1.0, "x"), lambda: make("other")) is not first
    assert rows.of("a", (2.0, "x"), lambda: make("three"))[0].key == "three"
    rows.forget()
    rows.of("a", (2.0, "x"), lambda: make("four"))
    assert made == ["one", "other", "three", "four"]
