"""What a package tells a desktop: ``python packaging/desktop/shares.py PREFIX`` installs it there.

That is what ``viewer.desktop_files`` has for a user, with icons of all sizes and the description for software
centres. What the owner has to say stands in ``owner.toml``.
"""

import gzip
import importlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT))  # behind what is installed: a bundle is made of that

from viewer.desktop_files import ICON, TYPE, desktop_files  # noqa: E402 - from the checkout
from viewer.program import PROGRAM, resource  # noqa: E402 - the same

_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_PICTURES = {"apps": "icons/app.svg", "mimetypes": "desktop/recording.svg"}


def read_owner(path: Path = HERE / "owner.toml") -> dict[str, Any]:
    """Return what the owner has said; of what is left open an empty text."""
    toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    return dict(toml.loads(path.read_text(encoding="utf-8")))


def shares(owner: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield the path below a prefix, and the content, of each file that needs nothing to be made."""
    for path, content in desktop_files(owner["id"]):
        if path.startswith("man/"):
            yield f"share/{path}.gz", gzip.compress(content, 9, mtime=0)
        else:
            yield f"share/{path}", content
    if owner["licence"] and owner["metadata_licence"]:  # software centres refuse what does not say them
        yield f"share/metainfo/{owner['id']}.metainfo.xml", _description(owner).encode()


def _description(owner: Mapping[str, Any]) -> str:
    """Return what software centres show, as AppStream has it."""
    told = {key: escape(value) for key, value in owner.items() if isinstance(value, str)}
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<component type="desktop-application">',
        f"<id>{told['id']}</id>",
        f"<metadata_license>{told['metadata_licence']}</metadata_license>",
        f"<project_license>{told['licence']}</project_license>",
        "<name>CARLA Replay Viewer</name>",
        "<summary>Replay recordings of the CARLA simulator</summary>",
        "<description>",
        "<p>Opens recordings of any CARLA version without the simulator and without a GPU:",
        "a map from above, a time line to scrub, and every actor's attributes.</p>",
        "<p>It finds collisions, near misses and broken rules, plots signals, and exports what it shows.</p>",
        "</description>",
        f'<launchable type="desktop-id">{told["id"]}.desktop</launchable>',
        f"<provides><binary>{PROGRAM}</binary><mediatype>{TYPE}</mediatype></provides>",
        '<content_rating type="oars-1.1"/>',
    ]
    lines += [
        f'<url type="{kind}">{told[name]}</url>'
        for name, kind in (("homepage", "homepage"), ("issues", "bugtracker"))
        if told[name]
    ]
    if told["developer"]:
        domain = told["id"].rpartition(".")[0].lower()  # whose the id is; AppStream refuses large letters
        lines.append(f'<developer id="{domain}"><name>{told["developer"]}</name></developer>')
    if owner["pictures"]:
        usual = ['<screenshot type="default">', *["<screenshot>"] * (len(owner["pictures"]) - 1)]
        shown = (
            f"{begin}<image>{escape(url)}</image></screenshot>"
            for begin, url in zip(usual, owner["pictures"], strict=True)
        )
        lines += ["<screenshots>", *shown, "</screenshots>"]
    return "\n".join([*lines, "</component>", ""])


def icons(owner: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield the icons as pictures of all sizes; Qt draws them."""
    from PySide6.QtCore import QBuffer, QIODevice, Qt
    from PySide6.QtGui import QImage, QImageWriter, QPainter
    from PySide6.QtSvg import QSvgRenderer

    for place, name in {"apps": owner["id"], "mimetypes": ICON}.items():
        drawing = QSvgRenderer(str(resource(_PICTURES[place])))
        for size in _SIZES:
            picture = QImage(size, size, QImage.Format.Format_ARGB32)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            drawing.render(painter)
            painter.end()
            buffer = QBuffer()
            buffer.open(QIODevice.OpenModeFlag.WriteOnly)
            QImageWriter(buffer, b"PNG").write(picture)
            yield f"share/icons/hicolor/{size}x{size}/{place}/{name}.png", bytes(buffer.data().data())


def main(prefix: Path) -> None:
    """Install everything below a prefix."""
    owner = read_owner()
    for made in (shares(owner), icons(owner)):
        for path, content in made:
            target = prefix / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
