"""Dialog with all settings, made from the tables of actions, thresholds and keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLabel,
    QListWidget,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from viewer.analysis.event_kinds import TABLE, Threshold
from viewer.analysis.thresholds import ThresholdError, Thresholds
from viewer.regular_file import read_regular, reason
from viewer.replay.time.server_call import ServerFolder
from viewer.ui.action_table import MENUS, with_menus
from viewer.ui.background.derived import same_value
from viewer.ui.format import capital
from viewer.ui.menus.row import Action
from viewer.ui.shell.key_fields import KeyFields
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import font
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.parts import NumberBox, label, scrolling, wrapped
from viewer.ui.widgets.reset_button import ResetButton
from viewer.ui.widgets.text_field import TextField

_SIZE = (640, 640)
_FOLDERS_HEIGHT, _SERVERS_HEIGHT = 90, 110
_FIELD = 116
_LEAST, _MOST = 0.01, 10_000.0
_STEPS = 20
"""Number of clicks on a field's arrow that change a threshold by as much as its default value."""


class SettingsPage(QDialog):
    """Dialog that shows settings and applies changes at once; there is nothing to confirm."""

    def __init__(self, workspace: Workspace, add_folder: QAction, parent: QWidget) -> None:
        """Show the settings and the thresholds of the window whose state is ``workspace``.

        ``add_folder`` is the action that asks for a folder in which OpenDRIVE files are looked for.
        """
        super().__init__(parent)
        self._settings, self._found_events = workspace.settings, workspace.found_events
        self._workspace = workspace
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Settings"))
        self.resize(QSize(*_SIZE).boundedTo(self.screen().availableSize()))
        self.search = TextField()
        self.search.setPlaceholderText(tr("Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self._fields: dict[str, tuple[QLabel, NumberBox]] = {}
        self._sections: list[tuple[QLabel, list[tuple[str, QWidget]]]] = []
        page = QWidget()
        self._column = in_column(page, margins=(16, 8, 16, 16), spacing=4)
        for title, rows in self._switches():
            self._add_section(title, rows)
        self._add_section(tr("Folders of maps"), [(tr("Folders of maps"), self._folders(add_folder))])
        self._add_section(tr("Server folders"), [(tr("Server folders"), self._server_folders())])
        self._add_section(tr("Thresholds"), list(self._thresholds()))
        self._keys = KeyFields(self._settings)
        self._add_section(tr("Keys of actions"), list(self._keys.rows()))
        self._column.addStretch(1)
        buttons = in_row(None, spacing=8, margins=(16, 8, 16, 12))
        self._reset = ResetButton(tr("Reset all"), self._state, self._forget, self._bring_back)
        buttons.addWidget(self._reset)
        for text, do in (
            (tr("Import…"), self._import),
            (tr("Export…"), self._export),
            (tr("Close"), self.close),
        ):
            buttons.addWidget(_button(text, do))
        buttons.insertStretch(3)
        self._shown_for = workspace.view.settings, workspace.view.thresholds
        bind(
            self,
            workspace,
            (lambda now: now.thresholds, self._show_thresholds),
            (lambda now: (now.settings.key_preset, now.settings.keys), self._keys.show),
            (lambda now: (now.settings, now.thresholds), self._mark_changed),
        )
        in_column(self, in_row(None, self.search, margins=(16, 12, 16, 4)), (scrolling(page), 1), buttons)

    # -- construction

    def _add_section(self, title: str, rows: list[tuple[str, QWidget]]) -> None:
        head = label(title, 13, bold=True)
        head.setContentsMargins(0, 8, 0, 0)
        for widget in (head, *(row for _, row in rows)):
            self._column.addWidget(widget)
        self._sections.append((head, [(f"{title} {words}".lower(), row) for words, row in rows]))

    def _switches(self) -> Iterator[tuple[str, list[tuple[str, QWidget]]]]:
        """Yield sections of settings: check boxes for what is on or off, combo boxes for other choices.

        Each section is a heading and a list of (text by which the page's search finds it, widget).
        """
        alike: dict[tuple[tuple[str, ...], str], list[Action]] = {}
        for path, row in with_menus(MENUS):
            if row.setting:
                alike.setdefault((path, row.choice or row.id), []).append(row)
        sections: dict[str, list[tuple[str, QWidget]]] = {}
        for (path, choice), rows in alike.items():
            *outer, last = map(tr, path)
            words = " ".join((last, *(f"{tr(row.text)} {tr(row.tip)}" for row in rows)))
            is_choice = choice == rows[0].choice
            section = " · ".join(outer if is_choice else (*outer, last))
            is_first = next(each for each in alike if each[0] == path)[1] == choice
            line = self._choice(last, rows, is_first=is_first) if is_choice else self._switch(rows[0])
            sections.setdefault(section, []).append((words, line))
        yield from sections.items()

    def _switch(self, row: Action) -> QWidget:
        box = QCheckBox(tr(row.text))
        box.setObjectName(row.setting)
        box.setToolTip(tr(row.tip))
        box.toggled.connect(lambda on: self._settings.set_part(row.setting, on))
        self._follow(row.setting, lambda on: box.setChecked(bool(on)))
        return box

    def _choice(self, name: str, rows: list[Action], *, is_first: bool) -> QWidget:
        line, box, setting = QWidget(), QComboBox(), rows[0].setting
        values = [row.value for row in rows]
        box.addItems([tr(row.text) for row in rows])
        box.setObjectName(setting)
        box.setAccessibleName(name)
        box.activated.connect(lambda index: self._settings.set_part(setting, values[index]))
        self._follow(setting, lambda value: box.setCurrentIndex(values.index(value)))
        box.setFixedWidth(2 * _FIELD)
        in_row(line, (label(name if is_first else ""), 1), box, spacing=8)
        return line

    def _folders(self, add_folder: QAction) -> QWidget:
        part, folders = QWidget(), QListWidget()
        folders.setFixedHeight(_FOLDERS_HEIGHT)
        folders.setAccessibleName(tr("Folders of maps"))

        def remove_folder() -> None:
            chosen = folders.currentRow()
            known = self._settings.map_folders
            self._settings.map_folders = tuple(each for n, each in enumerate(known) if n != chosen)

        def show(known: Any) -> None:  # noqa: ANN401 - what a setting is
            folders.clear()
            folders.addItems([str(each) for each in known])
            folders.setVisible(bool(known))

        self._follow("map_folders", show)
        add, remove = _button(tr("Add…"), add_folder.trigger), _button(tr("Remove"), remove_folder)
        in_column(part, folders, in_row(None, add, remove, STRETCH, spacing=8), spacing=4)
        return part

    def _server_folders(self) -> QWidget:
        """Return a table of folder pairs: a folder on this computer, and its path on CARLA's server.

        They are used for the paths in copied ``client.replay_file`` calls; incomplete pairs are not saved.
        """
        part, table = QWidget(), QTableWidget(0, 2)
        about = tr(
            "Where the simulator finds recordings that are in a folder of this computer; "
            "used for client.replay_file(…)."
        )
        table.setHorizontalHeaderLabels([tr("On this computer"), tr("On the server")])
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().hide()
        table.setFixedHeight(_SERVERS_HEIGHT)

        def typed() -> list[tuple[str, ...]]:
            cell, rows = table.model().index, range(table.rowCount())
            return [tuple(str(cell(row, column).data()).strip() for column in (0, 1)) for row in rows]

        def save() -> None:
            self._settings.server_folders = [ServerFolder(*pair) for pair in typed() if all(pair)]

        def show(known: Any) -> None:  # noqa: ANN401 - what a setting is
            """Show the stored pairs of folders ``known`` in the table, with an empty pair at the end.

            If the table shows these pairs already, incomplete pairs that the user has typed stay.
            """
            pairs = typed()
            if list(known) != [pair for pair in pairs if all(pair)]:
                pairs = [*known]
            if not pairs or any(pairs[-1]):
                pairs.append(("", ""))
            with QSignalBlocker(table):
                table.setRowCount(len(pairs))
                for row, pair in enumerate(pairs):
                    for column, text in enumerate(pair):
                        table.setItem(row, column, QTableWidgetItem(text))

        self._follow("server_folders", show)
        table.itemChanged.connect(lambda _item: save())
        in_column(part, wrapped(about, role="secondary"), table, spacing=4)
        return part

    def _thresholds(self) -> Iterator[tuple[str, QWidget]]:
        """Yield (search text, row of widgets) for each threshold that defines when an event is found.

        A row has a description and a field, and is bold if the threshold was changed; the tooltip has the
        name that commands and files use.
        """
        for row in TABLE:
            line, name, field = QWidget(), label(capital(tr(row.doc))), self._field(row)
            name.setToolTip(row.name)
            name.setBuddy(field)
            in_row(line, (name, 1), field, spacing=8)
            self._fields[row.name] = name, field
            yield f"{row.name} {tr(row.doc)}", line
        self._show_thresholds()

    def _field(self, row: Threshold) -> NumberBox:
        field = NumberBox()
        field.setObjectName(row.name)
        field.setDecimals(2)
        field.setRange(_LEAST, _MOST)
        field.setSingleStep(max(round(row.default / _STEPS, 2), _LEAST))
        field.setSuffix(f" {row.unit}")
        field.setKeyboardTracking(False)
        field.setFixedWidth(_FIELD)
        field.setAccessibleName(capital(tr(row.doc)))
        field.setToolTip(row.name)
        field.valueChanged.connect(lambda value: self._found_events.set_threshold(row.name, value))
        return field

    def _show_thresholds(self) -> None:
        changed = self._found_events.thresholds
        for row in TABLE:
            name, field = self._fields[row.name]
            with QSignalBlocker(field):
                field.setValue(changed.get(row.name, row.default))
            name.setFont(font(13, bold=row.name in changed))

    def _follow(self, setting: str, show: Callable[[Any], object]) -> None:
        """Call ``show`` with the value of ``setting``, now and whenever that changes.

        ``setting`` is a name in Settings such as ``theme``, or the path of a part, such as
        ``map_layers.grid``.
        """
        bind(self, self._workspace, (lambda now: now.settings.part(setting), show))

    def _mark_changed(self, shown: tuple[object, ...]) -> None:
        """Offer to reset all once anything has been changed since the page was opened."""
        if not same_value(shown, self._shown_for):
            self._reset.set_changed(changed=True)

    @Slot(str)
    def _filter(self, text: str) -> None:
        """Show only the settings whose texts contain all words of ``text``."""
        words = text.lower().split()
        for head, rows in self._sections:
            for searched, row in rows:
                row.setVisible(all(word in searched for word in words))
            head.setVisible(any(not row.isHidden() for _, row in rows))

    # -- reset, export and import

    def _state(self) -> dict[str, Any]:
        """Return what a file of exported settings holds: ``settings`` and ``thresholds``, each by name."""
        return {"settings": self._settings.preferences(), "thresholds": dict(self._found_events.thresholds)}

    def _forget(self) -> None:
        self._settings.reset_preferences()
        self._found_events.set_thresholds({})

    def _bring_back(self, state: Mapping[str, Any]) -> None:
        self._settings.set_preferences(state["settings"])
        self._found_events.set_thresholds(state["thresholds"])

    @Slot()
    def _export(self) -> None:
        usual = str(Path(self._workspace.folder) / "settings.json")
        path, _ = QFileDialog.getSaveFileName(self, tr("Export settings"), usual, "JSON (*.json)")
        if not path:
            return
        content = self._state()
        try:
            Path(path).write_text(json.dumps(content, indent=2, default=str) + "\n", encoding="utf-8")
        except OSError as error:
            why = translated(reason(error)[0])
            self._warn(tr("{path} cannot be written: {reason}").format(path=path, reason=why))

    @Slot()
    def _import(self) -> None:
        folder = self._workspace.folder
        path, _ = QFileDialog.getOpenFileName(self, tr("Import settings"), folder, "JSON (*.json)")
        if not path:
            return
        try:
            content = json.loads(read_regular(Path(path)))
            settings, thresholds = content["settings"], content["thresholds"]
            Thresholds(thresholds)
            unknown = self._settings.set_preferences(settings)
        except OSError as error:
            why = translated(reason(error)[0])
            self._warn(tr("{path} cannot be read: {reason}").format(path=path, reason=why))
        except (ValueError, TypeError, KeyError, AttributeError, ThresholdError):
            self._warn(tr("{path} has no settings that were exported here").format(path=path))
        else:
            self._found_events.set_thresholds(thresholds)
            if unknown:
                self._warn(tr("Left out, since not understood: {names}").format(names=", ".join(unknown)))

    def _warn(self, text: str) -> None:
        QMessageBox.warning(self, tr("Settings"), text)


def _button(text: str, do: Callable[[], object]) -> QPushButton:
    """Return a button with ``text`` that calls ``do`` when clicked; Enter in a field does not press it."""
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.clicked.connect(do)
    return button
