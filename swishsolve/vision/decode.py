"""Any picture file to upright sRGB pixels, with bounded memory and a clear reason where it cannot be done.

The size is known from the header before a pixel is decoded, and is checked first. Pictures larger than the working
resolution are reduced by a whole number while they are decoded (JPEG) or straight after, so that a photograph of 50
megapixels needs no more memory than its file format forces. Pillow decodes; libheif (pillow-heif) serves HEIC, and
OpenCV the floating-point TIFF files that Pillow does not know.

Whatever is wrong with the data, only `InputError` comes out: files are not to be trusted, and the decoders raise
nearly every kind of exception on broken ones.
"""

from __future__ import annotations

import io
import logging
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms

from swishsolve.errors import Fault, InputError
from swishsolve.vision.sniff import picture_format

MAX_MEGAPIXELS = 60
MAX_BYTES = 256 * 1024 * 1024
MAX_ASPECT = 10
MIN_SIDE = 100
WORKING_SIDE = 2400
"""Pictures are reduced by the power of two that brings their longer side nearest to this."""

_PLUGINS = {
    "WebP": "WebPImagePlugin",
    "TIFF": "TiffImagePlugin",
    "AVIF": "AvifImagePlugin",
    "JPEG2000": "Jpeg2KImagePlugin",
    "DDS": "DdsImagePlugin",
    "QOI": "QoiImagePlugin",
    "PSD": "PsdImagePlugin",
    "SGI": "SgiImagePlugin",
    "PCX": "PcxImagePlugin",
}
"""Decoders that Pillow does not load by itself when it is asked for one format."""

_KNOWN = "JPEG, PNG, WebP, TIFF, BMP, GIF, HEIC or AVIF"
_ORIENTATION, _BITS, _PLANAR = 0x0112, 258, 284
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What turns stored rows and columns upright, for each EXIF orientation."""
_NO_COLOUR = 10  # largest difference of the channels, 0..255, that still counts as grey
_BLANK = 30  # largest difference of brightness, 0..255, that still counts as blank
_GREY_MODES = frozenset({"1", "L", "LA", "La", "I", "F", "I;16", "I;16L", "I;16B", "I;16N"})


logging.getLogger("PIL").addHandler(logging.NullHandler())  # else its errors are printed where nobody logs


@dataclass(frozen=True, eq=False)
class DecodedPhoto:
    """An upright picture in sRGB.

    `pixels` is uint8, (height, width, 3), red first. `size` is (width, height) of the upright picture before it was
    reduced: pixel p of `pixels` has its centre at `(p + 0.5) * reduction - 0.5` of the whole picture. `warnings` say
    in words what was guessed or left out.
    """

    pixels: NDArray[np.uint8]
    warnings: tuple[str, ...]
    size: tuple[int, int]
    reduction: int = 1


class _RefusalError(Exception):
    """A reason to refuse the picture, in words for people."""


def decode_photo(data: bytes, name: str = "-", *, working_side: int = WORKING_SIDE) -> DecodedPhoto:
    """Decode a picture to upright sRGB pixels.

    EXIF orientation 1 to 8 is applied, colour profiles are converted, transparency is laid on white, of several
    frames the first is taken. The longer side of the result is at most about 1.5 times `working_side` pixels.

    Raises `InputError` (with `name` as its source) for data that is empty, no picture, broken or cut off, larger than
    60 megapixels, smaller than 100 pixels, longer than 10 times its width, or without colour.
    """
    try:
        return _decode(data, working_side)
    except _RefusalError as refusal:
        reason = str(refusal)
    raise InputError([Fault(reason, source=name)])


def _decode(data: bytes, working_side: int) -> DecodedPhoto:
    if not data:
        raise _RefusalError("the file is empty, expected a picture")
    kind = picture_format(data)
    if kind is None:
        raise _RefusalError(f"not a picture: it starts with {_start(data)}, expected {_KNOWN}")
    if len(data) > MAX_BYTES:
        raise _RefusalError(f"found a file of {len(data) >> 20} MB, expected at most {MAX_BYTES >> 20} MB")
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pixels, size, reduction = _decode_with_pillow(data, kind, working_side, notes)
    notes += [f"the decoder says: {entry.message}" for entry in caught if _worth_saying(entry.message)]
    if _is_grey(pixels):
        raise _RefusalError("the picture has no colour; balls and hoops can only be told apart by their colours")
    return DecodedPhoto(pixels, tuple(dict.fromkeys(notes)), size, reduction)


def _start(data: bytes) -> str:
    text = data[:12]
    return repr(text.decode("ascii")) if text.isascii() and text.decode("ascii").isprintable() else text.hex(" ")


def _worth_saying(message: Warning | str) -> bool:
    """Pillow's own limit on sizes is not ours, and what it plans to change is nothing for users."""
    return not isinstance(message, (Image.DecompressionBombWarning, DeprecationWarning, ResourceWarning))


