"""Variations of a text that parsers stumble over: cut, spliced, repeated, seasoned with what means something."""

from __future__ import annotations

import random
from collections.abc import Sequence

SPICES = (
    *"\0\t\r\n\x1b\u00a0\u200b\u202e\ufeff\ud800\U0001f600\u0301\u0661\uff11<>&\"'\\/:;,.-–—()[]{}=+*?!@#%|~^$",
    *(
        "&#0;",
        "&#x1F600;",
        "&nbsp;",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "\\u0000",
        "\\ud83d",
        "1e999",
        "NaN",
        "null",
    ),
    *(
        "00:00-00:00",
        "24:00",
        "25:61",
        "0x",
        "--",
        "javascript:",
        "file:///etc/passwd",
        "' or 1=1 --",
        "${x}",
        "{{x}}",
    ),
    *(
        "closed",
        "geschlossen",
        "выходной",
        "Mon",
        "Sonntag",
        "пн",
        "am",
        "pm",
        "Uhr",
        "ext",
        "доб.",
        "9" * 40,
    ),
)
LONGEST = 20_000


def mutated(rng: random.Random, seeds: Sequence[str]) -> str:
    """One variation, of at most `LONGEST` characters."""
    text = rng.choice(seeds)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.randint(0, 12))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + rng.choice(SPICES) + text[at:]
            case 2:
                text = text[:at] + rng.choice(SPICES) * rng.randint(1, 400) + text[to:]
            case 3:
                text = text[:at] + text[at:to] * rng.randint(2, 60) + text[to:]
            case 4:
                other = rng.choice(seeds)
                text = text[:at] + other[rng.randrange(len(other) + 1) :]
            case 5:
                text = (
                    text[:at]
                    + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000), rng.randrange(0x110000))))
                    + text[to:]
                )
            case _:
                text = "".join(rng.sample(text[at:to], to - at)).join((text[:at], text[to:]))
        text = text[:LONGEST]
    return text
