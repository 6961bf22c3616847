"""The small HTTP server, byte by byte over loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from directory_crawler.demo.http_server import HttpProtocol, HttpRequest, HttpResponse


def echo(request: HttpRequest) -> HttpResponse:
    body = f"{request.method} {request.path} {sorted(request.query.items())} {request.body.decode()}"
    return HttpResponse(body.encode(), content_type="text/plain", delay=float(request.query.get("delay", 0)))


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    connections: set[HttpProtocol] = set()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: HttpProtocol(echo, connections), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    try:
        yield reader, writer
    finally:
        writer.close()
        server.close()
        for connection in tuple(connections):
            connection.close()
        await server.wait_closed()


async def answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:] if line)
    return int(lines[0].split()[1]), headers, await reader.readexactly(int(headers["Content-Length"]))


async def test_a_request_that_arrives_in_pieces_is_answered_once_it_is_whole() -> None:
    async with connected() as (reader, writer):
        for piece in (
            b"POST /a%20b?x=1&y=%C3",
            b"%A9 HTTP/1.1\r\nHost: x\r\nContent-Le",
            b"ngth: 4\r\n\r\nbo",
            b"dy",
        ):
            writer.write(piece)
            await writer.drain()
        status, headers, body = await answer(reader)

    assert (status, headers["Connection"]) == (200, "keep-alive")
    assert body.decode() == "POST /a b [('x', '1'), ('y', 'é')] body"


async def test_pipelined_requests_are_answered_in_order_though_the_first_is_held_back() -> None:
    async with connected() as (reader, writer):
        writer.write(b"GET /1?delay=0.01 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n")
        paths = [(await answer(reader))[2].split()[1] for _ in range(3)]

    assert paths == [b"/1", b"/2", b"/3"]


async def test_a_connection_is_closed_when_the_client_asks_for_it() -> None:
    async with connected() as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        _, headers, _ = await answer(reader)

        assert headers["Connection"] == "close"
        assert await reader.read() == b""


async def test_a_head_request_gets_the_length_and_no_body() -> None:
    async with connected() as (reader, writer):
        writer.write(b"HEAD /abc HTTP/1.1\r\nConnection: close\r\n\r\n")
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")

    assert b"Content-Length: 13" in head
    assert body == b""


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / SPDY/9\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: \xb2\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n", 413),
        (b"GET /" + b"a" * 70_000, 413),
    ],
)
async def test_what_is_no_request_is_refused_and_the_connection_ends(sent: bytes, status: int) -> None:
    async with connected() as (reader, writer):
        writer.write(sent)
        answered, _, _ = await answer(reader)

        assert answered == status
        assert await reader.read() == b""
