"""The language of the filter field.

Terms are separated by blanks and all of them must hold; case matters in names of attributes alone. A term is

* a text found anywhere in the id, blueprint, role or category: ``tesla``, ``hero``, ``276``;
* the same with wildcards, ``*`` for any text and ``?`` for one character, which covers whole words:
  ``276?``, ``tesla*3``;
* ``key=value``, where the key is ``id``, ``type`` (the blueprint), ``role``, ``category``, ``alive`` (yes or
  no) or the name of an attribute. The value is the beginning of a word, a number equal to it, or a pattern:
  ``role=sc``, ``number_of_wheels=2``, ``color=255,*``. Without a value, whoever has the attribute.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.ui.actors.facts import ActorFacts, TextColumn

_WORD_BEGINS = r"(?<![^\W_])"
_WORD_ENDS = r"(?![^\W_])"
_KEYS = ("id", "type", "role", "category", "alive")
_YES = ("yes", "true", "1")
_NO = ("no", "false", "0")


@dataclass(frozen=True)
class _Term:
    key: str
    value: str


class ActorFilter:
    """What is typed in the filter field, understood once and asked as often as the actors change."""

    def __init__(self, text: str = "") -> None:
        self._terms = tuple(_term(word) for word in text.split())

    def __bool__(self) -> bool:
        """Tell whether it leaves out anybody at all."""
        return bool(self._terms)

    @property
    def depends_on_time(self) -> bool:
        """Whether the answer changes when actors spawn or are destroyed."""
        return any(term.key == "alive" for term in self._terms)

    def matches(self, facts: ActorFacts, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Tell for each row whether it passes, shape (N,); ``alive`` has the same shape."""
        passed = np.ones(len(facts), np.bool_)
        for term in self._terms:
            passed &= _holds(term, facts, alive)
        return passed


def _term(word: str) -> _Term:
    key, equals, value = word.partition("=")
    if not equals or not key:
        return _Term("", word.casefold())
    return _Term(key.casefold() if key.casefold() in _KEYS else key, value.casefold())


def _holds(term: _Term, facts: ActorFacts, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    if term.key == "alive":
        return _alive(term.value, alive)
    if term.key:
        return _column(term.key, facts).where(_value_test(term.value))
    test = _text_test(term.value)
    columns = (facts.ids, facts.blueprints, facts.roles, facts.categories)
    found = np.zeros(len(facts), np.bool_)
    for column in columns:
        found |= column.where(test)
    return found


def _alive(value: str, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Compare with the beginning of yes or no, so that the list is right while one types."""
    if not value:
        return np.ones_like(alive)
    if any(word.startswith(value) for word in _YES):
        return alive
    if any(word.startswith(value) for word in _NO):
        return ~alive
    return np.zeros_like(alive)


def _column(key: str, facts: ActorFacts) -> TextColumn:
    named = {"id": facts.ids, "type": facts.blueprints, "role": facts.roles, "category": facts.categories}
    return named[key] if key in named else facts.attribute(key)


def _text_test(value: str) -> Callable[[str], bool]:
    if _has_wildcard(value):
        return _pattern_test(_pattern(value) + _WORD_ENDS)
    return lambda text: value in text.casefold()


def _value_test(value: str) -> Callable[[str], bool]:
    number = _number(value)
    if number is not None:
        whole_word = _pattern_test(_pattern(value) + _WORD_ENDS)

        def test(text: str) -> bool:
            other = _number(text)
            return whole_word(text) if other is None else other == number

        return test
    if not value:
        return lambda _: True
    return _pattern_test(_pattern(value) + (_WORD_ENDS if _has_wildcard(value) else ""))


def _pattern_test(pattern: str) -> Callable[[str], bool]:
    search = re.compile(_WORD_BEGINS + pattern, re.DOTALL).search
    return lambda text: search(text.casefold()) is not None


def _pattern(value: str) -> str:
    """Return the regular expression for a value with wildcards."""
    return re.sub(r"(\\\*)+", ".*", re.escape(value)).replace(r"\?", ".")


def _has_wildcard(value: str) -> bool:
    return "*" in value or "?" in value


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
