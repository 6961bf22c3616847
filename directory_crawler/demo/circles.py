"""Hard negatives: organisations that share a phone, a domain, a name or a house, and are not one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from directory_crawler.demo.naming import surname
from directory_crawler.demo.phone_forms import HOTLINE, draw_phone
from directory_crawler.demo.shape import FULL_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable

    from directory_crawler.demo.organisations import Founder, Identity

_HOTLINE_BRANCHES = 220  # measured: 220 supermarkets behind one eight-digit number


class Circles:
    """Draws the circles of a city of `size` cards.

    `founder` draws their members; `pick_rubric(n)` draws a rubric that has room for n more cards.
    """

    def __init__(self, founder: Founder, pick_rubric: Callable[[int], str], size: int) -> None:
        self._founder = founder
        self._pick_rubric = pick_rubric
        self._scale = size / FULL_SIZE
        self._room = size // 3

    def draw(self) -> list[Identity]:
        """All members of all circles, at most a third of the city."""
        # How many circles of each kind stand in the full city; at least one of each, while there is room.
        kinds: tuple[tuple[Callable[[], list[Identity]], int], ...] = (
            (self._hotline, 1),
            (lambda: self._chain("trio", 3, shares_phone=True), 14),
            (lambda: self._chain("franchise", 3, shares_phone=False), 8),
            (self._agency, 20),
            (self._landlord, 12),
            (self._namesakes, 16),
            (self._contained_names, 16),
            (lambda: self._sponsored_homes(4), 4),
            (lambda: self._chain("franchise", 6, shares_phone=False), 20),
            (self._centre, 8),
            (lambda: self._sponsored_homes(12), 3),
        )
        drawn: list[Identity] = []
        for found, full in kinds:
            for _ in range(1 if full == 1 else max(1, round(full * self._scale))):
                members = found()
                if len(drawn) + len(members) > self._room:
                    break
                drawn += members
        return drawn

    def _hotline(self) -> list[Identity]:
        branches = self._chain("hotline", max(6, round(_HOTLINE_BRANCHES * self._scale)), shares_phone=False)
        for branch in branches:
            branch.phones = (HOTLINE,)
        return branches

    def _chain(self, circle: str, branches: int, *, shares_phone: bool) -> list[Identity]:
        """Branches of one name at different addresses, on one phone or on one domain."""
        founder, rubric = self._founder, self._pick_rubric(branches)
        name = f"{surname(founder.rng)} {founder.rng.choice(('Express', 'Direct', 'Plus', 'Local'))}"
        domain = founder.domain(name)
        phone = draw_phone(founder.rng, founder.phones)
        members = [founder.identity(rubric, name=name) for _ in range(branches)]
        for member in members:
            member.chain, member.circle = f"{circle}-{members[0].org_id}", circle
            member.legal_name = f"{name} {member.place.house} Ltd" if member.legal_name else None
            member.email = None
            if shares_phone:
                member.phones, member.domain = (phone,), None
            else:
                member.domain = domain
        return members

    def _sponsored_homes(self, homes: int) -> list[Identity]:
        """Family homes at different addresses, all reached through their sponsor's one number."""
        founder, rubric = self._founder, self._pick_rubric(homes)
        phone = draw_phone(founder.rng, founder.phones)
        members = [founder.identity(rubric, name=f"{surname(founder.rng)} Family Home") for _ in range(homes)]
        return self._marked(members, "sponsor", phone)

    def _agency(self) -> list[Identity]:
        """Two clients of one agency: its number, nothing else in common."""
        founder = self._founder
        members = [founder.identity(self._pick_rubric(1)) for _ in range(2)]
        return self._marked(members, "agency", draw_phone(founder.rng, founder.phones))

    def _landlord(self) -> list[Identity]:
        """Two tenants of one building behind their landlord's number; some name their units, all their trades."""
        founder = self._founder
        building = founder.streets.draw_place(founder.rng)
        first = founder.rng.randrange(1, 20)
        units = (f"Unit {first}", f"Unit {first + 1}") if founder.rng.random() < 0.5 else ("", "")
        members = [
            founder.identity(self._pick_rubric(1), founder.streets.unit_of(building, unit)) for unit in units
        ]
        return self._marked(members, "landlord", draw_phone(founder.rng, founder.phones))

    def _namesakes(self) -> list[Identity]:
        """Two firms with the same words in their names, side by side; phones, trades and house numbers differ."""
        founder = self._founder
        left, right = founder.streets.neighbours(founder.rng)
        family, given = surname(founder.rng), surname(founder.rng)
        members = [
            founder.identity(self._pick_rubric(1), left, f"{family} and {given}"),
            founder.identity(self._pick_rubric(1), right, f"{given} and {family}"),
        ]
        return self._marked(members, "namesake", None)

    def _contained_names(self) -> list[Identity]:
        """A firm next door to another whose name holds its own."""
        founder = self._founder
        left, right = founder.streets.neighbours(founder.rng)
        family = f"{surname(founder.rng)} {founder.rng.choice(('Bakery', 'Textiles', 'Tools'))}"
        members = [
            founder.identity(self._pick_rubric(1), left, family),
            founder.identity(self._pick_rubric(1), right, f"{family} Supplies"),
        ]
        return self._marked(members, "contained", None)

    def _centre(self) -> list[Identity]:
        """Twelve tenants of a shopping centre: one point, one house number, a unit each."""
        founder = self._founder
        building = founder.streets.draw_place(founder.rng)
        members = [
            founder.identity(self._pick_rubric(1), founder.streets.unit_of(building, f"Unit {unit}"))
            for unit in range(1, 13)
        ]
        return self._marked(members, "centre", None)

    def _marked(self, members: list[Identity], circle: str, phone: str | None) -> list[Identity]:
        """`members` named as a circle; each has a phone of its own where the circle shares none."""
        founder = self._founder
        for member in members:
            member.circle = circle
            if phone is not None:
                member.phones = (phone,)
            elif not member.phones:
                member.phones = (draw_phone(founder.rng, founder.phones),)
        return members
