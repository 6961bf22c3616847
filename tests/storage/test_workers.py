"""A worker of this machine that has ended is known to have; of all others a lease decides."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from directory_crawler.storage.workers import is_dead, new_worker

HOST = socket.gethostname()
ME = new_worker()


def test_this_process_lives() -> None:
    """It does not take its own work away."""
    assert not is_dead(ME, ME)


def test_a_process_that_has_ended_is_dead() -> None:
    """Its number belongs to nobody any more."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()

    assert is_dead(f"{HOST}:{ended.pid}:0a1b2c3d", ME)


def test_an_earlier_process_of_this_number_is_dead() -> None:
    """In a container that starts again, numbers come again."""
    assert is_dead(f"{HOST}:{os.getpid()}:0a1b2c3d", ME)


@pytest.mark.parametrize(
    "worker",
    [f"{HOST}:{os.getppid()}:0a1b2c3d", "elsewhere:1:0a1b2c3d", "nonsense", "", f"{HOST}:x:y", "a:b"],
)
def test_of_others_nothing_is_known(worker: str) -> None:
    """A number that some process has, another machine, a name of another form."""
    assert not is_dead(worker, ME)
