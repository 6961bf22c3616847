"""Every setting of the project, with its one documented default.

Override any of them in a profile's ``[settings]``, with ``-s NAME=VALUE``, or in the environment as
``DIRECTORY_CRAWLER_NAME`` (a Scrapyd node has no command line).
"""

from __future__ import annotations

import os
from importlib.util import find_spec

BOT_NAME = "directory_crawler"
SPIDER_MODULES = ["directory_crawler.spiders"]
NEWSPIDER_MODULE = "directory_crawler.spiders"
COMMANDS_MODULE = "directory_crawler.commands"

# --- where things are -----------------------------------------------------------------------------------------

DATABASE_URL = os.environ.get("DATABASE_URL")
"""The PostgreSQL server (15 or later); unset means the embedded one under `DATA_DIR`."""

DATABASE_PATIENCE = 300.0
"""Seconds for which a crawl waits for a database that is restarted, unreachable or full, before it stops, resumable."""

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
CONCURRENT_REQUESTS = 120  # the pace times the latency: 30 requests a second that take 4 seconds each
# Scrapy starts this many tasks for each response, items or not: at its default of 100 they cost more than the download.
CONCURRENT_ITEMS = 1
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 50_000_000  # bytes
# A check of the callbacks' source for each response; ours are checked by their tests.
WARN_ON_GENERATOR_RETURN_VALUE = False
# What a page says in <meta http-equiv> is read as part of the page, and a wall that refreshes itself is a wall.
METAREFRESH_ENABLED = False
if find_spec("uvloop") is not None:
    ASYNCIO_EVENT_LOOP = "uvloop.Loop"

# --- the work of a run -----------------------------------------------------------------------------------------

WALKS_IN_FLIGHT = 30
"""Slices that one worker walks side by side; at most a quarter of `CONCURRENT_REQUESTS`."""

FETCHES_IN_FLIGHT = 90
"""Records that one worker fetches side by side; no more than `CONCURRENT_REQUESTS` leaves beside the walks."""

CEILING_MAX_AGE = 7 * 86_400.0
"""Seconds for which a measured ceiling is believed, unless a walk contradicts it."""

LEASE_SECONDS = 900.0
"""A unit whose worker has not been heard of for so long is given to another."""

SLICE_ATTEMPTS = 3
"""Times that a slice is begun before it has failed."""

FETCH_ATTEMPTS = 3
"""Times that a record is asked for before it has failed."""

BOARD_RUN_MAX_AGE = 12 * 3600.0
"""The same as `RUN_MAX_AGE` for a board, whose picture is one of a day."""

RUN_MAX_AGE = 3 * 86_400.0
"""Seconds after which an unfinished run is failed and not continued."""

KEEP_RUNS = 4
"""Accepted runs whose sightings and staged records `scrapy prune` keeps; runs before the oldest of them lose theirs."""

ARCHIVE_DAYS = 90.0
"""Days for which the pages that records were read from are kept, so that `scrapy reparse` can read them anew; 0 keeps
none. Cards are fetched again within twelve weeks: so every card has its page."""

ARCHIVE_RUNS = 2
"""Newest accepted runs of which all pages are kept. Of older ones `scrapy prune` keeps the pages of open
records that no later run has read, and no listing pages: a board's are its whole open set each time."""

ARCHIVE_LARGEST = 8_000_000
"""Most compressed bytes of a page, or of all listing pages of one slice, that are kept."""

RUN_AS_OF = None
"""The moment that a run describes, as an ISO stamp; the moment of its start by default."""

REFRESH_AGE = 12 * 7 * 86_400.0
"""Seconds after which a card's details are fetched again though its listing line has not changed."""

REFRESH_SHARE = 12
"""One in so many of the known cards is fetched again in each run, so that the whole is spread over the refresh age."""

CALL_TRACKING_SAMPLE = 0.02
"""Share of the cards whose contacts are asked for twice, to find numbers that differ between two calls."""

LIVENESS_SHARE = 7
"""One in so many of the open postings is asked for directly in each daily run, seen or not; 0 for none."""

WITNESS_SAMPLE = 300
"""Postings of a run whose pages are compared with what the search gave."""

# --- how far a run is ------------------------------------------------------------------------------------------

