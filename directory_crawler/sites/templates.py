"""URL, header and body templates of a profile.

The URL form is the subset of RFC 6570 that listings need: `{name}` (simple, percent-encoded), `{+name}`
(reserved characters kept) and `{?a,b}` or `{&a,b}` (form-style: each variable that has a value becomes
`name=value`, the others vanish). Header and body values know `{name}` only, unencoded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote

_EXPRESSION = re.compile(r"\{([^{}]*)\}")
_INSIDE = re.compile(r"(?P<operator>[+?&]?)(?P<names>[A-Za-z_][\w.-]*(?:,[A-Za-z_][\w.-]*)*)")
_RESERVED = ":/?#[]@!$&'()*+,;=%"

Variables: TypeAlias = Mapping[str, str | int | None]
"""Values by variable name; None and a missing name are both "no value"."""


class TemplateError(ValueError):
    """A template that cannot be read; the message says what stands where."""


def _quoted(value: str | int, operator: str) -> str:
    return quote(str(value), safe=_RESERVED if operator == "+" else "", errors="replace")


@dataclass(frozen=True, slots=True)
class UrlTemplate:
    """A compiled URL template; `pieces` alternate between literal text and (operator, variable names)."""

    text: str
    pieces: tuple[str | tuple[str, tuple[str, ...]], ...]

    @classmethod
    def parse(cls, text: str) -> UrlTemplate:
        """Compile `text`, or raise `TemplateError` naming the expression that is wrong."""
        pieces: list[str | tuple[str, tuple[str, ...]]] = []
        for position, part in enumerate(_EXPRESSION.split(text)):
            if position % 2 == 0:
                if "{" in part or "}" in part:
                    raise TemplateError(f"unbalanced brace in {text!r}: write expressions as {{name}}")
                pieces.append(part)
                continue
            inside = _INSIDE.fullmatch(part)
            if inside is None or (inside["operator"] in "+" and "," in inside["names"]):
                raise TemplateError(
                    f"cannot read {{{part}}} in {text!r}: "
                    "allowed are {name}, {+name}, {?a,b} and {&a,b}"
                )
            pieces.append((inside["operator"], tuple(inside["names"].split(","))))
        return cls(text, tuple(pieces))

    @property
    def variables(self) -> frozenset[str]:
        """The names of all variables."""
        return frozenset(name for piece in self.pieces if isinstance(piece, tuple) for name in piece[1])

    @property
    def required(self) -> frozenset[str]:
        """The variables without which the URL cannot be written: those outside `{?…}` and `{&…}`."""
        return frozenset(
            name for piece in self.pieces if isinstance(piece, tuple) and piece[0] in "+" for name in piece[1]
        )

    def expand(self, values: Variables) -> str:
        """Write the URL; a variable without a value is empty text or, in `{?…}` and `{&…}`, left out."""
        written: list[str] = []
        for piece in self.pieces:
            if isinstance(piece, str):
                written.append(piece)
                continue
            operator, names = piece
            known = [(name, value) for name in names if (value := values.get(name)) is not None]
            if operator in "+":
                written.extend(_quoted(value, operator) for _, value in known)
            else:
                pairs = "&".join(f"{name}={_quoted(value, operator)}" for name, value in known)
                written.append(operator + pairs if pairs else "")
        return "".join(written)


@dataclass(frozen=True, slots=True)
class TextTemplate:
    """A header value or a leaf of a body: text with `{name}` places."""

    text: str

    @property
    def variables(self) -> frozenset[str]:
        """The names of all variables; raises `TemplateError` for an expression that is no name."""
        names = _EXPRESSION.findall(self.text)
        for name in names:
            if not re.fullmatch(r"[A-Za-z_][\w.-]*", name):
                raise TemplateError(f"cannot read {{{name}}} in {self.text!r}: allowed is {{name}}")
        return frozenset(names)

    def expand(self, values: Variables) -> str | int | None:
        """The text; None when a variable has no value; the value itself when the text is one `{name}`."""
        names = self.variables
        if any(values.get(name) is None for name in names):
            return None
        if len(names) == 1 and self.text == "{" + next(iter(names)) + "}":
            return values[next(iter(names))]
        return _EXPRESSION.sub(lambda place: str(values[place[1]]), self.text)
