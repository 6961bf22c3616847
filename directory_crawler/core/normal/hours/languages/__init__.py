"""The languages whose opening hours can be read, one table each."""

from __future__ import annotations

from directory_crawler.core.normal.hours.languages.de import GERMAN
from directory_crawler.core.normal.hours.languages.en import ENGLISH
from directory_crawler.core.normal.hours.languages.es import SPANISH
from directory_crawler.core.normal.hours.languages.fr import FRENCH
from directory_crawler.core.normal.hours.languages.it import ITALIAN
from directory_crawler.core.normal.hours.languages.nl import DUTCH
from directory_crawler.core.normal.hours.languages.pl import POLISH
from directory_crawler.core.normal.hours.languages.pt import PORTUGUESE
from directory_crawler.core.normal.hours.languages.ru import RUSSIAN
from directory_crawler.core.normal.hours.languages.uk import UKRAINIAN

LEXICONS = {
    lexicon.code: lexicon
    for lexicon in (
        ENGLISH,
        GERMAN,
        FRENCH,
        SPANISH,
        ITALIAN,
        PORTUGUESE,
        DUTCH,
        POLISH,
        RUSSIAN,
        UKRAINIAN,
    )
}
"""By ISO 639-1 code."""
