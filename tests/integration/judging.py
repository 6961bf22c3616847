"""Runs to be judged again and again: a database made once, copied for each test; settings with other bounds."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from scrapy.settings import Settings

from directory_crawler import settings as project_settings
from directory_crawler.storage.database import connect


def settings(**more: Any) -> Settings:
    found = Settings()
    found.setmodule(project_settings)
    found.setdict(more)
    return found


def url_of(server_url: str, database: str) -> str:
    return urlunsplit(urlsplit(server_url)._replace(path=f"/{database}"))


@contextmanager
def a_database(server_url: str, template: str | None = None) -> Iterator[str]:
    """The name of a database of its own: with the schema in place, or a copy of another."""
    name = f"judged_{uuid.uuid4().hex}"
    with psycopg.connect(server_url, autocommit=True) as server:
        server.execute(f'create database "{name}" template "{template or "template1"}"')  # type: ignore[call-overload]
        if template is None:
            connect(url_of(server_url, name)).close()
        yield name
        server.execute(f'drop database if exists "{name}" with (force)')  # type: ignore[call-overload]
