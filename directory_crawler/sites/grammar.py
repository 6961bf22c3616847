"""The grammar of a site profile: what its TOML file may say, as frozen models.

Values are checked here as far as they can be without the site: links and templates compile, placeholders
have a value, axes are used by the listing. `profile.load_profile` reads a file into these models and turns
their complaints into `ProfileError`. The descriptions are the manual: `docs/profiles.md` and the JSON
Schema repeat them.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from phonenumbers import SUPPORTED_REGIONS
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from directory_crawler.sites.chains import LinkError, Modifiers, compile_items, compile_link
from directory_crawler.sites.templates import TextTemplate, UrlTemplate

FieldName: TypeAlias = Literal[
    "name",
    "legal_name",
    "rubrics",
    "address",
    "street",
    "house",
    "unit",
    "postcode",
    "city",
    "region",
    "district",
    "latitude",
    "longitude",
    "precision",
    "hours",
    "phones",
    "website",
    "links",
    "email",
    "photo_count",
    "review_count",
    "rating",
    "status",
    "updated",
]
"""The fields of an organisation's card. `address` is text or a mapping, the parts beside it are its parts;
`precision` is the site's own word for that of its point, `updated` the card's own date."""

PostingFieldName: TypeAlias = Literal[
    "title",
    "company_id",
    "company",
    "company_kind",
    "location",
    "location_name",
    "remote",
    "employment_type",
    "pay",
    "pay_min",
    "pay_max",
    "pay_currency",
    "pay_period",
    "posted_at",
    "expires_at",
    "categories",
    "description",
    "apply_url",
    "source_channel",
    "requisition",
    "language",
]
"""The fields of a job posting. `location` is the board's code, `pay` the band as the board words it."""

Status: TypeAlias = Literal["active", "temporarily_closed", "permanently_closed"]


def fault(key: str, message: str) -> PydanticCustomError:
    """An error about another key than the one under validation."""
    return PydanticCustomError("profile", "{message}", {"key": key, "message": message})