PROGRESS_VIEW = True
"""Whether a crawl in a terminal shows a live view of its run below the log."""

PROGRESS_INTERVAL = 60.0
"""Seconds between two lines of the log on how far the run is, where there is no such view; 0 for none."""

RUN_HOOK = None
"""A command with its arguments, called without a shell when a run is accepted, rejected, interrupted, failed or late.
It reads a summary of the run, in JSON."""

RUN_HOOK_TIMEOUT = 30.0
"""Seconds that the hook may take before it is killed."""

RUN_LATE_AFTER = 3.0
"""Times its usual duration (the median of the last five accepted ones) after which a run is late; 0 for never."""

# --- proxies ---------------------------------------------------------------------------------------------------

PROXY_POOL_FILE = None
"""File with the list of proxies, one `IP:PORT:LOGIN:PASS` a line. Without any list requests go out directly."""

PROXY_POOL_URL = None
"""The same list, read from an address at the start of each run."""

PROXY_POOL_COMMAND = None
"""The same list, printed by a command at the start of each run."""

PROXY_POOL_KIND = "static"
"""`static`: each entry is an exit, and the pace is the entry's. `gateway`: exits rotate behind a few entries, and the
pace is that of each connection to one."""

PROXY_POOL_PER_MINUTE = 15.0
"""Requests a minute that an exit, or a connection to a gateway, may carry."""

PROXY_POOL_TUNNELS = 128
"""Connections to the gateways, shared out among them: 120 tunnels make 30 requests a second, the rest is spare."""

PROXY_POOL_AT_ONCE = 2
"""Requests that an exit of a static pool may carry at once."""

PROXY_POOL_REST = 5.0
"""Seconds that an entry rests after its first failure; each further one doubles it."""

PROXY_POOL_LONGEST_REST = 900.0
"""The longest rest of an entry, in seconds."""

PROXY_POOL_PATIENCE = 1800.0
"""Seconds that a run waits while no proxy answers; then it stops, to be continued by the same command."""

PACKAGES = ()
"""The proxy packages in use: `regular` (1 000 parallel connections), `corporate` (3 000), or a number. Two packages do
not add up: the largest counts."""

PACKAGE_SOURCE_ADDRESSES = 1
"""Source addresses that the package is bound to; two halve it."""

PACKAGE_HELD_BY_OTHERS = 0
"""Connections that what else runs on the machine holds. A run that wants more than the rest is refused."""

# --- pages that need a browser ---------------------------------------------------------------------------------

BROWSER_PROGRAM = None
"""The browser; by default Playwright's own Chromium where it is installed, else the system's."""

RENDERED_AT_ONCE = 4
"""Pages that one worker has open side by side."""

RENDERED_TIMEOUT = 30.0
"""Seconds in which a page must be shown, with everything that the profile waits for."""

RENDERED_PAGES_PER_CONTEXT = 50
"""Pages after which a browser context is replaced: cookies, cache and whatever it has gathered go with it."""

RENDERED_IDLE_CONTEXTS = 16
"""Browser contexts that are kept while they show nothing, one for each proxy."""

# --- the pace --------------------------------------------------------------------------------------------------

THROTTLE_CEILING = 30.0
"""Requests a second of a whole run, all its workers together; the profile's `pace.requests_per_second` goes first."""

THROTTLE_START = 4.0
"""Requests a second with which a slice begins. A surface (cards, details, …) begins at the same share of its top."""

THROTTLE_TOP = 12.0
"""Most requests a second of one slice. A surface's top is the ceiling, but for the contacts."""

THROTTLE_CONTACTS = 10.0
"""Most requests a second of the contacts call; the profile's `pace.contacts_per_second` goes first."""

THROTTLE_FLOOR = 0.5
"""Least requests a second of one slot, however often it is refused."""

THROTTLE_STEP = 0.05
"""Requests a second that each good answer adds to a slice's pace; a refusal halves it."""

THROTTLE_JITTER = 0.3
"""The share by which the gap between two requests of a slot varies at random."""

THROTTLE_QUIET = 60.0
"""Seconds without site-wide refusals after which a halved ceiling rises by a fifth."""

