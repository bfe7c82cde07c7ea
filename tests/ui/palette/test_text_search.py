"""Texts that are found for a query, best first, beside the same said text by text."""

from __future__ import annotations

import doctest
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.ui.palette import text_search
from viewer.ui.palette.text_search import TextTable, matches_in

WORDS = ("go", "to", "end", "model3", "vehicle.tesla", "2763", "a-b", "Ende", "27", "e", "tesla's", "_x")


def test_the_examples_are_true():
    assert doctest.testmod(text_search).failed == 0


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("te", "go to test", "go to TEst"),
        ("sla MO", "tesla.model3", "teSLA.MOdel3"),
        ("", "go to end", "go to end"),
        (".*", "a.*b", "a.*b"),
    ],
)
def test_letters_that_match_are_highlighted(query, text, expected):
    places = matches_in(text, query)
    assert "".join(sign.upper() if at in places else sign for at, sign in enumerate(text)) == expected
    assert not query.strip(".*") or places


def plain_score(text: str, query: str) -> int:
    """Return the score of a text, by regular expressions for what a word, a beginning, and an inside is."""
    total = 0
    for word in query.lower().split():
        begin = r"(?:^|(?<=[\W_]))" + re.escape(word)
        kinds = ((rf"{begin}(?:$|(?=[\W_]))", 100), (begin, 80), (re.escape(word), 40))
        score = next((worth for pattern, worth in kinds if re.search(pattern, text.lower())), None)
        if score is None:
            return 0
        total += score + 10 * text.lower().startswith(word)
    return total


@settings(max_examples=80)
@given(st.integers(0, 2**32))
def test_scores_are_those_of_each_text_alone(seed):
    draw = random.Random(seed)
    texts = [" ".join(draw.choices(WORDS, k=draw.randint(0, 4))) for _ in range(draw.randint(0, 40))]
    query = " ".join(draw.choices((*WORDS, "o", "o2", "esl", "zz"), k=draw.randint(1, 3)))
    scores = [plain_score(text, query) for text in texts]
    expected = sorted((n for n in range(len(texts)) if scores[n]), key=lambda n: -scores[n])
    rows, best = TextTable(texts).find(query)
    assert (rows.tolist(), best) == (expected, max(scores, default=0))


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
def test_synonyms_are_found_after_the_word_itself(query, texts):
    others = ["Zoom in", "Layers"]
    table = TextTable([*others, *texts, query])
    rows, _ = table.find(query)
    assert rows.tolist() == [len(others) + len(texts), *range(len(others), len(others) + len(texts))]
