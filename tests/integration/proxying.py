"""The bundled site behind demo proxies: what it is asked, over http or https, and a crawl through a pool."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import os
import ssl
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from directory_crawler.demo.city import City
from directory_crawler.demo.directory_site import DirectorySite
from directory_crawler.demo.http_server import HttpRequest, HttpResponse, serving
from directory_crawler.demo.options import SiteOptions
from directory_crawler.demo.proxy import DemoProxies

ROOT = Path(__file__).parents[2]


@dataclass
class Origin:
    """The site, and every request that reached it."""

    url: str = ""
    asked: list[HttpRequest] = field(default_factory=list)
    answer: Callable[[HttpRequest], HttpResponse | None] = lambda request: None
    """May answer in place of the site."""

    @property
    def leaked(self) -> list[str]:
        """Headers that were a proxy's business."""
        return [name for request in self.asked for name in request.headers if name.startswith("proxy-")]


@contextlib.asynccontextmanager
async def origin(
    city: City, *, tls: ssl.SSLContext | None = None, options: SiteOptions | None = None
) -> AsyncIterator[Origin]:
    """Serve a city."""
    site = DirectorySite(city, options or SiteOptions(sitemap=True))
    seen = Origin()

    def handle(request: HttpRequest) -> HttpResponse:
        seen.asked.append(request)
        return seen.answer(request) or site.handle(request)

    async with serving(handle, tls=tls) as seen.url:
        yield seen


def local_tls(folder: Path) -> ssl.SSLContext:
    """Return the server's side of TLS, with a certificate made just now for 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "local.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def listed(proxies: DemoProxies, folder: Path) -> Path:
    """Write the list of the proxies to a file."""
    file = folder / "proxies.txt"
    file.write_text("\n".join(["# IP:PORT:LOGIN:PASS", "", *proxies.lines]), "utf-8")
    return file


@dataclass
class Shell:
    """What a shell saw of a crawl, with everything it logged."""

    status: int
    log: str


async def scrapy_crawl(
    database: str,
    base_url: str,
    *more: str,
    folder: Path,
    site: str = "demo-directory",
    started: Callable[[int], None] = lambda process: None,
    timeout_s: float = 300,
) -> Shell:
    """Run ``scrapy crawl directory`` in a process of its own, as people do, with the whole log."""
    command = [sys.executable, "-m", "scrapy", "crawl", "directory", "-a", f"site={site}"]
    command += ["-s", f"BASE_URL={base_url}", "-s", f"DATA_DIR={folder}", "-L", "DEBUG", *more]
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    started(process.pid)
    try:
        log, _ = await asyncio.wait_for(process.communicate(), timeout_s)
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode is not None
    return Shell(process.returncode, log.decode())
