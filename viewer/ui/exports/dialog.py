"""Asking what is to be written, and of what."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from viewer.export.tables import TABLE_NAMES
from viewer.signals import SIGNALS
from viewer.ui.exports.order import Choices, ExportKind, ExportOrder
from viewer.ui.format import capital
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.parts import NumberBox, wrapped

_WIDTH = 480
_SIZES = ((1280, 720), (1920, 1080), (2560, 1440), (960, 540), (640, 640))
_RATES = (30.0, 60.0, 25.0, 20.0, 10.0)
_SLOWEST, _FASTEST = 0.05, 100.0


class ExportDialog(QDialog):
    """Takes what is to be written; rows that do not apply to it are not there."""

    chosen = Signal(str, object)
    """Name of the kind, and the ExportOrder."""

    def __init__(
        self, kinds: Mapping[str, ExportKind], name: str, choices: Choices, parent: QWidget | None = None
    ) -> None:
        """Take the kinds by their names, the one to begin with, and what can be chosen."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Export"))
        self.setMinimumWidth(_WIDTH)
        self.resize(_WIDTH, 0)
        self._kinds = kinds
        self._choices = choices
        self.kind = _combo({key: kind.title for key, kind in kinds.items()})
        self.kind.setCurrentIndex(max(self.kind.findData(name), 0))
        self.about = wrapped(role="secondary")
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.when = self._make_range()
        self.actors = self._make_actors()
        self.table = self._make_tables()
        self.signals = QLineEdit(", ".join(choices.signals))
        self.signals.setPlaceholderText("speed, brake")
        self.signals.setToolTip(tr("Any of {0}").format(", ".join(SIGNALS)))
        self.hero = QCheckBox(tr("Make the selected actor the hero"))
        self.follow = QCheckBox(tr("Follow {0}").format(choices.followed))
        self.follow.setChecked(choices.followed is not None)
        self.picture_size = _combo({f"{w}x{h}": f"{w} × {h}" for w, h in _SIZES})
        rates = {f"{rate:g}": tr("{0} fps").format(f"{rate:g}") for rate in _RATES}
        self.rate = _combo({**rates, "": tr("One for each recorded frame")})
        self.speed = NumberBox()
        self.speed.setRange(_SLOWEST, _FASTEST)
        self.speed.setValue(1.0)
        self.speed.setPrefix("× ")
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._buttons.button(QDialogButtonBox.StandardButton.Save).setText(tr("Save as…"))
        self._lay_out()
        self.kind.currentIndexChanged.connect(self._show_rows)
        self.table.currentIndexChanged.connect(self._show_rows)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        self._show_rows()

    def _make_range(self) -> QComboBox:
        texts = {"whole": tr("Whole recording")}
        if self._choices.span is not None:
            words = tr("Event {0}") if self._choices.of_event else tr("Range {0}")
            texts = {"chosen": words.format(self._choices.span_text), **texts}
        return _combo(texts)

    def _make_actors(self) -> QComboBox:
        texts = {"all": tr("Everybody")}
        if ids := self._choices.selected:
            words = tr("Concerned: {0}") if self._choices.of_event else tr("Selected: {0}")
            concerned = {"selected": words.format(", ".join(map(str, ids)))}
            texts = concerned | texts if self._choices.of_event else texts | concerned
        return _combo(texts)

    def _make_tables(self) -> QComboBox:
        names = {"": tr("Positions"), "signals": tr("Signals over time")}
        return _combo(names | {name: name.replace("_", " ").capitalize() for name in TABLE_NAMES})

    def _lay_out(self) -> None:
        self._form = form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("What"), self.kind)
        form.addRow("", self.about)
        form.addRow(tr("When"), self.when)
        form.addRow(tr("Who"), self.actors)
        form.addRow(tr("Table"), self.table)
        form.addRow(tr("Signals"), self.signals)
        form.addRow("", self.hero)
        form.addRow("", self.follow)
        form.addRow(tr("Size"), self.picture_size)
        form.addRow(tr("Frame rate"), self.rate)
        form.addRow(tr("Speed"), self.speed)
        margins = (16, 16, 16, 16)
        self._column = in_column(self, form, STRETCH, self._buttons, spacing=16, margins=margins)

    @property
    def _chosen_kind(self) -> ExportKind:
        return self._kinds[self.kind.currentData()]

    @Slot()
    def _show_rows(self) -> None:
        kind = self._chosen_kind
        clip, choices = kind.command == "clip", self._choices
        shown: dict[QWidget, bool] = {
            self.actors: not clip and bool(choices.selected),
            self.table: kind.tabular,
            self.signals: kind.tabular and self.table.currentData() == "signals",
            self.hero: kind.command == "cut" and len(choices.selected) == 1,
            self.follow: clip and choices.followed is not None,
            self.picture_size: clip,
            self.rate: clip,
            self.speed: clip,
        }
        for field, there in shown.items():
            self._form.setRowVisible(field, there)
        missing = kind.missing
        self.about.setText(capital(translated(missing)) if missing else kind.doc)
        self._buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(not missing)
        self._column.activate()
        # A form gives a text as many lines as it would have if it were narrow.
        self.about.setMaximumHeight(self.about.heightForWidth(self.about.width()))
        self._column.activate()
        self.adjustSize()

    def order(self) -> ExportOrder:
        """Return what is asked for now."""
        kind, choices = self._chosen_kind, self._choices
        table = str(self.table.currentData())
        names = [name.strip() for name in self.signals.text().split(",")]
        width, height = str(self.picture_size.currentData()).split("x")
        return ExportOrder(
            kind,
            choices.span if self.when.currentData() == "chosen" else None,
            choices.selected if self._is_asked(self.actors) and self.actors.currentData() != "all" else (),
            "" if table == "signals" else table,
            tuple(name for name in names if name) if table == "signals" else (),
            choices.selected[0] if self._is_asked(self.hero) and self.hero.isChecked() else None,
            choices.followed if self._is_asked(self.follow) and self.follow.isChecked() else None,
            (int(width), int(height)),
            float(rate) if (rate := str(self.rate.currentData())) else None,
            self.speed.value(),
            choices.ring if kind.command == "clip" else None,
        )

    def _is_asked(self, field: QWidget) -> bool:
        return self._form.isRowVisible(field)

    @Slot()
    def _accept(self) -> None:
        self.chosen.emit(str(self.kind.currentData()), self.order())
        self.accept()


def _combo(texts: Mapping[str, str]) -> QComboBox:
    box = QComboBox()
    for key, text in texts.items():
        box.addItem(text, key)
    return box