class Model(BaseModel):
    """Base of all sections: unknown keys are errors, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


# --- links ---------------------------------------------------------------------------------------------


class LinkTable(Model):
    """A link with modifiers, applied in the order regex, json, split, map, join."""

    link: str = Field(description="`language: expression`, the place to read from")
    regex: str | None = Field(default=None, description="keep the first group (or the whole) of each match")
    json_path: str | None = Field(
        default=None, alias="json", description="read each text as JSON and ask it in JMESPath (`@` for all)"
    )
    split: str | None = Field(default=None, min_length=1, description="cut each text here")
    map: dict[str, str] | None = Field(
        default=None, description="replace each word (in any case) by its meaning; others are no answer"
    )
    join: str | None = Field(default=None, description="make one text of all, with this between them")

    @property
    def modifiers(self) -> Modifiers:
        """The modifiers as the chains take them."""
        return Modifiers(self.regex, self.json_path, self.split, self.map, self.join)

    @model_validator(mode="after")
    def _compiles(self) -> LinkTable:
        try:
            compile_link(self.link, self.modifiers)
        except LinkError as error:
            raise ValueError(str(error)) from error
        return self


def _as_table(value: object) -> object:
    return {"link": value} if isinstance(value, str) else value


def _as_list(value: object) -> object:
    return value if isinstance(value, list | tuple) else [value]


def _inside_an_item(link: LinkTable) -> LinkTable:
    if re.match(r"xpath:\s*/", link.link):
        raise ValueError(
            f"{link.link!r} would leave the item and read the whole page: write ./ or .// in its place"
        )
    return link


LinkSpec: TypeAlias = Annotated[LinkTable, BeforeValidator(_as_table, json_schema_input_type=str | LinkTable)]
"""One link, as text or as a table."""


def _finds_items(text: str) -> str:
    try:
        compile_items(text)
    except LinkError as error:
        raise ValueError(str(error)) from error
    return text


ItemsLink: TypeAlias = Annotated[str, AfterValidator(_finds_items)]
"""A link that finds the items of a list: `css`, `xpath` or `jmespath`."""

ItemLink: TypeAlias = Annotated[LinkSpec, AfterValidator(_inside_an_item)]
"""A link read within one item of a list."""

_ChainInput: TypeAlias = str | LinkTable | list[str | LinkTable]
ChainSpec: TypeAlias = Annotated[
    tuple[LinkSpec, ...], Field(min_length=1), BeforeValidator(_as_list, json_schema_input_type=_ChainInput)
]
"""Links in the order in which they are asked."""

ItemChain: TypeAlias = Annotated[
    tuple[ItemLink, ...], Field(min_length=1), BeforeValidator(_as_list, json_schema_input_type=_ChainInput)
]
"""A chain read within one item of a list."""


# --- surfaces ------------------------------------------------------------------------------------------


def _url_template(text: str) -> str:
    UrlTemplate.parse(text)
    if not re.match(r"https?://[^/]|/(?!/)", text):
        raise ValueError(f"{text!r} is no address: write a path like /list or an http(s) URL")
    if "@" in urlsplit(text).netloc:
        raise ValueError("a URL carries no user name or password: use headers with env:NAME")
    return text


_SECRET_HEADER = re.compile(r"(?i)authorization|secret|password|api-?key|\bkey\b|token")


def _headers(headers: dict[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        if not re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", name) or re.search(r"[\x00-\x1f\x7f]", value):
            raise ValueError(f"header {name!r} has a character that HTTP does not allow")
        variables = TextTemplate(value).variables
        if value.startswith("env:") and not re.fullmatch(r"env:[A-Za-z_]\w*", value):
            raise ValueError(f"header {name!r} names no environment variable: write env:NAME")
        if _SECRET_HEADER.search(name) and not variables and not value.startswith("env:"):
            raise ValueError(
                f"header {name!r} looks like a secret: write env:NAME and put the value into the environment"
            )
    return headers


UrlText: TypeAlias = Annotated[str, AfterValidator(_url_template)]
"""A URL template: a path on `base_url` or a whole URL."""

Headers: TypeAlias = Annotated[dict[str, str], AfterValidator(_headers)]


class RenderedTable(Model):
    """How a browser shows the page."""

    wait_for: str | None = Field(default=None, description="CSS selector to wait for")
    response: str | None = Field(
        default=None, description="part of the URL of a call whose answer is read in its place"
    )


class Surface(Model):
    """A kind of page: how to ask for it."""

    url: UrlText = Field(description="URL template")
    method: Literal["GET", "POST"] = Field(default="GET", description="HTTP method")
    headers: Headers = Field(
        default_factory=dict,
        description="HTTP headers; values may hold `{name}` places, or be `env:NAME` for a secret",
    )
    form: dict[str, str] | None = Field(
        default=None, description="body of a POST as a form; a value whose `{name}` is unknown is left out"
    )
    json_body: dict[str, Any] | None = Field(
        default=None,
        alias="json",
        description="body of a POST as JSON; a value whose `{name}` is unknown is left out",
    )
    rendered: bool | RenderedTable = Field(default=False, description="whether the page needs a browser")

    @model_validator(mode="after")
    def _body_fits_method(self) -> Surface:
        if self.form is not None and self.json_body is not None:
            raise fault("json", "a request has one body: keep form or json")
        if self.method == "GET" and (self.form is not None or self.json_body is not None):
            raise fault("method", 'a body needs method = "POST"')
        self.placeholders()
        return self

    def placeholders(self) -> frozenset[str]:
        """All variables that the surface uses."""
        texts = [*self.headers.values(), *_leaves(self.form), *_leaves(self.json_body)]
        return UrlTemplate.parse(self.url).variables.union(*(TextTemplate(text).variables for text in texts))


def _leaves(body: object) -> list[str]:
    if isinstance(body, dict):
        return [leaf for part in body.values() for leaf in _leaves(part)]
    if isinstance(body, list):
        return [leaf for part in body for leaf in _leaves(part)]
    return [body] if isinstance(body, str) else []


# --- rubricator ----------------------------------------------------------------------------------------


class NodeRule(Model):
    """One kind of node on the pages of the tree."""

    items: ItemsLink = Field(description="each node: `css`, `xpath` or `jmespath`")
    id: ItemChain = Field(description="its id, as the listing wants it")
    name: ItemChain = Field(description="its label")
    parent: ItemChain | None = Field(default=None, description="the id of the node above")
    level: int | ItemChain | None = Field(
        default=None,
        description="its depth, 1 at the top; default 1, and one more for each nested `children`",
    )
    url: ItemChain | None = Field(default=None, description="its page")
    count: ItemChain | None = Field(default=None, description="how many records it says to hold")
    children: ItemsLink | None = Field(
        default=None, description="nodes of the same kind inside it (JSON trees); they get it as their parent"
    )


class Rubricator(Model):
    """The tree of activity labels."""

    start: Annotated[
        tuple[UrlText, ...],
        Field(min_length=1),
        BeforeValidator(_as_list, json_schema_input_type=str | list[str]),
    ] = Field(description="the first page or pages")
    headers: Headers = Field(default_factory=dict, description="HTTP headers of its pages")
    follow: ChainSpec | None = Field(default=None, description="links to further pages of the tree")
    nodes: tuple[NodeRule, ...] = Field(min_length=1, description="the kinds of node to read from each page")
    planned_level: int | None = Field(
        default=None,
        ge=1,
        description="the level whose nodes are walked; deeper ones serve an axis; default: the leaves",
    )
    rendered: bool | RenderedTable = Field(default=False, description="whether the pages need a browser")


# --- listing and axes ----------------------------------------------------------------------------------


class AxisPage(Model):
    """A page that names the values of an axis."""

    url: UrlText = Field(description="where it is")
    values: ChainSpec = Field(description="links that give the values")


class TimeAxis(Model):
    """Time as an axis: how a window `[from, to)` is asked for."""

    start: str = Field(default="from", alias="from", description="the placeholder of a window's start")
    end: str = Field(default="to", alias="to", description="the placeholder of its end")
    grain: int = Field(
        default=1, ge=1, le=86_400, description="how finely the site tells moments apart, in seconds"
    )
    inclusive: bool = Field(default=False, description="whether records at `to` itself belong to the window")
    format: str = Field(
        default="%Y-%m-%dT%H:%M:%SZ",
        description="how moments are written: a `strftime` pattern, `epoch` or `epoch_ms`; a pattern without `%z` or a"
        " final `Z` shows the clock of `timezone`",
    )
    oldest: int = Field(
        default=20 * 365, ge=1, le=100 * 365, description="days back to which records are looked for"
    )
    floor: int = Field(default=60, ge=1, le=86_400, description="the shortest window, in seconds")

    @model_validator(mode="after")
    def _writes_moments(self) -> TimeAxis:
        if self.format not in ("epoch", "epoch_ms") and "%" not in self.format:
            raise fault("format", f"{self.format!r} writes no moment: a strftime pattern, epoch or epoch_ms")
        if 86_400 % self.grain:
            raise fault("grain", f"{self.grain} seconds do not divide a day")
        return self


Number: TypeAlias = int | Annotated[float, Field(allow_inf_nan=False)]


class RangeTable(Model):
    """Numbers or days as an axis: how an interval is asked for."""

    start: str = Field(
        default="from", alias="from", description="the placeholder of the interval's lower end"
    )
    end: str = Field(default="to", alias="to", description="the placeholder of its upper end")
    lowest: Number | date = Field(
        default=0, description="the least value there is; a day makes it an axis of days"
    )
    highest: Number | date | None = Field(default=None, description="the greatest value; default: no end")
    step: Number = Field(
        default=1, gt=0, description="the least difference of two values: `1`, or `0.01` for prices"
    )
    inclusive: bool = Field(default=True, description="whether records at `to` itself belong to the interval")
    format: str = Field(default="%Y-%m-%d", description="how days are written: a `strftime` pattern")

    @property
    def is_of_days(self) -> bool:
        return isinstance(self.lowest, date)

    @model_validator(mode="after")
    def _is_a_range(self) -> RangeTable:
        if self.highest is not None:
            if isinstance(self.highest, date) != self.is_of_days:
                raise fault(
                    "highest", f"{self.highest} and lowest = {self.lowest}: both days, or both numbers"
                )
            if self.highest <= self.lowest:  # type: ignore[operator]
                raise fault("highest", f"{self.highest} is not above lowest = {self.lowest}")
        for name in () if self.is_of_days else ("lowest", "highest"):
            end = getattr(self, name)
            if end is not None and Decimal(str(end)) % Decimal(str(self.step)):
                raise fault(name, f"{end} is no multiple of step = {self.step}")
        if self.is_of_days and self.step != 1:
            raise fault("step", f"{self.step}: days differ by one day")
        if self.is_of_days and "%" not in self.format:
            raise fault("format", f"{self.format!r} writes no day: a strftime pattern like %Y-%m-%d")
        return self


class Axis(Model):
    """One way in which the site divides its records."""

    param: str | None = Field(
        default=None, description="the placeholder that carries its value; default: its name"
    )
    values: tuple[str, ...] | None = Field(
        default=None, min_length=1, description="the values, when they are known"
    )
    page: AxisPage | None = Field(default=None, description="a page that names the values")
    values_from: Literal["facets", "children"] | None = Field(
        default=None,
        alias="from",
        description="`facets`: each listing counts its values; `children`: the nodes below the rubric",
    )
    time: TimeAxis | None = Field(default=None, description="time, of a job board: cut into windows")
    range: RangeTable | None = Field(default=None, description="numbers or days: cut into intervals")
    partition: Literal["exact", "rest", "overlap", "unknown"] = Field(
        default="unknown",
        description="whether the values cover all records once, leave a rest, overlap, or nobody knows",
    )

    @model_validator(mode="after")
    def _one_origin(self) -> Axis:
        named = [
            key
            for key, value in (
                ("values", self.values),
                ("page", self.page),
                ("from", self.values_from),
                ("time", self.time),
                ("range", self.range),
            )
            if value
        ]
        if len(named) > 1:
            raise fault(named[1], f"values come from one place, here {' and '.join(named)}: keep one")
        if self.range is not None and self.partition == "overlap":
            raise fault("partition", "intervals do not overlap: exact, or rest where records have no value")
        return self


class FacetTable(Model):
    """Facets that stand in HTML, or in a JSON list of objects."""

    items: ItemsLink = Field(description="each facet value's item")
    value: ItemChain = Field(description="the value")
    count: ItemChain = Field(description="its count")


FacetSpec: TypeAlias = Annotated[FacetTable | LinkSpec, Field(union_mode="left_to_right")]
"""A link to a mapping value -> count or to [value, count] pairs, or a table."""


class Orders(Model):
    """The sort orders on offer."""

    param: str = Field(default="order", description="the placeholder that carries the order")
    values: tuple[str, ...] = Field(min_length=1, description="the orders, the site's own first")
    stable: bool = Field(default=True, description="whether an order stays the same from page to page")


class Listing(Surface):
    """The listing pages: the queries that are paged."""

    axes: tuple[str, ...] = Field(default=(), description="names of the axes, in the order in which to cut")
    page_size: int = Field(ge=1, le=10_000, description="records on a full page; placeholder `{size}`")
    paging: Literal["page", "offset", "cursor", "range"] = Field(
        default="page",
        description="what moves: `{page}`, `{offset}`, `{cursor}`, or `{start}` and `{end}` (inclusive)",
    )
    first_page: int = Field(default=1, ge=0, le=1, description="the number of the first page")
    ceiling: Annotated[int, Field(ge=1)] | Literal["measure"] = Field(
        default="measure", description="how far the site serves a query, or `measure` to find out"
    )
    ceiling_of: Literal["rows", "pages", "offset"] = Field(
        default="rows",
        description="what the ceiling counts: records served, pages served, or the last offset answered",
    )
    count: ChainSpec | None = Field(default=None, description="the total that the site states")
    count_cap: int | None = Field(default=None, ge=1, description="a total at this cap means `unknown`")
    count_tolerance: float = Field(
        default=0.02, ge=0, le=1, description="how far an honest total may be off, as a share"
    )
    ids: ChainSpec | None = Field(
        default=None,
        description="ids of the records; short for `items` and `id` when it ends like `items[].id`",
    )
    items: ItemsLink | None = Field(default=None, description="each line: `css`, `xpath` or `jmespath`")
    id: ItemChain | None = Field(default=None, description="a line's record id, or a link to its card")
    fields: dict[FieldName | PostingFieldName, ItemChain] = Field(
        default_factory=dict, description="what a line already gives"
    )
    facets: dict[str, FacetSpec] = Field(default_factory=dict, description="counts per value of an axis")
    echo: dict[str, ChainSpec] = Field(
        default_factory=dict, description="where the page repeats the filters it used, by axis (or `rubric`)"
    )
    next: ChainSpec | None = Field(default=None, description="answers when there is a next page")
    cursor: ChainSpec | None = Field(default=None, description="the cursor of the next page")
    empty: ChainSpec | None = Field(default=None, description="marks an honest page without results")
    orders: Orders | None = Field(default=None, description="the sort orders on offer")
    exhaustive: bool = Field(
        default=True, description="whether it shows all there is (else absence proves nothing)"
    )

    PAGING_PLACES: ClassVar[dict[str, frozenset[str]]] = {
        "page": frozenset({"page"}),
        "offset": frozenset({"offset"}),
        "cursor": frozenset({"cursor"}),
        "range": frozenset({"start", "end"}),
    }

    @model_validator(mode="after")
    def _complete(self) -> Listing:
        if (self.ids is None) == (self.items is None):
            raise fault("ids", "say where the records are: either ids, or items with id")
        if (self.items is None) != (self.id is None):
            raise fault("id", "items and id come together: each line, and the id within it")
        if self.fields and self.items is None:
            raise fault("fields", "fields are read from each line: write items and id in place of ids")
        used = self.placeholders()
        missing = self.PAGING_PLACES[self.paging] - used
        if missing:
            raise fault("url", f'paging = "{self.paging}" needs {_braced(missing)} in url, headers or body')
        if (self.paging == "cursor") != (self.cursor is not None):
            raise fault("cursor", 'a cursor link and paging = "cursor" come together')
        if self.orders is not None and self.orders.param not in used:
            raise fault("orders.param", f"{{{self.orders.param}}} is not used in url, headers or body")
        if len(set(self.axes)) < len(self.axes):
            raise fault("axes", "an axis is named twice")
        return self


# --- cards and the other surfaces ----------------------------------------------------------------------


class Card(Surface):
    """The organisation cards."""

    fields: dict[FieldName, ChainSpec] = Field(min_length=1, description="the source chain of each field")
    closed: ChainSpec | None = Field(
        default=None, description="marks the card of a permanently closed organisation"
    )
    missing: ChainSpec | None = Field(
        default=None, description="marks a page that says, with status 200, that there is no such card"
    )
    status_words: dict[str, Status] = Field(
        default_factory=dict, description="the site's words (in any case) for the three states"
    )
    tokens: dict[str, ChainSpec] = Field(
        default_factory=dict, description="values to send with the contacts call"
    )
    contacts_hint: ChainSpec | None = Field(
        default=None, description="says whether a contacts call would give anything"
    )
    branches: ChainSpec | None = Field(
        default=None, description="ids of, or links to, other cards of the organisation"
    )


class Posting(Surface):
    """The detail of a job posting: fetched where the listing lacks the description, and to see whether it is live."""

    fields: dict[PostingFieldName, ChainSpec] = Field(
        min_length=1, description="the source chain of each field; `listing: FIELD` is what the line gave"
    )
    content: ChainSpec | None = Field(
        default=None, description="the posting's own content, in which the closed markers count"
    )
    closed: ChainSpec | None = Field(default=None, description="answers on the page of an ended posting")
    closed_markers: dict[str, tuple[str, ...]] = Field(
        default_factory=dict, description="by language, words in `content` that say that it has ended"
    )
    head: bool = Field(
        default=False, description="ended postings answer 404 or 410: HEAD is enough to see that one lives"
    )
    apply_parameters: tuple[str, ...] = Field(
        default=(), description="query parameters of the apply link that route; others are tokens"
    )

    @model_validator(mode="after")
    def _markers_have_their_place(self) -> Posting:
        if self.closed_markers and self.content is None:
            raise fault("content", "closed markers count in the posting's own content only: say where it is")
        return self


class Witness(Surface):
    """What a person sees of a posting, compared with what the listing gave."""

    fields: dict[PostingFieldName, ChainSpec] = Field(min_length=1, description="the fields to compare")


class Feeds(Model):
    """Feeds of the newest postings, one a value of an axis."""

    url: UrlText = Field(description="URL template with the placeholder of the axis")
    axis: str = Field(description="the axis whose values have feeds")
    lag: int = Field(
        default=1800, ge=0, le=86_400, description="seconds by which a feed may be behind the board"
    )


class Contacts(Surface):
    """The call that gives a card's contacts."""

    kind: Literal["json", "html"] = Field(default="json", description="what it answers")


