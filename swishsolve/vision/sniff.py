"""Tell a picture from text by its first bytes, without loading any picture library."""

from __future__ import annotations

_STARTS = (
    (b"\xff\xd8\xff", "JPEG"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"II+\x00", "TIFF"),
    (b"MM\x00+", "TIFF"),
    (b"\x00\x00\x00\x0cjP  \r\n\x87\n", "JPEG2000"),
    (b"\xff\x4f\xff\x51", "JPEG2000"),
    (b"DDS \x7c\x00\x00\x00", "DDS"),
    (b"qoif", "QOI"),
    (b"8BPS\x00\x01", "PSD"),
    (b"\x01\xda\x00\x01", "SGI"),
    (b"\x01\xda\x01\x01", "SGI"),
)
_HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"})
_AVIF_BRANDS = frozenset({b"avif", b"avis"})


def picture_format(data: bytes) -> str | None:
    """Name of the picture format that the data starts like (JPEG, PNG, WebP, TIFF, BMP, GIF, HEIF, AVIF and
    rarer ones), or None.

    Only the first bytes are looked at: the rest may still be broken.

    >>> picture_format(b"GIF89a...")
    'GIF'
    >>> picture_format(b"grid: 4x3") is None
    True
    """
    for start, name in _STARTS:
        if data.startswith(start):
            return name
    if data[:1] == b"P" and data[1:2] in (b"3", b"6") and data[2:3] in (b" ", b"\t", b"\r", b"\n"):
        return "PPM"
    if data[:1] == b"\n" and data[1:2] in (b"\x00", b"\x02", b"\x03", b"\x04", b"\x05") and data[2:3] == b"\x01":
        return "PCX"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp":
        return _iso_media(data)
    if data[:2] == b"BM" and len(data) >= 18 and _is_bitmap(data):
        return "BMP"
    return None


def looks_like_picture(data: bytes) -> bool:
    """Whether the data starts like a picture that `decode_photo` can read.

    >>> looks_like_picture(b"A1: b../.../.P./...")
    False
    """
    return picture_format(data) is not None


def _iso_media(data: bytes) -> str | None:
    """HEIF and AVIF share a container: the brands in the first box tell them apart; films carry other brands."""
    length = min(int.from_bytes(data[:4], "big"), 256)
    brands = {data[8:12]} | {data[i : i + 4] for i in range(16, length, 4)}
    if brands & _AVIF_BRANDS:
        return "AVIF"
    return "HEIF" if brands & _HEIF_BRANDS else None


def _is_bitmap(data: bytes) -> bool:
    """A text may start with "BM" as well: the length of the bitmap header, one of a few, has three zero bytes."""
    return int.from_bytes(data[14:18], "little") in (12, 16, 40, 52, 56, 64, 108, 124)
