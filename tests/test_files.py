"""Files that are whole or not there, whatever they are."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from swishsolve.errors import InputError
from swishsolve.files import check_file_path, write_whole
from tests.cli.running import LAYOUTS, run


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_link_goes_on_pointing_where_it_does(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "a.txt", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink() and target.read_bytes() == b"new"
    assert os.listdir(tmp_path / "there") == ["a.txt"]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


def test_standard_output_by_name_is_a_file_like_any_other(tmp_path: Path) -> None:
    done = run("deck", "new", "classic-36-again", "-o", "/dev/stdout", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"name = ") or done.stdout.startswith(b"#")


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("folder", "missing/a.txt", "loop/a.txt"):
        with pytest.raises(InputError, match="cannot be written"):
            write_whole(tmp_path / name, b"new")
        with pytest.raises(InputError):
            check_file_path(tmp_path / name)
    assert sorted(os.listdir(tmp_path)) == ["folder", "loop"]


@pytest.mark.parametrize(
    "command",
    [
        ("puzzle", "book", "-o"),
        ("deck", "new", "few-pairs", "-o"),
        ("deck", "render", "classic-36", "-o"),
        ("deck", "survey", "classic-60", "--samples", "10000000", "--plot"),
        ("deck", "survey", "classic-60", "--samples", "10000000", "--resume"),
        ("deck", "compare", "classic-60", "classic-36", "--samples", "10000000", "--plot"),
        ("render", LAYOUTS / "dev-00-classic16.txt", "-o"),
        ("solve", LAYOUTS / "dev-00-classic16.txt", "--picture"),
        ("prove", LAYOUTS / "dev-00-classic16.txt", "--maximum", "-o"),
        ("check", LAYOUTS / "dev-00-classic16.txt", "--maximum", "7", "-o"),
    ],
    ids=lambda command: " ".join(map(str, command[:2])),
)
def test_where_a_result_cannot_go_is_said_before_the_work(command: tuple[str | Path, ...], tmp_path: Path) -> None:
    done = run(*command, tmp_path / "missing" / "result.svg", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1 and b"missing" in done.stderr
    assert not os.listdir(tmp_path)
