from __future__ import annotations

import string

import pytest
from hypothesis import strategies as st

from viewer.ui.palette.fuzzy import Emphasis, TextTable

NAMES = (
    "2763 vehicle.tesla.model3 scenario",
    "27 vehicle.audi.tt hero",
    "Go to end Replay",
    "Play or pause Replay",
    "Loop Replay",
    "Zoom in View",
    "Open sample recording File",
)

words = st.text(string.ascii_lowercase + "A.1 _ß中", max_size=8)


def found(query: str) -> list[str]:
    rows, _ = TextTable(NAMES).find(query)
    return [NAMES[row] for row in rows.tolist()]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("27", "27 vehicle.audi.tt hero"),  # a whole word before the beginning of one
        ("TESLA", "2763 vehicle.tesla.model3 scenario"),
        ("vehicle.tes", "2763 vehicle.tesla.model3 scenario"),
        ("gte", "Go to end Replay"),  # first letters
        ("zoom in", "Zoom in View"),
        ("in zoom", "Zoom in View"),
        ("mdl3", "2763 vehicle.tesla.model3 scenario"),  # letters of a word
        ("ampl", "Open sample recording File"),
    ],
)
def test_what_is_meant_comes_first(query, best):
    assert found(query)[0] == best


def test_all_words_must_be_found_and_numbers_mean_themselves():
    assert found("tesla hero") == []
    assert found("model3 27") == ["2763 vehicle.tesla.model3 scenario"]
    assert found("23") == []
    assert found("ez") == []


def test_letters_that_were_found_are_set_off():
    def set_off(query: str, text: str) -> str:
        places = Emphasis(query).positions(text)
        return "".join(letter.upper() if place in places else letter for place, letter in enumerate(text))

    assert set_off("te", "go to test") == "go to TEst"
    assert set_off("gte", "go to end") == "Go To End"
    assert set_off("md3 te", "tesla.model3") == "TEsla.MoDel3"
    assert set_off("", "go to end") == "go to end"


KINDS = ("abc", "abcde", "aa bb cc", "xabcx", "axbxc")
"""A whole word, the beginning of one, first letters of words, inside a word, scattered letters."""


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("crash", ["Collision 1 and 2", "Contact of 1 and 2, not recorded"]),
        ("cras 2", ["Collision 1 and 2", "Contact of 1 and 2, not recorded"]),
        ("contact", ["Collision 1 and 2"]),
        ("collision", ["Contact of 1 and 2, not recorded"]),
        ("csv", ["Export…"]),
        ("screenshot", ["Copy map as image"]),
        ("undo", ["Reset layout"]),
        ("red light", ["12 traffic light"]),
    ],
)
def test_what_people_call_otherwise_is_found_after_what_is_called_so(query, texts):
    others = ["Zoom in", "Layers"]
    table = TextTable([*others, *texts, query])
    rows, _ = table.find(query)
    assert rows.tolist() == [len(others) + len(texts), *range(len(others), len(others) + len(texts))]