class Search(Surface):
    """The search, for spot-checks."""

    ids: ChainSpec = Field(description="ids of the hits, or links to their cards")


class Sitemap(Model):
    """Sitemaps that name cards."""

    urls: tuple[UrlText, ...] = Field(min_length=1, description="sitemaps or sitemap indexes")


class Pace(Model):
    """What the site tolerates."""

    requests_per_second: float | None = Field(default=None, gt=0, le=1000, description="top of the whole run")
    contacts_per_second: float | None = Field(
        default=None, gt=0, le=1000, description="top of the contacts call"
    )
    concurrency: int | None = Field(default=None, ge=1, le=10_000, description="requests in flight")
    obey_robots: bool = Field(default=True, description="whether robots.txt is obeyed")


class Hours(Model):
    """How to read opening hours."""

    midnight: Literal["unknown", "closed", "round_the_clock"] = Field(
        default="unknown", description="what 00:00-00:00 means on this site"
    )


class Map(Model):
    """How to read coordinates."""

    default_points: tuple[tuple[float, float], ...] = Field(
        default=(), description="[latitude, longitude] of points that stand for a whole city"
    )

    @model_validator(mode="after")
    def _on_earth(self) -> Map:
        for latitude, longitude in self.default_points:
            if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
                raise fault(
                    "default_points", f"[{latitude}, {longitude}] is not on earth: latitude comes first"
                )
        return self


