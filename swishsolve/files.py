"""Files that are either whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

from swishsolve.errors import Fault, InputError


def check_file_path(path: Path) -> None:
    """Raise InputError unless a file can be written there: call it before the work whose result goes there."""
    try:
        path.lstat()
    except FileNotFoundError:
        pass
    except OSError as error:  # a name that no file can have
        raise InputError([Fault((error.strerror or str(error)).lower(), source=str(path))]) from None
    if path.is_dir():
        raise InputError([Fault("found a folder, expected the name of a file", source=str(path))])
    if not path.parent.is_dir():
        raise InputError([Fault(f"there is no folder {path.parent}", source=str(path))])
    if not os.access(path.parent, os.W_OK):
        raise InputError([Fault(f"no permission to write into the folder {path.parent}", source=str(path))])


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file under a temporary name beside it and rename it; a file that was there stays until then.

    What is no plain file, a device or a pipe, is written to where it is, and a link goes on pointing where it does.
    Raises InputError when it cannot be written; nothing is left behind.
    """
    name = os.fspath(path)
    place = os.path.realpath(name)
    partial = os.path.join(os.path.dirname(place), f".{os.getpid()}.part")
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            with open(name, "wb") as file:
                file.write(content)
            return
        try:
            with open(partial, "wb") as file:
                file.write(content)
            os.replace(partial, place)
        except BaseException:
            if os.path.lexists(partial):
                os.unlink(partial)
            raise
    except OSError as error:
        raise InputError([Fault(f"cannot be written: {error.strerror or error}", source=name)]) from None
