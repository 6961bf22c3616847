"""Write figures into a profile's file: what a person wrote there stays as it is, comments, order and all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from difflib import unified_diff
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import tomlkit
from tomlkit.exceptions import TOMLKitError

from directory_crawler.sites.profile import ProfileError, bundled_profiles, parse_profile

if TYPE_CHECKING:
    from collections.abc import Mapping


def own_file(name: str) -> Path:
    """The file of a profile of one's own; raises `ProfileError` for a bundled one, which belongs to the package."""
    bundled = str(resources.files("directory_crawler.sites") / "bundled")
    if name in bundled_profiles() or str(Path(name).resolve().parent) == bundled:
        raise ProfileError(
            name,
            "",
            "is bundled, and figures are written into a file of your own only: scrapy site new NAME begins one",
        )
    return Path(name)


def with_figures(text: str, figures: Mapping[str, int | bool], file: str) -> str:
    """A profile's text with figures by dotted key in it. The result loads, or `ProfileError` says why not."""
    mark = text[: text.startswith("\ufeff")]
    try:
        document = tomlkit.parse(text[len(mark) :])
    except TOMLKitError as error:
        raise ProfileError(file, "", f"cannot be written into: {error}") from error
    for key, value in figures.items():
        *path, last = key.split(".")
        table: tomlkit.TOMLDocument | tomlkit.items.Table = document
        for part in path:
            table = table[part]
        known = table.get(last)
        if known != value or isinstance(known, bool) is not isinstance(value, bool):
            table[last] = value
    written: str = document.as_string()
    parse_profile(written, file)
    return mark + written


def difference(old: str, new: str, file: str) -> str:
    """What changes between two texts of a file, as a unified diff; empty where nothing does."""
    return "".join(unified_diff(old.splitlines(True), new.splitlines(True), file, f"{file} (measured)"))


def replace_file(path: Path, text: str) -> None:
    """Put a text into the place of a file at once: it is written aside and renamed, with the rights of the old one."""
    target = path.resolve()  # of a link, the file that it leads to
    descriptor, aside = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(aside).chmod(target.stat().st_mode & 0o777)
        Path(aside).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(aside).unlink()
        raise
