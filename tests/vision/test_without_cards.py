"""Tables, mugs, playing cards, buttons, printed cloth, noise, nothing: no card is called certain, the status is 3."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from swishsolve.vision.decode import decode_photo
from swishsolve.vision.read import read_layout
from tests.cli.running import run

PICTURES = Path(__file__).parent / "without_cards"


@pytest.mark.parametrize("name", sorted(path.stem for path in PICTURES.glob("*.json")))
def test_no_card_is_called_certain(name: str) -> None:
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    reading = read_layout(decode_photo((PICTURES / truth["image"]).read_bytes(), name))
    assert truth["cards"] == []
    assert reading.doubtful
    assert all(card.doubtful for card in reading.cards)
    assert reading.cards or reading.notes


@pytest.mark.parametrize("colour", [(255, 255, 255), (0, 0, 0), (128, 128, 128), (30, 90, 160)])
def test_a_blank_picture_is_undecided_and_says_so(colour: tuple[int, int, int]) -> None:
    file = BytesIO()
    Image.new("RGB", (640, 480), colour).save(file, "PNG")
    done = run("read", "-", "--json", stdin=file.getvalue())
    assert done.returncode == 3
    assert json.loads(done.stdout)["cards"] == []
    assert b"no hoop and ball found" in done.stderr


def test_the_command_is_undecided() -> None:
    done = run("read", PICTURES / "buttons.jpg")
    assert done.returncode == 3
    assert done.stderr
