"""Searching many short texts for what is typed, all at once. No Qt.

What is typed is words, and all of them must be found. A word is found, from best to worst,

* as a whole word, or as the beginning of one: ``2763``, ``tes`` in ``vehicle.tesla.model3``;
* as the first letters of words: ``gte`` in ``Go to end``;
* somewhere within a word: ``sla``;
* as letters in this order from the beginning of a word: ``mdl3`` in ``model3``. Numbers alone are not looked
  for in this way, nor as first letters: ``27`` does not mean 2307.

First letters count only if few texts have the word itself, and scattered ones if none has.

What people call otherwise is found, too (``SYNONYMS``), a little worse than what they typed.

Case does not matter. All texts lie in one array of characters, so that a keystroke costs a few passes of
numpy over it: some milliseconds for 40,000 texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints

_Occurrences = Callable[[str], Ints]

_WHOLE, _BEGINNING, _INITIALS, _WITHIN, _SCATTERED = 100, 80, 60, 40, 20
_FIRST = 10
"""What a word is worth more at the very beginning of a text."""
_PHRASE = 50
"""What it is worth that the words stand together as they were typed."""
_ENOUGH = 200
"""Texts with a word as it was typed, beyond which nobody means the first letters of several."""
_FARTHEST = 15
"""Characters that scattered letters may have between them, altogether."""

_TYPED = 4
"""Letters from which on the beginning of a word stands for it."""
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
"""What is looked for besides where these words are typed."""


class TextTable:
    """Texts to be searched, and where in each a query stands."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        lowered = [_lower(text) for text in texts]
        lengths = np.fromiter(map(len, lowered), np.int64, len(lowered))
        characters = np.frombuffer("".join(lowered).encode("utf-32-le", "surrogatepass"), "<u4")
        most = int(characters.max(initial=0))
        self._characters = characters.astype(np.min_scalar_type(most))
        self._owner = np.repeat(np.arange(self._size, dtype=np.int32), lengths)
        starts = np.zeros(len(characters), np.bool_)
        starts[(np.cumsum(lengths) - lengths)[lengths > 0]] = True
        counts = np.bincount(self._characters, minlength=1)
        self._counts = {code: int(counts[code]) for code in np.flatnonzero(counts).tolist()}
        in_word = _letters_and_digits(self._counts, most)[self._characters]
        before = np.append(False, in_word[:-1]) & ~starts
        after = np.append(in_word[1:] & ~starts[1:], False)[: len(starts)]
        self._starts = starts
        self._begins = in_word & ~before
        self._ends = in_word & ~after

    def __len__(self) -> int:
        """Return the number of texts."""
        return self._size

    def scores(self, query: str) -> NDArray[np.int32]:
        """Return how well each text fits a query, shape (N,): the greater the better, 0 not at all."""
        scores = self._scores_as_typed(query)
        for other in _said_otherwise(_lower(query)):
            np.maximum(scores, self._scores_as_typed(other) - 1, out=scores)
        return scores

    def _scores_as_typed(self, query: str) -> NDArray[np.int32]:
        words = _lower(query).split()
        scores = np.zeros(self._size, np.int32)
        if not words or not len(self._characters):
            return scores
        left = np.ones(self._size, np.bool_)
        for word in sorted(words, key=len, reverse=True):  # the rarest first: it leaves the fewest texts
            found = self._scores_of(word, left)
            left &= found > 0
            scores += found
        scores[~left] = 0
        if len(words) > 1:
            together = self._owner[self._places(" ".join(words))]
            scores[together] += np.where(scores[together] > 0, _PHRASE, 0).astype(np.int32)
        return scores

    def find(self, query: str) -> tuple[Ints, int]:
        """Return the texts that fit a query, best first and else in order, shape (M,); and the best score."""
        scores = self.scores(query)
        rows = np.flatnonzero(scores)
        order = np.argsort(-scores[rows], kind="stable")
        return rows[order], int(scores.max(initial=0))

    def _scores_of(self, word: str, left: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return how well the texts that are left fit one word, shape (N,)."""
        scores = np.zeros(self._size, np.int32)
        places = self._places(word)
        scores[self._owner[places]] = _WITHIN
        places = places[self._begins[places]]
        whole = self._ends[places + len(word) - 1]
        for some, worth in ((places, _BEGINNING), (places[whole], _WHOLE)):
            scores[self._owner[some]] = worth
        first = self._owner[places[self._starts[places]]]
        scores[first] += _FIRST
        if _can_be_scattered(word) and np.count_nonzero(scores) < _ENOUGH:
            self._add_scattered(word, scores, left)
        return scores

    def _add_scattered(self, word: str, scores: NDArray[np.int32], left: NDArray[np.bool_]) -> None:
        """Raise the scores of the texts that have the letters of a word in this order."""
        candidates = self._word_beginnings(word[0])
        owner = self._owner[candidates]
        candidates = candidates[left[owner] & (scores[owner] < _INITIALS)]
        begin, _ = self._follow(word, candidates, self._word_beginnings)
        scores[self._owner[begin]] = _INITIALS
        if not scores[left].any():
            begin, end = self._follow(word, candidates, self._occurrences)
            gaps = end - begin - len(word) + 1
            near = gaps <= _FARTHEST
            np.maximum.at(scores, self._owner[begin[near]], (_SCATTERED - gaps[near]).astype(np.int32))

    def _follow(self, word: str, first: Ints, occurrences: _Occurrences) -> tuple[Ints, Ints]:
        """Return the places from which the letters of a word follow each other in one text, and to where."""
        last = first
        for letter in word[1:]:
            there = occurrences(letter)
            following = np.searchsorted(there, last, side="right")
            known = following < len(there)
            first, last, following = first[known], last[known], there[following[known]]
            same = self._owner[following] == self._owner[first]
            first, last = first[same], following[same]
        return first, last

    def _occurrences(self, letter: str) -> Ints:
        return np.flatnonzero(self._characters == ord(letter))

    def _word_beginnings(self, letter: str) -> Ints:
        return np.flatnonzero(self._begins & (self._characters == ord(letter)))

    def _places(self, phrase: str) -> Ints:
        """Return where a text of some characters begins, ascending, shape (K,)."""
        rarest = min(range(len(phrase)), key=lambda offset: self._counts.get(ord(phrase[offset]), 0))
        places = self._occurrences(phrase[rarest]) - rarest
        places = places[(places >= 0) & (places <= len(self._characters) - len(phrase))]
        for offset, character in enumerate(phrase):
            if offset != rarest:
                places = places[self._characters[places + offset] == ord(character)]
        within: Ints = places[self._owner[places] == self._owner[places + len(phrase) - 1]]
        return within


class Emphasis:
    """Which letters of a text are why it was found."""

    def __init__(self, query: str) -> None:
        self._patterns = [_patterns(word) for word in _lower(query).split()]

    def places(self, text: str) -> frozenset[int]:
        """Return the places of the letters that a query found in a text."""
        lowered = _lower(text)
        found = (_first_match(patterns, lowered) for patterns in self._patterns)
        return frozenset().union(*found)


def _said_otherwise(query: str) -> list[str]:
    """Return the query with what people call otherwise instead of what they typed."""
    words, found = query.split(), []
    for called, others in SYNONYMS.items():
        length = called.count(" ") + 1
        for begin in range(len(words) - length + 1):
            typed = " ".join(words[begin : begin + length])
            if typed == called or (len(typed) >= _TYPED and called.startswith(typed)):
                found += [" ".join((*words[:begin], other, *words[begin + length :])) for other in others]
    return found


def _patterns(word: str) -> tuple[re.Pattern[str], ...]:
    """Return what a word is looked for by, best first, each letter or the whole of it in a group."""
    letters = [f"({re.escape(letter)})" for letter in word]
    begin = r"(?<![^\W_])"
    whole = f"({re.escape(word)})"
    patterns = [f"{begin}{whole}(?![^\\W_])", f"{begin}{whole}"]
    scattered = _can_be_scattered(word)
    if scattered:
        patterns.append(r"[\s\S]*?".join(begin + letter for letter in letters))
    patterns.append(whole)
    if scattered:
        patterns.append(begin + r"[\s\S]*?".join(letters))
    return tuple(map(re.compile, patterns))


def _first_match(patterns: tuple[re.Pattern[str], ...], text: str) -> frozenset[int]:
    match = next((match for pattern in patterns if (match := pattern.search(text))), None)
    if match is None:
        return frozenset()
    spans = (match.span(group) for group in range(1, len(match.groups()) + 1))
    return frozenset(place for span in spans for place in range(*span))


def _can_be_scattered(word: str) -> bool:
    """Return whether a word may be a few letters of others: numbers and dotted names mean themselves."""
    return len(word) > 1 and word.isalnum() and any(map(str.isalpha, word))


def _lower(text: str) -> str:
    """Return a text in lower case, letter by letter: a few letters would become two."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(letter.lower()[0] for letter in text)


def _letters_and_digits(codes: Iterable[int], most: int) -> NDArray[np.bool_]:
    """Return for each code up to the greatest whether it is one of these and a letter or digit."""
    table = np.zeros(most + 1, np.bool_)
    table[[code for code in codes if chr(code).isalnum()]] = True
    return table