# --- the profile ---------------------------------------------------------------------------------------


def _country(code: str) -> str:
    if code not in SUPPORTED_REGIONS:
        known = ", ".join(sorted(SUPPORTED_REGIONS - {"AC", "TA"}))
        raise ValueError(f"no country with a numbering plan (the United Kingdom is GB): allowed are {known}")
    return code


def _timezone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError(f"{name!r} is no time zone: write a name of the IANA database like Europe/London")
    return name


def _setting_names(settings: dict[str, Any]) -> dict[str, Any]:
    for name in settings:
        if not re.fullmatch(r"[A-Z][A-Z0-9_]*", name):
            raise ValueError(f"{name!r} is no setting: names are upper case like DOWNLOAD_TIMEOUT")
        if re.search(r"PASSWORD|SECRET|TOKEN|API_KEY|DATABASE_URL", name):
            raise ValueError(f"{name} is a secret or a place of this machine: put it into the environment")
    return settings


class Profile(Model):
    """A site, as one TOML file says it."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$", description="short name of the site")
    kind: Literal["directory", "jobs"] = Field(description="the job that the site serves")
    base_url: str = Field(pattern=r"^https?://[^/@\s]+/?$", description="scheme and host of the site")
    country: Annotated[str, AfterValidator(_country)] = Field(
        pattern=r"^[A-Z]{2}$", description="ISO 3166 code; gives the numbering plan"
    )
    timezone: Annotated[str, AfterValidator(_timezone)] = Field(default="UTC", description="IANA name")
    languages: tuple[Annotated[str, Field(pattern=r"^[a-z]{2,3}$")], ...] = Field(
        min_length=1, description="languages of its texts, ISO 639"
    )
    site_class: str | None = Field(
        default=None,
        alias="class",
        pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$",
        description="`package.module:Class`, a subclass of `Site` that overrides single steps",
    )
    wall: ChainSpec | None = Field(default=None, description="marks a login or captcha page")
    rubricator: Rubricator | None = Field(
        default=None,
        description="the tree of rubrics; without it, the site is one rubric that the axes divide",
    )
    listing: Listing = Field(description="the listing pages")
    axes: dict[str, Axis] = Field(
        default_factory=dict, description="details of the axes named in listing.axes"
    )
    card: Card | None = Field(default=None, description="the organisation cards; a directory needs them")
    posting: Posting | None = Field(default=None, description="the job postings; a job board needs them")
    witness: Witness | None = Field(default=None, description="the pages that people see, of a job board")
    feeds: Feeds | None = Field(default=None, description="the feeds of a job board")
    contacts: Contacts | None = Field(default=None, description="the contacts call")
    search: Search | None = Field(default=None, description="the search")
    sitemap: Sitemap | None = Field(default=None, description="the sitemap")
    pace: Pace = Field(default_factory=Pace, description="the pace")
    hours: Hours = Field(default_factory=Hours, description="opening hours")
    map: Map = Field(default_factory=Map, description="coordinates")
    settings: Annotated[dict[str, Any], AfterValidator(_setting_names)] = Field(
        default_factory=dict, description="Scrapy settings for this site"
    )

    @property
    def digest(self) -> str:
        """A hash of what the profile says, whatever its layout, key order and comments.

        Pace and settings stay out: they change how a run goes, not what it reads.
        """
        content = self.model_dump(mode="json", by_alias=True, exclude={"pace", "settings"})
        written = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(written.encode()).hexdigest()

    def axis_param(self, name: str) -> str:
        """The placeholder that carries the value of an axis."""
        return (self.axes[name].param if name in self.axes else None) or name

    def axis_params(self, name: str) -> tuple[str, ...]:
        """The placeholders that carry an axis: one, or the two ends of a window or an interval."""
        axis = self.axes.get(name)
        ends = None if axis is None else axis.time or axis.range
        return (self.axis_param(name),) if ends is None else (ends.start, ends.end)

    @property
    def time_axis(self) -> str | None:
        """The name of the axis that is time."""
        return next((name for name in self.listing.axes if name in self.axes and self.axes[name].time), None)

    @property
    def record(self) -> Card | Posting:
        """The surface of one record."""
        record = self.card or self.posting
        assert record is not None
        return record

    @model_validator(mode="after")
    def _has_its_records(self) -> Profile:
        sections = {
            "directory": (("card",), ("posting", "witness", "feeds")),
            "jobs": (("posting",), ("card", "contacts", "rubricator")),
        }
        needed, foreign = sections[self.kind]
        for name in needed:
            if getattr(self, name) is None:
                raise fault(name, f'missing: kind = "{self.kind}" needs this section')
        for name in foreign:
            if getattr(self, name) is not None:
                raise fault(name, f'kind = "{self.kind}" has no such section')
        allowed = get_args(FieldName if self.kind == "directory" else PostingFieldName)
        for name in self.listing.fields:
            if name not in allowed:
                raise fault(
                    f"listing.fields.{name}", f'kind = "{self.kind}" has no such field: {", ".join(allowed)}'
                )
        if self.kind == "directory" and self.time_axis is not None:
            raise fault(f"axes.{self.time_axis}.time", "time is an axis of job boards")
        return self

    @model_validator(mode="after")
    def _hangs_together(self) -> Profile:
        for name in self.axes:
            if name not in self.listing.axes:
                raise fault(
                    f"axes.{name}", f"no such axis in listing.axes, which names {_listed(self.listing.axes)}"
                )
        params: dict[str, str] = {}
        for name in self.listing.axes:
            for param in self.axis_params(name):
                if param in params:
                    raise fault(
                        f"axes.{name}",
                        f"{{{param}}} is the placeholder of axis {params[param]!r}: name another",
                    )
                params[param] = name
        used = self.listing.placeholders()
        for param, name in params.items():
            if param not in used:
                raise fault(
                    "listing.url", f"axis {name!r} is never sent: add {{&{param}}} to url, headers or body"
                )
        for name in self.listing.axes:
            for table, told in (("facets", self.listing.facets), ("echo", self.listing.echo)):
                if name in told and name in self.axes and self.axes[name].range is not None:
                    raise fault(f"listing.{table}.{name}", "an axis of intervals has no values to read here")
        for key in self.listing.facets:
            if key not in self.listing.axes:
                raise fault(
                    f"listing.facets.{key}", f"no such axis: listing.axes names {_listed(self.listing.axes)}"
                )
        for key in self.listing.echo:
            if key not in {*self.listing.axes, "rubric"}:
                raise fault(
                    f"listing.echo.{key}", f"no such filter: allowed are rubric, {_listed(self.listing.axes)}"
                )
        orders = {self.listing.orders.param} if self.listing.orders else set()
        known = {"rubric", "page", "offset", "start", "end", "size", "cursor", *params, *orders}
        self._only("listing", used, known)
        for section in ("card", "posting", "witness"):
            surface = getattr(self, section)
            if surface is not None:
                self._only(section, surface.placeholders(), {"id"})
                if "id" not in UrlTemplate.parse(surface.url).required:
                    raise fault(f"{section}.url", f"a {section} is asked for by {{id}}: put it into the URL")
        if self.contacts is not None and self.card is not None:
            self._only("contacts", self.contacts.placeholders(), {"id", *self.card.tokens})
        if self.feeds is not None and self.feeds.axis not in self.listing.axes:
            raise fault("feeds.axis", f"no such axis: listing.axes names {_listed(self.listing.axes)}")
        if self.search is not None:
            self._only("search", self.search.placeholders(), {"q"})
        self._line_fields_exist()
        return self

    @staticmethod
    def _only(section: str, used: frozenset[str], known: set[str]) -> None:
        if unknown := used - known:
            raise fault(
                f"{section}.url", f"{_braced(unknown)} has no value here: allowed are {_braced(known)}"
            )

    def _line_fields_exist(self) -> None:
        """A link to the listing line needs that field there."""
        section = "card" if self.card is not None else "posting"
        for name, chain in self.record.fields.items():
            for link in chain:
                language, _, expression = (part.strip() for part in link.link.partition(":"))
                if language == "listing" and expression not in self.listing.fields:
                    raise fault(
                        f"{section}.fields.{name}", f"{link.link!r} needs listing.fields.{expression}"
                    )


def _braced(names: frozenset[str] | set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "none"