THROTTLE_LONGEST_WAIT = 600.0
"""Longest `Retry-After`, in seconds, that a slot sits out; a longer one gives the unit back, and the rest goes on."""

THROTTLE_PARKED_WAIT = 3600.0
"""Longest that a run waits when all that is left may not be asked yet; it stops before a longer one, resumable."""

THROTTLE_REFUSED_TIMES = 8
"""Times in a row that a slice is refused while others are served, before its visit is given up as an attempt."""

THROTTLE_PARK = 15.0
"""Seconds before the next attempt at such a slice, times the attempts so far."""

THROTTLE_PERSISTENT_SHARE = 0.08
"""Share of the last answers that may be refusals at the slowest pace; beyond it the run pauses, then stops."""

THROTTLE_PERSISTENT_ANSWERS = 500
"""The answers that are looked at for it."""

THROTTLE_PAUSE = 60.0
"""Seconds for which everything rests when refusals persist."""

OUTAGE_PATIENCE = 300.0
"""Seconds for which a site that nobody can connect to is asked again, before the run stops, resumable."""

FIRST_ANSWER_PATIENCE = 30.0
"""The same for a site that has not answered this worker at all, whatever is in the way: name, connection, TLS, time."""

THROTTLE_LIFTED = False
"""No pace until the site refuses: for a site of your own on this machine, and ignored for any other."""

# --- storing ---------------------------------------------------------------------------------------------------

STORE_BATCH = 200
"""Records that one COPY takes to the database."""

STORE_FLUSH_SECONDS = 1.0
"""The longest that a record waits for its batch to fill."""

# --- components ------------------------------------------------------------------------------------------------

# Every answer reaches its callback, whatever its status; nothing here follows links by depth or sends where it was
# before. What is left out costs a chain of generators a response.
SPIDER_MIDDLEWARES = {
    "scrapy.spidermiddlewares.httperror.HttpErrorMiddleware": None,
    "scrapy.spidermiddlewares.referer.RefererMiddleware": None,
    "scrapy.spidermiddlewares.urllength.UrlLengthMiddleware": None,
    "scrapy.spidermiddlewares.depth.DepthMiddleware": None,
    "scrapy.spidermiddlewares.metacopy.MetaCopyDetectionMiddleware": None,
}
DOWNLOAD_HANDLERS = {
    "http": "directory_crawler.handlers.http.HttpDownloadHandler",
    "https": "directory_crawler.handlers.http.HttpDownloadHandler",
}
DOWNLOADER_MIDDLEWARES = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "directory_crawler.middlewares.robots.RobotsMiddleware": 100,
    "directory_crawler.middlewares.ceiling.CeilingMiddleware": 540,
    "directory_crawler.middlewares.outage.OutageMiddleware": 555,
    "directory_crawler.middlewares.throttle.ThrottleMiddleware": 560,
    "directory_crawler.middlewares.redirect.SiteRedirectMiddleware": 600,
    "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": None,
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
    "directory_crawler.pipelines.posting_fields.PostingFieldsPipeline": 810,
    "directory_crawler.pipelines.posting_text.PostingTextPipeline": 820,
    "directory_crawler.pipelines.posting_digest.PostingDigestPipeline": 830,
    "directory_crawler.pipelines.store.StorePipeline": 900,
}
SPIDER_CONTRACTS = {
    "directory_crawler.contracts.surface.SurfaceContract": 10,
}
# Tables are written by `scrapy export`; the items of a crawl are units of work, not rows for anybody to read.
EXTENSIONS = {
    "scrapy.extensions.feedexport.FeedExporter": None,
    "scrapy.extensions.logstats.LogStats": None,  # it counts pages of this process; Progress tells of the run
    "directory_crawler.extensions.heartbeat.Heartbeat": 100,
    "directory_crawler.extensions.shared_pace.SharedPace": 150,
    "directory_crawler.extensions.account.RequestAccount": 200,
    "directory_crawler.extensions.progress.Progress": 300,
    "directory_crawler.extensions.run_hook.RunHookCaller": 400,
    "directory_crawler.extensions.post_crawl.PostCrawl": 900,
}

# --- changes between runs --------------------------------------------------------------------------------------

VERDICT_BUDGET = 10_000
"""Most known cards that no listing shows and that one run asks directly; the longest unconfirmed go first."""

