"""Hours that a site gives as data: schema.org specifications, weekday objects, lists of periods.

Keys are compared without case, spaces and underscores. A day's value may be a text, a pair, a list of pairs or an
object with an opening and a closing time under any of the usual names.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from directory_crawler.core.normal.hours import clock_numbers
from directory_crawler.core.normal.hours.clauses import statements_of
from directory_crawler.core.normal.hours.clock import Clock, interval
from directory_crawler.core.normal.hours.day_numbers import weekdays_by_number
from directory_crawler.core.normal.hours.grammar import Gap, Kind, Part
from directory_crawler.core.normal.hours.scan import LONGEST_TEXT, scan
from directory_crawler.core.normal.hours.text import read_days, read_text
from directory_crawler.core.normal.hours.week import (
    ALL_DAYS,
    NOT_STATED,
    WHOLE_DAY,
    Day,
    Interval,
    Statement,
    Unreadable,
    tidy,
    week_of,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_DEEPEST = 12
_MOST_NODES = 3000
_LONGEST_DAY_NAME = 60
