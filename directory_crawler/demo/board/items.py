"""A posting as the search endpoint and its detail give it: 31 fields as JSON."""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from directory_crawler.demo.board.descriptions import FRESH, description_html
from directory_crawler.demo.board.phrases import CLOSED_MARKERS
from directory_crawler.demo.board.places import REGIONS
from directory_crawler.demo.board.postings import AGENCY_COPY, MARKED
from directory_crawler.demo.board.texts import terms_of, text_of, title_of
from directory_crawler.demo.board.trades import TRADES

if TYPE_CHECKING:
    from directory_crawler.demo.board.board import Board
    from directory_crawler.demo.board.options import BoardOptions
    from directory_crawler.demo.board.postings import Posting
    from directory_crawler.demo.board.stamps import Stamps

_KEPT = 20_000
_CHANNELS = ("direct", "ats", "feed", "partner")
_EDUCATIONS = ("none", "secondary", "vocational", "degree")


class Items:
    """Writes the postings of one board as JSON; what does not change from answer to answer is kept."""

    def __init__(self, board: Board, options: BoardOptions, stamps: Stamps) -> None:
        self._board = board
        self._rewrap = options.rewrap
        self._names = dict(options.rename)
        self._blank = frozenset(options.blank)
        self._stamps = stamps
        self._kept_line = lru_cache(_KEPT)(self._line)

    def line(self, posting: Posting, token: str, answer: int) -> str:
        """A list item, as JSON, of the `answer`-th answer with its token."""
        return self._with_counters(self._kept_line(posting), posting, token, answer)

    def detail(self, posting: Posting, token: str, answer: int) -> str:
        """The whole posting as JSON, with its status and, where it has ended, a notice."""
        fields = self.fields(posting)
        fields["description"] = self.description(posting)
        fields |= {
            "status": "closed" if posting.ending == MARKED else "open",
            "notice": closed_marker(posting) if posting.ending == MARKED else None,
        }
        return self._with_counters(self._json(fields), posting, token, answer)

    def description(self, posting: Posting) -> str:
        """The description as HTML; `FRESH` stands for tokens."""
        company = self._board.company(posting)
        return description_html(
            text_of(posting, company), posting_id=posting.id, style=company.seed, rewrap=self._rewrap
        )

    def fields(self, posting: Posting) -> dict[str, Any]:
        """All fields but the counters, under their usual names.

        The description is null: it costs most, and not every caller shows it.
        """
        company, terms, stamps = self._board.company(posting), terms_of(posting), self._stamps
        number = Random(int(posting.vacancy)).getrandbits(40)
        requisition = f"REQ-{number % 100_000:05}"
        if posting.link == AGENCY_COPY:
            requisition = f"{company.id.upper()}/{posting.id[-4:]}"
        channel = _CHANNELS[(company.seed + posting.twist) % len(_CHANNELS)]
        pay = None
        if terms.pay_text is not None:
            pay = {
                "text": terms.pay_text,
                "min": terms.low,
                "max": terms.high,
                "currency": "GBP" if terms.low is not None else None,
                "period": terms.period if terms.low is not None else None,
            }
        return {
            "id": posting.id,
            "url": f"/job/{posting.id}",
            "title": title_of(posting),
            "company": {"id": company.id, "name": company.name, "kind": company.stated_kind},
            "location": posting.region and {"code": posting.region, "name": REGIONS[posting.region]},
            "remote": terms.remote,
            "employment_type": posting.employment,
            "pay": pay,
            "posted_at": None if posting.posted is None else stamps.write(stamps.key(posting.posted)),
            "expires_at": None if posting.expires is None else stamps.write(stamps.key(posting.expires)),
            "categories": list(posting.categories),
            "description": None,
            "apply_url": apply_url(company.id, channel, requisition, posting.id),
            "source_channel": channel,
            "requisition": requisition,
            "language": "en",
            "seniority": terms.level,
            "experience_years": terms.years,
            "education": _EDUCATIONS[number % 4],
            "hours_per_week": terms.hours,
            "shift_work": TRADES[posting.trade].shifts,
            "openings": terms.openings,
            "skills": list(terms.skills),
            "benefits": list(terms.benefits),
            "contract_months": 12 if posting.employment in ("contract", "temporary") else None,
            "easy_apply": number % 5 == 0,
            "sponsored": number % 11 == 0,
            "logo_url": f"https://img.example/{company.id}.png?v={FRESH}",
        }

    def _line(self, posting: Posting) -> str:
        fields = self.fields(posting)
        # Every third list item has no description, and there are three ways to have none.
        match int(posting.id) % 9:
            case 0:
                pass
            case 3:
                fields["description"] = ""
            case 6:
                del fields["description"]
            case _:
                fields["description"] = self.description(posting)
        return self._json(fields)

    def _json(self, fields: dict[str, Any]) -> str:
        shown = {
            self._names.get(name, name): None if name in self._blank else value
            for name, value in fields.items()
        }
        return json.dumps(shown, ensure_ascii=False)

    def _with_counters(self, line: str, posting: Posting, token: str, answer: int) -> str:
        seen = int(posting.id) % 997
        counters = {"views": seen + answer, "applicants": seen // 9 + answer // 50, "rank": answer * 7 % 1000}
        named = ", ".join(f'"{self._names.get(name, name)}": {value}' for name, value in counters.items())
        return f"{line[:-1].replace(FRESH, token)}, {named}}}"


def apply_url(company_id: str, channel: str, requisition: str, posting_id: str) -> str:
    """Where to apply: `job` and `req` route the application, everything else tracks; `FRESH` stands for tokens."""
    reference = requisition.replace("/", "%2F")
    return (
        f"https://apply.example/{company_id}/start?req={reference}&job={posting_id}&utm_source=board"
        f"&utm_medium={channel}&click={FRESH}&sid={FRESH}"
    )


def closed_marker(posting: Posting) -> str:
    """The words by which the page of an ended posting says so."""
    return CLOSED_MARKERS[int(posting.id) % len(CLOSED_MARKERS)]
