"""A board to cluster, and postings of which the vacancies are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from directory_crawler.demo.vacancies.corpus import Labelled, corpus
from directory_crawler.storage.database import connect
from tests.integration.markets import Market


@pytest.fixture
def market(database: str) -> Iterator[Market]:
    with connect(database) as connection:
        yield Market(connection)


@pytest.fixture(scope="module")
def labelled() -> Sequence[Labelled]:
    return corpus(160, 11)
