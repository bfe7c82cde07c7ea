"""Search of many short texts for the words of a query. No Qt.

A text matches if it contains all words of the query; case is ignored. Whole words count more than beginnings
of words, and these more than the inside of words: ``27`` finds actor 27 first, then 2763, then 1273.
Synonyms of the typed words (``SYNONYMS``) are found, too, after the words themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from viewer.arrays import Ints

_WHOLE, _BEGINNING, _WITHIN = 100, 80, 40
_BONUS_AT_START = 10
"""Points added to the score of a text for a word of the query if the text begins with the word."""
_SHORTEST_PREFIX = 4
"""Least number of letters of an unfinished word or phrase for which its synonyms are searched, too."""
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "collision": ("contact", "crash"),
    "contact": ("collision", "crash"),
    "crash": ("collision", "contact"),
    "accident": ("collision", "contact"),
    "overlap": ("collision", "contact"),
    "csv": ("export",),
    "json": ("export",),
    "parquet": ("export",),
    "screenshot": ("image",),
    "picture": ("image",),
    "video": ("clip",),
    "undo": ("reset",),
    "red light": ("traffic light", "stop line"),
    "pedestrian": ("walker",),
    "ego": ("hero",),
    "smooth": ("interpolate",),
}
"""Words and phrases that a search query may contain, each with synonyms that are searched in addition."""


class TextTable:
    """Immutable list of texts, such as names of actors and actions, that are searched for words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = [text.lower() for text in texts]
        self._words = [_words(text) for text in self._texts]

    def find(self, query: str) -> tuple[Ints, int]:
        """Return the indices of the texts that match ``query``, best first, and the best score.

        The shape is ``(K,)`` for K matching texts. Texts with equal scores keep their order; the best score
        is 0 without a match.
        """
        scores = self._scores(query.lower().split())
        for synonym in _with_synonyms(query.lower()):
            np.maximum(scores, self._scores(synonym.split()) - 1, out=scores)
        rows = np.flatnonzero(scores > 0)
        order = np.argsort(-scores[rows], kind="stable")
        return rows[order], int(scores.max(initial=0))

    def _scores(self, words: Sequence[str]) -> Ints:
        """Return the score of each text, 0 for those that lack one of ``words``, shape ``(texts,)``."""
        texts, spaced = self._texts, self._words
        scores = np.zeros(len(texts), np.int64)
        rows = [*range(len(texts))] if words else []
        for word in sorted(words, key=len, reverse=True):  # the longest first: it leaves the fewest texts
            rows = [row for row in rows if word in texts[row]]
            whole = _words(word)
            scores[rows] += _WITHIN
            scores[[row for row in rows if whole[:-1] in spaced[row]]] += _BEGINNING - _WITHIN
            scores[[row for row in rows if whole in spaced[row]]] += _WHOLE - _BEGINNING
            scores[[row for row in rows if texts[row].startswith(word)]] += _BONUS_AT_START
        found = np.zeros_like(scores)
        found[rows] = scores[rows]
        return found


def _words(text: str) -> str:
    """Return ``text`` with spaces at both ends and for each character that is no letter or digit."""
    return " " + re.sub(r"[\W_]", " ", text) + " "


def matches_in(text: str, query: str) -> frozenset[int]:
    """Return the indices of the characters of ``text`` that match words of ``query``, to highlight them.

    Of each word the first beginning of a word counts, or, without one, the first place inside a word.

    >>> sorted(matches_in("Go to test", "te"))
    [6, 7]
    """
    found, begins = set[int](), r"(?<![^\W_])"
    for word in map(re.escape, query.split()):
        match = re.search(f"{begins}{word}", text, re.IGNORECASE) or re.search(word, text, re.IGNORECASE)
        if match is not None:
            found.update(range(*match.span()))
    return frozenset(found)


def _with_synonyms(query: str) -> list[str]:
    """Return copies of the search ``query``, each with one word or phrase replaced by a synonym."""
    words, found = query.split(), []
    for called, others in SYNONYMS.items():
        length = called.count(" ") + 1
        for begin in range(len(words) - length + 1):
            typed = " ".join(words[begin : begin + length])
            if typed == called or (len(typed) >= _SHORTEST_PREFIX and called.startswith(typed)):
                found += [" ".join((*words[:begin], other, *words[begin + length :])) for other in others]
    return found
