"""Every command of the README and every example runs, and the reference is up to date."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from swishsolve.api import parse_layout, read_photo
from swishsolve.deck.specification import parse_specification
from swishsolve.model.deck import parse_deck

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"^\$ (swishsolve [^#\n]+)", README, re.MULTILINE)


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workplace")
    shutil.copytree(ROOT / "examples", folder / "examples")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_readme(command: str, workplace: Path) -> None:
    program = f'{sys.executable} -W error -c "from swishsolve.__main__ import main; main()"'
    done = subprocess.run(
        ["bash", "-c", command.replace("swishsolve", program, 1)], cwd=workplace, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout or done.stderr, "it says nothing"


def test_the_readme_has_commands_and_names_the_two_of_a_clone() -> None:
    assert len(COMMANDS) >= 11
    assert "make demo" in README and "make test" in README


def test_python_of_the_readme() -> None:
    for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
        for line, expected in zip(done.stdout.splitlines(), re.findall(r"  # (.*)", code), strict=True):
            assert line == expected


def test_the_table_of_the_examples_is_the_reading_of_the_photograph() -> None:
    written = parse_layout((ROOT / "examples" / "table.txt").read_text())
    read = read_photo(ROOT / "examples" / "table.jpg").layout()
    assert [(laid.label, laid.card) for laid in written] == [(laid.label, laid.card) for laid in read]
    assert not read.doubtful


def test_prose_is_no_wider_than_120_columns() -> None:
    made_by_programs = {"cli.md", "calibration.md", "benchmarks.md"}
    for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        prose = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
        wide = [line for line in prose.splitlines() if len(line) > 120 and not line.startswith("|")]
        assert not wide or document.name in made_by_programs, f"{document.name}: {wide[0]}"


def test_decks_and_specifications_of_the_page_on_decks() -> None:
    deck, specification = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "decks.md").read_text(), re.DOTALL)
    assert len(parse_deck(deck).cards) == 3
    assert parse_specification(specification).cards == 24
    for key in ("largest_swish", "always_swish", *re.findall(r"^(\w+) =", deck + specification, re.MULTILINE)):
        assert re.search(rf"^\| .*`{key}`", (ROOT / "docs" / "decks.md").read_text(), re.MULTILINE), key


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_example_scripts(script: Path, workplace: Path) -> None:
    done = subprocess.run([sys.executable, "-W", "error", script], cwd=workplace, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout


def test_pictures_and_pages_that_documents_name_exist() -> None:
    for document in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name} names {target}"


def test_the_command_reference_is_up_to_date() -> None:
    done = subprocess.run([sys.executable, ROOT / "docs" / "make_cli_reference.py", "--check"], check=False)
    assert done.returncode == 0, "renew it with: make docs"
