"""Property tests here have no deadline: they share their machine with whatever else runs on it."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")
