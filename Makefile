# Nothing but git, make and Python 3.11 or newer is needed. `make help` lists what there is.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
COUNT ?= 100000
READER ?= trf
SECONDS ?= 0
VENV := .venv
BIN := $(VENV)/bin
MANAGE := $(BIN)/python manage.py

.DEFAULT_GOAL := help
.PHONY: help run test test-sqlite test-postgres lint bench fuzz fuzz-deeper messages

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/'

run: $(VENV)/installed ## the registry with a demo federation at http://127.0.0.1:8000 (PORT=8000)
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) load_reference
	@$(MANAGE) load_regulations
	@$(MANAGE) demo --quiet-if-filled
	@printf '\nThe registry is at http://127.0.0.1:%s (Ctrl-C ends it).\n\n' $(PORT)
	@$(MANAGE) runserver 127.0.0.1:$(PORT)

$(BIN)/python:
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

# --- for developers -----------------------------------------------------------------------------

$(VENV)/developed: requirements.txt requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

lint: $(VENV)/developed ## style, types, and migrations that are missing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	DJANGO_SETTINGS_MODULE=federation.settings.test $(BIN)/python manage.py makemigrations --check --dry-run

test: lint ## all tests, on SQLite and on PostgreSQL with a broker
	@$(MAKE) --no-print-directory --jobs 2 --keep-going --output-sync=target test-sqlite test-postgres

# What knows no database, or is the same on both (`once`), runs in this half alone.
test-sqlite: $(VENV)/developed
	$(BIN)/pytest -q -m "not postgres and not broker and not browser"

test-postgres: $(VENV)/developed
	$(BIN)/python tests/servers.py $(BIN)/pytest -q -m "not once" --ignore tests/engine \
		--ignore tests/formats --ignore tests/naming --ignore tests/documents \
		--ignore tests/test_architecture.py --ignore tests/test_translations.py \
		--ignore tests/test_access.py --ignore tests/test_settings.py \
		--ignore tests/federation/test_components.py --ignore tests/qualifications/test_demo.py

bench: $(VENV)/developed ## how long the heavy things take here
	$(BIN)/python -m bench

fuzz: $(VENV)/developed ## 100,000 mutated files against every reader of files (COUNT=100000)
	DJANGO_SETTINGS_MODULE=federation.settings.test $(BIN)/python -m tests.formats.fuzzing $(COUNT)

# Runs until it is ended, or for SECONDS: inputs that follow the branches of one reader.
fuzz-deeper: $(VENV)/developed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-fuzz.txt
	DJANGO_SETTINGS_MODULE=federation.settings.test \
		$(BIN)/python -m tests.formats.fuzzing --atheris $(READER) $(SECONDS)

# The compiled .mo files are committed: a fresh machine has no gettext, and `make run` must speak all
# languages there. This target does need gettext (xgettext, msgmerge, msgfmt). Afterwards translate
# what is empty or fuzzy in locale/*/LC_MESSAGES/django.po and run it once more.
messages: $(VENV)/developed ## collect the words of the interface and compile their translations
	$(MANAGE) regulation_words
	$(MANAGE) makemessages -l uk -l ru --add-location file --no-obsolete \
		--ignore '.venv/*' --ignore 'tests/*' --ignore 'bench/*'
	$(MANAGE) compilemessages --ignore '.venv/*'
