from __future__ import annotations

import string

import pytest
from hypothesis import given
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


def test_scattered_letters_count_only_where_no_text_has_the_word():
    table = TextTable(["Show notes", "Like the system"])
    assert table.find("tes")[0].tolist() == [0]
    assert TextTable(["Like the system"]).find("tes")[0].tolist() == [0]


def test_equal_texts_keep_their_order_and_nothing_typed_finds_nothing():
    table = TextTable(["b loop", "a loop", ""])
    assert table.find("loop")[0].tolist() == [0, 1]
    assert table.find("  ")[0].tolist() == []
    assert TextTable([]).find("a")[0].tolist() == []


def test_a_word_does_not_reach_into_the_next_text():
    table = TextTable(["ab", "cd", "", "e"])
    assert table.find("bc")[0].tolist() == []
    assert table.find("ae")[0].tolist() == []
    assert table.find("cd")[0].tolist() == [1]


@given(st.lists(words, max_size=6), words)
def test_who_is_found_has_letters_to_set_off(texts, query):
    scores = TextTable(texts).scores(query)
    for text, score in zip(texts, scores.tolist(), strict=True):
        if score:
            letters = "".join(text[place] for place in sorted(Emphasis(query).places(text))).lower()
            assert set(query.lower().split()) <= {letters} or all(
                letter in letters for letter in query.lower() if not letter.isspace()
            )


@given(st.lists(words, min_size=1, max_size=6), words)
def test_a_text_that_has_the_words_is_found(texts, query):
    scores = TextTable(texts).scores(query)
    parts = query.lower().split()
    for text, score in zip(texts, scores.tolist(), strict=True):
        if parts and all(part in text.lower() for part in parts):
            assert score > 0
        if not set("".join(parts)) <= set(text.lower()):
            assert score == 0


def test_letters_that_were_found_are_set_off():
    def set_off(query: str, text: str) -> str:
        places = Emphasis(query).places(text)
        return "".join(letter.upper() if place in places else letter for place, letter in enumerate(text))

    assert set_off("te", "go to test") == "go to TEst"
    assert set_off("gte", "go to end") == "Go To End"
    assert set_off("md3 te", "tesla.model3") == "TEsla.MoDel3"
    assert set_off("", "go to end") == "go to end"


def test_a_word_that_begins_at_the_very_end_goes_on_nowhere():
    table = TextTable(["bcbc", "abc", "bc", "ax", "x"])
    assert table.find("abc")[0].tolist() == [1]
    assert table.find("xbc")[0].tolist() == []


KINDS = ("abc", "abcde", "aa bb cc", "xabcx", "axbxc")
"""A whole word, the beginning of one, first letters of words, inside a word, scattered letters."""


@pytest.mark.parametrize("before", ["", "yy "])
@pytest.mark.parametrize("after", ["", " yy"])
def test_the_nearer_to_what_was_typed_the_earlier(before, after):
    texts = [f"{before}{text}{after}" for text in KINDS]
    scores = TextTable(texts).scores("abc").tolist()
    found = [score for score in scores if score]
    assert found == sorted(found, reverse=True)
    assert scores[0] > scores[1] > scores[2] > scores[3] > 0
    assert TextTable(texts[4:]).scores("abc")[0] > 0 == scores[4]  # only where no text has the word


def test_at_the_very_beginning_it_counts_more_but_less_than_a_whole_word():
    whole, later_whole, begun, later_begun = TextTable(["abc", "yy abc", "abcde", "yy abcde"]).scores("abc")
    assert whole > later_whole > begun > later_begun


def test_two_letters_may_be_scattered_and_one_may_not_be_more_than_itself():
    assert TextTable(["axb"]).scores("ab")[0] > 0
    assert TextTable(["xa"]).scores("a")[0] == TextTable(["xab"]).scores("ab")[0]


def test_where_two_texts_have_a_letter_each_neither_has_both():
    table = TextTable(["xa", "bx", "ba"])
    assert table.find("ab")[0].tolist() == []
    assert table.find("ba")[0].tolist() == [2]


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
