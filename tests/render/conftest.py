"""Golden files: `pytest tests/render --update-golden` writes them anew; look at the difference before you commit it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from swishsolve.model.claim import parse_claim
from swishsolve.model.layout import Layout
from swishsolve.model.layout_text import parse_layout_text
from swishsolve.model.swish import Stack

GOLDEN = Path(__file__).parent / "golden"
LAYOUTS = Path(__file__).parents[1] / "layouts"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files of the drawings anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden file of that name."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden", default=False):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text + "\n", "see the one-line command in tests/render/conftest.py"

    return compare


@pytest.fixture
def classic() -> Layout:
    return parse_layout_text((LAYOUTS / "dev-00-classic16.txt").read_text())


@pytest.fixture
def square() -> Layout:
    return parse_layout_text((LAYOUTS / "dev-15-square3x3.txt").read_text())


@pytest.fixture
def stack_of() -> Callable[[Layout, str], Stack]:
    """Reads a stack as it is written, such as `A1+C3h`."""

    def read(layout: Layout, text: str) -> Stack:
        return parse_claim(text, layout).stack

    return read
