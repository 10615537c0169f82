"""One photograph, however it was stored: turned by EXIF, mirrored, encoded again, resized, from standard input."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from swishsolve.vision.decode import decode_photo
from swishsolve.vision.read import read_layout
from tests.cli.running import run

PHOTO = Path(__file__).parents[1] / "photos" / "dev-02.jpg"
STORED = {  # what a camera does to the upright picture before it writes this orientation
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def cards(data: bytes) -> dict[str, str]:
    reading = read_layout(decode_photo(data, "photo"))
    assert not reading.doubtful
    return {str(card.label): card.card.code for card in reading.cards}


@pytest.fixture(scope="module")
def upright() -> Image.Image:
    return Image.fromarray(decode_photo(PHOTO.read_bytes()).pixels)


@pytest.fixture(scope="module")
def expected() -> dict[str, str]:
    return cards(PHOTO.read_bytes())


def stored(picture: Image.Image, kind: str, **options: object) -> bytes:
    file = BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


@pytest.mark.parametrize("orientation", STORED)
def test_exif_orientation(orientation: int, upright: Image.Image, expected: dict[str, str]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    turn = STORED[orientation]
    picture = upright if turn is None else upright.transpose(turn)
    assert cards(stored(picture, "JPEG", quality=92, exif=exif)) == expected


@pytest.mark.parametrize(
    "kind, options",
    [("JPEG", {"quality": 60}), ("PNG", {"compress_level": 1}), ("WEBP", {"quality": 80}), ("TIFF", {}), ("BMP", {})],
)
def test_encoding(kind: str, options: dict[str, object], upright: Image.Image, expected: dict[str, str]) -> None:
    assert cards(stored(upright, kind, **options)) == expected


@pytest.mark.parametrize("longer", [1000, 1280, 1900, 2500, 3400, 4000])
def test_size(longer: int, upright: Image.Image, expected: dict[str, str]) -> None:
    grow = longer / max(upright.size)
    size = (round(upright.width * grow), round(upright.height * grow))
    resized = upright.resize(size, Image.Resampling.LANCZOS)
    assert cards(stored(resized, "JPEG", quality=90)) == expected


def test_standard_input() -> None:
    from_file, from_pipe = run("read", PHOTO), run("read", "-", stdin=PHOTO.read_bytes())
    assert from_file.returncode == from_pipe.returncode == 0
    assert from_file.stdout == from_pipe.stdout
