# Nothing but git, make and Python 3.11 is needed. `make help` lists what there is.

PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help test lint bench

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/'

# --- for developers -----------------------------------------------------------------------------

$(VENV)/developed: requirements.txt requirements-dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

lint: $(VENV)/developed ## style, types, and migrations that are missing
	$(BIN)/ruff check .
	$(BIN)/mypy .
	DJANGO_SETTINGS_MODULE=federation.settings.test $(BIN)/python manage.py makemigrations --check --dry-run

test: lint ## all tests, on SQLite and on PostgreSQL with a broker
	$(BIN)/pytest -q -m "not postgres and not broker and not browser"
	$(BIN)/python tests/servers.py $(BIN)/pytest -q

bench: $(VENV)/developed ## how long the heavy things take here
	$(BIN)/python -m bench
