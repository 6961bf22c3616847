"""Source chains: the ordered places from which a field is read, and which of them answered.

A link is `language: expression`:

| language | reads | expression |
|---|---|---|
| `jmespath` | the JSON of the page, or of one line of a listing | JMESPath |
| `jsonld`, `microdata`, `rdfa` | structured data, its main node | `telephone`, `LocalBusiness.geo.latitude` |
| `css`, `xpath` | the HTML | a selector; `::text`, `::attr(name)`; an element gives its text |
| `meta` | `<meta>` elements | their name or property |
| `regex` | the page's source | a regular expression, its first group or whole match |
| `text` | the words a reader sees | a phrase, in any case; the answer is the phrase |
| `contacts` | the contacts call | JMESPath, or CSS where it answers HTML; `contacts: xpath: …` also |
| `listing` | what the listing line gave | a field name |
"""

from __future__ import annotations

import importlib
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

import jmespath
from jmespath.exceptions import JMESPathError

from directory_crawler.sites import dom
from directory_crawler.sites.jsonld import read_block
from directory_crawler.sites.structured import Entities, parse_path
from directory_crawler.sites.values import Value, as_text, clean_text, flatten

if TYPE_CHECKING:
    from directory_crawler.sites.pages import Page

NONE = "none"
"""The source of a field that no link answered."""

MAX_VALUES = 1_000
"""Values taken from one link; a field of a record has a handful."""

_PLAIN_PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")


class LinkError(ValueError):
    """A link that cannot be read; the message says what stands there and what is allowed."""


class Sources(NamedTuple):
    """What a chain may read: a page (or one `item` of it), the contacts call, the listing line."""

    page: Page | None = None
    item: Any = None
    contacts: Page | None = None
    line: Mapping[str, list[Value]] | None = None

    @property
    def data(self) -> Any:
        """The JSON in view: the item's, else the page's."""
        if self.item is not None:
            return None if dom.is_element(self.item) else self.item
        return None if self.page is None else self.page.json

    @property
    def element(self) -> dom.Element | None:
        """The element in view: the item's, else the root of the page, unless that is JSON."""
        if self.item is not None:
            return self.item if dom.is_element(self.item) else None
        return None if self.page is None or self.page.json is not None else self.page.root


class Reading(NamedTuple):
    """The values of a field, and the label of the link that answered (`none` without one)."""

    values: list[Value]
    source: str


Reader: TypeAlias = Callable[[Sources], list[Any]]
"""Raw answers, before they are cleaned and modified."""


def _jmespath(expression: str) -> Reader:
    if _PLAIN_PATH.fullmatch(expression):
        names = expression.split(".")

        def walk(sources: Sources) -> list[Any]:
            value = sources.data
            for name in names:
                if not isinstance(value, dict):
                    return []
                value = value.get(name)
            return [value]

        return walk
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PendingDeprecationWarning)  # an old way to write literals
            search = jmespath.compile(expression).search
    except JMESPathError as error:
        raise LinkError(f"no JMESPath: {' '.join(str(error).split())}") from error

    def query(sources: Sources) -> list[Any]:
        try:
            return [search(sources.data)]
        except (JMESPathError, ValueError, TypeError, KeyError, RecursionError):
            return []  # a function met a type that it does not take: no answer

    return query


def _structured(syntax: str) -> Callable[[str], Reader]:
    def compiled(expression: str) -> Reader:
        try:
            kind, path = parse_path(expression)
        except ValueError as error:
            raise LinkError(str(error)) from error

        def read(sources: Sources) -> list[Any]:
            if sources.page is None:
                return []
            entities: Entities = getattr(sources.page, syntax)
            return entities.read(kind, path)

        return read

    return compiled


def _selecting(compile_: Callable[[str], dom.XPath], language: str) -> Callable[[str], Reader]:
    def compiled(expression: str) -> Reader:
        try:
            query = compile_(expression)
        except ValueError as error:
            raise LinkError(f"no {language}: {error}") from error

        def read(sources: Sources) -> list[Any]:
            element = sources.element
            return [] if element is None else dom.answers(dom.select(query, element)[:MAX_VALUES])

        return read

    return compiled


def _meta(expression: str) -> Reader:
    name = expression.casefold()
    return lambda sources: [] if sources.page is None else list(sources.page.meta.get(name, ()))


