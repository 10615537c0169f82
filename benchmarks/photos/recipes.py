"""What the families share: editions of the cards, lamps, cameras by difficulty, and how they are put together."""

from __future__ import annotations

import colorsys
from dataclasses import replace
from typing import Any

import numpy as np

from .cards import Look
from .lighting import Lamp, Light, kelvin
from .scene import Recipe
from .sensor import Sensor

Rng = np.random.Generator

LEVEL = {"easy": 0, "medium": 1, "hard": 2}
INKS: dict[str, tuple[float, float, float]] = {
    "blue": (22, 66, 165),
    "orange": (226, 108, 20),
    "green": (20, 132, 52),
    "purple": (98, 44, 142),
    "red": (198, 28, 34),
    "yellow": (238, 190, 24),
}
P1 = ("blue", "green", "orange", "purple")  # by orbit: corner, top and bottom middle, outer, centre
P2 = ("red", "green", "blue", "yellow")
OTHERS = [
    ("red", "green", "blue", "yellow"),
    ("blue", "red", "green", "yellow"),
    ("yellow", "purple", "red", "green"),
    ("green", "orange", "blue", "purple"),
    ("purple", "red", "yellow", "blue"),
]
SHEEN = {
    "light wood": 0.25,
    "mid-brown wood": 0.3,
    "dark wood": 0.35,
    "marble": 0.5,
    "tiles": 0.5,
    "terrazzo": 0.35,
    "light grey stone": 0.15,
    "dark stone": 0.25,
}
RESOLUTIONS = [(1200, 1600), (1200, 1600), (1350, 1800), (1500, 2000), (1500, 2000), (1800, 2400)]


def pick(rng: Rng, options: Any) -> Any:
    return options[int(rng.integers(len(options)))]


def inks(
    rng: Rng, names: tuple[str, ...], hue: float = 0.012, spread: float = 0.08
) -> dict[str, tuple[float, float, float]]:
    """The named colours as this edition prints them, each still rightly called by its name."""
    made = {}
    for name in names:
        h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in INKS[name]))
        h = (h + float(np.clip(rng.normal(0, hue), -0.02, 0.02))) % 1
        s, v = np.clip([s * (1 + rng.normal(0, spread)), v * (1 + rng.normal(0, spread))], 0.1, 1.0)
        r, g, b = colorsys.hsv_to_rgb(h, float(s), float(v))
        made[name] = (r * 255, g * 255, b * 255)
    return made


def palette(rng: Rng, others: float = 0.15) -> tuple[str, tuple[str, ...]]:
    if rng.random() < others:
        return "other", pick(rng, OTHERS)
    return pick(rng, [("P1", P1), ("P2", P2)])


def standard_look(rng: Rng, colours: tuple[str, ...]) -> Look:
    inset = rng.uniform(2.8, 4.2) if rng.random() < 0.35 else 0.0
    return Look(
        width=63.5,
        height=88.9,
        corner=rng.uniform(2.8, 4.2),
        margin=inset,
        ball=rng.uniform(12, 13),
        hoop_outer=rng.uniform(18, 18.7),
        hoop_inner=rng.uniform(14, 14.5),
        rows=4,
        cols=3,
        inks=inks(rng, colours),
        ink_gloss=rng.uniform(0.08, 0.35),
        tint=tint(rng, rng.uniform(0.88, 0.98)),
        veil=rng.uniform(0.004, 0.02),
        edge=rng.uniform(0.1, 0.5),
        shadow=rng.uniform(0.01, 0.08),
        lift=rng.uniform(0.3, 1.2),
    )


def tint(rng: Rng, level: float) -> tuple[float, float, float]:
    r, g, b = np.clip(level + rng.normal(0, 0.008, 3), 0, 1)
    return float(r), float(g), float(b)


def one_lamp(rng: Rng, temperature: float, height: float = 1500.0, hardness: float = 0.2, far: float = 600.0) -> Light:
    place = (*rng.uniform(-far, far, 2), -height * rng.uniform(0.7, 1.4))
    ambient = kelvin(temperature * rng.uniform(0.9, 1.3)) * np.float32(rng.uniform(0.2, 0.5) * (1.2 - hardness))
    return Light([Lamp(place, kelvin(temperature), 1.0)], ambient, hardness=hardness)


def two_lamps(rng: Rng) -> Light:
    first, second = kelvin(rng.uniform(2500, 3600)), kelvin(rng.uniform(3800, 7500))
    places = [(*rng.uniform(-900, 900, 2), -rng.uniform(700, 1700)) for _ in range(2)]
    return Light(
        [Lamp(places[0], first, 0.6), Lamp(places[1], second, rng.uniform(0.3, 0.6))],
        kelvin(4500) * np.float32(rng.uniform(0.15, 0.35)),
        hardness=rng.uniform(0.1, 0.3),
    )


