# Everything starts here: `make up` runs the service, `make test` passes the tests. Needs Python 3.11 or newer and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
INSTALL := $(PIP) --no-deps --no-build-isolation --editable .
# Modules are compiled once: the tests start hundreds of programs.
export PYTHONDONTWRITEBYTECODE :=
CATALOGS := $(wildcard adjudicator/locale/*/LC_MESSAGES/*.po)

.PHONY: venv up test tests lint format docs gallery bench corpus chaos chaos-short chaos-proof fuzz clocks year verifiers locks clean

# The environment for running the service.
$(VENV)/.running: requirements.lock pyproject.toml hatch_build.py $(CATALOGS)
	@test -x $(BIN)/python || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes --requirement requirements.lock
	$(INSTALL)
	@touch $@

# The environment for development: tests, linters, docs.
$(VENV)/.working: $(VENV)/.running requirements-dev.lock
	$(PIP) --require-hashes --requirement requirements-dev.lock
	@touch $@

venv: $(VENV)/.working

up: $(VENV)/.running
	@exec $(BIN)/adjudicator up

# Games that are packages of their own: examples, and the template of `adjudicator new-engine`.
PACKAGES := $(wildcard examples/*/src examples/*/tests) templates/engine/src templates/engine/tests

lint: $(VENV)/.working
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy adjudicator worker tests testkit bench chaos docs hatch_build.py $(PACKAGES)

# Lint and tests at the same time; a failure of one does not stop the other.
test: $(VENV)/.working
	@$(MAKE) --no-print-directory --keep-going --jobs 2 lint tests

tests: $(VENV)/.working
	$(BIN)/pytest -n auto --dist worksteal

format: $(VENV)/.working
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# The documentation site. Pages on commands, settings and games are generated from the code; every warning is an error.
docs: $(VENV)/.working
	$(BIN)/python -m docs.generate
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet docs docs/_build/html

# Letters of all kinds, in all languages and layouts, in var/gallery/index.html: make gallery GALLERY="--pictures all"
GALLERY ?=
gallery: $(VENV)/.working
	$(BIN)/python -m tests.gallery $(GALLERY)

bench: $(VENV)/.working
	$(BIN)/python -m bench

# The fault test: break a whole installation while robots play on it, then check that no letter was lost or doubled.
# Needs Debian's postgresql and redis-server.
chaos: $(VENV)/.working
	$(BIN)/python -m chaos

chaos-short: $(VENV)/.working
	$(BIN)/python -m chaos --short

# The test of the fault test: it must find every planted bug, each in its own installation.
chaos-proof: $(VENV)/.working
	ALL_BUGS=1 $(BIN)/pytest -n auto tests/chaos/test_it_can_fail.py

# Measure how well labelled replies are read: make corpus ADJUDICATOR_CORPUS=folder
corpus: $(VENV)/.working
	@$(BIN)/python -m bench corpus --verbose $(ADJUDICATOR_CORPUS)

# Read hostile letters, each generated from its seed: make fuzz LETTERS=1000000
LETTERS ?= 10000
fuzz: $(VENV)/.working
	$(BIN)/python -m bench fuzz --letters $(LETTERS)

# Compare the program's clock with a second one, on stories drawn from a seed: make clocks STORIES=1000 SEED=7
STORIES ?= 100000
SEED ?= 1
clocks: $(VENV)/.working
	$(BIN)/python -m testkit.compare_clocks --seed $(SEED) --count $(STORIES)

# Play a year of a club of 200 people on a clock that is set by hand, and compare all deadlines with the second clock.
YEAR ?= --people 200 --matches 100 --days 365
year: $(VENV)/.working
	$(BIN)/python -m testkit.year --seed $(SEED) $(YEAR)

# Play matches, spoil each record in one way, and compare the three verifiers of records. Needs Debian's nodejs.
RECORDS ?= 1000
verifiers: $(VENV)/.working
	$(BIN)/python -m testkit.compare_verifiers --seed $(SEED) --count $(RECORDS)

locks: $(VENV)/.working
	$(BIN)/python -m uv pip compile $(LOCK) --group build --output-file requirements.lock $(UPGRADE)
	$(BIN)/python -m uv pip compile $(LOCK) --group dev --output-file requirements-dev.lock --constraint requirements.lock $(UPGRADE)

LOCK := pyproject.toml --universal --generate-hashes --no-emit-index-url --quiet --custom-compile-command 'make locks'

clean:
	rm -rf $(VENV) dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
