"""Every command of the README and every example runs, and the reference is up to date."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
