"""A register without a tree is tried, whose only axes are numbers and days."""

from __future__ import annotations

from pathlib import Path

from tests.integration.test_intervals import SERVED, SIZE, register, units, write_profile
from tests.trying.trial import tried


async def test_a_register_is_tried_along_its_ranges(tmp_path: Path) -> None:
    """Its halves tell whether a range is applied, and are what a ceiling is confirmed by."""
    profile = write_profile(tmp_path, "employees", "registered")
    async with register(units(0.1)) as base_url:
        done = await tried(base_url, profile)

    assert done.unread == 0, done.text
    assert f"the whole site '': 20 records on page one, total {SIZE}" in done.surface("listing")
    for axis in ("employees", "registered"):
        assert done.surface(f"axis {axis}").startswith("read      2 values (range)")
        assert done.surface(f"axis {axis}").endswith("; applied")
    assert done.figure("ceiling").startswith(f"{SERVED} records")
    assert "and in another query" in done.figure("ceiling")
    assert done.figure("past the ceiling").startswith("error: status 400")
    # All were registered in the first hundred years: that the part states what the whole does is no sign of a cap.
    assert "listing.count_cap" not in done.written, done.figures


async def test_a_range_that_is_not_applied_is_told(tmp_path: Path) -> None:
    """A slip in a placeholder: the site does not know the parameter, and shows everything."""
    profile = misspelt(write_profile(tmp_path, "employees"))
    async with register(units(0.1)) as base_url:
        done = await tried(base_url, profile)

    assert "NOT APPLIED" in done.surface("axis employees")


def misspelt(profile: str) -> str:
    """The profile, with placeholders that the register does not know."""
    path = Path(profile)
    text = path.read_text("utf-8").replace("minEmployees", "fromEmployees")
    path.write_text(text.replace("maxEmployees", "toEmployees"), "utf-8")
    return profile