def _decode_with_pillow(
    data: bytes, kind: str, working_side: int, notes: list[str]
) -> tuple[NDArray[np.uint8], tuple[int, int], int]:
    try:
        with _open(data, kind) as image:
            _check_size(*image.size)
            if kind == "TIFF":
                _check_planes(image)
            if image.mode in _GREY_MODES and "transparency" not in image.info:
                raise _RefusalError(
                    "the picture has no colour; balls and hoops can only be told apart by their colours"
                )
            if getattr(image, "is_animated", False) and image.format != "MPO":
                what = "has several pages" if kind == "TIFF" else "has several pictures" if kind == "HEIF" else "moves"
                notes.append(f"the picture {what}: only the {'main' if kind == 'HEIF' else 'first'} one is read")
            stored, reduction = image.size, _reduction(image.size, working_side)
            if kind == "JPEG" and reduction in (2, 4, 8):
                image.draft(image.mode, (stored[0] // reduction, stored[1] // reduction))
                image.load()
                drafted = max(1, round(stored[0] / image.size[0]))
            else:
                image.load()
                drafted = 1
            # a container may state one size and hold another; TIFF is turned upright while it is loaded
            _check_size(image.size[0] * drafted, image.size[1] * drafted)
            orientation = _orientation(image, notes)
            full = stored if drafted > 1 else image.size
            rgb = _to_srgb(image, notes, max(1, reduction // drafted))
    except _RefusalError:
        raise
    except Image.DecompressionBombError:
        raise _RefusalError(f"the picture is larger than {MAX_MEGAPIXELS} megapixels") from None
    except Exception as error:
        if kind == "TIFF" and (pixels := _tiff_with_opencv(data)) is not None:
            notes.append("an unusual TIFF file: its colour profile and orientation are not used")
            return pixels, (pixels.shape[1], pixels.shape[0]), 1
        raise _RefusalError(_reason(error, kind)) from None
    if orientation in _TURNS:
        rgb = rgb.transpose(_TURNS[orientation])
    return np.array(rgb), (full[::-1] if orientation >= 5 else full), reduction


def _open(data: bytes, kind: str) -> Image.Image:
    if kind == "HEIF":
        from pillow_heif import HeifImageFile

        open_heif: Callable[[io.BytesIO], Image.Image] = HeifImageFile
        return open_heif(io.BytesIO(data))
    if kind in _PLUGINS:
        import_module(f"PIL.{_PLUGINS[kind]}")
    return Image.open(io.BytesIO(data), formats=(kind,))


def _check_planes(image: Image.Image) -> None:
    """Pillow and OpenCV both mix up planes of 16 bits, without a word."""
    tags: Any = getattr(image, "tag_v2", {})
    if tags.get(_PLANAR) == 2 and max(tags.get(_BITS, (8,))) > 8:
        raise _RefusalError("found a TIFF file with separate 16-bit planes, expected one plane: save it again as PNG")


def _check_size(width: int, height: int) -> None:
    if min(width, height) <= 0:
        raise _RefusalError("the picture is broken: its size is missing")
    if width * height > MAX_MEGAPIXELS * 1_000_000:
        megapixels = width * height / 1e6
        raise _RefusalError(
            f"found {width} x {height} pixels ({megapixels:.0f} MP), expected at most {MAX_MEGAPIXELS} MP"
        )
    if min(width, height) < MIN_SIDE:
        raise _RefusalError(f"found {width} x {height} pixels, expected at least {MIN_SIDE} on either side")
    if max(width, height) > MAX_ASPECT * min(width, height):
        raise _RefusalError(f"found {width} x {height} pixels, expected sides that differ at most {MAX_ASPECT}-fold")


def _reduction(size: tuple[int, int], working_side: int) -> int:
    """A power of two, as JPEG files can be decoded at such a share of their size."""
    return 1 << max(0, round(math.log2(max(size) / working_side)))


def _reason(error: Exception, kind: str) -> str:
    text = str(error).strip().rstrip(".")
    if isinstance(error, MemoryError):
        return f"there is not enough memory to decode this {kind} picture"
    if "truncated" in text or "end of file" in text.lower() or isinstance(error, EOFError):
        return f"the {kind} picture is cut off: the end of the file is missing"
    if isinstance(error, OSError | SyntaxError | ValueError) and text and len(text) < 100 and "<_io" not in text:
        return f"the {kind} picture is broken: {text}"
    return f"the {kind} picture is broken"


def _orientation(image: Image.Image, notes: list[str]) -> int:
    """EXIF orientation that is still to be applied, 1 to 8."""
    try:
        found = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # broken EXIF data raises anything
        notes.append("the EXIF data is broken: the picture is taken as it is stored")
        return 1
    if found in range(1, 9):
        return int(found)
    if found != 0:
        notes.append(f"found EXIF orientation {found}, expected 1 to 8: the picture is taken as it is stored")
    return 1


def _to_srgb(image: Image.Image, notes: list[str], reduction: int) -> Image.Image:
    """RGB on white, in sRGB. The picture is reduced first, so that the rest costs less."""
    profile = image.info.get("icc_profile")
    if image.mode == "P" or (image.mode in ("RGB", "L", "1", "I;16") and "transparency" in image.info):
        image = image.convert("RGBA")
    if reduction > 1:
        image = image.reduce(reduction)
    if image.mode in ("RGBA", "LA", "PA", "RGBa", "La", "RGBX"):
        rgba = image if image.mode in ("RGBA", "RGBX") else image.convert("RGBA")
        colour = _convert_profile(rgba.convert("RGB"), profile, notes)
        if rgba.mode == "RGBX":
            return colour
        white = Image.new("RGB", colour.size, (255, 255, 255))
        white.paste(colour, mask=rgba.getchannel("A"))
        return white
    if image.mode == "LAB":
        return _convert_lab(image)
    return _convert_profile(image, profile, notes)


def _convert_profile(image: Image.Image, profile: Any, notes: list[str]) -> Image.Image:
    """Colours of an RGB or CMYK picture to sRGB; a profile that does not work is left out with a note."""
    if not profile:
        if image.mode == "CMYK":
            notes.append("a CMYK picture without a colour profile: its colours are approximate")
        return image if image.mode == "RGB" else image.convert("RGB")
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if image.mode == "RGB" and "srgb" in ImageCms.getProfileDescription(source).lower():
            return image
        if image.mode not in ("RGB", "CMYK"):
            image = image.convert("RGB")
        wanted = "CMYK" if image.mode == "CMYK" else "RGB "
        if source.profile.xcolor_space != wanted:
            found = source.profile.xcolor_space.strip()
            raise ImageCms.PyCMSError(f"it is made for {found}, not for {wanted.strip()}")
        flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC if image.mode == "RGB" else ImageCms.Intent.PERCEPTUAL
        target = ImageCms.createProfile("sRGB")
        transform = ImageCms.buildTransform(source, target, image.mode, "RGB", intent, flags)
        if image.mode == "RGB":
            ImageCms.applyTransform(image, transform, inPlace=True)
            return image
        converted = ImageCms.applyTransform(image, transform)
        return image.convert("RGB") if converted is None else converted
    except Exception as error:  # broken profiles raise anything, too
        detail = f" ({error})" if isinstance(error, ImageCms.PyCMSError) and len(str(error)) < 80 else ""
        notes.append(f"the colour profile is broken{detail}: the colours are taken as sRGB")
        return image if image.mode == "RGB" else image.convert("RGB")


def _convert_lab(image: Image.Image) -> Image.Image:
    transform = ImageCms.buildTransform(ImageCms.createProfile("LAB"), ImageCms.createProfile("sRGB"), "LAB", "RGB")
    converted = ImageCms.applyTransform(image, transform)
    if converted is None:
        raise ValueError("its Lab colours cannot be converted")
    return converted


def _is_grey(pixels: NDArray[np.uint8]) -> bool:
    """Whether no part of the picture has a colour, looked at in blocks so that noise does not count.

    A blank picture shows nothing at all, which is not the same: its colours are not missing.
    """
    step = max(1, max(pixels.shape[:2]) // 1000)
    small = np.asarray(Image.fromarray(pixels).reduce(step)) if step > 1 else pixels
    red, green, blue = (small[..., k] for k in range(3))
    most, least = np.maximum(np.maximum(red, green), blue), np.minimum(np.minimum(red, green), blue)
    return int((most - least).max()) < _NO_COLOUR and int(most.max()) - int(least.min()) > _BLANK


def _tiff_with_opencv(data: bytes) -> NDArray[np.uint8] | None:
    """A TIFF file that Pillow does not know, or None where OpenCV fails as well."""
    import cv2
    from cv2.utils import logging as messages

    size = _tiff_size(data)
    if size is None:
        return None
    _check_size(*size)
    level = messages.getLogLevel()
    messages.setLogLevel(messages.LOG_LEVEL_SILENT)
    try:
        image: NDArray[Any] | None = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        return None
    finally:
        messages.setLogLevel(level)
    if image is None or image.ndim != 3 or image.shape[2] < 3 or (image.shape[1], image.shape[0]) != size:
        return None
    if image.dtype == np.uint16:
        image = (image >> 8).astype(np.uint8)
    elif image.dtype in (np.float32, np.float64):
        image = (np.clip(np.nan_to_num(image), 0, 1) * 255 + 0.5).astype(np.uint8)
    elif image.dtype != np.uint8:
        return None
    return np.ascontiguousarray(image[..., 2::-1])


def _tiff_size(data: bytes) -> tuple[int, int] | None:
    """Width and height that the first directory of a TIFF file states."""
    order: Literal["little", "big"] = "little" if data[:2] == b"II" else "big"

    def number(at: int, length: int) -> int:
        return int.from_bytes(data[at : at + length], order)

    start, found = number(4, 4), {}
    for entry in range(min(number(start, 2), 200)):
        at = start + 2 + 12 * entry
        if (tag := number(at, 2)) in (256, 257):
            found[tag] = number(at + 8, 2 if number(at + 2, 2) == 3 else 4)
    return (found[256], found[257]) if len(found) == 2 else None


__all__ = ["WORKING_SIDE", "DecodedPhoto", "decode_photo"]
