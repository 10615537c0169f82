"""Every kind of picture file, made in memory: whole, turned, tinted, cut off, broken."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import tracemalloc
import zlib
from typing import Any

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image, ImageOps

from swishsolve.errors import InputError
from swishsolve.vision.decode import MAX_BYTES, decode_photo
from swishsolve.vision.sniff import looks_like_picture, picture_format

WIDTH, HEIGHT = 168, 120
FORMATS = ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "HEIF", "AVIF"]
LOSSY = {"JPEG": 14, "WEBP": 14, "HEIF": 20, "AVIF": 20, "GIF": 4}


def scene(width: int = WIDTH, height: int = HEIGHT) -> np.ndarray:
    """A picture that looks different however it is turned or mirrored."""
    pixels = np.full((height, width, 3), 230, np.uint8)
    h, w = height // 3, width // 3
    pixels[:h, :w] = (200, 40, 40)
    pixels[:h, -w:] = (40, 140, 60)
    pixels[-h:, :w] = (30, 70, 180)
    pixels[h : 2 * h, w : 2 * w] = (240, 200, 40)
    return pixels


def encode(image: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    if kind == "HEIF":
        pillow_heif.from_pillow(image).save(out, quality=90, **options)
    else:
        if kind in ("JPEG", "WEBP", "AVIF"):
            options.setdefault("quality", 92)
        image.save(out, kind, **options)
    return out.getvalue()


def encoded(kind: str, **options: Any) -> bytes:
    return encode(Image.fromarray(scene()), kind, **options)


def refusal(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        decode_photo(data, "table.jpg")
    (fault,) = caught.value.faults
    assert fault.source == "table.jpg"
    assert "\n" not in fault.message
    return fault.message


def assert_same(pixels: np.ndarray, expected: np.ndarray, kind: str) -> None:
    """Equal but for what a lossy format does, away from the borders of the patches."""
    assert pixels.shape == expected.shape
    assert pixels.dtype == np.uint8
    assert pixels.flags.c_contiguous
    difference = np.abs(pixels.astype(int) - expected)
    assert np.percentile(difference, 90) <= LOSSY.get(kind, 0), kind


@pytest.mark.parametrize("kind", FORMATS)
def test_each_format_gives_the_same_picture(kind: str) -> None:
    data = encoded(kind)
    assert looks_like_picture(data)
    photo = decode_photo(data)
    assert photo.warnings == ()
    assert (photo.size, photo.reduction) == ((WIDTH, HEIGHT), 1)
    assert_same(photo.pixels, scene(), kind)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "HEIF", "AVIF"])
def test_exif_orientation(kind: str, orientation: int) -> None:
    tag = Image.Exif()
    tag[0x0112] = orientation
    image = Image.fromarray(scene())
    data = encode(image, kind, exif=tag.tobytes())
    stored = Image.fromarray(scene())
    stored.getexif()[0x0112] = orientation
    expected = np.asarray(ImageOps.exif_transpose(stored))
    photo = decode_photo(data)
    assert photo.size == (expected.shape[1], expected.shape[0])
    assert_same(photo.pixels, expected, kind)


def test_orientation_of_reduced_picture() -> None:
    tag = Image.Exif()
    tag[0x0112] = 6
    data = encode(Image.fromarray(scene(1680, 1200)), "JPEG", exif=tag)
    photo = decode_photo(data, working_side=420)
    assert photo.pixels.shape == (420, 300, 3)
    assert (photo.size, photo.reduction) == ((1200, 1680), 4)
    for side in (560, 200):
        photo = decode_photo(data, working_side=side)
        assert abs(photo.pixels.shape[0] * photo.reduction - 1680) < photo.reduction
        assert photo.size == (1200, 1680)


@pytest.mark.parametrize("kind", FORMATS)
def test_reduced_picture_is_the_same_scene(kind: str) -> None:
    data = encode(Image.fromarray(scene(4 * WIDTH, 4 * HEIGHT)), kind)
    photo = decode_photo(data, working_side=WIDTH)
    assert (photo.size, photo.reduction) == ((4 * WIDTH, 4 * HEIGHT), 4)
    assert_same(photo.pixels, scene(), kind)


def test_broken_exif() -> None:
    out = encoded("JPEG", exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xff" + b"\x01" * 20)
    photo = decode_photo(out)
    assert_same(photo.pixels, scene(), "JPEG")
    tag = Image.Exif()
    tag[0x0112] = 9
    photo = decode_photo(encoded("JPEG", exif=tag))
    assert photo.warnings == ("found EXIF orientation 9, expected 1 to 8: the picture is taken as it is stored",)


# --- colour profiles ---------------------------------------------------------------------------------------------


def icc(space: bytes, pcs: bytes, device: bytes, tags: dict[bytes, bytes]) -> bytes:
    """A colour profile of version 2 from its tags."""
    table, body = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        padded = content + bytes(-len(content) % 4)
        table += name + struct.pack(">II", start + len(body), len(content))
        body += padded
    size = start + len(body)
    white = struct.pack(">3i", *(round(v * 65536) for v in (0.9642, 1.0, 0.8249)))
    head = struct.pack(">I", size) + bytes(4) + b"\x02\x20\x00\x00" + device + space + pcs + bytes(12) + b"acsp"
    head += bytes(68 - len(head)) + white
    return head + bytes(128 - len(head)) + table + body


def text_tag(text: bytes) -> bytes:
    return b"desc" + bytes(4) + struct.pack(">I", len(text) + 1) + text + b"\x00" + bytes(78)


def matrix_profile(name: bytes, columns: list[tuple[float, float, float]], gamma: float) -> bytes:
    def xyz(values: tuple[float, float, float]) -> bytes:
        return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(v * 65536) for v in values))

    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))
    tags = {b"desc": text_tag(name), b"cprt": b"text" + bytes(4) + b"none\x00", b"wtpt": xyz((0.9642, 1.0, 0.8249))}
    tags |= {key: xyz(column) for key, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), columns, strict=True)}
    return icc(b"RGB ", b"XYZ ", b"mntr", tags | {b"rTRC": curve, b"gTRC": curve, b"bTRC": curve})


DISPLAY_P3 = matrix_profile(
    b"Display P3", [(0.5151, 0.2412, -0.0011), (0.2919, 0.6922, 0.0419), (0.1572, 0.0666, 0.7841)], 2.2
)
ADOBE_RGB = matrix_profile(
    b"Adobe RGB", [(0.6097, 0.3111, 0.0195), (0.2053, 0.6257, 0.0609), (0.1492, 0.0632, 0.7446)], 2.2
)


def cmyk_profile() -> bytes:
    """Inks from a table of the 16 solid overprints, in Lab."""
    ramp = bytes(range(256))
    lab = []
    for index in range(16):
        c, m, y, k = (index >> 3) & 1, (index >> 2) & 1, (index >> 1) & 1, index & 1
        lightness = 0 if k else 100 - 40 * c - 45 * m - 8 * y
        a = 0 if k else -35 * c + 72 * m - 5 * y
        b = 0 if k else -45 * c - 5 * m + 90 * y
        lab += [max(0, round(lightness * 2.55)), a + 128, b + 128]
    unit = struct.pack(">9i", *(65536 * (i % 4 == 0) for i in range(9)))
    table = b"mft1" + bytes(4) + bytes([4, 3, 2, 0]) + unit + ramp * 4 + bytes(lab) + ramp * 3
    tags = {b"desc": text_tag(b"inks"), b"cprt": b"text" + bytes(4) + b"none\x00", b"A2B0": table}
    return icc(b"CMYK", b"Lab ", b"prtr", tags)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "HEIF", "AVIF"])
def test_display_p3(kind: str) -> None:
    pixels = scene()
    pixels[40:80, 56:112] = (234, 51, 35)  # the reddest red of sRGB, written in Display P3
    image = Image.fromarray(pixels)
    if kind == "HEIF":
        image.info["icc_profile"] = DISPLAY_P3
        data = encode(image, kind)
    else:
        data = encode(image, kind, icc_profile=DISPLAY_P3)
    photo = decode_photo(data)
    assert photo.warnings == ()
    red, green, blue = np.median(photo.pixels[45:75, 62:106].reshape(-1, 3), axis=0)
    assert red >= 250 and green <= 24 and blue <= 24
    assert np.abs(photo.pixels[100, 84].astype(int) - 230).max() <= 3  # white balance stays


def test_adobe_rgb() -> None:
    photo = decode_photo(encoded("PNG", icc_profile=ADOBE_RGB))
    assert photo.warnings == ()
    assert photo.pixels[10, 150, 0] == 0  # (40, 140, 60) is greener than sRGB can show
    assert abs(int(photo.pixels[10, 150, 1]) - 141) <= 4


def test_srgb_profile_changes_nothing() -> None:
    profile = matrix_profile(
        b"sRGB built-in", [(0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141)], 2.2
    )
    assert_same(decode_photo(encoded("PNG", icc_profile=profile)).pixels, scene(), "PNG")


@pytest.mark.parametrize(
    "profile", [b"nonsense", DISPLAY_P3[:200], DISPLAY_P3[:128] + bytes(400), cmyk_profile(), b"\x00" * 128]
)
def test_broken_profile_is_a_warning(profile: bytes) -> None:
    photo = decode_photo(encoded("JPEG", icc_profile=profile))
    (warning,) = photo.warnings
    assert warning.startswith("the colour profile is broken") and warning.endswith("taken as sRGB")
    assert_same(photo.pixels, scene(), "JPEG")


def test_cmyk_jpeg_and_tiff() -> None:
    image = Image.fromarray(scene()).convert("CMYK")
    for kind in ("JPEG", "TIFF"):
        photo = decode_photo(encode(image, kind))
        assert photo.warnings == ("a CMYK picture without a colour profile: its colours are approximate",)
        assert_same(photo.pixels, scene(), "JPEG")
        photo = decode_photo(encode(image, kind, icc_profile=cmyk_profile()))
        assert photo.warnings == ()
        red, green, blue = (int(v) for v in photo.pixels[10, 10])
        assert red > green + 60 and red > blue + 60
        photo = decode_photo(encode(image, kind, icc_profile=DISPLAY_P3))
        assert photo.warnings[0].startswith("the colour profile is broken (it is made for RGB, not for CMYK)")


def test_lab_tiff() -> None:
    lab = cv2.cvtColor(scene(), cv2.COLOR_RGB2LAB)
    signed = np.dstack([lab[..., 0], (lab[..., 1:] - 128).astype(np.uint8)])
    photo = decode_photo(encode(Image.fromarray(signed, "RGB"), "TIFF", tiffinfo={262: 8}))
    assert photo.pixels.shape == (HEIGHT, WIDTH, 3)


# --- transparency, palettes, depth -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF", "HEIF", "AVIF"])
def test_alpha_on_white(kind: str) -> None:
    rgba = np.dstack([scene(), np.full((HEIGHT, WIDTH), 255, np.uint8)])
    rgba[-40:, -56:] = (0, 0, 0, 0)
    rgba[:40, :56, 3] = 128
    photo = decode_photo(encode(Image.fromarray(rgba), kind))
    expected = scene()
    expected[-40:, -56:] = 255
    expected[:40, :56] = (227, 147, 147)
    assert_same(photo.pixels, expected, {"WEBP": "WEBP", "HEIF": "HEIF", "AVIF": "AVIF"}.get(kind, "GIF"))
    assert photo.warnings == ()


def test_palette_transparency_on_white() -> None:
    image = Image.fromarray(scene()).quantize(8)
    yellow = image.getpixel((84, 60))
    for kind in ("PNG", "GIF"):
        photo = decode_photo(encode(image, kind, transparency=yellow))
        assert (photo.pixels[60, 84] == 255).all()
        assert np.abs(photo.pixels[10, 10].astype(int) - (200, 40, 40)).max() <= 4
        assert photo.warnings == ()


def test_colour_key_transparency_on_white() -> None:
    photo = decode_photo(encoded("PNG", transparency=(240, 200, 40)))
    assert (photo.pixels[60, 84] == 255).all()
    assert (photo.pixels[10, 10] == (200, 40, 40)).all()


def deep() -> np.ndarray:
    return scene()[..., ::-1].astype(np.uint16) * 257


@pytest.mark.parametrize("suffix", [".png", ".tiff"])
def test_sixteen_bits(suffix: str) -> None:
    done, data = cv2.imencode(suffix, deep())
    assert done
    assert_same(decode_photo(data.tobytes()).pixels, scene(), "PNG")
    alpha = np.dstack([deep(), np.full((HEIGHT, WIDTH), 65535, np.uint16)])
    done, data = cv2.imencode(suffix, alpha)
    assert_same(decode_photo(data.tobytes()).pixels, scene(), "PNG")


def tiff(planes: list[bytes], bits: int, sample_format: int, planar: int) -> bytes:
    """An uncompressed RGB TIFF file with one strip per plane."""
    strips = len(planes)
    shorts = struct.pack("<3H", bits, bits, bits)
    entries = 11
    after = 8 + 2 + 12 * entries + 4
    offsets_at, counts_at, data_at = after + 6, after + 6 + 4 * strips, after + 6 + 8 * strips
    offsets, at = [], data_at
    for plane in planes:
        offsets.append(at)
        at += len(plane)

    def entry(tag: int, kind: int, count: int, value: int) -> bytes:
        return struct.pack("<HHII", tag, kind, count, value)

    many = strips > 1
    ifd = [
        entry(256, 3, 1, WIDTH), entry(257, 3, 1, HEIGHT), entry(258, 3, 3, after), entry(259, 3, 1, 1),
        entry(262, 3, 1, 2), entry(273, 4, strips, offsets_at if many else offsets[0]), entry(277, 3, 1, 3),
        entry(278, 3, 1, HEIGHT), entry(279, 4, strips, counts_at if many else len(planes[0])),
        entry(284, 3, 1, planar), entry(339, 3, 1, sample_format),
    ]  # fmt: skip
    head = b"II*\x00" + struct.pack("<I", 8) + struct.pack("<H", entries) + b"".join(ifd) + bytes(4) + shorts
    head += struct.pack(f"<{strips}I", *offsets) + struct.pack(f"<{strips}I", *map(len, planes))
    return head + b"".join(planes)


def test_unusual_tiff() -> None:
    rgb = scene().astype(np.uint16) * 257
    planes = [[rgb[..., k].tobytes() for k in range(3)], [scene()[..., k].tobytes() for k in range(3)]]
    assert "separate 16-bit planes" in refusal(tiff(planes[0], 16, 1, 2))
    for data in (tiff(planes[1], 8, 1, 2), tiff([(scene() / np.float32(255)).tobytes()], 32, 3, 1)):
        assert_same(decode_photo(data).pixels, scene(), "PNG")


def test_no_colour() -> None:
    grey = Image.fromarray(scene()).convert("L")
    noisy = np.random.default_rng(1).normal(128, 20, (HEIGHT, WIDTH, 1)).clip(0, 255).astype(np.uint8).repeat(3, 2)
    depth = Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)
    files = [encode(grey, kind) for kind in ("JPEG", "PNG", "TIFF", "GIF", "WEBP", "AVIF")]
    files += [encode(grey.convert("RGB"), "JPEG"), encode(Image.fromarray(noisy), "JPEG"), encode(depth, "PNG")]
    files += [encode(grey.convert("1"), "PNG"), encode(grey.convert("LA"), "PNG"), encode(grey, "PNG", transparency=0)]
    for data in files:
        assert "no colour" in refusal(data)


def test_one_small_symbol_is_colour_enough() -> None:
    pixels = np.full((1200, 1600, 3), 128, np.uint8)
    cv2.circle(pixels, (400, 300), 12, (200, 30, 30), -1)
    assert decode_photo(encode(Image.fromarray(pixels), "JPEG")).warnings == ()


# --- several pictures in one file --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "AVIF", "TIFF", "HEIF"])
def test_animated_gives_the_first_frame_with_a_warning(kind: str) -> None:
    first, second = Image.fromarray(scene()), Image.fromarray(scene()[::-1].copy())
    if kind == "HEIF":
        out = io.BytesIO()
        heif = pillow_heif.from_pillow(first)
        heif.add_from_pillow(second)
        heif.save(out, quality=90)
        data = out.getvalue()
    else:
        data = encode(first, kind, save_all=True, append_images=[second])
    photo = decode_photo(data)
    (warning,) = photo.warnings
    assert "is read" in warning
    assert_same(photo.pixels, scene(), kind)


def test_phone_pictures_with_a_second_one_inside_are_not_animated() -> None:
    first, second = Image.fromarray(scene()), Image.fromarray(scene(84, 60))
    photo = decode_photo(encode(first, "MPO", save_all=True, append_images=[second]))
    assert photo.warnings == ()
    assert_same(photo.pixels, scene(), "JPEG")


# --- refusals ----------------------------------------------------------------------------------------------------


def test_not_a_picture() -> None:
    assert "empty" in refusal(b"")
    assert "'A1: b../.../'" in refusal(b"A1: b../.../.P./...")
    assert "not a picture" in refusal(b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom")
    assert "not a picture" in refusal(b"%PDF-1.7\n")
    for text in (b"", b"grid: 4x3\nA1: b../.../.P./...\n", b"BM: a card", b'{"format":"swishsolve/layout"}', b"GIF8"):
        assert not looks_like_picture(text)
    assert picture_format(encoded("BMP")) == "BMP"
    assert "expected at most" in refusal(encoded("GIF") + bytes(MAX_BYTES))


@pytest.mark.parametrize("kind", FORMATS)
def test_cut_off_anywhere(kind: str) -> None:
    data = encoded(kind)
    for length in {int(len(data) * share) for share in np.linspace(0.05, 0.93, 60)} | set(range(1, 40)):
        message = refusal(data[:length])
        assert "cut off" in message or "broken" in message or "not a picture" in message, (length, message)
    assert "cut off" in refusal(encoded("JPEG")[:1500])


def test_sizes() -> None:
    assert "at least 100" in refusal(encode(Image.fromarray(scene(90, 200)), "PNG"))
    assert "10-fold" in refusal(encode(Image.fromarray(scene(1210, 120)), "PNG"))


def png_of_size(width: int, height: int) -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def with_size(kind: str, width: int, height: int) -> bytes:
    """A real file whose header claims another size."""
    data = bytearray(encoded(kind))
    if kind == "GIF":
        data[6:10] = struct.pack("<HH", width, height)
    elif kind == "BMP":
        data[18:26] = struct.pack("<ii", width, height)
    elif kind == "JPEG":
        at = next(i for i in range(len(data)) if data[i : i + 2] in (b"\xff\xc0", b"\xff\xc2"))
        data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def test_bombs_are_refused_before_they_are_decoded() -> None:
    tracemalloc.start()
    try:
        for side in (7800, 12000, 20000, 60000):
            assert "60" in refusal(png_of_size(side, side))
            for kind in ("GIF", "BMP", "JPEG"):
                assert "60" in refusal(with_size(kind, side, side))
        assert tracemalloc.get_traced_memory()[1] < 30e6
    finally:
        tracemalloc.stop()


def test_fifty_megapixels_within_the_memory() -> None:
    """The whole process, with the decoder, stays under 1.5 GB; run apart so that its own peak is measured."""
    code = """
