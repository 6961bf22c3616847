"""The languages whose opening hours can be read, one table each."""

from __future__ import annotations

from directory_crawler.core.normal.hours.languages.en import ENGLISH

LEXICONS = {lexicon.code: lexicon for lexicon in (ENGLISH,)}
"""By ISO 639-1 code."""
