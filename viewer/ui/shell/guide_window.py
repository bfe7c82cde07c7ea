"""Window with the user guide: a list of its pages, the current page, and a search field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, QUrl, Slot
from PySide6.QtGui import (
    QDesktopServices,
    QKeyEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextImageFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QToolButton,
    QWidget,
)

from viewer.program import resource
from viewer.ui.actions import shortcut_text
from viewer.ui.shortcuts import keys_page
from viewer.ui.theme import current_theme
from viewer.ui.translation import language, tr
from viewer.ui.widgets.boxes import in_column, in_row
from viewer.ui.widgets.keys import ENTER
from viewer.ui.widgets.parts import icon_button
from viewer.ui.widgets.text_field import TextField

FIRST_PAGE, KEYS_PAGE = "start.md", "keys.md"
_INDEX = "index.md"
"""File of the guide whose list items are the list of the guide's pages, in order."""
_LINK = re.compile(r"^- \[([^\]]+)\]\((\w+\.md)\)$", re.MULTILINE)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_MARKDOWN = QTextDocument.ResourceType.MarkdownResource
_SIZE, _LIST = (1040, 780), 240
_FULL = QTextLength(QTextLength.Type.PercentageLength, 100)
_PAGE = Qt.ItemDataRole.UserRole


class GuideWindow(QWidget):
    """Window that shows one page of the user guide at a time.

    A text in the search field leaves only the pages that contain it in the list; Enter finds it on the page.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(tr("Guide"))
        self.resize(QSize(*_SIZE).boundedTo(self.screen().availableSize()))
        self.page = GuidePage()
        self.page.sourceChanged.connect(self._show_current)
        self.search = TextField()
        self.search.setPlaceholderText(tr("Search the guide"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(lambda: self.page.find_next(self.search.text()))
        self.pages = QListWidget()
        self.pages.setFrameShape(QFrame.Shape.NoFrame)
        self.pages.setAccessibleName(tr("Pages of the guide"))
        self.pages.setSpacing(2)
        self.pages.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._texts: dict[str, str] = {}
        for title, name in _LINK.findall(_read(_INDEX)):
            item = QListWidgetItem(title, self.pages)
            item.setData(_PAGE, name)
            self._texts[name] = _read(name).lower()
        self.pages.currentItemChanged.connect(self._choose)
        halves = QSplitter()
        halves.addWidget(self.pages)
        halves.addWidget(self.page)
        halves.setSizes([_LIST, _SIZE[0] - _LIST])
        halves.setStretchFactor(1, 1)
        head = in_row(None, *self._history_buttons(), 4, (self.search, 1), spacing=4)
        in_column(self, head, (halves, 1), spacing=8, margins=(8, 8, 8, 8))

    def show_page(self, name: str) -> None:
        """Show the guide's page ``name`` (``terms.md``) or a heading of it (``terms.md#gap``) in front."""
        self.show()  # the layout of the page needs the width
        self.page.show_page(name)
        self.raise_()
        self.activateWindow()
        self.page.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the window on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _history_buttons(self) -> Iterator[QToolButton]:
        """Yield the buttons *Back* and *Forward*, for the pages of the guide that were shown before."""
        for name, text, key, go, can_go in (
            ("chevron-left", tr("Back"), "Alt+Left", self.page.backward, self.page.backwardAvailable),
            ("chevron-right", tr("Forward"), "Alt+Right", self.page.forward, self.page.forwardAvailable),
        ):
            way = icon_button(name, text, "text")
            way.setToolTip(f"{text} ({shortcut_text(key)})")
            way.setShortcut(key)
            way.setEnabled(False)
            way.clicked.connect(go)
            can_go.connect(way.setEnabled)
            yield way

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.page.show_page(item.data(_PAGE))

    @Slot(QUrl)
    def _show_current(self, shown: QUrl) -> None:
        for row in range(self.pages.count()):
            if self.pages.item(row).data(_PAGE) == shown.fileName():
                with QSignalBlocker(self.pages):
                    self.pages.setCurrentRow(row)

    @Slot(str)
    def _search(self, text: str) -> None:
        words = text.lower()
        for row in range(self.pages.count()):
            item = self.pages.item(row)
            item.setHidden(words not in self._texts[item.data(_PAGE)])
        self.page.find_first(text)