def basic(rng: Rng, difficulty: str) -> Recipe:
    """What all families start from: camera and cards of that difficulty over a white sheet."""
    level = LEVEL[difficulty]
    name, colours = palette(rng)
    width, height = pick(rng, RESOLUTIONS)
    enlarge = 1.0
    if (kind := rng.random()) < 0.07:  # a camera with more pixels than its lens can fill
        (width, height), enlarge = (1500, 2000), float(rng.uniform(1.5, 2.0))
    elif kind < 0.12:
        width, height = 780, 1040
    upright = rng.random() < 0.6
    table = pick(rng, [(4, 4)] * 7 + [(3, 4), (4, 5), (3, 3), (2, 3), (4, 3)])
    tilt = [rng.uniform(0, 11), rng.uniform(7, 20), rng.uniform(17, 29)][level]
    motion = (rng.uniform(2, 4.5), rng.uniform(0, 180)) if level and rng.random() < 0.2 else None
    sharp = [rng.random() < 0.7, rng.random() < 0.6, rng.random() < 0.5][level]
    sensor = Sensor(
        exposure_ev=rng.normal(0, [0.12, 0.25, 0.35][level]),
        white_error=tuple(np.exp(rng.normal(0, [0.02, 0.035, 0.05][level], 3))),
        adapt=rng.uniform(0.75, 0.98),
        vignette=rng.uniform(0.05, 0.35),
        enlarge=enlarge,
        defocus_px=0.0 if sharp else rng.uniform(0.4, [0.9, 1.2, 1.8][level]),
        motion=motion,
        noise=rng.uniform(0.004, [0.012, 0.02, 0.035][level]),
        chroma_noise=rng.uniform(0.3, 1.0),
        denoise=rng.uniform(0, 0.6),
        sharpen=rng.uniform(0.0, 0.6),
        contrast=rng.uniform(0.0, 0.35),
        saturation=rng.uniform(0.9, 1.1),
        quality=int(rng.integers(76, 94)),
        orientation=int(rng.choice([1, 1, 1, 3, 6, 6, 8])),
    )
    free = rng.random() < 0.2
    sloppy = bool(level and rng.random() < 0.2)
    return Recipe(
        difficulty=difficulty,
        size=(width, height) if upright else (height, width),
        surface="white paper",
        lighting="window daylight",
        light=one_lamp(rng, 5500),
        look=standard_look(rng, colours),
        sensor=sensor,
        palette=name,
        colours=colours,
        rule="free" if free else "classic",
        table=table,
        gap=(rng.uniform(4, 14), rng.uniform(4, 14)),
        jitter=rng.uniform(0.5, 2.0),
        turn_deg=6.5 if sloppy else rng.uniform(0.5, 2.2),
        sloppy=sloppy,
        landscape=0.2 if level and rng.random() < 0.25 else 0.0,
        missing=rng.uniform(0.05, 0.2) if rng.random() < 0.25 else 0.0,
        focal_35mm=rng.uniform(26, 31),
        k1=rng.uniform(-0.035, 0.035) if rng.random() < 0.3 else 0.0,
        tilt_deg=tilt,
        azimuth_deg=rng.normal(0, [6, 12, 20][level]),
        roll_deg=rng.normal(0, [3, 5, 6][level]),
        fill=rng.uniform(0.66, 0.92),
        shift=tuple(rng.uniform(-0.8, 0.8, 2)),
    )


def with_light(rng: Rng, recipe: Recipe, kind: str) -> Recipe:
    """Light of the named kind, with the mirror images that go with it."""
    level = LEVEL[recipe.difficulty]
    glare = int(rng.random() < [0.45, 0.8, 1.0][level]) * int(rng.integers(1, [2, 3, 4][level]))
    shape, power = "lamp", rng.uniform(5, 12)
    if kind == "window daylight":
        light, shape = one_lamp(rng, rng.uniform(5200, 7500), 1300, 0.15, 1300), pick(rng, ["window", "soft"])
    elif kind == "overhead warm lamp":
        light = one_lamp(rng, rng.uniform(2500, 3400), 1300, 0.2, 500)
    elif kind == "cool fluorescent":
        light, shape = one_lamp(rng, rng.uniform(4200, 6500), 2000, 0.1, 700), "tube"
    elif kind == "two lamps":
        light, glare = two_lamps(rng), glare + int(rng.random() < 0.4)
    elif kind == "glare":
        light, glare, shape = (
            one_lamp(rng, rng.uniform(2800, 5500), 1300, 0.2, 700),
            glare + 2,
            pick(rng, ["window", "lamp"]),
        )
        power = rng.uniform(10, 22)
    elif kind == "soft sun":
        light, glare = one_lamp(rng, rng.uniform(4800, 5800), 3000, 0.6, 1800), 0
        light = replace(light, shade="leaves", shade_depth=rng.uniform(0.2, 0.5), shade_soft=rng.uniform(30, 70))
    elif kind == "hard sun":
        light, glare = one_lamp(rng, rng.uniform(4600, 5600), 3000, 0.95, 2200), int(rng.random() < 0.4)
        light = replace(
            light, shade=pick(rng, ["edge", "bands"]), shade_depth=rng.uniform(0.65, 0.9), shade_soft=rng.uniform(2, 12)
        )
    else:
        raise ValueError(kind)
    if light.shade == "none" and rng.random() < [0.2, 0.4, 0.5][level]:
        light = replace(light, shade="body", shade_depth=rng.uniform(0.15, [0.35, 0.5, 0.6][level]))
    return replace(recipe, lighting=kind, light=light, glare=glare, glare_kind=shape, glare_power=power)


def with_surface(rng: Rng, recipe: Recipe, surface: str) -> Recipe:
    return replace(
        recipe, surface=surface, sheen=SHEEN.get(surface, 0.0) * rng.uniform(0.3, 1.2), roughness=rng.uniform(90, 400)
    )


def with_things(rng: Rng, recipe: Recipe, names: list[str], most: int, share: float = 0.45) -> Recipe:
    if rng.random() > share:
        return recipe
    chosen = [str(pick(rng, names)) for _ in range(int(rng.integers(1, most + 1)))]
    return replace(recipe, things=tuple(chosen))


USUAL = ["hand", "mug", "coin", "pen", "stack of undealt cards"]
