"""Filter language of the actor list.

Terms are separated by blanks and all of them must hold; only names of attributes are case-sensitive. A term
is

* a text found anywhere in the id, blueprint, role or category: ``tesla``, ``hero``, ``276``;
* such a text with wildcards, ``*`` for any text and ``?`` for one character, which must match whole words:
  ``276?``, ``tesla*3``;
* ``key=value``, where the key is ``id``, ``type`` (the blueprint), ``role``, ``category``, ``alive`` (yes or
  no) or the name of an attribute. The value is the beginning of a word, a number equal to it, or a pattern:
  ``role=sc``, ``number_of_wheels=2``, ``color=255,*``. Without a value, all actors that have the attribute
  match. After one of the keys named here a colon may stand for ``=``: ``alive:no``;
* any of these terms after ``!`` or ``-``, for the actors that do not match it: ``!vehicle``, ``-role=hero``.

Blanks inside quotes belong to the term: ``role="bus driver"``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from viewer.ui.actors.facts import ActorFacts, TextColumn
from viewer.ui.icons import icon
from viewer.ui.translation import tr
from viewer.ui.widgets.filter_terms import Term, has_wildcard, read_terms, text_test, value_test
from viewer.ui.widgets.text_field import TextField

_KEYS = ("id", "type", "role", "category", "alive")
_YES = ("yes", "true", "1")
_NO = ("no", "false", "0")


class ActorFilter:
    """Filter of the list of actors, parsed from the text in its filter field."""

    def __init__(self, text: str = "") -> None:
        self._terms = read_terms(text, _KEYS)

    def __bool__(self) -> bool:
        """Return whether the filter has any terms."""
        return bool(self._terms)

    @property
    def depends_on_time(self) -> bool:
        """Whether the actors that match the filter change when actors spawn or are destroyed."""
        return any(term.key == "alive" for term in self._terms)

    def matches(self, facts: ActorFacts, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return a mask of the actors that the filter lets through, shape ``(N,)``.

        Args:
            facts: facts about the N actors.
            alive: mask of the actors that exist at the present time, shape ``(N,)``.
        """
        passed = np.ones(len(facts), np.bool_)
        for term in self._terms:
            passed &= _holds(term, facts, alive)
        return passed

    def hint(self, facts: ActorFacts) -> str:
        """Return a sentence on what is wrong with the first filter term that no actor can match; "" if none.

        Terms that depend on time are not reported: an actor may match later.
        """
        return next(filter(None, (_flaw(term, facts) for term in self._terms)), "")


def _holds(term: Term, facts: ActorFacts, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    found = _found(term, facts, alive)
    return ~found if term.negated else found


def _found(term: Term, facts: ActorFacts, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    if term.key == "alive":
        return _alive(term.value, alive)
    if term.key:
        return _column(term.key, facts).where(value_test(term.value))
    test = text_test(term.value)
    found = np.zeros(len(facts), np.bool_)
    for column in (facts.blueprints, facts.roles, facts.categories):
        found |= column.where(test)
    if _may_be_in_number(term.value):
        found |= facts.ids.where(test)
    return found


def _flaw(term: Term, facts: ActorFacts) -> str:
    """Return a sentence on the filter's ``term`` if no actor can match it, else ""."""
    key, value = term.key, term.value
    if key == "alive":
        known = any(word.startswith(value) for word in (*_YES, *_NO))
        return "" if known else tr("“alive” is yes or no, not “{value}”").format(value=value)
    found = _found(term, facts, np.ones(len(facts), np.bool_))
    if term.negated:
        return tr("“{value}” excludes all actors").format(value=value) if found.all() else ""
    if found.any():
        return ""
    if not key:
        return tr("“{value}” is in no id, blueprint, role or category").format(value=value)
    if key in _KEYS or any(text is not None for text in facts.attribute(key).texts):
        return tr("No actor has “{value}” as its {key}").format(key=key, value=value)
    return tr("No actor has an attribute “{key}”").format(key=key)


def _may_be_in_number(value: str) -> bool:
    """Return whether the filter text ``value`` can match an actor id; only then are the ids searched.

    All ids differ, so searching them is slow.
    """
    return has_wildcard(value) or not value or (value.isascii() and value.isdigit())


def _alive(value: str, alive: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of the actors that match the term ``alive=value``, shape ``(N,)``.

    Args:
        value: beginning of "yes" or "no" (or a synonym); an empty text matches all actors, any other none.
        alive: mask of the living actors.
    """
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


class FilterField(TextField):
    """Line edit with a button that clears it, and a button that explains the filter language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(tr("Filter: id, blueprint, role, key=value"))
        self.setAccessibleName(tr("Filter actors"))
        self._help = QAction(tr("What can be typed here"), self)
        self._help.setToolTip(
            tr(
                "<table cellspacing='2'>"
                "<tr><td><b>tesla hero</b></td><td>all terms, in id, blueprint, role or category</td></tr>"
                "<tr><td><b>27?? tesla*3</b></td><td>? one character, * any text</td></tr>"
                "<tr><td><b>role=hero</b></td><td>a key: id, type, role, category, alive</td></tr>"
                "<tr><td><b>alive:no</b></td><td>who is not there now</td></tr>"
                "<tr><td><b>number_of_wheels=2</b></td><td>an attribute</td></tr>"
                '<tr><td><b>role="bus driver"</b></td><td>blanks in quotes</td></tr>'
                "<tr><td><b>!vehicle -role=hero</b></td><td>not these</td></tr>"
                "</table>"
            )
        )
        self._help.triggered.connect(self._explain)
        self._help.setIcon(icon("help", "secondary"))
        clear = QAction(icon("close", "secondary"), tr("Clear filter"), self)
        clear.setToolTip(tr("Clear filter (Esc)"))
        clear.triggered.connect(self.clear)
        self.addAction(self._help, QLineEdit.ActionPosition.TrailingPosition)
        self.addAction(clear, QLineEdit.ActionPosition.TrailingPosition)
        clear.setVisible(False)
        self.textChanged.connect(lambda text: clear.setVisible(bool(text)))

    @Slot()
    def _explain(self) -> None:
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), self._help.toolTip(), self)
