"""Files that are either whole or not there."""

from __future__ import annotations

import os

from swishsolve.errors import Fault, InputError


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file under a temporary name beside it and rename it; a file that was there stays until then.

    Raises InputError when it cannot be written; nothing is left behind.
    """
    name = os.fspath(path)
    partial = os.path.join(os.path.dirname(name), f".{os.getpid()}.part")
    try:
        try:
            with open(partial, "wb") as file:
                file.write(content)
            os.replace(partial, name)
        except BaseException:
            if os.path.lexists(partial):
                os.unlink(partial)
            raise
    except OSError as error:
        raise InputError([Fault(f"cannot be written: {error.strerror or error}", source=name)]) from None
