"""The dialog "Criteria": counts of infractions of the hero (ego vehicle), as this program and others judge.

The others are ScenarioRunner and the Leaderboard, whose counts come from result files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHeaderView, QPushButton, QWidget

from viewer.analysis.criteria import CRITERIA, Criterion, CriterionCount, RunnerView
from viewer.analysis.result_files import Results
from viewer.ui.format import TimeText, capital, plain
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, USUAL, in_column, in_row
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.parts import button
from viewer.ui.widgets.table import TableColumn, TableModel

_NOT_OF_THE_LEADERBOARD = ("sidewalk", "wrong_lane")
"""Names of ScenarioRunner's criteria (checks of the hero) that never occur in Leaderboard results files."""


class CriteriaRow(NamedTuple):
    """A row of the criteria table.

    Attributes:
        label: name of a criterion (a rule that ScenarioRunner counts), or text of an infraction or value in a
            result file.
        here: count of this program, as text.
        theirs: count or value in the result files, as text.
        tip: tooltip of the row.
    """

    label: str
    here: str = ""
    theirs: str = ""
    tip: str = ""


def criteria_rows(view: RunnerView, time_text: TimeText) -> Iterator[CriteriaRow]:
    """Yield the rows of the criteria table; ``time_text`` formats times.

    ``view`` has the counts of this program for the hero (ego vehicle), and the result files. Criteria come
    first, then the Leaderboard's penalty, other values and infractions in the files, and reasons why a file
    could not be used.
    """
    results_of = view.results
    seen: set[str] = set()
    for count in view.counts:
        times = ", ".join(map(time_text, count.times))
        theirs = ", ".join(
            filter(None, (_result_text(count.criterion, results, seen) for results in results_of))
        )
        tip = "\n".join(filter(None, (translated(count.reason), times)))
        yield CriteriaRow(capital(tr(count.criterion.label)), _count_text(count), theirs, tip)
        seen.add(count.criterion.test)
    scores = [results.scores for results in results_of]
    penalty = next((each["score_penalty"] for each in scores if "score_penalty" in each), None)
    sign = "≤" if view.not_in_penalty else "×"
    both = [each for each in (view.penalty, view.penalty_2_1) if each is not None]
    here = " / ".join(f"{sign} {each:.3f}" for each in both) or tr("not judged")
    tip = tr(
        "By the Leaderboard 2.0 the product of the factors, by 2.1 1 / (1 + the sum of the coefficients)"
    )
    label = tr("Penalty (Leaderboard 2.0 / 2.1)")
    yield CriteriaRow(label, here, "" if penalty is None else f"× {penalty:.3f}", tip)
    missing = [capital(tr(count.criterion.label)) for count in view.not_in_penalty]
    if missing:
        tip = tr("They were not judged, or only in part: the penalty may be lower.")
        yield CriteriaRow(tr("Penalty is without"), ", ".join(missing), "", tip)
    tests = {criterion.test for criterion in CRITERIA}
    for results in results_of:
        for name, value in results.scores.items():
            if name != "score_penalty":
                yield CriteriaRow(plain(name), "", f"{value:g}", plain(results.path.name))
        for other in results.counts:
            if other.test not in tests:
                yield CriteriaRow(
                    plain(other.test), "", plain(_state(other.status, other.value)), plain(results.path.name)
                )
        for each in results.infractions:
            when = tr("time unknown") if each.time is None else time_text(each.time)
            yield CriteriaRow(plain(each.sentence), "", when, plain(translated(each.reason)))
    yield from (CriteriaRow(plain(translated(trouble))) for trouble in view.troubles)


def _count_text(count: CriterionCount) -> str:
    """Return the count of a criterion as text, with the factor by which it lowers the score: "2 · × 0.490".

    If it was judged only in part, "at least" precedes the count; "not judged" if nothing is known.
    """
    if not count.judged and not count.times:
        return tr("not judged")
    text = str(len(count.times)) if count.judged else tr("at least {0}").format(len(count.times))
    has_factor = count.criterion.factor is not None and count.factor is not None and count.times
    return f"{text} · × {count.factor:.3f}" if has_factor else text


def _result_text(criterion: Criterion, results: Results, seen: set[str]) -> str:
    """Return the value of ``criterion`` in ``results`` as text; empty if the file does not have it.

    In files of ScenarioRunner one test, such as that of collisions, may belong to several criteria. It is
    shown only beside the first: ``seen`` has the names of the tests that were shown.
    """
    if results.counts:
        shown_counts = (
            each for each in results.counts if each.test == criterion.test and each.test not in seen
        )
        return ", ".join(_state(each.status, each.value) for each in shown_counts)
    if criterion.name in _NOT_OF_THE_LEADERBOARD:
        return ""
    infractions = [each for each in results.infractions if each.name == criterion.name]
    metres = [f"{each.metres:g} m" for each in infractions if each.metres is not None]
    return ", ".join(metres) or str(len(infractions))


def _state(status: str, value: float | None) -> str:
    """Return the result of a criterion as text: its value, if there is one, and its status: "2 · FAILURE"."""
    return status if value is None else f"{value:g} · {status}"


_SIZE = (520, 400)
_ROW_HEIGHT = 24


class CriteriaDialog(QDialog):
    """Dialog with a table of an evaluation's criteria and infractions; can be updated while it is open."""

    files_requested = Signal()
    """Emitted when the user asks to choose result files of ScenarioRunner or the Leaderboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Criteria"))
        self.resize(*_SIZE)
        self.rows: tuple[CriteriaRow, ...] = ()
        """The rows of the table."""
        columns = (
            TableColumn("label", tr("Criterion")),
            TableColumn("here", tr("Viewer ƒ"), number=True),
            TableColumn("theirs", tr("Results"), number=True),
        )
        self._model = TableModel(columns, "")
        self._model.role_data[Qt.ItemDataRole.ToolTipRole] = lambda row, _name: self.rows[row].tip
        self._list = ListView(self._model, _ROW_HEIGHT, self)
        self._list.setAccessibleName(tr("Criteria"))
        self._list.setWordWrap(True)
        self._list.offer_copies()
        self._list.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header = self._list.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tip = tr("Read a result file of ScenarioRunner or the Leaderboard")
        self.choose = button(QPushButton(tr("Results…")), tip, kind="", size=11)
        self.choose.clicked.connect(self.files_requested)
        tip = tr("Copy these criteria and results")
        self.copy = button(QPushButton(tr("Copy")), tip, kind="", size=11)
        self.copy.clicked.connect(self._list.copy_all)
        buttons = in_row(None, STRETCH, self.choose, self.copy, STRETCH, spacing=USUAL)
        in_column(self, (self._list, 1), buttons, spacing=USUAL, margins=(0, 0, 0, 8))

    def show_rows(self, rows: Sequence[CriteriaRow]) -> None:
        """Show ``rows`` in the table of criteria; the label of a row without values spans all columns."""
        if tuple(rows) == self.rows:
            return
        self.rows = tuple(rows)
        self._model.show_all(self.rows)
        self._list.clearSpans()
        for line, row in enumerate(rows):
            if not row.here and not row.theirs:
                self._list.setSpan(line, 0, 1, 3)
