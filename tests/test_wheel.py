"""The built wheel, installed into an empty environment from the wheelhouse of `make setup`, works outside the clone;
the built sdist holds what its pages name."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_runs_outside_the_clone(tmp_path: Path) -> None:
    wheelhouse = Path(sys.prefix) / "wheelhouse"
    assert wheelhouse.is_dir(), "run the tests with make test: make setup fills the wheelhouse"

    def call(*command: str | Path) -> str:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    call(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path / "dist", ROOT)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert "swishsolve/py.typed" in zipfile.ZipFile(wheel).namelist()
    call(sys.executable, "-m", "venv", tmp_path / "env")
    program = tmp_path / "env" / "bin" / "swishsolve"
    pip = [tmp_path / "env" / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    call(*pip, "--no-index", "--find-links", wheelhouse, wheel)

    assert call(program, "--version").startswith("swishsolve ")
    (tmp_path / "table.txt").write_text(call(program, "deal", "--deck", "classic-60", "--seed", "7"))
    assert "Largest Swish" in call(program, "solve", "table.txt", "--picture", "answer.png")
    assert (tmp_path / "answer.png").stat().st_size > 10_000
    assert "Largest Swish" in call(program, "solve", "table.txt", "--engine", "cp-sat")
    assert "Largest Swish" in call(program, "solve", ROOT / "examples" / "table.jpg")


def test_the_sdist_holds_every_page_picture_and_test(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, ROOT]
    subprocess.run(build, capture_output=True, check=True)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    links = re.findall(r"\]\(([^):#]+)\)", (ROOT / "README.md").read_text())
    assert links and set(links) <= held
    assert {"Makefile", "examples/table.jpg", "tests/test_wheel.py", "swishsolve/py.typed"} <= held
