"""Names of organisations for comparison: sets of folded words, without legal forms and conjunctions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from directory_crawler.core.normal.folding import LONGEST, words
from directory_crawler.core.normal.legal_forms import ANY_LANGUAGE, BY_LANGUAGE, CONJUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

ENOUGH_IN_COMMON = 2
"""Words that two names must share where one is contained in the other."""

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005\u3006\U00020000-\U0003134f"
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
_GAP_IN_UNSPACED = re.compile(rf"(?<=[{_UNSPACED}])[\s・･·\-=＝]+(?=[{_UNSPACED}])")

_LONGEST_FORM = 8  # words


def name_tokens(name: str, languages: Sequence[str] = ("en",)) -> tuple[str, ...]:
    """The words of a name, folded, each once, sorted; () when nothing but a legal form and punctuation is there.

    Legal forms are taken off both ends, those of `languages` and those that no language uses otherwise; conjunctions
    of `languages` and "&" are left out, so that "&", "and" and nothing are the same. Chinese and Japanese, written
    without spaces, give the pairs of neighbouring characters, so that containment works for them as words do
    elsewhere; a lone character stands for itself. Only the first 500 characters count.
    """
    name = _without_unspaced_forms(
        _GAP_IN_UNSPACED.sub("", " ".join(name[:LONGEST].split())), tuple(languages)
    )
    tokens = _joined_initials(_without_forms(words(name), _forms(tuple(languages))))
    kept = [token for token in tokens if token not in _conjunctions(tuple(languages))]
    return tuple(sorted({part for token in kept or tokens for part in _parts(token)}))


def names_agree(one: Collection[str], other: Collection[str]) -> bool:
    """Whether two names may be one organisation's: equal as word sets, or one contained in the other with at least
    `ENOUGH_IN_COMMON` words in common that are more than a digit or a letter. Names without words agree with none."""
    a, b = frozenset(one), frozenset(other)
    if not a or not b:
        return False
    if a == b:
        return True
    common = a & b
    return common in (a, b) and sum(len(word) > 1 for word in common) >= ENOUGH_IN_COMMON


def _joined_initials(tokens: list[str]) -> list[str]:
    """Neighbouring single letters as one word, so that "S. A.", "S A" and "S.A." are the same."""
    joined: list[str] = []
    open_run = False
    for token in tokens:
        single = len(token) == 1 and token.isalpha() and not _UNSPACED_RUN.match(token)
        if single and open_run:
            joined[-1] += token
        else:
            joined.append(token)
        open_run = single
    return joined


def _parts(token: str) -> list[str]:
    """A word, with runs of unspaced script cut into pairs of characters."""
    parts: list[str] = []
    end = 0
    for run in _UNSPACED_RUN.finditer(token):
        parts += [token[end : run.start()]]
        text = run[0]
        parts += [text] if len(text) == 1 else [text[i : i + 2] for i in range(len(text) - 1)]
        end = run.end()
    return [part for part in [*parts, token[end:]] if part]


def _without_forms(tokens: list[str], forms: frozenset[str]) -> list[str]:
    """The words without the legal forms at both ends, longest forms first. A form is compared without its gaps:
    "Sp. z o.o.", "Sp. zo.o." and "SP Z O O" are written as one."""
    start, end = 0, len(tokens)
    while start < end:
        for length in range(min(_LONGEST_FORM, end - start), 0, -1):
            if "".join(tokens[end - length : end]) in forms:
                end -= length
                break
            if "".join(tokens[start : start + length]) in forms:
                start += length
                break
        else:
            break
    return tokens[start:end]


@lru_cache(maxsize=64)
def _forms(languages: tuple[str, ...]) -> frozenset[str]:
    listed = [*ANY_LANGUAGE, *(form for language in languages for form in BY_LANGUAGE.get(language, ()))]
    return frozenset("".join(words(form)) for form in listed)


@lru_cache(maxsize=64)
def _conjunctions(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        word for language in languages for form in CONJUNCTIONS.get(language, ()) for word in words(form)
    )


@lru_cache(maxsize=64)
def _unspaced_forms(languages: tuple[str, ...]) -> re.Pattern[str]:
    listed = [
        *ANY_LANGUAGE,
        *(form for language in ("ja", "zh", *languages) for form in BY_LANGUAGE.get(language, ())),
    ]
    forms = {form for form in listed if _UNSPACED_RUN.fullmatch(form.strip("()")) or form == "㈱"}
    either = "|".join(
        (re.escape(form).replace(r"\(", "[(（]").replace(r"\)", "[)）]"))
        for form in sorted(forms, key=len, reverse=True)
    )
    return re.compile(rf"^(?:{either}) ?| ?(?:{either})$")


def _without_unspaced_forms(name: str, languages: tuple[str, ...]) -> str:
    """A name without the forms that are written onto it without a space."""
    pattern = _unspaced_forms(languages)
    return pattern.sub("", pattern.sub("", name))
