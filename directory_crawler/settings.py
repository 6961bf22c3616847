"""Every setting of the project, with its one documented default.

Override any of them in a profile's ``[settings]``, in the environment of a Scrapyd node, or with ``-s NAME=VALUE``.
"""

from __future__ import annotations

import os

BOT_NAME = "directory_crawler"
SPIDER_MODULES = ["directory_crawler.spiders"]
NEWSPIDER_MODULE = "directory_crawler.spiders"
COMMANDS_MODULE = "directory_crawler.commands"

# --- where things are -----------------------------------------------------------------------------------------

DATABASE_URL = os.environ.get("DATABASE_URL")
"""The PostgreSQL server (15 or later); unset means the embedded one under `DATA_DIR`."""

DATA_DIR = os.environ.get("DATA_DIR", ".data")
"""Folder of the embedded server, exports and reports."""

BASE_URL = None
"""Replaces the profile's `base_url`: a mirror, a test server."""

# --- who we are, and how we ask --------------------------------------------------------------------------------

USER_AGENT = "directory_crawler (+https://example.org/who-crawls; crawler@example.org)"
"""Says who crawls and how to reach them."""

ROBOTSTXT_OBEY = True
DOWNLOAD_TIMEOUT = 30
DOWNLOAD_MAXSIZE = 20_000_000  # bytes; the largest honest listing page met had 600 000
DOWNLOAD_WARNSIZE = 5_000_000  # bytes
COOKIES_ENABLED = False
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
LOG_LEVEL = "INFO"
LOGSTATS_INTERVAL = 30.0
CONCURRENT_REQUESTS = 120
CONCURRENT_REQUESTS_PER_DOMAIN = 120
# Scrapy starts this many tasks for each response, items or not: at its default of 100 they cost more than the download.
CONCURRENT_ITEMS = 4
# An HTTP/1.1 answer held back by a callback would stop the others: items leave in batches instead.
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 50_000_000

# --- the work of a run -----------------------------------------------------------------------------------------

WALKS_IN_FLIGHT = 24
"""Slices that one worker walks side by side."""

FETCHES_IN_FLIGHT = 64
"""Records that one worker fetches side by side."""

CEILING_MAX_AGE = 7 * 86_400.0
"""Seconds for which a measured ceiling is believed, unless a walk contradicts it."""

LEASE_SECONDS = 900.0
"""A unit whose worker has not been heard of for so long is given to another."""

SLICE_ATTEMPTS = 3
"""Times that a slice is begun before it has failed."""

FETCH_ATTEMPTS = 3
"""Times that a record is asked for before it has failed."""

RUN_MAX_AGE = 3 * 86_400.0
"""Seconds after which an unfinished run is failed and not continued."""

RUN_AS_OF = None
"""The moment that a run describes, as an ISO stamp; the moment of its start by default."""

REFRESH_AGE = 12 * 7 * 86_400.0
"""Seconds after which a card's details are fetched again though its listing line has not changed."""

REFRESH_SHARE = 12
"""One in so many of the known cards is fetched again in each run, so that the whole is spread over the refresh age."""

CALL_TRACKING_SAMPLE = 0.02
"""Share of the cards whose contacts are asked for twice, to find numbers that differ between two calls."""

# --- storing ---------------------------------------------------------------------------------------------------

STORE_BATCH = 200
"""Records that one COPY takes to the database."""

STORE_FLUSH_SECONDS = 1.0
"""The longest that a record waits for its batch to fill."""

# --- components ------------------------------------------------------------------------------------------------

DOWNLOADER_MIDDLEWARES = {
    "directory_crawler.middlewares.ceiling.CeilingMiddleware": 540,
}
ITEM_PIPELINES = {
    "directory_crawler.pipelines.text.TextPipeline": 100,
    "directory_crawler.pipelines.phones.PhonesPipeline": 200,
    "directory_crawler.pipelines.hours.HoursPipeline": 300,
    "directory_crawler.pipelines.place.PlacePipeline": 400,
    "directory_crawler.pipelines.web.WebPipeline": 500,
    "directory_crawler.pipelines.names.NamesPipeline": 600,
    "directory_crawler.pipelines.counts.CountsPipeline": 700,
    "directory_crawler.pipelines.digest.DigestPipeline": 800,
    "directory_crawler.pipelines.store.StorePipeline": 900,
}
SPIDER_CONTRACTS = {
    "directory_crawler.contracts.surface.SurfaceContract": 10,
}
EXTENSIONS = {
    "directory_crawler.extensions.heartbeat.Heartbeat": 100,
    "directory_crawler.extensions.account.RequestAccount": 200,
    "directory_crawler.extensions.post_crawl.PostCrawl": 900,
}

# --- the sign-off ----------------------------------------------------------------------------------------------

ACCEPT_COVERAGE = 0.995
"""Least share of the promised records that must be reached."""

ACCEPT_FAILED_SLICES = 0
"""Most slices that may have failed."""

ACCEPT_FAILED_FETCHES = 0.005
"""Greatest share of the records whose page could not be had."""