import io, resource, sys
from PIL import Image
from swishsolve.vision.decode import decode_photo
kind, mode = sys.argv[1:]
image = Image.radial_gradient("L").resize((8160, 6128))
image = Image.merge(mode, [image] + [image.rotate(90 * k) for k in range(1, len(mode))])
out = io.BytesIO()
image.save(out, kind, **({"quality": 80} if kind == "JPEG" else {"compress_level": 1}))
del image
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
photo = decode_photo(out.getvalue())
assert photo.size == (8160, 6128) and photo.pixels.shape == (1532, 2040, 3), photo.pixels.shape
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    for kind, mode in (("JPEG", "RGB"), ("PNG", "RGBA")):
        run = subprocess.run([sys.executable, "-c", code, kind, mode], capture_output=True, text=True, check=True)
        assert int(run.stdout) < 1_500_000


def corruptions(data: bytes, rng: np.random.Generator, count: int) -> list[bytes]:
    made = []
    for _ in range(count):
        broken = bytearray(data)
        for _ in range(int(rng.integers(1, 8))):
            at = int(rng.integers(len(broken))) if rng.random() < 0.6 else int(rng.integers(min(len(broken), 200)))
            action = rng.integers(4)
            if action == 0:
                broken[at] = int(rng.integers(256))
            elif action == 1:
                del broken[at : at + int(rng.integers(1, 30))]
            elif action == 2:
                broken[at:at] = rng.bytes(int(rng.integers(1, 30)))
            else:
                broken[at : at + 4] = [b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff"][
                    int(rng.integers(3))
                ]
            broken = broken or bytearray(b"\x00")
        made.append(bytes(broken))
    return made