def _regex(expression: str) -> Reader:
    pattern = compile_regex(expression)
    return lambda sources: [] if sources.page is None else matches(pattern, sources.page.text)


def _text(expression: str) -> Reader:
    phrase = " ".join(expression.casefold().split())

    def read(sources: Sources) -> list[Any]:
        shown = sources.page is not None and phrase in sources.page.visible_text
        return [expression] if shown else []

    return read


def _contacts(expression: str) -> Reader:
    language, inner = _split(expression)
    if language in ("jmespath", "css", "xpath", "regex"):
        readers = dict.fromkeys(("json", "html"), LANGUAGES[language](inner))
    else:
        readers = {
            kind: reader
            for kind, compiled in (("json", _jmespath), ("html", LANGUAGES["css"]))
            if (reader := _compiled_or_none(compiled, expression)) is not None
        }
        if not readers:
            raise LinkError(f"{expression!r} is neither JMESPath (for JSON) nor a CSS selector (for HTML)")

    def read(sources: Sources) -> list[Any]:
        page = sources.contacts
        if page is None:
            return []
        reader = readers.get("html" if page.json is None else "json")
        return [] if reader is None else reader(Sources(page=page))

    return read


def _compiled_or_none(compiled: Callable[[str], Reader], expression: str) -> Reader | None:
    try:
        return compiled(expression)
    except LinkError:
        return None


def _listing(expression: str) -> Reader:
    return lambda sources: [] if sources.line is None else list(sources.line.get(expression, ()))


LANGUAGES: dict[str, Callable[[str], Reader]] = {
    "jmespath": _jmespath,
    "jsonld": _structured("jsonld"),
    "microdata": _structured("microdata"),
    "rdfa": _structured("rdfa"),
    "css": _selecting(dom.css_to_xpath, "CSS selector"),
    "xpath": _selecting(dom.xpath, "XPath"),
    "meta": _meta,
    "regex": _regex,
    "text": _text,
    "contacts": _contacts,
    "listing": _listing,
}


def _split(text: str) -> tuple[str, str]:
    language, _, expression = text.partition(":")
    return language.strip(), expression.strip()


_PARSER = "re._parser" if sys.version_info >= (3, 11) else "sre_parse"


class _Parser(Protocol):
    def parse(self, pattern: str) -> Sequence[tuple[Any, Any]]: ...


