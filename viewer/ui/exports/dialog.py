"""Export dialog: the user chooses the format, the time range, the actors and the options of an export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QWidget

from viewer.export.errors import MissingExtraError, require
from viewer.export.formats import FORMATS, ExportFormat
from viewer.export.tables import TABLE_NAMES
from viewer.export.video import ENDINGS, EXTRA, GIF, MODULES
from viewer.signals import SIGNALS
from viewer.ui.format import capital, range_, seconds
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column
from viewer.ui.widgets.parts import NumberBox, wrapped
from viewer.ui.widgets.text_field import TextField

_WIDTH = 480
_SIZES = ((1280, 720), (1920, 1080), (2560, 1440), (960, 540), (640, 640))
_RATES = (30.0, 60.0, 25.0, 20.0, 10.0)
_SLOWEST, _FASTEST = 0.05, 100.0
_CUT = "log"


def export_formats() -> dict[str, ExportFormat]:
    """Return all export formats by name, in the order in which they are offered."""
    cut = ExportFormat(_CUT, ".log", tr("Recording (CARLA)"), tr("A shorter recording that CARLA can replay"))
    clips = [
        ExportFormat(
            ending[1:], ending, tr("Clip ({0})").format(ending[1:].upper()), tr("Video of the map"),
            *((EXTRA, MODULES) if ending != GIF else ()),
        )
        for ending in ENDINGS
    ]  # fmt: skip
    pictures = ExportFormat("png", "", tr("Clip (PNG)"), tr("A folder of pictures of the map"))
    return {each.name: each for each in (*FORMATS.values(), cut, *clips, pictures)}


@dataclass(frozen=True, slots=True)
class Choices:
    """State of the window that the export dialog offers as choices.

    Attributes:
        center: x, y in metres of the point of the world in the middle of the visible map.
        width: width of the visible map in metres.
        theme: ``dark`` or ``light``.
        span: begin and end of the chosen time range in elapsed seconds; None without one.
        selected: ids of the selected actors.
        followed: id of the actor that the map follows; if there is none, of the selected one, or None.
        signals: names of the plotted signals.
        of_event: whether ``span`` and ``selected`` are those of an event.
        ring: (x, y, time) of an event in metres and elapsed seconds: a ring is drawn there from that
            time on. None for no ring.
        roads: path of the OpenDRIVE file that is drawn, None without one.
        routes: paths of the chosen route files.
    """

    center: tuple[float, float]
    width: float
    theme: str
    span: tuple[float, float] | None = None
    selected: tuple[int, ...] = ()
    followed: int | None = None
    signals: tuple[str, ...] = ()
    of_event: bool = False
    ring: tuple[float, float, float] | None = None
    roads: Path | None = None
    routes: tuple[Path, ...] = ()


class ExportDialog(QDialog):
    """Dialog that asks what to export, and how; options that the chosen format does not have are hidden."""

    chosen = Signal(object, object)
    """Emitted on "Save as…" with the ExportFormat and the command-line arguments for it, without file names.
    """

    def __init__(self, name: str, choices: Choices, parent: QWidget | None = None) -> None:
        """Create the dialog with the format ``name`` selected.

        ``choices`` is the state of the window, such as time range and selected actors, that the user can
        choose to export.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Export"))
        self.setMinimumWidth(_WIDTH)
        self.resize(_WIDTH, 0)
        self._formats = export_formats()
        self._choices = choices
        self.kind = _combo({key: tr(each.title) for key, each in self._formats.items()})
        self.kind.setCurrentIndex(max(self.kind.findData(name), 0))
        self.about = wrapped(role="secondary")
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.when = self._make_range()
        self.actors = self._make_actors()
        self.table = self._make_tables()
        self.signals = TextField(text=", ".join(choices.signals))
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
            texts = {"chosen": words.format(range_(*map(seconds, self._choices.span))), **texts}
        return _combo(texts)

    def _make_actors(self) -> QComboBox:
        texts = {"all": tr("All actors")}
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
    def _format(self) -> ExportFormat:
        return self._formats[self.kind.currentData()]

    @property
    def _command(self) -> str:
        name = self._format.name
        return "export" if name in FORMATS else "cut" if name == _CUT else "clip"

    @Slot()
    def _show_rows(self) -> None:
        form, choices, missing = self._format, self._choices, ""
        clip = self._command == "clip"
        shown: dict[QWidget, bool] = {
            self.actors: not clip and bool(choices.selected),
            self.table: form.tabular,
            self.signals: form.tabular and self.table.currentData() == "signals",
            self.hero: self._command == "cut" and len(choices.selected) == 1,
            self.follow: clip and choices.followed is not None,
            self.picture_size: clip,
            self.rate: clip,
            self.speed: clip,
        }
        for field, there in shown.items():
            self._form.setRowVisible(field, there)
        try:
            require(form.extra, form.modules, tr(form.title))
        except MissingExtraError as error:
            missing = str(error)
        self.about.setText(capital(translated(missing) or tr(form.doc)))
        self._buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(not missing)
        self._column.activate()
        # A form layout gives wrapped text the height it would need if it were narrow.
        self.about.setMaximumHeight(self.about.heightForWidth(self.about.width()))
        self._column.activate()
        self.adjustSize()

    def words(self) -> list[str]:
        """Return the arguments of a command line that exports what the user chose, without file names."""
        form, command, choices = self._format, self._command, self._choices
        words = [command, *(("--to", form.name) if command == "export" else ())]
        if self.when.currentData() == "chosen" and choices.span is not None:
            words += ["--range", *(f"{moment:.6f}" for moment in choices.span)]
        roads = [] if choices.roads is None else ["--roads", str(choices.roads)]
        routes = [word for path in choices.routes for word in ("--routes", str(path))]
        if command == "clip":
            return [*words, *self._clip_words(), *roads, *routes]
        if self._is_asked(self.actors) and self.actors.currentData() != "all":
            whom = ",".join(map(str, choices.selected))
            words += ["--only" if command == "cut" else "--actors", whom]
        if self._is_asked(self.hero) and self.hero.isChecked():
            words += ["--as-hero", str(choices.selected[0])]
        table = str(self.table.currentData()) if form.tabular else ""
        names = [name for each in self.signals.text().split(",") if (name := each.strip())]
        if table == "signals" and names:
            words += ["--signals", ",".join(names), *roads, *routes]
        elif table not in ("signals", ""):
            words += ["--table", table]
        return words + roads if form.ending in (".mcap", ".rrd") else words

    def _clip_words(self) -> list[str]:
        choices, rate = self._choices, str(self.rate.currentData())
        where = ["--center", _numbers(choices.center)]
        if self._is_asked(self.follow) and self.follow.isChecked():
            where = ["--follow", str(choices.followed)]
        return [
            *where,
            *("--span", f"{choices.width:.3f}"),
            *("--size", str(self.picture_size.currentData())),
            *("--fps", rate or "recorded"),
            *("--speed", f"{self.speed.value():g}"),
            *("--theme", choices.theme),
            *([] if choices.ring is None else ["--ring", _numbers(choices.ring)]),
        ]

    def _is_asked(self, field: QWidget) -> bool:
        return self._form.isRowVisible(field)

    @Slot()
    def _accept(self) -> None:
        self.chosen.emit(self._format, self.words())
        self.accept()


def _combo(texts: Mapping[str, str]) -> QComboBox:
    box = QComboBox()
    for key, text in texts.items():
        box.addItem(text, key)
    return box


def _numbers(values: tuple[float, ...]) -> str:
    return ",".join(f"{each:.3f}" for each in values)
