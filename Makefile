# One target per chore. `make setup` is implied by every other target and does nothing when it is up to date.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: setup demo test lint format docs bench clean

setup: $(STAMP)

# Everything is downloaded once into the wheelhouse; the install and the test of the built wheel both use that.
$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --dest $(VENV)/wheelhouse --prefer-binary ".[dev]"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --find-links $(VENV)/wheelhouse hatchling editables
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --find-links $(VENV)/wheelhouse --no-build-isolation --editable ".[dev]"
	touch $@