def compile_regex(expression: str) -> re.Pattern[str]:
    """Compile a regular expression, or raise `LinkError`; refuses one that can take exponential time."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # what will mean another thing in a later Python
            pattern = re.compile(expression)
        parsed = cast("_Parser", importlib.import_module(_PARSER)).parse(expression)
    except (re.error, FutureWarning, RecursionError, OverflowError) as error:
        raise LinkError(f"no regular expression: {error} in {expression!r}") from error
    if _repeats_a_repeat(parsed, inside=False):
        raise LinkError(
            f"regular expression {expression!r} repeats a repetition, which can take forever on a hostile "
            "page: write it without a quantifier inside a quantified group"
        )
    return pattern


def _repeats_a_repeat(parsed: Any, *, inside: bool) -> bool:
    """Whether an unbounded repetition stands inside another one."""
    for operation, argument in parsed:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            _, most, body = argument
            unbounded = most > 64
            if (unbounded and inside) or _repeats_a_repeat(body, inside=inside or unbounded):
                return True
        elif name == "SUBPATTERN":
            if _repeats_a_repeat(argument[-1], inside=inside):
                return True
        elif name == "BRANCH":
            if any(_repeats_a_repeat(branch, inside=inside) for branch in argument[1]):
                return True
        elif name in ("ASSERT", "ASSERT_NOT") and _repeats_a_repeat(argument[1], inside=inside):
            return True
    return False


def matches(pattern: re.Pattern[str], text: str) -> list[str]:
    """The first group (or the whole) of each match."""
    found = []
    for match in pattern.finditer(text):
        value = match[1] if pattern.groups else match[0]
        if value:
            found.append(value)
        if len(found) == MAX_VALUES:
            break
    return found


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What is done to a link's answer, in this order.

    `regex` keeps the first group (or the whole) of each match; `json` reads each text as JSON and asks it in
    JMESPath; `split` cuts each text; `words` replaces each value by its meaning and drops those without;
    `join` makes one text of all.
    """

    regex: str | None = None
    json: str | None = None
    split: str | None = None
    words: Mapping[str, str] | None = None
    join: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A compiled link."""

    text: str
    label: str
    read: Reader
    steps: tuple[Callable[[list[Any]], list[Any]], ...] = ()

    def values(self, sources: Sources) -> list[Value]:
        """What the link answers; empty when it has no answer."""
        values = self.read(sources)
        for step in self.steps:
            values = step(values[:MAX_VALUES])
        found = flatten(values)
        return found if len(found) <= MAX_VALUES else found[:MAX_VALUES]


def _texts(values: list[Any]) -> list[str]:
    """Scalars as texts, as they stand."""
    flat = (value for answer in values for value in (answer if isinstance(answer, list) else [answer]))
    return [text for value in flat if (text := value if isinstance(value, str) else as_text(value))]


def _json_step(expression: str) -> Callable[[list[Any]], list[Any]]:
    read = _jmespath(expression)

    def step(values: list[Any]) -> list[Any]:
        documents = (document for text in _texts(values) for document in read_block(text)[0])
        return [answer for document in documents for answer in read(Sources(item=document))]

    return step


def _steps(modifiers: Modifiers) -> Iterator[Callable[[list[Any]], list[Any]]]:
    if modifiers.regex is not None:
        pattern = compile_regex(modifiers.regex)
        yield lambda values: [found for text in _texts(values) for found in matches(pattern, text)]
    if modifiers.json is not None:
        yield _json_step(modifiers.json)
    if (separator := modifiers.split) is not None:
        yield lambda values: [part for text in _texts(values) for part in text.split(separator)]
    if modifiers.words is not None:
        meanings = {word.casefold(): meaning for word, meaning in modifiers.words.items()}
        yield lambda values: [
            meanings[word] for text in _texts(values) if (word := clean_text(text).casefold()) in meanings
        ]
    if (joiner := modifiers.join) is not None:
        yield lambda values: [joiner.join(str(value) for value in _texts(flatten(values)))]


@lru_cache(maxsize=4096)
def _reader(text: str) -> Reader:
    language, expression = _split(text)
    if language not in LANGUAGES:
        allowed = ", ".join(f"{name}:" for name in LANGUAGES)
        raise LinkError(f"{text!r} does not say where to read: it starts with one of {allowed}")
    if not expression:
        raise LinkError(f"{text!r} says where to read but not what: write {language}: EXPRESSION")
    return LANGUAGES[language](expression)


def compile_link(text: str, modifiers: Modifiers | None = None, label: str | None = None) -> Link:
    """Compile one link; raises `LinkError`. `label` names it in the source mix (default: its language)."""
    return Link(text, label or _split(text)[0], _reader(text), tuple(_steps(modifiers or Modifiers())))


ItemReader: TypeAlias = Callable[[Sources], "list[Any] | None"]
"""The items of a list as they stand (elements or JSON values); None when there is no list."""


def compile_items(text: str) -> ItemReader:
    """Compile the link that finds a list's items; raises `LinkError`."""
    language, expression = _split(text)
    if language == "jmespath":
        search = _reader(text)

        def items(sources: Sources) -> list[Any] | None:
            found = search(sources)
            return found[0] if found and isinstance(found[0], list) else None

        return items
    if language not in ("css", "xpath") or not expression:
        raise LinkError(f"{text!r} finds no items: it starts with one of css:, xpath:, jmespath:")
    try:
        query = (dom.css_to_xpath if language == "css" else dom.xpath)(expression)
    except ValueError as error:
        raise LinkError(f"no {language}: {error}") from error

    def elements(sources: Sources) -> list[Any] | None:
        element = sources.element
        return None if element is None else [n for n in dom.select(query, element) if dom.is_element(n)]

    return elements


Chain: TypeAlias = tuple[Link, ...]
"""Compiled links in the order in which they are asked."""


def evaluate(chain: Chain, sources: Sources) -> Reading:
    """The answer of the first link that has one, and its label."""
    for link in chain:
        values = link.values(sources)
        if values:
            return Reading(values, link.label)
    return Reading([], NONE)
