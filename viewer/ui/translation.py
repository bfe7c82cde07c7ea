"""Texts in the user's language: English, which stands in the code, or one of ``resources/i18n``."""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from pathlib import Path

import PySide6
from PySide6.QtCore import (
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    QProcess,
    QStandardPaths,
    QTranslator,
    QXmlStreamReader,
)
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from viewer.program import resource

WINDOW, MESSAGES = "window", "messages"
"""The contexts in the files of translations: the window's own texts, and what comes from below it."""
ENGLISH, CHINESE = "en", "zh_CN"
_BETWEEN = "; "
"""Between messages that are told together; no value has it in it."""
LANGUAGE = "language"
"""Name of the property of the application that says in which language its texts are."""
_CHINESE_FONTS = ("Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC")
"""Fonts that draw characters as they are written in China, not in Japan."""
_NO_FONT = "No font here has Chinese characters. Install one, such as Noto Sans CJK, and start again."


def tr(text: str, n: int = -1) -> str:
    """Return a text of the window in the user's language.

    It is a literal, for ``packaging/translations.py`` reads it off the source, or in one of the tables that
    are named there.

    Args:
        text: in English.
        n: how many the text is about, for languages that have more than one plural.

    """
    return QCoreApplication.translate(WINDOW, text, None, n)


def translated(text: str) -> str:
    """Return a message from below the window in the user's language, with the values that are in it.

    Below the window all is said in English, as commands print it. The files of translations have a place,
    ``{}``, for each value.
    """
    said = QCoreApplication.translate(MESSAGES, text)
    if said != text or language() == ENGLISH:
        return said
    if found := _template_of(text, language()):
        template, values = found
        return QCoreApplication.translate(MESSAGES, template).format(*map(translated, values))
    if text.endswith("."):
        return f"{translated(text[:-1])}."
    parts = text.split(_BETWEEN)
    return _BETWEEN.join(map(translated, parts)) if len(parts) > 1 else text


@lru_cache(maxsize=2048)
def _template_of(text: str, of: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the message that a text is, and its values; None if a language has none like it."""
    for pattern, template in _templates(of):
        if values := pattern.fullmatch(text):
            return template, values.groups()
    return None


@lru_cache
def _templates(of: str) -> list[tuple[re.Pattern[str], str]]:
    """Return the messages with values that a language has, those that say most first."""
    reader, context, texts = QXmlStreamReader(_source(of).read_text(encoding="utf-8")), "", []
    while not reader.atEnd():
        reader.readNext()
        if reader.isStartElement() and reader.name() == "name":
            context = reader.readElementText()
        elif reader.isStartElement() and reader.name() == "source" and context == MESSAGES:
            texts.append(reader.readElementText())
    templates = sorted((text for text in texts if "{}" in text), key=len, reverse=True)
    value = f"((?:(?!{_BETWEEN}).)*?)"
    patterns = (value.join(map(re.escape, text.split("{}"))) for text in templates)
    return [(re.compile(pattern, re.DOTALL), text) for pattern, text in zip(patterns, templates, strict=True)]


def language() -> str:
    """Return the language of the window: ``en`` or the end of a file's name in ``resources/i18n``."""
    app = QCoreApplication.instance()
    chosen = None if app is None else app.property(LANGUAGE)
    return chosen or ENGLISH


def set_language(app: QApplication, choice: str) -> str:
    """Show texts from now on in the language of a choice; ``auto`` is that of the system.

    Returns:
        Why they stay English though another language was chosen, for people; empty if they do not.

    """
    QLocale.setDefault(QLocale.c())  # a decimal point everywhere, as in files and commands
    chosen = _of_system() if choice == "auto" else choice
    if chosen == ENGLISH:
        return ""
    fonts = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
    if not fonts:
        return _NO_FONT
    try:
        texts = _compiled(chosen)
    except OSError as error:
        logging.getLogger(__name__).warning("The window stays English: %s", error)
        return f"The texts in this language cannot be read: {error}"
    font = app.font()
    font.setFamilies([*font.families(), *(each for each in _CHINESE_FONTS if each in fonts), fonts[0]])
    app.setFont(font)
    qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), f"qtbase_{chosen}.qm")
    for path in (qt, texts):
        translator = QTranslator(app)
        translator.load(str(path))
        app.installTranslator(translator)
    app.setProperty(LANGUAGE, chosen)
    return ""


def _of_system() -> str:
    """Return the first of the user's languages that there is; English if there is none."""
    for locale in map(QLocale, QLocale.system().uiLanguages()):
        if locale.language() == QLocale.Language.English:
            break
        if locale.script() == QLocale.Script.SimplifiedChineseScript:
            return CHINESE
    return ENGLISH


def _source(of: str) -> Path:
    return resource(f"i18n/carla_replay_viewer_{of}.ts")


def _compiled(of: str) -> Path:
    """Return the texts as Qt reads them.

    An installed program has them beside the source. For a checkout they are made in the cache, anew where
    the source is newer.

    Raises:
        OSError: the source, the program that compiles it or the cache is missing.

    """
    source = _source(of)
    made = source.with_suffix(".qm")
    if made.exists():
        return made
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.CacheLocation))
    made = folder / made.name
    if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
        folder.mkdir(parents=True, exist_ok=True)
        program = Path(PySide6.__file__).with_name("lrelease")
        if QProcess.execute(str(program), ["-silent", str(source), "-qm", str(made)]) != 0:
            raise OSError(f"{program} did not make {made}")
    return made
