"""Reading the elements of an OpenDRIVE file one after the other."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser
from xml.parsers import expat  # its errors are no module that two threads may import at once

from viewer.file_kinds import HEAD, kind_of
from viewer.regular_file import open_regular, unreadable
from viewer.roads.map_content import RoadMapError

ROOT = "OpenDRIVE"

_BLOCK = 1 << 16
_ADVICE = "CARLA's maps are in Content/Carla/Maps/OpenDrive, and carla.Map.save_to_disk writes one."
_LATE = expat.errors.codes[expat.errors.XML_ERROR_MISPLACED_XML_PI]


def elements(path: Path, text: Iterable[bytes] | None = None) -> Iterator[Element]:
    """Yield the elements below the root of an OpenDRIVE file; tags are without namespaces.

    Elements are freed once they are used, so memory holds only some roads, however long the file is. If
    ``text`` (blocks of bytes) is given, it is read in place of the file ``path``.

    Raises:
        RoadMapError: not readable, or not an OpenDRIVE file.
    """
    if text is not None:
        yield from _parse(path, iter(text))
        return
    try:
        with open_regular(path) as file:
            yield from _parse(path, iter(partial(file.read, _BLOCK), b""))
    except OSError as error:
        raise unreadable(path, error, RoadMapError) from error


def _parse(path: Path, blocks: Iterator[bytes]) -> Iterator[Element]:
    """Yield the elements below the root of the XML in ``blocks``; raises RoadMapError for broken XML."""
    block = next(blocks, b"")
    if not block.removeprefix(codecs.BOM_UTF8).strip():
        raise _other(path, block, "blanks only" if block else "0 bytes", what="the file is empty")
    if b"<!ENTITY" in block.replace(b"\0", b""):
        raise RoadMapError(
            path, "the file defines entities", expected="plain XML", found="<!ENTITY …>",
            advice="Entities can stand for other files and are not read; remove them and what uses them.",
        )  # fmt: skip
    head, builder = block[:HEAD], TreeBuilder()
    parser = XMLParser(target=builder)  # noqa: S314 - without entities
    try:
        while block:
            parser.feed(block)
            # The root as far as it is built; its last element may not be complete.
            root: Element | None = builder.close()
            if root is not None:
                yield from _below(path, head, root, keep=1)
            block = next(blocks, b"")
        yield from _below(path, head, parser.close(), keep=0)
    except ParseError as error:
        if not isinstance(builder.close(), Element) and error.code != _LATE:
            found = "XML without a root" if head.lstrip().startswith(b"<") else _describe(head)
            raise _other(path, head, found) from error
        line, column = error.position
        raise RoadMapError(
            path, f"the XML is broken: {expat.errors.messages.get(error.code, str(error))}",
            found=f"it at column {column + 1:,}", line_number=line, advice="Export or copy the map again.",
        ) from error  # fmt: skip
    except (LookupError, ValueError) as error:
        raise RoadMapError(path, f"its text cannot be read: {error}", advice="Save it as UTF-8.") from error


def _below(path: Path, head: bytes, root: Element, *, keep: int) -> Iterator[Element]:
    """Yield the elements directly below ``root`` that are complete, then remove them to free memory.

    The last ``keep`` elements stay, as the parser may not have finished them. Raises RoadMapError if ``root``
    is not the root of an OpenDRIVE file; ``path`` and ``head`` (its first bytes) are for the message.
    """
    if root.tag.rpartition("}")[2] != ROOT:
        raise _other(path, head, f"<{root.tag}>")
    complete = root[: len(root) - keep]
    for element in complete:
        if element.tag[0] == "{":
            for each in element.iter():
                each.tag = each.tag.rpartition("}")[2]
        yield element
    del root[: len(complete)]


def _other(path: Path, head: bytes, found: str, what: str = "this is not an OpenDRIVE map") -> RoadMapError:
    """Return an error for a file that is no OpenDRIVE map, with advice if the kind of file is recognized.

    The message begins with ``what``. ``head`` are the first bytes of the file ``path``; ``found`` says what
    it contains instead of OpenDRIVE.
    """
    kind = kind_of(path, head)
    return RoadMapError(
        path, what, expected=f"XML that begins with <{ROOT}>",
        found=found if kind is None else kind.name, offset=0 if head else None,
        advice=_ADVICE if kind is None else kind.advice,
    )  # fmt: skip


def _describe(head: bytes) -> str:
    """Return the first characters of ``head`` as text, or its first bytes as hexadecimal."""
    line = head.lstrip().split(b"\n")[0][:16].rstrip()
    return f'"{line.decode()}"' if line.isascii() and line.decode().isprintable() else head[:8].hex(" ")
