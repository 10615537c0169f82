"""Pictures as files: the suffix tells the format, and a file is either whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

from swishsolve.errors import Fault, InputError
from swishsolve.render.drawing import Drawing

_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}


def check_picture_path(path: Path) -> None:
    """Raise InputError unless a picture can be written there: call it before the work that the picture shows.

    >>> check_picture_path(Path("answer.txt"))
    Traceback (most recent call last):
    swishsolve.errors.InputError: answer.txt: found the suffix ".txt", expected .png, .jpg or .jpeg
    """
    if path.suffix.lower() not in _FORMATS:
        found = f'the suffix "{path.suffix}"' if path.suffix else "no suffix"
        raise InputError([Fault(f"found {found}, expected .png, .jpg or .jpeg", source=str(path))])
    if path.is_dir():
        raise InputError([Fault("found a folder, expected the name of a picture", source=str(path))])
    if not path.parent.is_dir():
        raise InputError([Fault(f"there is no folder {path.parent}", source=str(path))])
    if not os.access(path.parent, os.W_OK):
        raise InputError([Fault(f"no permission to write into the folder {path.parent}", source=str(path))])


def write_picture(path: Path, drawing: Drawing, *, dpi: float | None = None) -> None:
    """Write the drawing as PNG or JPEG, as the suffix says, at its own resolution unless another is given.

    The file appears under its name only when it is complete; a file that was there stays until then. Raises InputError
    for an unknown suffix or a place where no file can be written.
    """
    from swishsolve.render.png import encode_image

    check_picture_path(path)
    content = encode_image(drawing, _FORMATS[path.suffix.lower()], dpi)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    except OSError as error:
        raise InputError([Fault(f"cannot be written: {error.strerror}", source=str(path))]) from error
    finally:
        temporary.unlink(missing_ok=True)
