"""Reference numbers in the text of a vacancy: what its company calls it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from directory_crawler.core.similarity.compiled import compiled
from directory_crawler.core.similarity.texts import DIGIT_BIT, Texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from directory_crawler.core.similarity.texts import Places, Prints, Words

NO_REFERENCE = 0

# "Job ID" and the like; what may stand between a label and its number ("Ref. no.: 12") is skipped.
_LABELS = (
    "ref", "reference", "requisition", "req", "jobid", "jobref", "job id", "job ref", "job code", "job number",
    "job no", "vacancy id", "vacancy ref", "vacancy number", "vacancy no", "position id", "position number",
    "posting id",
    "referenz", "referenznummer", "referenznr", "kennziffer", "kennzahl", "chiffre", "stellen id", "stellennummer",
    "ausschreibungsnummer", "referencia", "riferimento", "rif", "referentie", "referentienummer", "vacaturenummer",
    "referens", "referensnummer", "annonsnummer", "diarienummer", "numer ref", "numer referencyjny", "numer oferty",
    "номер вакансии", "код вакансии", "№", "编号", "編號", "番号", "المرجعي",
)  # fmt: skip
_HINTS = 0xFFFF
_WITHIN = 3
_MOST_NUMBERS = 3


def references_of(texts: Texts) -> Prints:
    """A print of the numbers that each text calls its references, whatever their order; `NO_REFERENCE` for none."""
    found = np.zeros(len(texts), np.uint64)
    _find(texts.words, texts.starts, *_labels(), found)
    return found


@cache
def _labels() -> tuple[NDArray[np.bool_], Prints, Prints]:
    """Labels of one word, and of two, as sorted numbers; and by some bits of a word whether a label may end with it,
    which hardly any word of a text does."""
    scanned = Texts.of(_LABELS)
    words = [
        scanned.words[start:end] for start, end in zip(scanned.starts[:-1], scanned.starts[1:], strict=True)
    ]
    ones = [np.uint64(label[0]) for label in words if len(label) == 1]
    twos = [
        (np.uint64(label[0]) << np.uint64(32)) | np.uint64(label[1]) for label in words if len(label) == 2
    ]
    ends = np.zeros(_HINTS + 1, np.bool_)
    for label in words:
        ends[(label[-1] >> np.uint32(2)) & np.uint32(_HINTS)] = True
    return ends, np.sort(np.array(ones, np.uint64)), np.sort(np.array(twos, np.uint64))


@compiled
def _is_in(values: Prints, value: np.uint64) -> bool:
    at = np.searchsorted(values, value)
    return bool(at < len(values) and values[at] == value)


@compiled
def _find(
    words: Words, bounds: Places, ends: NDArray[np.bool_], ones: Prints, twos: Prints, found: Prints
) -> None:
    for text in range(len(bounds) - 1):
        end = bounds[text + 1]
        for place in range(bounds[text], end):
            if not ends[(words[place] >> np.uint32(2)) & np.uint32(_HINTS)]:
                continue
            label = np.uint64(words[place])
            is_label = _is_in(ones, label)
            if not is_label and place > bounds[text]:
                is_label = _is_in(twos, (np.uint64(words[place - 1]) << np.uint64(32)) | label)
            if not is_label:
                continue
            number = np.uint64(0)
            at, digits = place + 1, 0
            while at < end and digits < _MOST_NUMBERS:
                if words[at] & np.uint32(DIGIT_BIT):
                    number = (number ^ np.uint64(words[at])) * np.uint64(0x9E3779B97F4A7C15)
                    number ^= number >> np.uint64(29)
                    digits += 1
                elif digits > 0 or at - place > _WITHIN:
                    break
                at += 1
            if digits > 0:
                found[text] += number
