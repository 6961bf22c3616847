# Two commands set everything up: `make demo` and `make test`. Both install into .venv and start their own PostgreSQL.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SIZE ?= 2000
RUNS ?= 1

.PHONY: demo test lint bench chaos fuzz docs clean

demo: $(VENV)/.installed
	$(BIN)/scrapy demo directory --size $(SIZE) --runs $(RUNS) -L WARNING

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed-dev
	$(BIN)/python bench/crawl.py

chaos: $(VENV)/.installed-dev
	$(BIN)/python -m tests.faults.chaos

fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m tests.fuzz

docs: $(VENV)/.installed-dev
	$(BIN)/python -m directory_crawler.sites.manual docs/profiles.md directory_crawler/sites/profile.schema.json

clean:
	rm -rf .data build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.installed-dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.installed
