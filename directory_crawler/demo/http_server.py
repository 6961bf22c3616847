"""A small HTTP/1.1 server on asyncio: enough for a demo site, and never what a crawl waits for."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Callable

_MOST_HEAD_BYTES = 64 * 1024
_MOST_BODY_BYTES = 1024 * 1024
_DRIP_S = 0.2  # between two pieces of a body that drips
_REASONS = {
    200: "OK",
    302: "Found",
    304: "Not Modified",
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    410: "Gone",
    413: "Content Too Large",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request; header names in lower case, the last value of a repeated query name, the address of its sender."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes
    client: str = ""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """An answer, sent after `delay` seconds; its body drips over `drip` seconds."""

    body: bytes
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = field(default=())
    delay: float = 0.0
    drip: float = 0.0


class HttpProtocol(asyncio.Protocol):
    """One connection: requests in, answers out in their order, kept alive."""

    def __init__(self, handle: Callable[[HttpRequest], HttpResponse], connections: set[HttpProtocol]) -> None:
        self._handle = handle
        self._connections = connections
        self._buffer = b""
        self._waiting: deque[tuple[HttpRequest, bool]] = deque()
        self._held: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None
        self._client = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where answers go."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._client = str((transport.get_extra_info("peername") or ("",))[0])
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop what was not sent."""
        self._connections.discard(self)
        self._transport = None
        self._waiting.clear()
        if self._held is not None:
            self._held.cancel()

    def close(self) -> None:
        """End the connection now."""
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Cut whole requests out of what has arrived, and answer them."""
        self._buffer += data
        while self._transport is not None:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                if len(self._buffer) > _MOST_HEAD_BYTES:
                    self._refuse(413)
                return
            head = _parse_head(self._buffer[:end])
            if head is None:
                self._refuse(400)
                return
            method, target, headers = head
            length_text = headers.get("content-length", "0")
            if not length_text.isdecimal() or "transfer-encoding" in headers:
                self._refuse(400)
                return
            if len(length_text) > 9 or int(length_text) > _MOST_BODY_BYTES:
                self._refuse(413)
                return
            whole = end + 4 + int(length_text)
            if len(self._buffer) < whole:
                return
            body, self._buffer = self._buffer[end + 4 : whole], self._buffer[whole:]
            path, _, query = target.partition("?")
            request = HttpRequest(
                method,
                unquote(path),
                dict(parse_qsl(query, keep_blank_values=True)),
                headers,
                body,
                self._client,
            )
            self._waiting.append((request, headers.get("connection", "").lower() != "close"))
            self._answer_waiting()

    def _answer_waiting(self) -> None:
        while self._waiting and self._held is None:
            request, keep = self._waiting.popleft()
            response = self._handle(request)
            if response.delay:
                self._held = asyncio.get_running_loop().call_later(
                    response.delay, self._release, request, response, keep
                )
                return
            self._send(request, response, keep=keep)

    def _release(self, request: HttpRequest, response: HttpResponse, keep: bool) -> None:
        self._held = None
        self._send(request, response, keep=keep)
        self._answer_waiting()

    def _refuse(self, status: int) -> None:
        self._buffer = b""
        request = HttpRequest("GET", "", {}, {}, b"")
        self._send(request, HttpResponse(_REASONS[status].encode(), status, "text/plain"), keep=False)

    def _send(self, request: HttpRequest, response: HttpResponse, *, keep: bool) -> None:
        if self._transport is None:
            return
        extra = "".join(f"{name}: {value}\r\n" for name, value in response.headers)
        head = (
            f"HTTP/1.1 {response.status} {_REASONS.get(response.status, 'Status')}\r\n"
            f"Content-Type: {response.content_type}\r\n"
            f"Content-Length: {len(response.body)}\r\n"
            f"{extra}Connection: {'keep-alive' if keep else 'close'}\r\n\r\n"
        ).encode("latin-1")
        if response.drip and request.method != "HEAD":
            self._transport.write(head)
            self._drip(response.body, response.drip / max(len(response.body), 1), keep=keep)
            return
        self._transport.write(head if request.method == "HEAD" else head + response.body)
        if not keep:
            self._transport.close()

    def _drip(self, body: bytes, seconds_a_byte: float, *, keep: bool) -> None:
        """Send a body piece by piece; the next answer waits for its end."""
        self._held = None
        if self._transport is None:
            return
        size = max(int(_DRIP_S / seconds_a_byte), 1) if seconds_a_byte else len(body)
        self._transport.write(body[:size])
        if len(body) > size:
            self._held = asyncio.get_running_loop().call_later(
                size * seconds_a_byte, lambda: self._drip(body[size:], seconds_a_byte, keep=keep)
            )
        elif keep:
            self._answer_waiting()
        else:
            self._transport.close()


def _parse_head(head: bytes) -> tuple[str, str, dict[str, str]] | None:
    lines = head.decode("latin-1").split("\r\n")
    parts = lines[0].split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        return None
    headers = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if not colon:
            return None
        headers[name.strip().lower()] = value.strip()
    return parts[0], parts[1], headers


@contextlib.asynccontextmanager
async def serving(
    handle: Callable[[HttpRequest], HttpResponse],
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tls: ssl.SSLContext | None = None,
) -> AsyncIterator[str]:
    """Answer requests with `handle` while the block runs; gives the base URL (port 0: any free one)."""
    connections: set[HttpProtocol] = set()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: HttpProtocol(handle, connections), host, port, ssl=tls)
    try:
        yield f"{'http' if tls is None else 'https'}://{host}:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for connection in tuple(connections):
            connection.close()
        await server.wait_closed()


async def serve_until_stopped(handle: Callable[[HttpRequest], HttpResponse], *, host: str, port: int) -> None:
    """Print the address, and answer until SIGTERM or SIGINT."""
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with serving(handle, host=host, port=port) as base_url:
        print(f"listening on {base_url}", flush=True)
        await stopped.wait()
