"""Loading a site profile, and saying what is wrong with one."""

from __future__ import annotations

import json
import os
import sys
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from pydantic import BaseModel, ValidationError

from directory_crawler.sites.grammar import Profile

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from pydantic_core import ErrorDetails

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = [
    "Profile",
    "ProfileError",
    "bundled_profiles",
    "check_secrets",
    "json_schema",
    "load_profile",
    "parse_profile",
]

MAX_FILE = 1_000_000
"""Longest profile, in bytes; written by hand they have a few thousand."""

_SHOWN = 120
_MOST_PROBLEMS = 8


class ProfileError(Exception):
    """A profile that cannot be used. `file`, `key` (dotted; empty for the whole) and `problem` say why."""

    def __init__(self, file: str, key: str, problem: str, more: tuple[str, ...] = ()) -> None:
        self.file = file
        self.key = key
        self.problem = problem
        self.more = more
        first = f"{key}: {problem}" if key else problem
        super().__init__("\n".join(f"{file}: {line}" for line in (first, *more)))


def _bundled() -> Traversable:
    return resources.files("directory_crawler.sites") / "bundled"


def bundled_profiles() -> tuple[str, ...]:
    """The names of the profiles that come with the package."""
    return tuple(sorted(entry.name[:-5] for entry in _bundled().iterdir() if entry.name.endswith(".toml")))


def load_profile(name_or_path: str | Path) -> Profile:
    """The profile of that bundled name, or in that file.

    Raises `ProfileError` that names the file, the key, what was found and what is allowed.
    """
    name = str(name_or_path)
    if "/" not in name and "\\" not in name and not name.endswith(".toml"):
        if name not in bundled_profiles():
            raise ProfileError(
                name,
                "",
                f"no bundled profile of that name: there are {', '.join(bundled_profiles())}; "
                "a profile of your own is given by its path, like sites/NAME.toml",
            )
        return parse_profile((_bundled() / f"{name}.toml").read_text("utf-8"), name)
    try:
        content = Path(name).read_bytes()
    except OSError as error:
        raise ProfileError(name, "", f"cannot be read: {error.strerror or error}") from error
    if len(content) > MAX_FILE:
        raise ProfileError(name, "", f"has {len(content)} bytes: a profile has at most {MAX_FILE}")
    try:
        return parse_profile(content.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ProfileError(name, "", f"line {line}: not UTF-8, which TOML is written in") from error


def parse_profile(text: str, file: str) -> Profile:
    """The profile in a TOML text; `file` is how errors call it. Raises `ProfileError`."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for an integer of thousands of digits
        raise ProfileError(file, "", f"no TOML: {error}") from error
    try:
        return Profile.model_validate(table)
    except ValidationError as error:
        problems = _explained(error.errors(include_url=False), table)
        key, problem = problems[0]
        more = tuple(f"{other}: {what}" if other else what for other, what in problems[1:_MOST_PROBLEMS])
        raise ProfileError(file, key, problem, more) from None


def check_secrets(profile: Profile) -> None:
    """Raise `ProfileError` for the first header whose environment variable is not set."""
    for section in profile.model_fields_set:
        for name, text in (getattr(getattr(profile, section), "headers", None) or {}).items():
            if text.startswith("env:") and not os.environ.get(text[4:]):
                raise ProfileError(
                    profile.name,
                    f"{section}.headers.{name}",
                    f"the environment variable {text[4:]} is not set",
                )


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a profile, for completion in editors; published as `profile.schema.json`."""
    schema = Profile.model_json_schema(by_alias=True, mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Site profile"} | schema


def _explained(details: list[ErrorDetails], table: dict[str, Any]) -> list[tuple[str, str]]:
    """The errors as (dotted key, problem in words); what the branches of a choice say is one problem."""
    expected: dict[str, list[str]] = {}
    found: dict[str, Any] = {}
    for detail in details:
        inside = (other["loc"] for other in details if len(other["loc"]) > len(detail["loc"]))
        if detail["type"] == "too_short" and any(
            loc[: len(detail["loc"])] == detail["loc"] for loc in inside
        ):
            continue  # its items are wrong, not too few
        key, value = _located(detail, table)
        problem = _problem(detail, key)
        known = expected.setdefault(".".join(key), [])
        found[".".join(key)] = None if "headers" in key else value
        if problem not in known:
            known.append(problem)
    return [(key, _with_value(problems, found[key])) for key, problems in expected.items()]


def _with_value(problems: list[str], value: Any) -> str:
    said = " or ".join(problems)
    if not said.startswith(("should", "must")) or value is None:
        return said
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return f"found {shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'}; it {said}"


def _located(detail: ErrorDetails, table: dict[str, Any]) -> tuple[list[str], Any]:
    """The key that an error is about, as the file spells it, and the value found there."""
    found: Any = table
    key: list[str] = []
    for part in detail["loc"]:
        known = _holds(found, part)
        if known:
            found = found[part]
        if known or (detail["type"] == "missing" and part == detail["loc"][-1]):
            key.append(str(part))  # other steps are branches inside the models, which no file spells out
    if "key" in detail.get("ctx", {}):
        key.extend(str(detail["ctx"]["key"]).split("."))
        found = None
    return key, found


def _holds(container: object, part: int | str) -> bool:
    if isinstance(container, list):
        return isinstance(part, int) and part < len(container)
    return isinstance(container, dict) and part in container


def _problem(detail: ErrorDetails, key: list[str]) -> str:
    if detail["type"] == "missing":
        return "missing: this key is needed"
    if detail["type"] == "extra_forbidden":
        allowed = _keys_beside(key)
        close = get_close_matches(key[-1], allowed, n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        return f"unknown key: {hint}allowed are {', '.join(allowed)}"
    if detail["type"] == "profile":
        return str(detail["ctx"]["message"])
    message = detail["msg"].removeprefix("Value error, ")
    subject, should, rest = message.partition(" should ")
    return f"should {rest}" if should and " " not in subject else message


def _keys_beside(key: list[str]) -> list[str]:
    """The keys that the section of `key` allows."""
    model: type[BaseModel] = Profile
    for part in key[:-1]:
        for name, field in model.model_fields.items():
            if part == (field.alias or name) and (inner := _model_in(field.annotation)) is not None:
                model = inner
                break
    return [field.alias or name for name, field in model.model_fields.items()]


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _model_in(part)) is not None), None)
