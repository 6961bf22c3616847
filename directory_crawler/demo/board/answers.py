"""Answers that several surfaces give: JSON, errors, redirects, and what a fault puts in a page's place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from directory_crawler.demo.board.pages import wall_page
from directory_crawler.demo.http_server import HttpResponse
from directory_crawler.demo.refusals import retry_after

if TYPE_CHECKING:
    from directory_crawler.demo.board.options import Fault

JSON = "application/json; charset=utf-8"


def json_answer(value: Any) -> HttpResponse:
    """`value` as JSON."""
    return HttpResponse(json.dumps(value, ensure_ascii=False).encode(), content_type=JSON)


def error_answer(status: int, message: str) -> HttpResponse:
    """An error with its reason as JSON."""
    return HttpResponse(json.dumps({"error": message}).encode(), status, JSON)


def redirect_answer() -> HttpResponse:
    """To the list of jobs, which says nothing about the posting that was asked for."""
    return HttpResponse(b"", 302, headers=(("Location", "/jobs"),))


def fault_answer(fault: Fault) -> HttpResponse:
    """What a failing page answers: its status, or a login page where that is 200."""
    retry = retry_after(fault.retry_after, as_date=fault.retry_as_date)
    if fault.status == 200:
        return HttpResponse(wall_page(), headers=retry)
    return HttpResponse(b"not now", fault.status, "text/plain", retry)
