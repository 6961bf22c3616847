"""Scrapyd daemons on free ports of loopback, in an environment that has the dependencies and not the project."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import urllib.error
import urllib.request
import venv
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).parents[2]
PROJECT = ("directory_crawler", "pipelines_sql", "pyproject.toml", "README.md", "LICENSE", "scrapy.cfg")


def node_python(folder: Path) -> Path:
    """Return the Python of a new environment: what is installed here, without the project's own source."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    packages = next((folder / "lib").glob("python*/site-packages"))
    # A plain path: the .pth files behind it, with the hook of an editable install, are not read.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return python


def checkout(folder: Path) -> Path:
    """Return a copy of what a deployment is built from; building leaves traces that are not wanted here."""
    for name in PROJECT:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


@dataclass
class Node:
    """A running daemon."""

    url: str
    folder: Path

    def call(self, name: str, **fields: Any) -> dict[str, Any]:
        """Call its API; fields make it a POST, and a list is a field given several times."""
        body = urlencode(fields, doseq=True).encode() if fields else None
        try:
            with urllib.request.urlopen(f"{self.url}/{name}", body, timeout=30) as answer:
                return json.load(answer)  # type: ignore[no-any-return]
        except urllib.error.HTTPError as error:
            with error:
                raise AssertionError(f"{name}: {error.code} {error.read().decode()[:2000]}") from error

    async def schedule(self, **fields: Any) -> str:
        scheduled = await asyncio.to_thread(self.call, "schedule.json", project="directory_crawler", **fields)
        assert scheduled["status"] == "ok", scheduled
        return str(scheduled["jobid"])

    async def finished(self, *jobs: str) -> None:
        """Wait until these jobs have ended."""
        for _ in range(600):
            listed = await asyncio.to_thread(self.call, "listjobs.json?project=directory_crawler")
            if set(jobs) <= {job["id"] for job in listed["finished"]}:
                return
            await asyncio.sleep(0.3)
        raise AssertionError(f"not finished: {listed}")

    @property
    def logs(self) -> dict[str, str]:
        """The log of each job."""
        return {file.stem: file.read_text("utf-8") for file in (self.folder / "logs").rglob("*.log")}

    @property
    def own_log(self) -> str:
        return (self.folder / "daemon.log").read_text("utf-8")


@contextlib.asynccontextmanager
async def running_node(
    folder: Path, python: Path, *, configuration: str = "", project: str = "", **environment: str
) -> AsyncIterator[Node]:
    """Run a daemon while the block runs; its folder is no checkout, so that nothing is found beside it."""
    await asyncio.to_thread(folder.mkdir)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "scrapyd.conf").write_text(
        f"[scrapyd]\nbind_address = 127.0.0.1\nhttp_port = {port}\nlogs_dir = logs\nmax_proc = 4\npoll_interval = 0.2\n"
        f"{configuration}"
    )
    if project:
        (folder / "scrapy.cfg").write_text(project, "utf-8")
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with (folder / "daemon.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            python,
            "-m",
            "scrapyd",
            cwd=folder,
            env={**inherited, **environment},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    node = Node(f"http://127.0.0.1:{port}", folder)
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                await asyncio.to_thread(node.call, "daemonstatus.json")
                break
            await asyncio.sleep(0.1)
        yield node
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), 20)


def deploy(node: Node, source: Path) -> str:
    """Build the egg with ``scrapyd-deploy`` and send it, as a person does; returns what it printed."""
    (source / "scrapy.cfg").write_text(
        (ROOT / "scrapy.cfg").read_text("utf-8").replace("http://127.0.0.1:6800/", f"{node.url}/"), "utf-8"
    )
    done = subprocess.run(
        [Path(sys.executable).parent / "scrapyd-deploy", "local", "--version", "1"],
        cwd=source,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
