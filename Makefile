# One target per chore. `make setup` is implied by every other target and does nothing when it is up to date.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: setup demo test lint format docs bench games golden clean

setup: $(STAMP)

# Everything is downloaded once into the wheelhouse; the install and the test of the built wheel both use that.
$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --dest $(VENV)/wheelhouse --prefer-binary ".[dev]"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --find-links $(VENV)/wheelhouse hatchling editables
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --find-links $(VENV)/wheelhouse --no-build-isolation --editable ".[dev]"
	touch $@

# Solve the example photograph: prints the reading and the largest Swish, draws it on the photo.
demo: setup
	@mkdir -p out
	$(BIN)/swishsolve solve examples/table.jpg --picture out/answer.png
	@echo "The answer is drawn in $(CURDIR)/out/answer.png"

test: setup
	$(BIN)/python -m pytest --numprocesses 2

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The generated parts of docs/: the reference of the command line, from its own --help.
docs: setup
	$(BIN)/python docs/make_cli_reference.py

bench: setup
	$(BIN)/python benchmarks/bench.py

# Ten thousand simulated games, and a thousand damaged transcripts of each kind, all held against the referee.
games: setup
	$(BIN)/python benchmarks/simulated_games.py
	$(BIN)/python -m tests.rules.damage 1000

# Renew the golden files after a change that is meant: look at the difference before it is committed.
golden: setup
	$(BIN)/python -m tests.rules.renew_golden
	$(BIN)/python -m tests.puzzle.renew_golden
	$(BIN)/python -m pytest tests/render --update-golden

clean:
	rm -rf $(VENV) out dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
