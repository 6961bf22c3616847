"""A labelled corpus: postings, and which of them advertise one vacancy. Made to be hard, the same for the same seed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from directory_crawler.demo.vacancies.advert import Advert, advertise, another, copied, reposted
from directory_crawler.demo.vacancies.language import CODES, language

if TYPE_CHECKING:
    from directory_crawler.demo.vacancies.language import Language

EMPLOYER, AGENCY = "employer", "agency"
_SIZES = (0.12, 0.3, 0.6, 1.0, 1.0, 1.0, 1.5, 2.5, 4.0)
"""Of a vacancy's text, 1 for about 300 words."""
_NUMBERED = 0.97
_REGIONS = tuple(f"r{number}" for number in range(24))
_TITLE_DECORATIONS = ("{0}", "{0}", "{0}", "{0} (m/f/d)", "Urgent: {0}", "{0} *new*", "{0} - immediate start")


@dataclass(frozen=True)
class Labelled:
    """A posting with its truth: postings of one ``vacancy`` are copies. ``kind`` says how it came to be."""

    posting_id: str
    vacancy: int
    kind: str
    company: str
    company_kind: str
    title: str
    region: str | None
    requisition: str | None
    text: str


@dataclass
class _Company:
    name: str
    kind: str
    code: str
    closing: tuple[str, ...]
    region: str


@dataclass
class _Maker:
    rng: Random
    postings: list[Labelled] = field(default_factory=list)
    vacancies: int = 0

    def company(self, kind: str, code: str) -> _Company:
        rng, tongue = self.rng, language(code)
        name = f"{tongue.words(rng, 2)} {rng.choice(('GmbH', 'Ltd', 'SA', 'AG', 'Group'))}".title()
        closing = tuple(
            tongue.sentence(tongue.words(rng, rng.randrange(8, 25))) for _ in range(rng.randrange(1, 4))
        )
        return _Company(name, kind, code, closing, rng.choice(_REGIONS))

    def post(
        self, advert: Advert, company: _Company, vacancy: int, kind: str, title: str, region: str | None,
        requisition: str | None = None,
    ) -> None:  # fmt: skip
        self.postings.append(
            Labelled(
                f"{len(self.postings) + 1:06d}", vacancy, kind, company.name, company.kind,
                self.rng.choice(_TITLE_DECORATIONS).format(title), region, requisition, advert.text(self.rng),
            )
        )  # fmt: skip

    def new(self) -> int:
        self.vacancies += 1
        return self.vacancies


