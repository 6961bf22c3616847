"""Crawl a business directory or a job board completely, once, and provably."""

__version__ = "0.1.0"
