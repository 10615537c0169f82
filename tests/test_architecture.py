"""Imports point one way, light commands stay light, and nothing is imported that is not declared."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "swishsolve"

# What each part of the package may import from the others; `errors` and `files` are free for all.
SOLVING = {"model", "search", "cp", "proof", "solution"}
ALLOWED = {
    "errors": set(),
    "files": set(),
    "model": set(),
    "search": {"model"},
    "cp": {"model"},
    "proof": {"model"},
    "solution": {"model"},
    "solve": SOLVING,
    "check": SOLVING | {"solve"},
    "prove": SOLVING | {"solve"},
    "deck": SOLVING | {"solve"},
    "puzzle": SOLVING | {"solve", "deck"},
    "render": {"model"},
    "vision": {"model"},
    "rules": SOLVING | {"solve", "check", "prove"},
}
CHECKER_MAY_IMPORT = {"errors", "model"}
HEAVY = {"ortools", "numpy", "cv2", "PIL", "pysat", "numba", "reportlab", "matplotlib", "rich", "pandas", "pillow_heif"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(module: Path) -> set[str]:
    """Every absolute module name that a module imports anywhere."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            names.add(node.module or "")
            if node.module == "swishsolve":
                names.update(f"swishsolve.{alias.name}" for alias in node.names)
    return names


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(PACKAGE)))
def test_imports_point_one_way(module: Path) -> None:
    part = part_of(module)
    if part in ("cli", "api", "__init__", "__main__"):
        return
    parts = {name.split(".")[1] for name in imported(module) if name.startswith("swishsolve.")}
    assert parts <= ALLOWED[part] | {part, "errors", "files"}


def test_the_proof_checker_shares_no_code_with_the_solver() -> None:
    for module in (PACKAGE / "proof").glob("checker*.py"):
        for name in imported(module):
            if name.startswith("swishsolve."):
                assert name.split(".")[1] in CHECKER_MAY_IMPORT


def test_every_module_is_short_or_says_why() -> None:
    for module in MODULES:
        text = module.read_text()
        assert len(text.splitlines()) <= 500 or "long because" in text[:1500].lower(), module


def test_everything_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    declared = {
        requirement.split(">")[0].split("[")[0].strip().lower().replace("_", "-")
        for requirement in [*project["dependencies"], *extras]
    }
    distributions = packages_distributions()
    for module in MODULES:
        for name in imported(module):
            top = name.split(".")[0]
            if top not in sys.stdlib_module_names and top != "swishsolve":
                owners = {owner.lower().replace("_", "-") for owner in distributions[top]}
                assert owners & declared, f"{module} imports {name}"


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "tests/layouts/dev-00-classic16.txt"]])
def test_light_commands_load_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys\nfrom swishsolve.cli import app\n"
        f"app.main({arguments!r}, standalone_mode=False)\n"
        f"loaded = {HEAVY!r} & set(sys.modules)\nassert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True)


def test_the_project_speaks_of_itself_alone() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    for name in listed:
        if Path(name).suffix in {".py", ".md", ".toml", ".txt", ".json", ""} and (ROOT / name).is_file():
            text = (ROOT / name).read_text(errors="replace")
            for word in ("/" + "work/", "/" + "tmp/", "/" + "root/", ".." + "/shared"):
                assert word not in text, f"{name} names a path of one machine: {word}"
