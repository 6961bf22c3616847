"""The pace of a worker, as settings and profile want it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from directory_crawler.core.pace.ceiling import Ceiling
from directory_crawler.core.pace.controller import Rates
from directory_crawler.core.pace.evidence import Limits
from directory_crawler.core.pace.pacer import Pacer, Patiences
from directory_crawler.sites.urls import is_loopback

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from directory_crawler.sites.site import Site


def pacer_of(settings: BaseSettings, site: Site) -> Pacer:
    """Return the pace for a site. It is lifted only where the site is on this machine, whatever the settings say."""
    wanted = site.profile.pace
    lifted = settings.getbool("THROTTLE_LIFTED") and is_loopback(site.base_url)
    rates = Rates(
        start=settings.getfloat("THROTTLE_START"),
        top=settings.getfloat("THROTTLE_TOP"),
        floor=settings.getfloat("THROTTLE_FLOOR"),
        step=settings.getfloat("THROTTLE_STEP"),
        lifted=lifted,
    )
    usual = settings.getfloat("THROTTLE_CEILING")
    top = wanted.requests_per_second or (math.inf if lifted else usual)
    ceiling = Ceiling(top, quiet_s=settings.getfloat("THROTTLE_QUIET"), fallback=usual)
    patiences = Patiences(
        times=settings.getint("THROTTLE_REFUSED_TIMES"),
        longest_wait_s=settings.getfloat("THROTTLE_LONGEST_WAIT"),
        pause_s=settings.getfloat("THROTTLE_PAUSE"),
        limits=Limits(
            answers=settings.getint("THROTTLE_PERSISTENT_ANSWERS"),
            share=settings.getfloat("THROTTLE_PERSISTENT_SHARE"),
        ),
    )
    contacts = wanted.contacts_per_second or settings.getfloat("THROTTLE_CONTACTS")
    return Pacer(rates, ceiling, patiences, {"contacts": min(contacts, ceiling.top)})
