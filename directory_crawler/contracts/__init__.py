"""The contracts of ``scrapy check``: every callback, offline on saved pages, or on a live site's."""
