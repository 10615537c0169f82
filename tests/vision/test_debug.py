"""Pictures of the steps of a reading: all of them, no larger than promised, and what they cannot show is left out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from swishsolve.cli import app
from swishsolve.errors import InputError
from swishsolve.vision.debug import write_debug_pictures
from swishsolve.vision.read import Reading, ReadingHints, Steps, read_steps
from tests.vision.table_pictures import NINE, TablePicture

STEPS = ["01-upright", "02-sightings", "03-table-from-above", "04-symbols", "05-cards", "06-doubts"]


@cache
def nine() -> tuple[Reading, Steps]:
    return read_steps(TablePicture(NINE, turns={(1, 1): 6.0}).draw())


def test_each_step_becomes_a_picture(tmp_path: Path) -> None:
    reading, steps = nine()
    names = write_debug_pictures(steps, reading, tmp_path / "deep" / "er")
    assert names == [f"{step}.jpg" for step in STEPS]
    assert sorted(path.name for path in (tmp_path / "deep" / "er").iterdir()) == names
    for name in names:
        picture = cv2.imread(str(tmp_path / "deep" / "er" / name))
        assert picture is not None
        assert 0 < max(picture.shape[:2]) <= 1600


def test_pictures_are_drawn_on_copies(tmp_path: Path) -> None:
    reading, steps = nine()
    assert steps.view is not None
    before = steps.picture.copy(), steps.view.pixels.copy()
    first = write_debug_pictures(steps, reading, tmp_path)
    content = [(tmp_path / name).read_bytes() for name in first]
    assert np.array_equal(before[0], steps.picture)
    assert np.array_equal(before[1], steps.view.pixels)
    write_debug_pictures(steps, reading, tmp_path)
    assert [(tmp_path / name).read_bytes() for name in first] == content


def test_doubtful_cards_fill_pages(tmp_path: Path) -> None:
    reading, steps = nine()
    doubts = tuple(card._replace(doubtful=True, reasons=("why – so",)) for card in reading.cards)
    doubtful = Reading(reading.size, reading.grid, doubts, reading.rule, reading.colours, reading.table, ("a note",))
    names = write_debug_pictures(steps, doubtful, tmp_path)
    assert names[5:] == ["06-doubts.jpg", "06-doubts-2.jpg"]


@pytest.mark.parametrize("shape", [(60, 40, 3), (30, 2500, 3)])
def test_steps_that_were_not_reached_are_left_out(tmp_path: Path, shape: tuple[int, int, int]) -> None:
    reading, steps = read_steps(np.full(shape, 200, np.uint8), hints=ReadingHints())
    names = write_debug_pictures(steps, reading, tmp_path)
    assert names == ["01-upright.jpg", "02-sightings.jpg", "06-doubts.jpg"]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    reading, steps = nine()
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_debug_pictures(steps, reading, tmp_path / "file" / "folder")


def test_the_command_writes_a_folder_for_each_photo(tmp_path: Path) -> None:
    photo = tmp_path / "evening.png"
    cv2.imwrite(str(photo), TablePicture([NINE[0][:2]]).draw()[:, :, ::-1])
    result = CliRunner().invoke(app, ["read", str(photo), "--debug", str(tmp_path / "steps")])
    assert result.exit_code in (0, 3), result.output
    assert (tmp_path / "steps" / "evening" / "05-cards.jpg").exists()


def test_photos_of_one_name_have_folders_of_their_own(tmp_path: Path) -> None:
    photos = [tmp_path / day / "table.png" for day in ("monday", "tuesday")]
    for count, photo in enumerate(photos, 1):
        photo.parent.mkdir()
        cv2.imwrite(str(photo), TablePicture([NINE[0][:count]]).draw()[:, :, ::-1])
    for command in ("read", "deck scan"):
        steps = tmp_path / command
        result = CliRunner().invoke(app, [*command.split(), *map(str, photos), "--debug", str(steps)])
        assert result.exit_code in (0, 3), result.output
        assert sorted(folder.name for folder in steps.iterdir()) == ["table", "table-2"]
        first, second = (cv2.imread(str(steps / name / "01-upright.jpg")) for name in ("table", "table-2"))
        assert first is not None and second is not None
        assert first.shape != second.shape