def corpus(vacancies: int, seed: int) -> list[Labelled]:
    """Postings of so many vacancies that are advertised once or more, and of others that are made to look like them."""
    rng = Random(f"vacancies {seed}")
    maker = _Maker(rng)
    employers = [maker.company(EMPLOYER, rng.choice(CODES)) for _ in range(max(4, vacancies // 6))]
    agencies = {code: [maker.company(AGENCY, code) for _ in range(max(4, vacancies // 60))] for code in CODES}
    for _ in range(vacancies):
        _vacancy(maker, rng.choice(employers), agencies)
    for _ in range(max(1, vacancies // 600)):
        _large_employer(maker, rng.choice(CODES), agencies)
    rng.shuffle(maker.postings)
    return maker.postings


def _vacancy(maker: _Maker, company: _Company, agencies: dict[str, list[_Company]]) -> None:
    """One vacancy with its copies, or with others like it."""
    rng = maker.rng
    tongue = language(company.code)
    title = _title(rng, tongue)
    region = company.region if rng.random() < 0.7 else rng.choice((*_REGIONS, None))
    first = advertise(
        rng, company.code, company=company.name, title=title, agency=False, size=rng.choice(_SIZES)
    )
    first = replace(first, closing=first.closing + company.closing)
    fate = rng.random()
    if fate > _NUMBERED:
        _numbered(maker, company, first, title, region)
        return
    vacancy = maker.new()
    reference = _reference(rng) if rng.random() < 0.3 else None
    advertised = rng.random() < 0.9  # else by agencies only
    if advertised:
        maker.post(first, company, vacancy, "first", title, region, reference)
    if fate < 0.35 or not advertised:
        for agency in rng.sample(agencies[company.code], rng.choice((1, 1, 2, 3))):
            made = copied(rng, first, company=agency.name, title=title, template=agency.closing)
            maker.post(made, agency, vacancy, "agency", _retitled(rng, title), region)
    elif fate < 0.5:
        again = first
        for _ in range(rng.choice((1, 1, 2))):
            again = reposted(rng, again)
            maker.post(again, company, vacancy, "repost", title, region, reference)
    elif fate < 0.58:
        _two_openings(maker, company, first, title, region, agencies)
    elif fate < 0.63:  # the same words in another place
        others = [code for code in _REGIONS if code != region]
        for place in rng.sample(others, rng.choice((1, 3, 10))):
            maker.post(first, company, maker.new(), "elsewhere", title, place)
    elif fate < 0.68:  # one template for everything that the company seeks
        for _ in range(rng.choice((1, 4, 12))):
            made = another(rng, first)
            maker.post(made, company, maker.new(), "template", _title(rng, tongue), region)
    elif fate < 0.73:  # an agency's template, other requirements
        agency = rng.choice(agencies[company.code])
        made = copied(rng, first, company=agency.name, title=title, template=agency.closing)
        maker.post(made, agency, vacancy, "agency", title, region)
        for _ in range(rng.choice((1, 2))):
            maker.post(another(rng, made), agency, maker.new(), "agency template", title, region)
    elif fate < 0.77:
        _few_words(maker, company, title, region)


def _numbered(maker: _Maker, company: _Company, first: Advert, title: str, region: str | None) -> None:
    """Openings that differ in nothing but their number: that of the record, one in the text, or one in the title."""
    rng = maker.rng
    way = rng.randrange(3)
    for number in range(rng.choice((2, 4))):
        advert, requisition, named = first, None, title
        if way == 0:
            requisition = _reference(rng)
        elif way == 1:
            label = rng.choice(("Ref.", "Reference:", "Job ID", "Kennziffer", "Réf.", "№"))
            advert = replace(first, closing=(*first.closing, f"{label} {_reference(rng)}"))
        else:
            named = f"{title} {number + 1}"
        maker.post(advert, company, maker.new(), "numbered", named, region, requisition)


def _reference(rng: Random) -> str:
    return f"{rng.choice('ABKRQ')}{rng.randrange(1000, 99999)}"


def _two_openings(
    maker: _Maker, company: _Company, first: Advert, title: str, region: str | None,
    agencies: dict[str, list[_Company]],
) -> None:  # fmt: skip
    """A second opening with the same title in the same place, and sometimes an agency that advertises one of them."""
    rng = maker.rng
    second, vacancy = another(rng, first), maker.new()
    maker.post(second, company, vacancy, "second opening", title, region)
    if rng.random() < 0.5:
        agency = rng.choice(agencies[company.code])
        made = copied(rng, second, company=agency.name, title=title, template=agency.closing)
        maker.post(made, agency, vacancy, "agency", title, region)


def _few_words(maker: _Maker, company: _Company, title: str, region: str | None) -> None:
    """Postings that say next to nothing: another company's says it, too."""
    rng, tongue = maker.rng, language(company.code)
    line = tongue.phrase(rng, "close") + str(tongue.phrases["stop"])
    advert = Advert(company.code, (tongue.phrase(rng, "lead", company="", title=title), line), (), (), (), ())
    other = maker.company(EMPLOYER, company.code)
    maker.post(advert, company, maker.new(), "few words", title, region)
    maker.post(advert, other, maker.new(), "few words", _title(rng, tongue), rng.choice(_REGIONS))


def _large_employer(maker: _Maker, code: str, agencies: dict[str, list[_Company]]) -> None:
    """Hundreds of vacancies under one paragraph about the employer, some of them copied with it by agencies."""
    rng, tongue = maker.rng, language(code)
    company = maker.company(EMPLOYER, code)
    about = tuple(tongue.sentence(tongue.words(rng, rng.randrange(12, 30))) for _ in range(4))
    company.closing += (str(tongue.phrases["eeo"]),)
    for _ in range(120):
        title = _title(rng, tongue)
        made = advertise(
            rng, code, company=company.name, title=title, agency=False, size=rng.choice((0.4, 0.8, 1.0))
        )
        made = replace(made, lead=about + made.lead, closing=company.closing)
        vacancy = maker.new()
        region = rng.choice(_REGIONS)
        maker.post(made, company, vacancy, "large employer", title, region)
        if rng.random() < 0.2:
            agency = rng.choice(agencies[code])
            copy = copied(
                rng, made, company=agency.name, title=title, template=agency.closing + company.closing
            )
            copy = replace(copy, lead=copy.lead + about)
            maker.post(copy, agency, vacancy, "agency", title, region)


def _title(rng: Random, tongue: Language) -> str:
    title: str = rng.choice(tongue.phrases["titles"])
    return f"{title}{tongue.glue}{tongue.words(rng, 1)}" if rng.random() < 0.5 else title


def _retitled(rng: Random, title: str) -> str:
    return rng.choice((title, title, f"{title} - leading employer", f"{title} / top pay"))
