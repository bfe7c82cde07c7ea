"""The search of texts against the same said plainly, text by text and letter by letter."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.ui.palette.fuzzy import TextTable

WORDS = (
    "go",
    "to",
    "end",
    "model3",
    "vehicle.tesla",
    "2763",
    "a-b",
    "Ende",
    "gte",
    "mo",
    "27",
    "e",
    "tesla's",
)


def begins(text):
    """Where words begin: letters and digits behind something else."""
    return [n for n, sign in enumerate(text) if sign.isalnum() and (n == 0 or not text[n - 1].isalnum())]


def follows(text, word, places):
    """How many letters lie between those of a word, in order from a place on; None if they do not follow."""
    at = places[0]
    for letter in word[1:]:
        at = next((n for n in places[1:] if n > at and text[n] == letter), None)
        if at is None:
            return None
    return at - places[0] - len(word) + 1


def plain_scores(texts, query):
    texts, words = [text.lower() for text in texts], query.lower().split()
    total, left = [0] * len(texts), [bool(words)] * len(texts)
    for word in sorted(words, key=len, reverse=True):
        scores = [plain_word(text, word) for text in texts]
        scattered = len(word) > 1 and word.isalnum() and not word.isdigit()
        if scattered and sum(score > 0 for score in scores) < 200:
            for n, text in enumerate(texts):
                firsts = begins(text)
                starts = [at for at in firsts if text[at] == word[0]]
                whole = [follows(text, word, [at, *(n for n in firsts if n > at)]) for at in starts]
                if left[n] and scores[n] < 60 and any(gaps is not None for gaps in whole):
                    scores[n] = 60
            if not any(score for score, stays in zip(scores, left, strict=True) if stays):
                for n, text in enumerate(texts):
                    starts = [at for at in begins(text) if text[at] == word[0]]
                    gaps = [follows(text, word, list(range(at, len(text)))) for at in starts]
                    near = [20 - each for each in gaps if each is not None and each <= 15]
                    scores[n] = max(near, default=0) if left[n] else 0
        left = [stays and score > 0 for stays, score in zip(left, scores, strict=True)]
        total = [before + score for before, score in zip(total, scores, strict=True)]
    found = [score if stays else 0 for score, stays in zip(total, left, strict=True)]
    phrase = " ".join(words)
    return [score + 50 * (score > 0 and len(words) > 1 and phrase in text)
            for score, text in zip(found, texts, strict=True)]  # fmt: skip


def plain_word(text, word):
    places = [match.start() for match in re.finditer(f"(?={re.escape(word)})", text)]
    if not places:
        return 0
    firsts = set(begins(text))
    at_begin = [at for at in places if at in firsts]
    if not at_begin:
        return 40
    lasts = {n for n, sign in enumerate(text) if sign.isalnum() and not text[n + 1 : n + 2].isalnum()}
    ends = [at for at in at_begin if at + len(word) - 1 in lasts]
    return (100 if ends else 80) + 10 * (at_begin[0] == 0)


texts = st.lists(
    st.one_of(st.text("abc1 .-", max_size=8), st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)),
    max_size=6,
)
queries = st.one_of(
    st.text("abc1 .", max_size=5), st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join)
)


@settings(max_examples=80)
@given(texts, queries)
def test_each_text_is_worth_what_is_said_plainly(texts, query):
    assert TextTable(texts).scores(query).tolist() == plain_scores(texts, query)


@settings(max_examples=40)
@given(texts, queries)
def test_the_best_come_first_and_equals_in_order(texts, query):
    rows, best = TextTable(texts).find(query)
    scores = plain_scores(texts, query)
    fitting = [n for n in range(len(texts)) if scores[n]]
    assert rows.tolist() == sorted(fitting, key=lambda n: -scores[n])
    assert best == max(scores, default=0)


@pytest.mark.parametrize(("with_word", "found"), [(199, 200), (200, 200), (201, 201)])
def test_first_letters_count_while_fewer_than_200_texts_have_the_word(with_word, found):
    """``xgtex`` has the word within; ``go to end`` has it as first letters."""
    table = TextTable([*["xgtex"] * with_word, "go to end"])
    assert len(table.find("gte")[0]) == found


@pytest.mark.parametrize("gap", [0, 1, 14, 15, 16])
def test_scattered_letters_may_have_15_others_between_them(gap):
    text = "a" + "x" * gap + "b"
    assert TextTable([text]).scores("ab").tolist() == [90 + 20 if gap == 0 else 20 - gap if gap <= 15 else 0]


def test_many_texts_are_searched_as_one():
    draw = random.Random(5)
    many = [" ".join(draw.choice(WORDS) for _ in range(draw.randint(0, 4))) for _ in range(400)]
    for query in ("gte", "mo", "27", "model3 go", "end to", "vt", "ee"):
        assert TextTable(many).scores(query).tolist() == plain_scores(many, query)
