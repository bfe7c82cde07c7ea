"""Approved pictures: the present painting is held against one that a person has looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QCoreApplication, QEvent
from PySide6.QtGui import QCursor, QFont, QFontDatabase, QGuiApplication, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.pictures.compare import APPROVED, differing, marked, save
from tests.pictures.typeface import FAMILY, faces
from tests.ui.alone import alone
from tests.ui.conftest import clock, settings, tasks
from viewer.ui.theme import Theme, apply_theme, load_theme, set_text_scale

__all__ = ["alone", "clock", "settings", "tasks"]  # fixtures

Looks = Callable[[QWidget | QImage | QPixmap], None]

_CHANGED = pytest.StashKey[list[str]]()
_SEEN = pytest.StashKey[set[Path]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_CHANGED] = []
    config.stash[_SEEN] = set()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Drop pictures that no test asks for, of the files of tests that were asked whole."""
    config = session.config
    some = config.getoption("keyword") or session.testsfailed or any("::" in each for each in config.args)
    some = some or hasattr(config, "workerinput")  # others run the rest
    if config.getoption("approve") and not some:
        seen = config.stash[_SEEN]
        for path in {other for folder in {each.parent for each in seen} for other in folder.iterdir()} - seen:
            path.unlink()
            config.stash[_CHANGED].append(f"{path.relative_to(APPROVED).with_suffix('')}: dropped")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """List what was approved."""
    if config.getoption("approve"):
        changed = config.stash[_CHANGED]
        terminalreporter.section("pictures to look at" if changed else "no picture has changed")
        for line in sorted(changed):
            terminalreporter.line(line)


@pytest.fixture(scope="module")
def _squares(qapp: QApplication) -> Iterator[None]:
    """Have a typeface that is the same everywhere."""
    numbers = [QFontDatabase.addApplicationFontFromData(QByteArray(face)) for face in faces()]
    assert -1 not in numbers
    yield
    for number in numbers:
        QFontDatabase.removeApplicationFont(number)


@pytest.fixture(params=["dark"])
def theme(request: pytest.FixtureRequest) -> Theme:
    """The theme; a test of both asks for them by ``both``."""
    return load_theme(request.param)


both = pytest.mark.parametrize("theme", ["dark", "light"], indirect=True)


@pytest.fixture(autouse=True)
def _look(
    _squares: None, qapp: QApplication, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Write everything in that typeface, let nothing blink, and leave the application as it was."""
    style, sheet, palette = qapp.style().objectName(), qapp.styleSheet(), qapp.palette()
    before, flash = qapp.font(), qapp.cursorFlashTime()
    face = QFont(FAMILY)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    face.setStyleStrategy(QFont.StyleStrategy.NoSubpixelAntialias)
    monkeypatch.setattr(QFontDatabase, "systemFont", staticmethod(lambda _: QFont(face)))
    qapp.setCursorFlashTime(0)
    QCursor.setPos(QGuiApplication.primaryScreen().geometry().bottomRight())  # over nothing
    qapp.setFont(face)
    set_text_scale(qapp, 1.0)  # what presented before may have left it larger
    apply_theme(qapp, theme)
    yield
    qapp.setStyleSheet(sheet)
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(before)
    qapp.setCursorFlashTime(flash)


@pytest.fixture
def looks(request: pytest.FixtureRequest, tmp_path: Path) -> Looks:
    """Hold a widget, or a picture, against the one that is approved for this test.

    Call it once. With ``--approve`` the present picture is the approved one from now on.
    """
    name = _name(request)
    path = APPROVED / f"{name}.png"

    def look(shown: QWidget | QImage | QPixmap) -> None:
        image = _image(shown)
        if request.config.getoption("approve"):
            request.config.stash[_SEEN].add(path)
            _approve(request.config, image, path, name)
            return
        _check(path)
        where = differing(image, QImage(str(path)))
        if where.any():
            save(image, tmp_path / "present.png")
            save(marked(image, where), tmp_path / "difference.png")
            seen = f"see {tmp_path}/present.png and difference.png"
            pytest.fail(f"{where.sum()} pixels differ from {path}\n{seen}; {_HOW}", pytrace=False)

    return look


def _name(request: pytest.FixtureRequest) -> str:
    return f"{request.node.module.__name__.rpartition('test_')[2]}/{_words(request.node.name)}"


def _check(path: Path) -> None:
    """Fail if nothing is approved."""
    if not path.is_file():
        pytest.fail(f"nothing is approved: {_HOW}")


_HOW = ".venv/bin/python -m tests.pictures approves the present ones, after which somebody looks at them"


def _words(name: str) -> str:
    return name.removeprefix("test_").replace("[", "_").rstrip("]").replace("_", "-")


def _image(shown: QWidget | QImage | QPixmap) -> QImage:
    if isinstance(shown, QWidget):
        shown = _at_rest(shown)
    image = shown.toImage() if isinstance(shown, QPixmap) else shown
    if image.devicePixelRatio() != 1.0:
        pytest.skip("approved at one pixel of the device for each")
    return image


def _at_rest(widget: QWidget) -> QImage:
    """Return the picture of a widget in which nothing is laid out anew any more."""
    before = QImage()
    for _ in range(10):
        QCoreApplication.sendPostedEvents()
        after = widget.grab().toImage()
        if after == before:
            break
        before = after
    return after


def _approve(config: pytest.Config, image: QImage, path: Path, name: str) -> None:
    known = QImage(str(path)) if path.is_file() else None
    if known is None or known.size() != image.size() or differing(image, known).any():
        save(image, path)
        config.stash[_CHANGED].append(f"{name}: {'new' if known is None else 'changed'}")


@pytest.fixture
def put(qtbot: QtBot) -> Callable[..., QWidget]:
    """Show a widget in a size, laid out; nothing in it has the focus."""

    def show(widget: QWidget, width: int, height: int) -> QWidget:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        qtbot.waitExposed(widget)
        QCoreApplication.processEvents()  # it becomes the active window, and its first field has the focus
        if (focused := widget.focusWidget()) is not None:
            focused.clearFocus()
        for _ in range(3):  # layouts ask their parents for another size by events
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        return widget

    return show


@pytest.fixture
def states(looks: Looks) -> Callable[..., None]:
    """Show a widget in several states, of which each is reached from the one before, in one picture."""

    def show(widget: QWidget, *reach: Callable[[], object], across: int = 1) -> None:
        grabbed = []
        for each in reach:
            each()
            QCoreApplication.sendPostedEvents()
            grabbed.append(widget.grab().toImage())
        width, height = (max(side) for side in zip(*(each.size().toTuple() for each in grabbed), strict=True))
        rows = -(-len(grabbed) // across)
        picture = QImage(across * width, rows * height, QImage.Format.Format_RGB32)
        picture.fill(0)
        with QPainter(picture) as painter:
            for number, image in enumerate(grabbed):
                painter.drawImage(number % across * width, number // across * height, image)
        looks(picture)

    return show
