"""A vacancy as its advertisement says it, and what others make of it: rewritten by agencies, put up again, or taken as
the template of another vacancy."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from directory_crawler.demo.vacancies.language import Language, language

if TYPE_CHECKING:
    from random import Random

_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_LIGHT = 0.6  # of the copies: the core as it was
_BULLETS = ("- ", "• ", "* ", "", "· ")


@dataclass(frozen=True)
class Advert:
    """The parts of an advertisement, each a tuple of sentences; ``inserted`` stands between tasks and needs."""

    language: str
    lead: tuple[str, ...]
    tasks: tuple[str, ...]
    needs: tuple[str, ...]
    offers: tuple[str, ...]
    closing: tuple[str, ...]
    inserted: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()

    @property
    def tongue(self) -> Language:
        return language(self.language)

    def text(self, rng: Random) -> str:
        """The text, laid out in one of many ways."""
        tongue = self.tongue
        bullet = rng.choice(_BULLETS)
        headings = self.headings
        if headings and rng.random() < 0.3:
            headings = tuple(heading.upper() for heading in headings)
        blocks = [tongue.joined(self.lead)]
        for number, lines in enumerate((self.tasks, self.inserted, self.needs, self.offers)):
            if number == 1:
                blocks += [tongue.joined(lines)] if lines else []
                continue
            if lines and headings:
                blocks.append(headings[max(number - 1, 0)])
            blocks += [tongue.joined(lines)] if bullet == "" and lines else [bullet + line for line in lines]
        blocks.append(tongue.joined(self.closing))
        return "\n".join(block for block in blocks if block)


def advertise(rng: Random, code: str, *, company: str, title: str, agency: bool, size: float) -> Advert:
    """A new vacancy's advertisement; ``size`` 1 is about 300 words."""
    tongue, kind = language(code), "agency" if agency else "lead"

    def about(least: int, most: int) -> int:
        return max(1, round(rng.randrange(least, most) * size))

    return Advert(
        code,
        lead=lead(rng, tongue, kind, rng.randrange(2, 6), company=company, title=title),
        tasks=tuple(tongue.task(rng) for _ in range(about(5, 10))),
        needs=tuple(tongue.detailed(rng, "need") for _ in range(about(4, 8))),
        offers=tuple(tongue.detailed(rng, "offer") for _ in range(about(2, 6))),
        closing=tuple(
            tongue.phrase(rng, "close") + tongue.phrases["stop"] for _ in range(rng.randrange(0, 3))
        ),
        headings=tuple(tongue.phrases["sections"]) if rng.random() < 0.7 else (),
    )


def lead(
    rng: Random, tongue: Language, kind: str, sentences: int, *, company: str, title: str
) -> tuple[str, ...]:
    """An opening of so many sentences by an employer ("lead") or an agency ("agency")."""
    return tuple(
        tongue.detailed(rng, kind, company=company, title=title)
        if rng.random() < 0.7
        else tongue.sentence(tongue.words(rng, rng.randrange(8, 20)))
        for _ in range(sentences)
    )


def copied(rng: Random, advert: Advert, *, company: str, title: str, template: tuple[str, ...]) -> Advert:
    """The same vacancy by an agency: another opening of any length, its own foot, the core more or less as it was."""
    tongue = advert.tongue
    if rng.random() < _LIGHT:
        opening = lead(rng, tongue, "agency", rng.randrange(2, 5), company=company, title=title)
        foot = rng.choice((advert.closing, advert.closing, template[:1], ()))
        return replace(advert, lead=opening, closing=foot)
    opening = lead(rng, tongue, "agency", rng.choice((0, 1, 2, 3, 4, 6, 10)), company=company, title=title)
    rate = rng.choice((0.0, 0.01, 0.02, 0.04))
    tasks, needs, offers = (
        _touched(rng, tongue, lines, rate) for lines in (advert.tasks, advert.needs, advert.offers)
    )
    if rng.random() < 0.35:
        tasks, needs = _shuffled(rng, tasks), _shuffled(rng, needs)
    if rng.random() < 0.3:
        tasks, needs, offers = (_thinned(rng, lines) for lines in (tasks, needs, offers))
    if rng.random() < 0.25:
        offers = ()
    inserted: tuple[str, ...] = ()
    if rng.random() < 0.2:
        inserted = lead(rng, tongue, "agency", rng.randrange(2, 5), company=company, title=title)
    closing = template if rng.random() < 0.8 else ()
    if rng.random() < 0.15:
        closing += (tongue.phrases["eeo"],)
    made = Advert(advert.language, opening, tasks, needs, offers, closing, inserted, _headings(rng, tongue))
    return _cut_short(made) if rng.random() < 0.08 else made


def reposted(rng: Random, advert: Advert) -> Advert:
    """The same vacancy by the same company some time later: figures moved, a sentence or two put anew."""
    tongue = advert.tongue
    made = advert
    if rng.random() < _LIGHT:
        return made
    if rng.random() < 0.5:
        made = replace(made, offers=tuple(_renumbered(rng, line) for line in made.offers))
    if rng.random() < 0.5:
        needs = list(made.needs)
        needs[rng.randrange(len(needs))] = tongue.detailed(rng, "need")
        made = replace(made, needs=tuple(needs))
    if rng.random() < 0.2:
        made = replace(made, tasks=_touched(rng, tongue, made.tasks, 0.02))
    if rng.random() < 0.2:
        made = replace(made, headings=_headings(rng, tongue))
    return made


def another(rng: Random, advert: Advert) -> Advert:
    """Another vacancy with the opening and the offers of this one, and other requirements; mostly other tasks, too."""
    tongue = advert.tongue
    # One requirement put anew is what a repost may be: where there are few, the tasks must be others.
    keep = rng.choice((0, 0, 0.3, 1 if len(advert.needs) > 3 else 0))
    tasks = tuple(line if rng.random() < keep else tongue.task(rng) for line in advert.tasks)
    needs = tuple(tongue.detailed(rng, "need") for _ in advert.needs)
    return replace(advert, tasks=tasks, needs=needs)


def _headings(rng: Random, tongue: Language) -> tuple[str, ...]:
    return tuple(tongue.phrases["sections"]) if rng.random() < 0.6 else ()


def _touched(rng: Random, tongue: Language, lines: tuple[str, ...], rate: float) -> tuple[str, ...]:
    """Words replaced or left out here and there."""
    made = []
    for line in lines:
        parts = line.split(" ") if tongue.glue else list(line)
        kept = [part if rng.random() >= rate else rng.choice(("", tongue.words(rng, 1))) for part in parts]
        made.append(tongue.glue.join(part for part in kept if part))
    return tuple(made)


def _shuffled(rng: Random, lines: tuple[str, ...]) -> tuple[str, ...]:
    moved = list(lines)
    for _ in range(rng.randrange(1, 4)):
        moved.insert(rng.randrange(len(moved) + 1), moved.pop(rng.randrange(len(moved))))
    return tuple(moved)


def _thinned(rng: Random, lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in lines if rng.random() > 0.15) or lines[:1]


def _renumbered(rng: Random, line: str) -> str:
    return _NUMBER.sub(lambda match: str(max(2, int(match[0]) + rng.randrange(-3, 4))), line)


def _cut_short(advert: Advert) -> Advert:
    """As much as a board shows in a list: the opening, and the core up to the middle."""
    return replace(advert, needs=advert.needs[: len(advert.needs) // 2], offers=(), closing=())
