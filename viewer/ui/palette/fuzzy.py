"""Fuzzy search of many short texts for a typed query, vectorised in numpy. No Qt.

A query consists of words, and a text matches if all of them are found. From best to worst, a word is found

* as a whole word, or as the beginning of one: ``2763``, ``tes`` in ``vehicle.tesla.model3``;
* as the initials of words: ``gte`` in ``Go to end``;
* inside a word: ``sla``;
* as letters in this order, from the beginning of a word on: ``mdl3`` in ``model3``. Words of digits are never
  matched this way, nor as initials: ``27`` does not mean 2307.

Initials count only if few texts contain the word itself, scattered letters only if none does.

Synonyms (``SYNONYMS``) are found, too, with a slightly lower score.

Case is ignored. All texts lie in one array of characters, so that a keystroke costs a few passes of numpy:
some milliseconds for 40,000 texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints

_Occurrences = Callable[[str], Ints]

_WHOLE, _BEGINNING, _INITIALS, _WITHIN, _SCATTERED = 100, 80, 60, 40, 20
_BONUS_AT_START = 10
"""Points added to the score of a text for a searched word if the text begins with the word."""
_BONUS_PHRASE = 50
"""Points added to a text's search score if the query's words follow each other in it as typed."""
_ENOUGH_TEXTS = 200
"""If a typed word matches this many texts, those with its letters scattered in them are not searched."""
_MOST_GAPS = 15
"""Largest number of other characters among the letters of a typed word for a scattered match in a text."""

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
    """Immutable list of texts, such as names of actors and actions, prepared for fuzzy search."""

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
        """Return the number of texts in the table."""
        return self._size

    def scores(self, query: str) -> NDArray[np.int32]:
        """Return how well each text matches ``query``, shape ``(texts,)``: higher is better, 0 no match."""
        scores = self._scores_as_typed(query)
        for other in _with_synonyms(_lower(query)):
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
            together = self._owner[self._occurrences_of(" ".join(words))]
            scores[together] += np.where(scores[together] > 0, _BONUS_PHRASE, 0).astype(np.int32)
        return scores

    def find(self, query: str) -> tuple[Ints, int]:
        """Return the indices of the texts that match ``query``, best first, and the best score.

        The shape is ``(K,)`` for K matching texts. Texts with equal scores keep their order; the best score
        is 0 without a match.
        """
        scores = self.scores(query)
        rows = np.flatnonzero(scores)
        order = np.argsort(-scores[rows], kind="stable")
        return rows[order], int(scores.max(initial=0))

    def _scores_of(self, word: str, left: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return how well each text of the list matches one ``word`` of the query, shape ``(texts,)``.

        ``left`` is True for the texts that matched all earlier words. Only in these may the letters of
        ``word`` have others between them.
        """
        scores = np.zeros(self._size, np.int32)
        positions = self._occurrences_of(word)
        scores[self._owner[positions]] = _WITHIN
        positions = positions[self._begins[positions]]
        whole = self._ends[positions + len(word) - 1]
        for some, worth in ((positions, _BEGINNING), (positions[whole], _WHOLE)):
            scores[self._owner[some]] = worth
        first = self._owner[positions[self._starts[positions]]]
        scores[first] += _BONUS_AT_START
        if _can_be_scattered(word) and np.count_nonzero(scores) < _ENOUGH_TEXTS:
            self._add_scattered(word, scores, left)
        return scores

    def _add_scattered(self, word: str, scores: NDArray[np.int32], left: NDArray[np.bool_]) -> None:
        """Raise, in place, the scores of texts in which the letters of ``word`` are initials of words.

        If no text in ``left`` matches ``word`` even so, raise also the scores of texts that contain its
        letters in order, with few other letters between.

        Args:
            word: a word of the query.
            scores: for each text how well it matches ``word``, shape ``(texts,)``.
            left: True for the texts that matched all earlier words, shape ``(texts,)``.
        """
        candidates = self._word_beginnings(word[0])
        owner = self._owner[candidates]
        candidates = candidates[left[owner] & (scores[owner] < _INITIALS)]
        begin, _ = self._follow(word, candidates, self._word_beginnings)
        scores[self._owner[begin]] = _INITIALS
        if not scores[left].any():
            begin, end = self._follow(word, candidates, self._occurrences)
            gaps = end - begin - len(word) + 1
            near = gaps <= _MOST_GAPS
            np.maximum.at(scores, self._owner[begin[near]], (_SCATTERED - gaps[near]).astype(np.int32))

    def _follow(self, word: str, first: Ints, occurrences: _Occurrences) -> tuple[Ints, Ints]:
        """Find the letters of ``word`` in order, others between them, from each position in ``first`` on.

        All letters must be in the same text. Positions are indices into the characters of all texts.

        Args:
            word: a word of the query.
            first: positions of its first letter.
            occurrences: returns the ascending positions at which a letter may be found.

        Returns:
            Positions of the first letter, and of the last letter found from there, each of shape ``(K,)``:
            only for those K positions in ``first`` from which all letters were found.
        """
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

    def _occurrences_of(self, phrase: str) -> Ints:
        """Return the K positions at which ``phrase`` begins in the characters of all texts, shape ``(K,)``.

        They are ascending.
        """
        rarest = min(range(len(phrase)), key=lambda offset: self._counts.get(ord(phrase[offset]), 0))
        positions = self._occurrences(phrase[rarest]) - rarest
        positions = positions[(positions >= 0) & (positions <= len(self._characters) - len(phrase))]
        for offset, character in enumerate(phrase):
            if offset != rarest:
                positions = positions[self._characters[positions + offset] == ord(character)]
        within: Ints = positions[self._owner[positions] == self._owner[positions + len(phrase) - 1]]
        return within


class Emphasis:
    """Finds which characters of a text match a search query, to highlight them."""

    def __init__(self, query: str) -> None:
        self._patterns = [_patterns(word) for word in _lower(query).split()]

    def positions(self, text: str) -> frozenset[int]:
        """Return the indices of the characters of ``text`` that match the query."""
        lowered = _lower(text)
        found = (_first_match(patterns, lowered) for patterns in self._patterns)
        return frozenset().union(*found)


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


def _patterns(word: str) -> tuple[re.Pattern[str], ...]:
    """Return regular expressions that find ``word`` of a query in a text, the best kind of match first.

    The groups of a match are the characters to highlight.
    """
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
    return frozenset(position for span in spans for position in range(*span))


def _can_be_scattered(word: str) -> bool:
    """Return whether ``word`` of a query also matches texts with other letters between its letters.

    Not if it is a number or a single letter, or has punctuation.
    """
    return len(word) > 1 and word.isalnum() and any(map(str.isalpha, word))


def _lower(text: str) -> str:
    """Return ``text`` in lower case, with the same number of characters.

    Of a character whose lower case is two characters, only the first one is kept.
    """
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(letter.lower()[0] for letter in text)


def _letters_and_digits(codes: Iterable[int], most: int) -> NDArray[np.bool_]:
    """Return a table of booleans by character code, True for those of ``codes`` that are letters or digits.

    ``most`` is the largest code; the shape is ``(most + 1,)``.
    """
    table = np.zeros(most + 1, np.bool_)
    table[[code for code in codes if chr(code).isalnum()]] = True
    return table
