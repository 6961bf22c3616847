"""Figures are written into a profile's file, and everything that a person wrote there stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from directory_crawler.sites.profile import ProfileError, bundled_profiles, load_profile, parse_profile
from directory_crawler.sites.writing import difference, own_file, replace_file, with_figures

TEXT = """\
# My city, written by hand.
name = "city"   # short
kind = "directory"
base_url = "https://x.example"
country = "GB"
languages = [ "en" ]

[listing]
url = "/l?p={page}&s={sort}"
page_size = 50      # as the docs say
ids = "jmespath: items[].id"
orders = { param = "sort", values = ["a", "b"] }    # two

# The cards.
[card]
url = "/c/{id}"
fields = { name = "css: h1" }
"""


def test_only_the_figures_change() -> None:
    """Comments, order, spacing and quotes stay; a key that is new stands in its section."""
    written = with_figures(
        TEXT, {"listing.page_size": 7, "listing.ceiling": 1000, "listing.orders.stable": False}, "city.toml"
    )
    changed = [line for line in difference(TEXT, written, "city.toml").splitlines() if line[0] in "+-"][2:]

    assert changed == [
        "-page_size = 50      # as the docs say",
        "+page_size = 7      # as the docs say",
        '-orders = { param = "sort", values = ["a", "b"] }    # two',
        '+orders = { param = "sort", values = ["a", "b"], stable = false}    # two',
        "+ceiling = 1000",
    ]
    profile = parse_profile(written, "city.toml")
    assert (profile.listing.page_size, profile.listing.ceiling) == (7, 1000)
    assert profile.listing.orders is not None
    assert profile.listing.orders.stable is False


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\n", "\r\n"),
        "\ufeff" + TEXT,
        TEXT.rstrip("\n"),
        TEXT.replace("[listing]\n", "").replace("\nurl = \"/l", "\nlisting.url = \"/l")
        .replace("\npage_size", "\nlisting.page_size")
        .replace("\nids", "\nlisting.ids")
        .replace("\norders", "\nlisting.orders"),
        *((Path("directory_crawler/sites/bundled") / f"{name}.toml").read_text() for name in bundled_profiles()),
    ],
)  # fmt: skip
def test_any_way_to_write_a_profile_can_be_written_into(text: str) -> None:
    """Other line ends, a mark at the start, no end of the last line, dotted keys; and nothing else is touched."""
    written = with_figures(text, {"listing.page_size": 13, "listing.count_cap": 900}, "x.toml")
    profile = parse_profile(written.removeprefix("\ufeff"), "x.toml")

    assert (profile.listing.page_size, profile.listing.count_cap) == (13, 900)
    kept = [line for line in text.splitlines() if "page_size" not in line]
    assert [
        line for line in written.splitlines() if "page_size" not in line and "count_cap" not in line
    ] == kept
    assert ("\r\n" in written) == ("\r\n" in text)


def test_what_is_there_already_changes_nothing() -> None:
    """Not a byte."""
    assert with_figures(TEXT, {"listing.page_size": 50}, "x.toml") == TEXT


def test_a_figure_that_the_grammar_refuses_is_not_written() -> None:
    """The file that would not load is never made."""
    with pytest.raises(ProfileError, match="page_size"):
        with_figures(TEXT, {"listing.page_size": 0}, "x.toml")


def test_a_file_is_replaced_whole_with_its_rights_and_through_its_link(tmp_path: Path) -> None:
    """No reader meets half of it, and nothing is left beside it."""
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    replace_file(link, "new\r\n")

    assert real.read_bytes() == b"new\r\n"
    assert real.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.toml", "real.toml"]


def test_a_file_that_cannot_be_replaced_stays_and_nothing_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, say."""
    path = tmp_path / "real.toml"
    path.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, "new")

    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["real.toml"]


def test_bundled_profiles_are_nobodys_file() -> None:
    """By name or by path: what to do instead is said."""
    for name in ("demo-board", "directory_crawler/sites/bundled/demo-board.toml"):
        with pytest.raises(ProfileError, match="scrapy site new"):
            own_file(name)
        load_profile(name)