@pytest.mark.parametrize("kind", FORMATS)
def test_broken_files_raise_only_input_errors(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    tag = Image.Exif()
    tag[0x0112] = 6
    options: dict[str, Any] = {} if kind in ("GIF", "BMP", "HEIF") else {"exif": tag, "icc_profile": DISPLAY_P3}
    for broken in corruptions(encoded(kind, **options), np.random.default_rng(FORMATS.index(kind)), 60):
        try:
            photo = decode_photo(broken)
        except InputError as error:
            assert len(error.faults) == 1
        else:
            assert photo.pixels.dtype == np.uint8 and photo.pixels.shape[2] == 3
    out = capfd.readouterr()
    assert (out.out, out.err) == ("", "")


def test_decoding_loads_no_opencv() -> None:
    code = "import sys, swishsolve.vision.sniff as s; assert s.looks_like_picture(b'GIF89a')\n"
    code += "assert not {'numpy', 'PIL', 'cv2'} & set(sys.modules), sorted(sys.modules)\n"
    code += "import swishsolve.vision.decode; assert 'cv2' not in sys.modules and 'pillow_heif' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("kind", ["PPM", "JPEG2000", "DDS", "QOI", "SGI", "PCX"])
def test_rarer_formats(kind: str) -> None:
    data = io.BytesIO()
    picture = Image.new("RGB", (160, 120), (200, 30, 40))
    picture.paste((20, 60, 200), (0, 0, 80, 120))
    picture.save(data, kind)
    assert picture_format(data.getvalue()) == kind
    photo = decode_photo(data.getvalue())
    assert photo.size == (160, 120)
    assert abs(photo.pixels[60, 40].astype(int) - (20, 60, 200)).max() <= 6
