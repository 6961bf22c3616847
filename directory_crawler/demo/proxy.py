"""Demo proxies on loopback: several exits with logins, some of them dead, flapping or moody, and who served what.

Each exit has a port of its own. A gateway's connections leave by addresses that rotate, a single exit's by one; on
Linux, where all of 127.0.0.0/8 is this machine, the site sees them as different clients.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import socket
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

_MOST_HEAD_BYTES = 64 * 1024
_OWN_HEADERS = ("proxy-", "connection:", "keep-alive:")


@dataclass(frozen=True)
class DemoExit:
    """How one entry behaves.

    Attributes:
        host: the address at which it listens.
        login, password: who may use it; an empty login lets everybody in.
        listed_password: what the list says, where that is wrong.
        dead: nothing listens on its port.
        flapping: so many requests are served, then as many connections are cut without an answer, and so on.
        exits: addresses behind it, taken in turn by connections; 1 for a single exit.
        fails: status that it answers in place of forwarding, None for none.
    """

    login: str = ""
    password: str = field(default="", repr=False)
    host: str = "127.0.0.1"
    listed_password: str | None = field(default=None, repr=False)
    dead: bool = False
    flapping: int = 0
    exits: int = 1
    fails: int | None = None


@dataclass(frozen=True)
class Served:
    """One line of the log. Inside a tunnel nothing more is seen than that it was opened (``CONNECT``)."""

    at: float
    entry: int
    address: str
    connection: int
    method: str
    target: str
    status: int


class DemoProxies:
    """The entries, where they listen, and the log."""

    def __init__(self, exits: Sequence[DemoExit]) -> None:
        self.exits = exits
        self.ports: list[int] = []
        self.log: list[Served] = []
        self._connections = itertools.count(1)
        self._requests = [0] * len(exits)
        self._servers: list[asyncio.Server] = []
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def lines(self) -> list[str]:
        """The list as the crawler is given it."""
        return [
            f"{f'[{it.host}]' if ':' in it.host else it.host}:{port}:{_escaped(it.login)}"
            f":{_escaped(it.password if it.listed_password is None else it.listed_password)}"
            for it, port in zip(self.exits, self.ports, strict=True)
        ]

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Listen while the block runs."""
        for number, it in enumerate(self.exits):
            if it.dead:
                self.ports.append(_closed_port())
                continue
            server = await asyncio.start_server(
                partial(self._accept, number), it.host, 0, limit=_MOST_HEAD_BYTES
            )
            self._servers.append(server)
            self.ports.append(server.sockets[0].getsockname()[1])
        try:
            yield
        finally:
            self.stop()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop(self) -> None:
        """Let every entry die: nothing listens any more, and what was open is cut."""
        for server in self._servers:
            server.close()
        for writer in tuple(self._writers):
            writer.transport.abort()
        for task in tuple(self._tasks):
            task.cancel()

    async def _accept(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        connection = next(self._connections)
        behind = connection % self.exits[number].exits
        address = f"127.{number + 1}.{behind // 250}.{behind % 250 + 1}"
        with (
            contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError),
            self._open(writer),
        ):
            while await self._one(number, address, connection, reader, writer):
                pass

    @contextlib.contextmanager
    def _open(self, writer: asyncio.StreamWriter) -> Iterator[None]:
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _one(
        self,
        number: int,
        address: str,
        connection: int,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        """Serve one request of a connection; return whether the connection may bring another."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = (*head[0].split(" "), "", "")[:3]
        headers = dict(_header(line) for line in head[1:] if line)
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        it = self.exits[number]
        self._requests[number] += 1

        def log(status: int) -> None:
            self.log.append(Served(time.monotonic(), number, address, connection, method, target, status))

        if it.flapping and (self._requests[number] - 1) // it.flapping % 2:
            log(0)
            return False
        if it.login and headers.get("proxy-authorization") != _basic(it):
            log(407)
            writer.write(
                b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n"
            )
            return True
        if it.fails is not None:
            log(it.fails)
            writer.write(f"HTTP/1.1 {it.fails} Failed\r\nContent-Length: 0\r\n\r\n".encode())
            return True
        if method == "CONNECT":
            host, _, port = target.rpartition(":")
            try:
                upstream = await _connect(host, int(port), address)
            except OSError:
                log(502)
                writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
                return True
            log(200)
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            with self._open(upstream[1]):
                await asyncio.gather(_pipe(reader, upstream[1]), _pipe(upstream[0], writer))
            return False
        return await self._forward(head, body, address, writer, log)

    async def _forward(
        self,
        head: list[str],
        body: bytes,
        address: str,
        writer: asyncio.StreamWriter,
        log: Callable[[int], None],
    ) -> bool:
        method, target, version = head[0].split(" ")
        parts = urlsplit(target)
        there = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        kept = [line for line in head[1:] if line and not line.lower().startswith(_OWN_HEADERS)]
        try:
            reader, upstream = await _connect(parts.hostname or "", parts.port or 80, address)
        except OSError:
            log(502)
            writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
            return True
        with self._open(upstream):
            lines = [f"{method} {there} {version}", *kept, "Connection: close", "", ""]
            upstream.write("\r\n".join(lines).encode("latin-1") + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            content = await reader.read(-1)
        log(int(answer.split(b" ", 2)[1]))
        writer.write(answer.replace(b"\r\nConnection: close", b"") + content)
        await writer.drain()
        return b"\r\ncontent-length:" in answer.lower()


@contextlib.asynccontextmanager
async def serve_proxies(exits: Sequence[DemoExit]) -> AsyncIterator[DemoProxies]:
    """Serve the entries while the block runs."""
    proxies = DemoProxies(exits)
    async with proxies.serving():
        yield proxies


async def _connect(host: str, port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        return await asyncio.open_connection(host, port, local_addr=(address, 0))
    except OSError:  # no Linux, or not on loopback
        return await asyncio.open_connection(host, port)


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(_MOST_HEAD_BYTES):
            writer.write(data)
            await writer.drain()
    if not writer.is_closing():
        writer.close()


def _basic(it: DemoExit) -> str:
    return "Basic " + base64.b64encode(f"{it.login}:{it.password}".encode()).decode()


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip().lower(), value.strip()


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:").replace("#", "\\#")


def _closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
