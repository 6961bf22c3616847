"""``python -m tests.fuzz --seconds 600 [TARGET ...]``: feed each target variations until the time is up.

Guided by coverage where atheris is installed (``--atheris``, one target), else by chance. A call that takes longer than
a second counts as a hang.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from tests.fuzz.mutate import mutated
from tests.fuzz.targets import TARGETS, Target

LONGEST_CALL_S = 1.0


def by_chance(name: str, target: Target, seconds: float, seed: int) -> bool:
    rng = random.Random(seed)
    end, n, slowest = time.monotonic() + seconds, 0, (0.0, "")
    while time.monotonic() < end:
        text = mutated(rng, target.seeds)
        began = time.process_time()
        try:
            target.call(text)
        except Exception as error:  # noqa: BLE001  any error whatever is what is looked for
            print(f"{name}: {type(error).__name__}: {error}\n  on {text!r}")
            return False
        slowest = max(slowest, (time.process_time() - began, text))
        n += 1
        if slowest[0] > LONGEST_CALL_S:
            print(f"{name}: {slowest[0]:.1f} s\n  on {slowest[1]!r}")
            return False
    print(f"{name}: {n} texts, the slowest {slowest[0] * 1000:.0f} ms")
    return True


def by_coverage(target: Target, seconds: float) -> None:
    import atheris

    def call(data: bytes) -> None:
        target.call(data.decode("utf-8", "surrogateescape"))

    atheris.instrument_all()
    atheris.Setup([sys.argv[0], f"-max_total_time={seconds:.0f}", "-timeout=1", "-max_len=4096"], call)
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)} (default all)")
    parser.add_argument("--seconds", type=float, default=600.0, help="a target (default 600)")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--atheris", action="store_true", help="guided by coverage")
    options = parser.parse_args()
    if unknown := set(options.targets) - TARGETS.keys():
        parser.error(f"no target {', '.join(sorted(unknown))}: there are {', '.join(TARGETS)}")
    if options.atheris:
        by_coverage(TARGETS[options.targets[0]], options.seconds)
    names = options.targets or list(TARGETS)
    print(f"seed {options.seed}")
    sys.exit(False in [by_chance(name, TARGETS[name], options.seconds, options.seed) for name in names])


if __name__ == "__main__":
    main()
