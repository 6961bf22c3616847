"""The bundled city, where the crawls that are struck find it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.faults.crawls import SEED, SIZE


@pytest.fixture
def site() -> Iterator[str]:
    """The bundled site in a process of its own."""
    command = [sys.executable, "-m", "directory_crawler.demo.directory_site", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--size", str(SIZE), "--seed", str(SEED)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    yield process.stdout.readline().split()[-1]
    process.terminate()
    process.wait()
    process.stdout.close()
