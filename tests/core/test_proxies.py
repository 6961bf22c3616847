"""The list of proxies and the pool: what is read, what is refused, and who carries the next request."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directory_crawler.core.proxies.entries import ProxyEntry, ProxyListError, parse_proxies
from directory_crawler.core.proxies.pool import PoolRules, ProxyPool, Ticket

SECRET = "s3cr3t-of-nobody"
texts = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), max_size=20)


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("192.0.2.7:3128:kim:pass", ProxyEntry("192.0.2.7", 3128, "kim", "pass")),
        ("192.0.2.7:3128", ProxyEntry("192.0.2.7", 3128)),
        ("192.0.2.7:3128::", ProxyEntry("192.0.2.7", 3128)),
        ("192.0.2.7:3128::pass", ProxyEntry("192.0.2.7", 3128, "", "pass")),
        ("192.0.2.7:3128:kim:", ProxyEntry("192.0.2.7", 3128, "kim", "")),
        ("[2001:DB8::0:7]:3128:kim:pass", ProxyEntry("2001:db8::7", 3128, "kim", "pass")),
        ("gate.proxy.example:8000:kim:pass", ProxyEntry("gate.proxy.example", 8000, "kim", "pass")),
        (r"192.0.2.7:3128:a\:b:c\:\:d", ProxyEntry("192.0.2.7", 3128, "a:b", "c::d")),
        ("192.0.2.7:3128:kim:a\\\\", ProxyEntry("192.0.2.7", 3128, "kim", "a\\")),
        (r"192.0.2.7:3128:kim:dom\user", ProxyEntry("192.0.2.7", 3128, "kim", r"dom\user")),
        ("192.0.2.7:3128:kim:pa#ss  # in Leeds", ProxyEntry("192.0.2.7", 3128, "kim", "pa#ss")),
        ("  192.0.2.7:3128:kim:pass\r", ProxyEntry("192.0.2.7", 3128, "kim", "pass")),
        ("http://kim:p%40ss%3A@192.0.2.7:3128/", ProxyEntry("192.0.2.7", 3128, "kim", "p@ss:")),
        ("http://[::1]:3128", ProxyEntry("::1", 3128)),
    ],
)
def test_a_line_is_read_in_each_of_its_forms(line: str, entry: ProxyEntry) -> None:
    assert parse_proxies(f"\ufeff# a list\n\n{line}\n   # the end\n") == (entry,)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"192.0.2.7:3128:kim:{SECRET}:x", "colon"),
        (f"2001:db8::7:3128:kim:{SECRET}", "bracket"),
        (f"[2001:db8::7:3128:kim:{SECRET}", "bracket"),
        (f"[2001:db8::zz]:3128:kim:{SECRET}", "no IPv6"),
        (f"192.0.2.700:3128:kim:{SECRET}", "no IPv4"),
        (f"192.0.2.7:0:kim:{SECRET}", "port"),
        (f"192.0.2.7:65536:kim:{SECRET}", "port"),
        (f"192.0.2.7:{SECRET}", "port"),
        (f"{SECRET}@192.0.2.7:3128", "address"),
        (f"socks5://kim:{SECRET}@192.0.2.7:3128", "http://"),
        (f"http://kim:{SECRET}@192.0.2.7", "port"),
        (f"<p>{SECRET}</p>", "address"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line_and_never_repeated(line: str, reason: str) -> None:
    with pytest.raises(ProxyListError, match="line 3") as caught:
        parse_proxies(f"192.0.2.1:80\n# two\n{line}\n")

    assert reason in str(caught.value)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n  # at all\n"])
def test_an_empty_list_is_no_pool(text: str) -> None:
    with pytest.raises(ProxyListError, match="empty"):
        parse_proxies(text)


def test_the_same_exit_listed_twice_is_one_exit() -> None:
    """Counted twice it would carry twice its pace."""
    assert len(parse_proxies("192.0.2.7:80:a:b\n192.0.2.7:80:a:b\n192.0.2.7:80:a:c\n")) == 2


@given(login=texts, password=texts)
def test_whatever_is_escaped_is_read_back_and_nothing_printed_shows_it(login: str, password: str) -> None:
    def escaped(text: str) -> str:
        return text.replace("\\", "\\\\").replace(":", "\\:").replace("#", "\\#")

    (entry,) = parse_proxies(f"192.0.2.7:3128:{escaped(login)}:{escaped(password)}")

    assert (entry.login, entry.password) == (login, password)
    shown = f"{entry} {entry!r} {entry.without_secrets(f'{login}:{password}')}"
    assert str(ProxyEntry("192.0.2.7", 3128, line=1)) in shown
    for secret in (login, password):
        assert len(secret) < 3 or secret not in shown.replace("192.0.2.7:3128 (line 1)", "")


# --- the pool ----------------------------------------------------------------------------------------------------


def pool_of(entries: int, rules: PoolRules) -> ProxyPool:
    return ProxyPool([ProxyEntry("192.0.2.1", port) for port in range(1, entries + 1)], rules)


def most_in_a_minute(moments: list[float]) -> int:
    return max(sum(start <= moment <= start + 60 for moment in moments) for start in moments)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    entries=st.integers(1, 6),
    tunnels=st.integers(1, 5),
    per_minute=st.sampled_from([1, 15, 40]),
    per_tunnel=st.booleans(),
    failing=st.floats(0, 0.5),
)
def test_no_exit_and_no_connection_is_ever_pushed_past_its_cap(
    seed: int, entries: int, tunnels: int, per_minute: int, per_tunnel: bool, failing: float
) -> None:
    """Whatever is answered late or fails: in no minute more than the cap, never more at once than allowed."""
    chance = random.Random(seed)
    pool = pool_of(entries, PoolRules(tunnels, per_minute, per_tunnel))
    sent: dict[tuple[int, int], list[float]] = {}
    flying: list[tuple[float, float, Ticket]] = []
    now = 0.0
    while now < 200:
        for landed in [flight for flight in flying if flight[0] <= now]:
            flying.remove(landed)
            outcome = pool.serve if chance.random() > failing else chance.choice([pool.fail, pool.strike])
            outcome(landed[2], landed[1], now)
        ticket = pool.take(now)
        if ticket is not None:
            key = (ticket.member, ticket.tunnel if per_tunnel else 0)
            sent.setdefault(key, []).append(now)
            flying.append((now + chance.expovariate(1), now, ticket))
        else:
            now += chance.uniform(0.01, 1)
        at_once = [flight[2].member for flight in flying]
        assert all(at_once.count(member) <= tunnels for member in at_once)

    assert all(most_in_a_minute(moments) <= per_minute for moments in sent.values())


def test_a_gateway_holds_the_rate_of_all_its_tunnels_spread_evenly() -> None:
    """128 tunnels at 15 a minute: more than thirty a second, and no second much denser than another."""
    pool = pool_of(2, PoolRules(64, 15, True))
    sent = []
    now = 0.0
    for _ in range(2):
        pool.serve(pool.take(now), now, now)  # type: ignore[arg-type]
    flying: list[tuple[float, Ticket]] = []
    while now < 60:
        for landed in [flight for flight in flying if flight[0] + 0.5 <= now]:
            flying.remove(landed)
            pool.serve(landed[1], landed[0], now)
        ticket = pool.take(now)
        if ticket is None:
            now += 0.005
        else:
            sent.append(now)
            flying.append((now, ticket))

    seconds = [sum(second <= moment < second + 1 for moment in sent) for second in range(5, 59)]
    assert len(sent) >= 30 * 60
    assert max(seconds) <= 34


def test_the_least_loaded_entry_is_taken_and_among_equals_the_one_that_rested_longest() -> None:
    pool = pool_of(3, PoolRules(2, 6000, False))
    first = [pool.take(moment) for moment in (0.0, 0.1, 0.2)]
    assert [ticket.member for ticket in first if ticket] == [0, 1, 2]
    for ticket in first:
        pool.serve(ticket, 0.2, 0.3)  # type: ignore[arg-type]

    busy = pool.take(0.4)
    assert busy is not None
    assert busy.member == 0
    assert [ticket.member for ticket in (pool.take(0.5), pool.take(0.6), pool.take(0.7)) if ticket] == [
        1,
        2,
        0,
    ]


def test_a_failing_entry_rests_ever_longer_and_returns_on_probation() -> None:
    pool = pool_of(1, PoolRules(4, 6000, False, rest_s=5, longest_rest_s=60))
    now = 0.0
    rests = []
    for _ in range(6):
        ticket = pool.take(now)
        assert ticket is not None
        assert pool.take(now + 0.1) is None, "one at a time until one is served"
        assert pool.fail(ticket, now, now)
        assert pool.alive(now) == 0
        assert pool.take(now + 0.1) is None
        rests.append(pool.returns_at() - now)
        assert pool.ready_at(now) == pool.returns_at()
        now = pool.returns_at()

    assert rests == [5, 10, 20, 40, 60, 60]
    ticket = pool.take(now)
    assert ticket is not None
    pool.serve(ticket, now, now)
    assert pool.take(now + 1) is not None
    assert pool.take(now + 2) is not None


def test_one_that_failed_for_a_request_is_not_asked_again_while_another_lives() -> None:
    pool = pool_of(2, PoolRules(1, 6000, False))
    first = pool.take(0)
    assert first is not None
    pool.strike(first, 0, 1)

    second = pool.take(2, [first.entry])
    assert second is not None
    assert second.member != first.member
    assert pool.take(3, [first.entry]) is None
    pool.fail(second, 2, 3)
    third = pool.take(4, [first.entry, second.entry])
    assert third is not None
    assert third.member == first.member


def test_strikes_in_a_row_are_a_rest_and_a_success_forgives_them() -> None:
    pool = pool_of(1, PoolRules(1, 6000, False, strikes=3))
    rested = []
    for moment, outcome in enumerate("sswsss"):
        ticket = pool.take(moment)
        assert ticket is not None
        if outcome == "w":
            pool.serve(ticket, moment, moment)
        else:
            rested.append(pool.strike(ticket, moment, moment))

    assert rested == [False, False, False, False, True]
