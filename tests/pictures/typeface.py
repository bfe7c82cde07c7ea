"""A typeface for pictures that look alike on every machine: made here, of squares, three wide and six high.

Each character is drawn by bits: the six rows of three bits are octal digits. What stands on a keyboard can be
read; every other character that the program writes gets the bits of its number, so that a wrong one shows.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

import viewer

FAMILY = "Squares"
WEIGHTS = {400: (550, 96, 116), 500: (560, 112, 126), 600: (580, 136, 136)}
"""Of each face, in thousandths of its size: how wide a character is, and the sides of a square."""

_ROW = 136
_ASCENT, _DESCENT = 900, 300
_DRAWN = """
A25755 B65656 C34443 D65556 E74647 F74644 G34553 H55755 I72227 J11152 K55655 L44447 M57755 N57775 O25552
P65644 Q25573 R65655 S34216 T72222 U55557 V55552 W55775 X55255 Y55222 Z71247
a03553 b44656 c03443 d11353 e02743 f12722 g035316 h44655 i20222 j101116 k44565 l62227 m07755 n06555 o02552
p065644 q035311 r05644 s03636 t27221 u05553 v05552 w05577 x05225 y055316 z07247
075557 126227 271747 371717 455711 574717 674757 771122 875757 975717
!22202 "55000 #57575 $36236 %51245 &25253 '22000 (12221 )42224 *05250 +02720 ,000024 -00600 .00002 /11244
:02020 ;020024 <12421 =07070 >42124 ?61202 @25543 [64446 \\44211 ]31113 ^25000 _000007 `42000 {32423 |22222
}62126 ~03600 ·00200 −00700 –07000 °25200 …00005 ×05255 ƒ127224
"""
_BITS = {drawing[0]: f"{drawing[1:]:0<6}" for drawing in _DRAWN.split()}


def _bits(character: str) -> str:
    """Return the rows of a character; odd multiples keep those of two numbers apart."""
    if character.isspace():
        return "000000"
    return _BITS.get(character) or f"{ord(character) * 0x2BCD % 0x40000:06o}"


@cache
def characters() -> str:
    """Return what can be written: all on a keyboard, and all that stands in the program."""
    written = set(_BITS) | {" ", "\N{NO-BREAK SPACE}"}
    for module in Path(viewer.__file__).parent.rglob("*.py"):
        written |= set(module.read_text(encoding="utf-8"))
    return "".join(sorted(written - {"\n"}))


@cache
def faces() -> tuple[bytes, ...]:
    """Return the font files, one for each weight."""
    return tuple(_face(weight) for weight in WEIGHTS)


def _face(weight: int) -> bytes:
    advance, width, height = WEIGHTS[weight]
    names = {ord(character): f"u{ord(character):04X}" for character in characters()}
    glyphs = {".notdef": _glyph("777777", advance, width, height)}
    glyphs |= {name: _glyph(_bits(chr(code)), advance, width, height) for code, name in names.items()}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(names)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (advance, glyph.xMin) for name, glyph in glyphs.items()})
    builder.setupHorizontalHeader(ascent=_ASCENT, descent=-_DESCENT)
    builder.setupNameTable({"familyName": FAMILY, "styleName": f"W{weight}"})
    builder.setupOS2(
        usWeightClass=weight,
        sTypoAscender=_ASCENT,
        sTypoDescender=-_DESCENT,
        sTypoLineGap=0,
        usWinAscent=_ASCENT,
        usWinDescent=_DESCENT,
        sxHeight=4 * _ROW,
        sCapHeight=5 * _ROW,
    )
    builder.setupPost()
    stream = BytesIO()
    builder.save(stream)
    return stream.getvalue()


def _glyph(bits: str, advance: int, width: int, height: int) -> object:
    pen = TTGlyphPen(None)
    for row, digit in enumerate(bits):
        bottom = (4 - row) * _ROW
        for column, bit in enumerate(f"{int(digit, 8):03b}"):
            if bit == "1":
                left = 50 + column * (advance - 100) // 3
                pen.moveTo((left, bottom))
                for corner in (
                    (left, bottom + height),
                    (left + width, bottom + height),
                    (left + width, bottom),
                ):
                    pen.lineTo(corner)
                pen.closePath()
    return pen.glyph()