DRAFT_BUDGET = 2_000
"""Most unknown cards that one run fetches because a search, a branch link or the sitemap names them."""

SPOT_CHECKS = 60
"""Most searches that one run makes for names that a thinner rubric lost."""

# --- the sign-off ----------------------------------------------------------------------------------------------
# The default bands follow the measured site: 80 118 cards; 1 180 opened, 640 closed, 300 moved in a usual week.

ACCEPT_FEW_RECORDS = 5
"""A share is no failure while no more records than this stand behind it: small sites have their holes, too."""

ACCEPT_FEW_EVENTS = 10
"""The same for openings, closures and moves."""

ACCEPT_COVERAGE = 0.995
"""Least share of the promised records that must be reached."""

ACCEPT_RUBRIC_COVERAGE = 0.95
"""The same for the worst rubric."""

ACCEPT_DISTRICT_COVERAGE = 0.97
"""The same for the worst district, or other value of an axis."""

ACCEPT_NAMED_HOLES = 0.005
"""Greatest share of the promised records that failed, truncated or unbelieved slices may hide."""

ACCEPT_UNNAMED_HOLES = 0
"""Most slices of which nobody knows how much they hide."""

ACCEPT_UNLISTED_RUBRICS = 0.005
"""Greatest share of the rubrics named on cards whose listing does not show the card."""

ACCEPT_VANISHED_RUBRICS = 0.02
"""Greatest share of the last run's records in rubrics that the tree no longer shows."""

ACCEPT_FAILED_FETCHES = 0.005
"""Greatest share of the records whose page could not be had."""

ACCEPT_UNREAD = 0.01
"""Greatest share of archived pages that `scrapy reparse` can make nothing of, though a record was read from them."""

ACCEPT_LOST_VALUES = 0.05
"""Greatest share of the records with a field that lose it when they are read anew, of the worst field."""

ACCEPT_ID_COLLISIONS = 0.001
"""Greatest share of the ids that the listings show under different names."""

ACCEPT_SET_ASIDE = 0.01
"""Greatest share of the records on listing pages whose ids are none: past a few, the profile reads them wrong."""

ACCEPT_SOURCE_MIX = 0.10
"""The most by which the share of a link among the answers of its field may move between accepted runs."""

ACCEPT_PHONE_FALLBACK = 0.05
"""Greatest share of the phones that a fallback answers."""

ACCEPT_PHONE_FILL = 0.5
"""Least share of the organisations with a telephone number."""

ACCEPT_HOURS_FILL = 0.3
"""Least share of the organisations with opening hours."""

ACCEPT_FOLDED_LOSS = 0.25
"""Greatest share of its rows that a rubric or a district may lose to the fold."""

ACCEPT_DUPLICATE_SHARE = 0.15
"""Greatest share of the cards that are joined to another."""

ACCEPT_LARGEST_CLUSTER = 12
"""Most cards of one organisation."""

ACCEPT_ORGANISATIONS_PER_PHONE = 1.5
"""Most organisations on one number, on average."""

ACCEPT_CITY_CENTRE = 0.10
"""Greatest share of the points that say no more than the city."""

ACCEPT_EMPTY_DISTRICTS = 0
"""Most districts that may lose everything."""

ACCEPT_CLOSED_BY_ABSENCE = 0.05
"""Greatest share of the organisations that may close in one run because they were missed twice."""

ACCEPT_CLOSED_DEFINITIVELY = 0.05
"""Greatest share of the organisations that may close in one run on the word of their own pages."""

ACCEPT_CLOSED_IN_ONE_PLACE = 0.30
"""The same for absence in one district or part that holds `ACCEPT_PLACE_FROM` organisations or more."""

ACCEPT_PLACE_FROM = 50
"""Organisations from which a district or a part is large enough to be judged by itself."""

ACCEPT_OPENED = 0.045
"""Most openings a week, as a share of the organisations: three usual weeks."""

ACCEPT_CLOSED = 0.024
"""Most closures a week: three usual weeks."""

ACCEPT_MOVED = 0.012
"""Most moves a week: three usual weeks."""

ACCEPT_USUAL_OPENED = 0.0147
"""Openings in a usual week, as a share of the organisations."""

