"""Text for comparison: case, accents, widths and punctuation folded away, letters kept in their script."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 500
"""Characters that are compared: names and addresses are a line long."""

# Marks that are accents; the voicing marks of kana and the vowel signs of Indic scripts are letters and stay.
_ACCENTS = re.compile(
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\u0640]"
)
_INVISIBLE = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_SAME_LETTER = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ħ": "h",
        "ŧ": "t",
        "ə": "e",
        "ґ": "г",
        "ى": "ي",
        "ة": "ه",
        "ی": "ي",
        "ک": "ك",
    }
)
"""Letters without a decomposition that writers exchange: stroked Latin letters, Ukrainian ge, Arabic and Persian yeh,
kaf and teh marbuta."""

_APOSTROPHES = re.compile("['’‘ʼ`´＇ʹ׳״\"“”„«»]")
_WORD = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """NFKD, case-folded, accents out, digits of all scripts as ASCII; at most `LONGEST` characters are read."""
    text = _INVISIBLE.sub("", text[:LONGEST])
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    text = unicodedata.normalize("NFC", _ACCENTS.sub("", text)).translate(_SAME_LETTER)
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)


def words(text: str) -> list[str]:
    """The words of a text, folded, in order. Apostrophes and quotes join ("O'Neill"), other punctuation parts."""
    return _WORD.findall(_APOSTROPHES.sub("", fold(text)))
