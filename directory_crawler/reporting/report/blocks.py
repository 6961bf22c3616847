"""What a section of the report is made of; the template knows how each of these looks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Lines:
    """A cell of several lines, the first of them the one that is looked for."""

    first: str | Markup
    others: tuple[str | Markup, ...] = ()


Cell: TypeAlias = str | Markup | Lines


@dataclass(frozen=True)
class Column:
    """Numbers stand to the right, pictures get the room that is left."""

    title: str
    kind: Literal["text", "number", "picture"] = "text"


@dataclass(frozen=True)
class Table:
    """Rows whose first cell names them. ``more`` says what is not shown, ``keys`` what the pictures mean."""

    caption: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]
    more: str = ""
    keys: Markup | None = None
    kind: ClassVar[str] = "table"


@dataclass(frozen=True)
class Figure:
    """A figure that is seen from afar, with what it is and what to hold it against."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class Figures:
    items: tuple[Figure, ...]
    kind: ClassVar[str] = "figures"


@dataclass(frozen=True)
class Chart:
    """A picture with what its looks mean, its figures in a table below it."""

    caption: str
    picture: Markup
    keys: Markup
    table: Table
    kind: ClassVar[str] = "chart"


@dataclass(frozen=True)
class Text:
    text: str
    kind: ClassVar[str] = "text"


@dataclass(frozen=True)
class Quote:
    """What a machine said, word by word."""

    text: str
    kind: ClassVar[str] = "quote"


@dataclass(frozen=True)
class Folded:
    """What only some readers want to see."""

    summary: str
    blocks: tuple[Block, ...]
    kind: ClassVar[str] = "folded"


@dataclass(frozen=True)
class Part:
    """A part of a section under a heading of its own."""

    title: str
    blocks: tuple[Block, ...]
    mark: str = ""
    kind: ClassVar[str] = "part"


Block: TypeAlias = Table | Figures | Chart | Text | Quote | Folded | Part


@dataclass(frozen=True)
class Section:
    """A chapter: what it is about, what it means in a sentence or two, and what shows it."""

    id: str
    title: str
    lead: str
    blocks: Sequence[Block] = field(default_factory=tuple)
