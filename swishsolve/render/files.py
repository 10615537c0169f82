"""Pictures as files: the suffix tells the format, and a file is either whole or not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from swishsolve.errors import Fault, InputError
from swishsolve.files import check_file_path, write_whole
from swishsolve.render.drawing import Drawing, Text
from swishsolve.render.font import Font, check_texts

_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".svg": "SVG", ".pdf": "PDF"}


def check_picture_path(path: Path) -> None:
    """Raise InputError unless a picture can be written there: call it before the work that the picture shows.

    >>> check_picture_path(Path("answer.txt"))
    Traceback (most recent call last):
    swishsolve.errors.InputError: answer.txt: found the suffix ".txt", expected .png, .jpg, .jpeg, .svg or .pdf
    """
    if path.suffix.lower() not in _FORMATS:
        found = f'the suffix "{path.suffix}"' if path.suffix else "no suffix"
        *most, last = _FORMATS
        raise InputError([Fault(f"found {found}, expected {', '.join(most)} or {last}", source=str(path))])
    check_file_path(path)


def write_picture(path: Path, drawing: Drawing, *, dpi: float | None = None, font: Font | None = None) -> None:
    """Write the drawing as PNG, JPEG, SVG or PDF, as the suffix says; pixels at its own resolution unless another is
    given, text in the bundled font unless another is given.

    The file appears under its name only when it is complete; a file that was there stays until then. Raises InputError
    for an unknown suffix, a place where no file can be written, or a text that the font cannot show.
    """
    check_picture_path(path)
    write_whole(path, encode_picture(drawing, path.suffix.lower().lstrip("."), path.stem, dpi=dpi, font=font))


def encode_picture(
    drawing: Drawing, suffix: str, title: str, *, dpi: float | None = None, font: Font | None = None
) -> bytes:
    """The drawing as the bytes of a file with that suffix, such as png; `title` is for formats that carry one."""
    check_texts_of([drawing], font)
    picture_format = _FORMATS[f".{suffix}"]
    if picture_format == "SVG":
        from swishsolve.render.svg import encode_svg

        return encode_svg(drawing, font)
    if picture_format == "PDF":
        from swishsolve.render.pdf import Page, encode_pdf

        return encode_pdf([Page(drawing)], title, font)
    from swishsolve.render.png import encode_image

    return encode_image(drawing, picture_format, dpi, font)


def check_texts_of(drawings: Iterable[Drawing], font: Font | None = None) -> None:
    """Raise InputError with a fault for each text of the drawings that the font, or the bundled one, cannot show."""
    check_texts((item.text for drawing in drawings for item in drawing.items if isinstance(item, Text)), font)


def write_pictures(
    path: Path,
    drawings: Sequence[Drawing],
    suffix: str,
    names: Sequence[str] | None = None,
    *,
    dpi: float | None = None,
    font: Font | None = None,
) -> list[Path]:
    """Write each drawing as a file of its own, all of them or none, and return where they are.

    A path with the suffix names the files: `deck.png` for one, `deck-1.png`, `deck-2.png`, … for several. Any other
    path is a folder, made when it is missing. `names` stand in place of the numbers. Raises InputError as
    `write_picture`.
    """
    named = path.suffix.lower() == f".{suffix}"
    digits = len(str(len(drawings)))
    used = names or [str(number).zfill(digits) for number in range(1, len(drawings) + 1)]
    if named:
        paths = [path] if len(drawings) == 1 else [path.with_name(f"{path.stem}-{name}{path.suffix}") for name in used]
    else:
        start = "" if names else "sheet-"
        paths = [path / f"{start}{name}.{suffix}" for name in used]
        if path.exists() and not path.is_dir():
            raise InputError([Fault(f"found a file, expected a folder or a name that ends with .{suffix}", str(path))])
        check_file_path(path.parent / f"{path.name}.new" if not path.exists() else paths[0])
    for place in paths if named or path.exists() else []:
        check_file_path(place)
    contents = [encode_picture(d, suffix, p.stem, dpi=dpi, font=font) for d, p in zip(drawings, paths, strict=True)]
    if not named:
        path.mkdir(exist_ok=True)
    written: list[Path] = []
    try:
        for place, content in zip(paths, contents, strict=True):
            write_whole(place, content)
            written.append(place)
    except InputError:
        for place in written:
            place.unlink(missing_ok=True)
        raise
    return paths
