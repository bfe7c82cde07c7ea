"""Dialogs to choose a file to write and to enter short texts, message boxes, and safe writing of files."""

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
    """Return the path that the user chooses in a *Save as* dialog, or None if the user cancels.

    Args:
        parent: widget over which the dialog opens.
        title: title of the dialog.
        suggested: path that the dialog proposes.
        kinds: allowed formats, description by suffix (".png"); the suffix of the chosen format is appended if
            the user typed none of the allowed ones.
    """
    filters = [f"{message} (*{ending})" for ending, message in kinds.items()]
    path, chosen = QFileDialog.getSaveFileName(parent, title, str(suggested), ";;".join(filters))
    if not path or Path(path).suffix.lower() in kinds:
        return Path(path) if path else None
    return Path(f"{path}{[*kinds][filters.index(chosen) if chosen in filters else 0]}")


def ask_text(parent: QWidget, title: str, label: str) -> str:
    """Return the line that the user types in a dialog with ``title`` and ``label``; empty if cancelled."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue("")  # makes it a dialog for text and creates its field
    return dialog.textValue().strip() if limited(dialog).exec() else ""


def saved(target: Path, write: Callable[[Path], object]) -> str:
    """Write the file ``target`` by ``write``, completely or not at all; return a message for the user.

    ``write`` gets the path of a temporary file, which replaces ``target`` when it is complete. The message
    says that the file was saved, or why it could not be written.
    """
    from viewer.export.target import replacing  # noqa: PLC0415 - not loaded before the first picture

    try:
        with replacing(target) as partial:
            write(partial)
    except OSError as error:
        message, why = tr("{name} cannot be written"), f": {error.strerror or error}"
    else:
        message, why = tr("Saved {name}"), ""
    return f"{message.format(name=printable(target.name))}{why}"


def picture_bytes(picture: QPixmap, form: str) -> bytes:
    """Return ``picture`` encoded as an image file of format ``form`` ("png"); empty if Qt lacks that format.

    Writing with Qt directly would fail for some file names and would not report a full disk.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return bytes(buffer.data().data()) if picture.save(buffer, form) else b""


def message_box(
    window: QWidget, title: str, text: str, more: str, do: Mapping[str, Callable[[], object]]
) -> QMessageBox:
    """Return a message box with *Close* and one button per entry of ``do``, from button text to function.

    ``text`` is the main text, ``more`` the smaller one below it. Each button calls its function and closes
    the box; Enter presses the first.
    """
    from PySide6.QtWidgets import QMessageBox  # noqa: PLC0415 - PySide creates the class when it is imported

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
