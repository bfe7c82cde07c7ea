"""Translation of texts from English, which stands in the code, to a language of ``resources/i18n``."""

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
"""Contexts in the translation files: texts of the window, and messages of modules that do not use Qt."""
ENGLISH, CHINESE = "en", "zh_CN"
_BETWEEN = "; "
"""Text between messages that are joined into one: each is translated by itself, so no value may contain it.
"""
_FULL_STOPS = {CHINESE: "。"}
LANGUAGE = "language"
"""Name of the QApplication property that holds the language of the window."""
_CHINESE_FONTS = ("Noto Sans CJK SC", "Source Han Sans SC", "Microsoft YaHei", "PingFang SC")
"""Fonts with the Chinese (not the Japanese) form of characters."""
_NO_FONT = "No font here has Chinese characters. Install one, such as Noto Sans CJK, and start again."


def tr(text: str, n: int = -1) -> str:
    """Return ``text`` of the window in the user's language.

    ``text`` must be a literal, or come from one of the tables listed in ``packaging/translations.py``, which
    collects the texts from the source.

    Args:
        text: in English.
        n: number that selects the plural form; −1 if there is none.
    """
    return QCoreApplication.translate(WINDOW, text, None, n)


def translated(text: str) -> str:
    """Return ``text``, a message of a module that needs no Qt, in the user's language.

    Such modules write English, as commands print it. The translation files contain messages with ``{}`` for
    each value; ``text``, with or without a full stop at its end, is compared with these, and its values are
    translated, too.
    """
    if language() == ENGLISH:
        return text
    stops = {"": "", ".": _FULL_STOPS.get(language(), ".")}
    for end, stop in stops.items():
        message = text.removesuffix(end)
        result = QCoreApplication.translate(MESSAGES, message)
        if result != message:
            return result + stop
    if found := _template_of(text, language()):
        template, values, end = found
        result = QCoreApplication.translate(MESSAGES, template)
        return result.format(*map(translated, values)) + stops[end]
    parts = text.split(_BETWEEN)
    return _BETWEEN.join(map(translated, parts)) if len(parts) > 1 else text


@lru_cache(maxsize=2048)
def _template_of(text: str, of: str) -> tuple[str, tuple[str, ...], str] | None:
    """Return the template of the message ``text``, its values, and the full stop that the template lacks.

    None if no template matches; the longest one that does is returned.

    A template is a message with ``{}`` for each value, from the translation file of the language ``of``.
    """
    for pattern, template in _templates(of):
        for end in ("", "."):
            if text.endswith(end) and (values := pattern.fullmatch(text.removesuffix(end))):
                return template, values.groups(), end
    return None


@lru_cache
def _templates(of: str) -> list[tuple[re.Pattern[str], str]]:
    """Return, for each message with values that can be translated, a pattern and the message's template.

    The messages are those in the translation file of the language ``of``. A template has ``{}`` for each
    value; the pattern matches the message with any values and has a group for each. The longest template is
    first.
    """
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
    """Return the language of the window: ``en`` or the suffix of a file name in ``resources/i18n``."""
    app = QCoreApplication.instance()
    chosen = None if app is None else app.property(LANGUAGE)
    return chosen or ENGLISH


def set_language(app: QApplication, choice: str) -> str:
    """Show texts in the language ``choice`` from now on; ``auto`` is the language of the system.

    Returns:
        A message that says why texts stay English though another language was chosen; empty if all is well.
    """
    QLocale.setDefault(QLocale.c())  # so that numbers have a decimal point, as in files and commands
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
    """Return the first of the system's preferred languages that the program's texts are in, else English."""
    for locale in map(QLocale, QLocale.system().uiLanguages()):
        if locale.language() == QLocale.Language.English:
            break
        if locale.script() == QLocale.Script.SimplifiedChineseScript:
            return CHINESE
    return ENGLISH


def _source(of: str) -> Path:
    return resource(f"i18n/carla_replay_viewer_{of}.ts")


def _compiled(of: str) -> Path:
    """Return the path of the compiled translation (.qm) for the language ``of``.

    An installed program has it beside the source (.ts). In a checkout it is made in the cache folder, if it
    is missing there or older than the source.

    Raises:
        OSError: the source, the program that compiles it or the cache folder is missing.
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
