"""Sentences of vacancies in several languages, put together from phrases, names and a vocabulary."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Sequence

_SYLLABLES = {
    "ru": "ва ро сте ни кол ма пре ди лу зор бан ки де га тор",
    "zh": "云 海 新 联 华 中 天 德 利 安 信 明 通 达 宏 佳 远 瑞 金 力 智 科 业 成 和 平 光 泰 源 盛",
    "ja": "山 川 田 中 東 西 南 北 新 大 和 光 明 高 上 原 本 村 林 木 松 石 水 野 井 岡 島 谷 浜 崎",
    "ar": "سا مر كا نو دي لا رو با تي شم حس فر قو مي زن",
}
_LATIN = "ba ko ri ten sal mo du vi ger na por lis fe kan tru el so mi ran dol pe gu ath ver in os ter ma"
_VOCABULARY = 4_000


@dataclass(frozen=True)
class Language:
    """The phrases of a language and its vocabulary: frequent words first, as far as they are drawn more often."""

    code: str
    phrases: dict[str, Any]
    vocabulary: tuple[str, ...]
    weights: tuple[float, ...]

    @property
    def glue(self) -> str:
        return str(self.phrases["glue"])

    def words(self, rng: Random, count: int) -> str:
        """So many words of the vocabulary."""
        return self.glue.join(rng.choices(self.vocabulary, cum_weights=self.weights, k=count))

    def phrase(self, rng: Random, kind: str, **names: object) -> str:
        """A phrase of a kind, filled in."""
        phrase: str = rng.choice(self.phrases[kind])
        skill = rng.choice(self.phrases["skill"])
        return phrase.format(skill=f"{skill}{self.glue}{self.words(rng, 1)}", n=rng.randrange(2, 36), **names)

    def task(self, rng: Random) -> str:
        """What is to be done, with the particulars that no other vacancy has."""
        parts = [
            rng.choice(self.phrases["do"]),
            self.words(rng, rng.randrange(1, 4)),
            rng.choice(self.phrases["what"]),
        ]
        parts += [self.words(rng, rng.randrange(0, 5)), rng.choice(self.phrases["how"])]
        return self.sentence(*(part for part in parts if part))

    def detailed(self, rng: Random, kind: str, **names: object) -> str:
        """A phrase of a kind, with some words more."""
        more = self.words(rng, rng.randrange(0, 6))
        return self.sentence(*filter(None, (self.phrase(rng, kind, **names), more)))

    def sentence(self, *parts: str) -> str:
        """The parts as one sentence."""
        return self.glue.join(parts) + str(self.phrases["stop"])

    def joined(self, sentences: Sequence[str]) -> str:
        """Sentences one after the other."""
        return (self.glue or "").join(sentences)


@cache
def language(code: str) -> Language:
    """The language of a code of `CODES`."""
    rng = Random(code)
    syllables = _SYLLABLES.get(code, _LATIN).split()
    words = dict.fromkeys(
        "".join(rng.choices(syllables, k=rng.randrange(2, 5))) for _ in range(2 * _VOCABULARY)
    )
    vocabulary = tuple(words)[:_VOCABULARY]
    weights = tuple(accumulate(1 / (rank + 20) for rank in range(len(vocabulary))))
    return Language(code, _tables()[code], vocabulary, weights)


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("languages.toml").read_text("utf-8"))


CODES = ("en", "de", "fr", "pl", "ru", "zh", "ja", "ar")
"""The languages that there are."""