ACCEPT_USUAL_CLOSED = 0.0080
"""Closures in a usual week, as a share of the organisations."""

ACCEPT_STANDSTILL = 0.05
"""Least share of the usual openings and closures that a large directory must show."""

ACCEPT_REFRESH_AGE = REFRESH_AGE
"""Seconds after which a card that nothing confirmed is stale."""

ACCEPT_STALE = 0.05
"""Greatest share of the open cards that may be stale."""

# --- the sign-off of a job board -------------------------------------------------------------------------------
# The default bands follow the measured board: 412 000 postings; 26 000 new, 24 000 ended, 9 % bumped on a usual day.

ACCEPT_FAILED_WINDOWS = 0
"""Most windows of which nothing can be said."""

ACCEPT_HIDDEN_POSTINGS = 0.005
"""Greatest share of the postings that the shortest windows may hide."""

ACCEPT_TILING = 0.05
"""The most by which the counts of windows may differ from the sums of those they were cut into."""

ACCEPT_UNDATED = 0.02
"""Greatest share of the postings that no window holds, since they have no date."""

ACCEPT_SEEN_TWICE = 0.02
"""Greatest share of the postings that two windows show."""

ACCEPT_WITNESS = 0.05
"""Greatest share of the sampled postings whose page differs from the search in one field."""

ACCEPT_DESCRIPTION_FILL = 0.95
"""Least share of the postings with a description."""

ACCEPT_REGION_FILL = 0.5
"""Least share of the postings with a coded place."""

ACCEPT_PAY_FILL = 0.1
"""Least share of the postings that say what they pay."""

ACCEPT_CLOSURES_CONFIRMED = 0.90
"""Least share of the missed postings whose end is certain; usual is 0.98."""

ACCEPT_BUMPED = 0.20
"""Most bumps a day, as a share of the postings; usual is 0.09."""

ACCEPT_EDITED = 0.042
"""Most edits a day: three usual days of 0.014."""

ACCEPT_NEW_POSTINGS = 0.19
"""Most new postings a day: three usual days."""

ACCEPT_CLOSED_POSTINGS = 0.174
"""Most closures a day: three usual days."""

ACCEPT_CLUSTER_SHARE = 0.07
"""Least share of copies among the open postings; usual is 0.11."""

ACCEPT_USUAL_CLUSTER_SHARE = 0.11
"""Copies on a usual board. One that has fewer must keep as much of its own share as `ACCEPT_CLUSTER_SHARE` is of it."""

ACCEPT_LIVENESS = 0.95
"""Least share of the liveness checks that get an answer."""

ACCEPT_UNCONFIRMED_AGE = 8 * 86_400.0
"""Seconds after which an open posting that nothing confirmed is stale."""

ACCEPT_UNCONFIRMED = 0.01
"""Greatest share of the open postings that may be stale."""


# --- the fold --------------------------------------------------------------------------------------------------

FOLD_PHONE_CAP = 4
"""Most cards, of those not closed, that a telephone may be on and still say who somebody is."""

FOLD_WEB_CAP = 3
"""The same for a web address."""

FOLD_PLACE_CAP = 4
"""The same for one name at one place."""

FOLD_BUILDING_HOLDS = 40
"""Most cards that one point may carry; above it the point stands for a city, not for a building."""

# --- the copies of one vacancy ---------------------------------------------------------------------------------

CLUSTER_LOOK_BACK_DAYS = 60
"""Days for which a closed posting is still compared, so that a repost finds its predecessor."""

CLUSTER_TEXT_CAP = 24
"""Most descriptions that words in a row may be in and still say something of a vacancy; others are boilerplate."""

CLUSTER_TITLE_CAP = 5
"""Most titles under which words in a row may stand and still say something of a vacancy."""

CLUSTER_AGENCY_PARTNERS = 3
"""Other companies with which a company shares vacancies, at least, before it is taken for an agency unsaid."""

defaults = {name: value for name, value in globals().items() if name.isupper()}
"""The values above, whose kinds say what may replace them."""

globals().update(
    {
        name.removeprefix("DIRECTORY_CRAWLER_"): value
        for name, value in os.environ.items()
        if name.startswith("DIRECTORY_CRAWLER_")
    }
)