class GuidePage(QTextBrowser):
    """Text browser for a page of ``resources/guide``, in the user's language where it is translated."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Page of the guide"))
        self.setSearchPaths([str(folder) for folder in _folders()])
        self.setOpenLinks(False)
        self.setWordWrapMode(self.wordWrapMode().WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(20)
        self.anchorClicked.connect(self._open)
        self.sourceChanged.connect(self._lay_out)

    @property
    def name(self) -> str:
        """File name of the page of the guide that is shown."""
        return self.source().fileName()

    def show_page(self, name: str) -> None:
        """Show the guide's page ``name`` (``terms.md``), or one of its headings (``terms.md#gap``).

        A heading is named by its English text, also where the page is translated.
        """
        page, _, anchor = name.partition("#")
        if page != self.name:
            self.setSource(QUrl(page), _MARKDOWN)
        english = _HEADING.findall((resource("guide") / page).read_text(encoding="utf-8"))
        headings = [block for block in self._blocks() if block.blockFormat().headingLevel()]
        for words, heading in zip(english, headings, strict=False):
            if _anchor(words) == anchor:
                self.moveCursor(
                    QTextCursor.MoveOperation.End
                )  # scrolling up from the end puts the heading at the top
                self.setTextCursor(QTextCursor(heading))

    def find_first(self, text: str) -> None:
        """Select the first occurrence of ``text`` on the guide's page; one in a heading has priority."""
        headings = (block for block in self._blocks() if block.blockFormat().headingLevel())
        heading = next((block for block in headings if text.lower() in block.text().lower()), None)
        self.setTextCursor(QTextCursor(heading or self.document().begin()))
        self.find_next(text)

    def find_next(self, text: str) -> None:
        """Select the next occurrence of ``text`` on the page; after the last one the first."""
        if text and not self.find(text):
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self.find(text)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return the contents of the file ``name`` of the guide; ``kind`` is Qt's resource type.

        The page about keys gets a table of the user's current shortcuts.
        """
        if QUrl(name).fileName() == KEYS_PAGE:
            return keys_page(_read(KEYS_PAGE), tr, shortcut_text)
        return super().loadResource(kind, name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow the focused link on Enter."""
        anchor = self.textCursor().charFormat().anchorHref()
        if event.key() in ENTER and anchor:
            self._open(QUrl(anchor))
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Reload the guide's page when colours or shortcuts change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.name:
            at = self.verticalScrollBar().value()
            self.reload()
            self._lay_out()
            self.verticalScrollBar().setValue(at)

    @Slot(QUrl)
    def _open(self, url: QUrl) -> None:
        if url.scheme().startswith("http"):
            QDesktopServices.openUrl(url)
        else:
            name = url.fileName() or self.name
            self.show_page(f"{name}#{url.fragment()}" if url.hasFragment() else name)

    def _blocks(self) -> Iterator[QTextBlock]:
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    @Slot()
    def _lay_out(self) -> None:
        """Set what Markdown cannot: the page's margins, line heights, table borders and picture widths."""
        theme, cursor = current_theme(), QTextCursor(self.document())
        for table in self.document().rootFrame().childFrames():
            if isinstance(table, QTextTable):
                frame = table.format()
                frame.setCellPadding(5)
                frame.setBorderBrush(theme.hairline)
                frame.setWidth(_FULL)
                frame.setBottomMargin(12)
                table.setFormat(frame)
        for block in self._blocks():
            cursor.setPosition(block.position())
            if cursor.currentTable() is not None:
                continue
            level, shape = block.blockFormat().headingLevel(), QTextBlockFormat()
            shape.setTopMargin(12 if level > 1 else 0)
            shape.setBottomMargin(0 if _is_code(block) and _is_code(block.next()) else 8)
            shape.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.mergeBlockFormat(shape)
            pictures = block.begin()
            while not pictures.atEnd():
                picture = pictures.fragment().charFormat()
                if picture.isImageFormat():
                    wide = QTextImageFormat(picture.toImageFormat())
                    wide.setMaximumWidth(_FULL)
                    cursor.setPosition(pictures.fragment().position())
                    cursor.movePosition(cursor.MoveOperation.Right, cursor.MoveMode.KeepAnchor)
                    cursor.mergeCharFormat(wide)
                pictures += 1


def _is_code(block: QTextBlock) -> bool:
    return block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeLanguage.value)


def _folders() -> list[Path]:
    """Return the folders with the user guide's pages and pictures: the user's language, then English."""
    guide = resource("guide")
    return [guide / language(), guide]


def _read(page: str) -> str:
    """Return the text of the file ``page`` of the user guide, in the user's language if it is translated."""
    path = next(each / page for each in _folders() if (each / page).is_file())
    return path.read_text(encoding="utf-8")


def _anchor(heading: str) -> str:
    """Return the anchor by which links in the guide name the heading ``heading``.

    >>> _anchor("Time to collision (TTC)")
    'time-to-collision-ttc'
    """
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-"))
