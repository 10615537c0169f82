"""From light to a JPEG file: lens faults, sensor, the phone's own processing, EXIF."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .geometry import Array


@dataclass(frozen=True)
class Sensor:
    exposure_ev: float = 0.0
    white_error: tuple[float, float, float] = (1.0, 1.0, 1.0)
    adapt: float = 0.85
    """How far the phone takes the colour of the light away, 0..1."""
    vignette: float = 0.15
    defocus_px: float = 0.0
    motion: tuple[float, float] | None = None  # length px, angle deg
    noise: float = 0.012
    chroma_noise: float = 0.5
    denoise: float = 0.0
    sharpen: float = 0.3
    contrast: float = 0.2
    saturation: float = 1.0
    local_tone: float = 0.0
    quality: int = 85
    orientation: int = 1
    enlarge: float = 1.0


def develop(rng: np.random.Generator, scene: Array, colour: NDArray[np.float32], sensor: Sensor) -> NDArray[np.uint8]:
    """The picture, BGR 8 bit, of linear light `scene` (RGB); `colour` is that of the light on a white sheet."""
    h, w = scene.shape[:2]
    gains = (colour[1] / colour) ** np.float32(sensor.adapt) * np.array(sensor.white_error, np.float32)
    level = float(np.median(cv2.resize(scene[..., 1], (64, 64), interpolation=cv2.INTER_AREA)))
    bright = float(np.percentile(scene[::16, ::16, 1], 92))
    gain = min((0.42 / max(level, 1e-3)) ** 0.45, 0.95 / max(bright, 1e-3)) * 2**sensor.exposure_ev
    image = scene * (gains * np.float32(gain))
    np.minimum(image, 4.0, out=image)
    x = np.linspace(-1, 1, w, dtype=np.float32)[None, :] * (w / np.hypot(w, h))
    y = np.linspace(-1, 1, h, dtype=np.float32)[:, None] * (h / np.hypot(w, h))
    image *= (1 - sensor.vignette * (x * x + y * y))[..., None]
    if sensor.motion and sensor.motion[0] > 1:
        image = cv2.filter2D(image, -1, _streak(*sensor.motion))
    blur = float(np.hypot(sensor.defocus_px, 0.45))
    image = cv2.GaussianBlur(image, (0, 0), blur)
    if sensor.enlarge != 1:
        image = cv2.resize(image, None, fx=sensor.enlarge, fy=sensor.enlarge, interpolation=cv2.INTER_CUBIC)
        h, w = image.shape[:2]
    grain = rng.standard_normal((h, w, 3), np.float32)
    if sensor.chroma_noise < 1:
        grey = cv2.transform(grain, np.full((3, 3), 1.7 / 3, np.float32))
        grain = grey + (grain - grey) * np.float32(sensor.chroma_noise)
    grain *= cv2.sqrt(np.clip(image, 0, 1)) + np.float32(0.1)
    image += grain * np.float32(sensor.noise)
    if sensor.denoise:
        smooth = cv2.GaussianBlur(image, (0, 0), 0.8)
        image += (smooth - image) * np.float32(sensor.denoise)
    np.clip(image, 0, 4, out=image)
    knee = np.float32(0.75)  # highlights roll off instead of being cut
    over = np.maximum(image - knee, 0)
    np.minimum(image, knee, out=image)
    image += over / (1 + over * np.float32(1.6))
    image = cv2.pow(np.minimum(image, 1), 1 / 2.2)
    if sensor.local_tone:
        small = cv2.resize(image.max(2), (64, 64), interpolation=cv2.INTER_AREA)
        base = cv2.resize(cv2.GaussianBlur(small, (0, 0), 5), (w, h), interpolation=cv2.INTER_LINEAR)
        image *= ((0.55 / np.clip(base, 0.12, 1)) ** np.float32(sensor.local_tone))[..., None]
    if sensor.contrast:
        image = np.clip(image, 0, 1)
        image += (image * image * (3 - 2 * image) - image) * np.float32(sensor.contrast)
    if sensor.saturation != 1:
        grey = cv2.transform(image, np.full((3, 3), 1 / 3, np.float32))
        image = grey + (image - grey) * np.float32(sensor.saturation)
    if sensor.sharpen:
        image += (image - cv2.GaussianBlur(image, (0, 0), 1.2)) * np.float32(sensor.sharpen)
    return (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8)[..., ::-1]


def _streak(length: float, angle: float) -> Array:
    n = int(np.ceil(length)) | 1
    kernel = np.zeros((n + 4, n + 4), np.float32)
    c = (n + 3) / 2
    dx, dy = np.cos(np.radians(angle)) * length / 2, np.sin(np.radians(angle)) * length / 2
    points = [(round((c + t * d) * 16) for d in (dx, dy)) for t in (-1, 1)]
    cv2.line(kernel, tuple(points[0]), tuple(points[1]), 1.0, 1, cv2.LINE_AA, 4)
    kernel = cv2.GaussianBlur(kernel, (0, 0), 0.4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def stored(image: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """The rows and columns as a camera stores them, so that the EXIF orientation brings `image` back."""
    turned = {
        1: lambda a: a,
        2: lambda a: a[:, ::-1],
        3: lambda a: a[::-1, ::-1],
        4: lambda a: a[::-1],
        5: lambda a: a.transpose(1, 0, 2),
        6: lambda a: np.rot90(a, 1),
        7: lambda a: a[::-1, ::-1].transpose(1, 0, 2),
        8: lambda a: np.rot90(a, -1),
    }
    return np.ascontiguousarray(turned[orientation](image))


def jpeg(image: NDArray[np.uint8], quality: int, orientation: int) -> bytes:
    """A JPEG file of an upright BGR picture with its EXIF orientation tag."""
    done, data = cv2.imencode(".jpg", stored(image, orientation), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("the JPEG encoder refused the picture")
    tiff = b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01" + bytes([0, orientation, 0, 0]) + bytes(4)
    exif = b"Exif\x00\x00" + tiff
    head = b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    raw = bytes(data.tobytes())
    return raw[:2] + head + raw[2:]
