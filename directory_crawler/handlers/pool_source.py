"""Reading the list of proxies at the start of a run: a file, what a URL serves, or what a command prints.

An address may hold a token, a command a password, and an answer is the list itself, so errors repeat none of them.
"""

from __future__ import annotations

import base64
import shlex
import subprocess
import urllib.error
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from directory_crawler.core.proxies.entries import ProxyListError, parse_proxies
from directory_crawler.handlers.pool_options import ProxyPoolError

if TYPE_CHECKING:
    from directory_crawler.core.proxies.entries import ProxyEntry
    from directory_crawler.handlers.pool_options import PoolOptions

MOST_BYTES = 10_000_000
"""Two hundred thousand lines; whatever is longer is no list of proxies."""
TIMEOUT_S = 30.0


def read_pool(options: PoolOptions) -> tuple[ProxyEntry, ...]:
    """Read and parse the list; blocks. Raises `ProxyPoolError`: there is no run without the pool it should use."""
    read = {"PROXY_POOL_FILE": _read_file, "PROXY_POOL_URL": _read_url, "PROXY_POOL_COMMAND": _read_command}
    content = read[options.source](options.place)
    if len(content) > MOST_BYTES:
        raise ProxyPoolError(f"{options.source}: more than {MOST_BYTES} bytes are no list of proxies")
    try:
        return parse_proxies(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise ProxyPoolError(f"{options.source}: line {line} is not UTF-8") from None
    except ProxyListError as error:
        raise ProxyPoolError(f"{options.source}: {error}") from None


def _read_file(place: str) -> bytes:
    try:
        with Path(place).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ProxyPoolError(f"PROXY_POOL_FILE: {place} cannot be read: {error.strerror or error}") from None


def _read_url(place: str) -> bytes:
    try:
        parts = urlsplit(place)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ProxyPoolError("PROXY_POOL_URL: it should be an http:// or https:// address")
    request = urllib.request.Request(parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl())  # noqa: S310
    if parts.username is not None:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        # Not redirected: it is for this host only.
        request.add_unredirected_header("Authorization", f"Basic {base64.b64encode(login).decode()}")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310  the scheme was checked
            content: bytes = answer.read(MOST_BYTES + 1)
    except urllib.error.HTTPError as error:
        with error:
            raise ProxyPoolError(
                f"PROXY_POOL_URL: {parts.hostname} answered with status {error.code}"
            ) from None
    except (OSError, ValueError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise ProxyPoolError(
            f"PROXY_POOL_URL: no answer from {parts.hostname}: {type(reason).__name__}"
        ) from None
    return content


def _read_command(place: str) -> bytes:
    try:
        words = shlex.split(place)
    except ValueError:
        raise ProxyPoolError("PROXY_POOL_COMMAND: its quotes do not match") from None
    if not words:
        raise ProxyPoolError("PROXY_POOL_COMMAND: it is empty")
    try:
        done = subprocess.run(  # noqa: S603  the user's own command, without a shell
            words, capture_output=True, check=False, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        raise ProxyPoolError(f"PROXY_POOL_COMMAND: {words[0]} was not done after {TIMEOUT_S:g} s") from None
    except OSError as error:
        raise ProxyPoolError(
            f"PROXY_POOL_COMMAND: {words[0]} cannot be run: {error.strerror or error}"
        ) from None
    if done.returncode:
        raise ProxyPoolError(f"PROXY_POOL_COMMAND: {words[0]} ended with status {done.returncode}")
    return done.stdout
