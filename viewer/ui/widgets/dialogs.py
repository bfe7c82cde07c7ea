"""Qt's own dialogs: asking where a file is to go, and saying what ends with a button."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from viewer.file_error import printable
from viewer.ui.translation import tr
from viewer.ui.widgets.text_field import limited

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMessageBox


def ask_target(parent: QWidget, title: str, suggested: Path, kinds: Mapping[str, str]) -> Path | None:
    """Let the user choose where a file goes, None for nowhere.

    ``kinds`` are what it may be, by the endings, of which one is added if the user typed none of them.
    """
    filters = [f"{said} (*{ending})" for ending, said in kinds.items()]
    path, chosen = QFileDialog.getSaveFileName(parent, title, str(suggested), ";;".join(filters))
    if not path or Path(path).suffix.lower() in kinds:
        return Path(path) if path else None
    return Path(f"{path}{[*kinds][filters.index(chosen) if chosen in filters else 0]}")


def ask_text(parent: QWidget, title: str, label: str) -> str:
    """Let the user type a line of text that ``label`` names; return it, empty if the user typed none."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue("")  # by which it becomes one for a text, with its field
    return dialog.textValue().strip() if limited(dialog).exec() else ""


def saved(target: Path, write: Callable[[Path], object]) -> str:
    """Have a file written by ``write``, all of it or nothing, and return in words what became of that.

    ``write`` gets the path of a file that takes the place of ``target`` when it is complete.
    """
    from viewer.export.target import replacing  # noqa: PLC0415 - no first picture needs it

    try:
        with replacing(target) as partial:
            write(partial)
    except OSError as error:
        said, why = tr("{name} cannot be written"), f": {error.strerror or error}"
    else:
        said, why = tr("Saved {name}"), ""
    return f"{said.format(name=printable(target.name))}{why}"


def picture_bytes(picture: QPixmap, form: str) -> bytes:
    """Return ``picture`` as the bytes of a file of format ``form`` ("png"); none if there is no such format.

    Qt itself would neither write to every name nor say that a disk is full.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return bytes(buffer.data().data()) if picture.save(buffer, form) else b""


def message_box(
    window: QWidget, title: str, text: str, more: str, do: Mapping[str, Callable[[], object]]
) -> QMessageBox:
    """Return a box that says something, with buttons that do something and end it, as *Close* does.

    Enter presses the first one.
    """
    from PySide6.QtWidgets import QMessageBox  # noqa: PLC0415 - PySide makes it when it is asked for it

    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.setText(text)
    box.setInformativeText(more)
    buttons = [box.addButton(words, QMessageBox.ButtonRole.ActionRole) for words in do]
    for button, act in zip(buttons, do.values(), strict=True):
        button.clicked.connect(lambda _on, act=act: act())
    box.setDefaultButton(buttons[0])
    box.addButton(QMessageBox.StandardButton.Close)
    box.finished.connect(lambda _result: window.activateWindow())
    layout = box.layout()
    if layout is not None:
        layout.setContentsMargins(24, 20, 24, 20)
    return box
