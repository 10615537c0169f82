"""Families of photographs. Each draws its own kind of tables, lamps, cards and cameras.

A family marked held out is never looked at while the reader is tuned: it serves for the final score alone.
"""

from __future__ import annotations

import colorsys
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .cards import Look
from .lighting import Lamp, Light, kelvin
from .scene import Photo, Recipe, photograph
from .sensor import Sensor

Rng = np.random.Generator
Make = Callable[[Rng, str], Recipe]

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
OTHERS = [("red", "green", "blue", "yellow"), ("blue", "red", "green", "yellow"), ("yellow", "purple", "red", "green"),
          ("green", "orange", "blue", "purple"), ("purple", "red", "yellow", "blue")]  # fmt: skip
SHEEN = {"light wood": 0.25, "mid-brown wood": 0.3, "dark wood": 0.35, "marble": 0.5, "tiles": 0.5, "terrazzo": 0.35,
         "light grey stone": 0.15, "dark stone": 0.25}  # fmt: skip
RESOLUTIONS = [(1200, 1600), (1200, 1600), (1350, 1800), (1500, 2000), (1500, 2000), (1800, 2400)]


@dataclass(frozen=True)
class Family:
    make: Make
    held_out: bool
    about: str
    cards: bool = True


def pick(rng: Rng, options: Any) -> Any:
    return options[int(rng.integers(len(options)))]


def inks(
    rng: Rng, names: tuple[str, ...], hue: float = 0.012, spread: float = 0.08
) -> dict[str, tuple[float, float, float]]:
    """The named colours as this edition prints them."""
    made = {}
    for name in names:
        h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in INKS[name]))
        h = (h + rng.normal(0, hue)) % 1
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
        width=63.5, height=88.9, corner=rng.uniform(2.8, 4.2), margin=inset,
        ball=rng.uniform(12, 13), hoop_outer=rng.uniform(18, 18.7), hoop_inner=rng.uniform(14, 14.5), rows=4, cols=3,
        inks=inks(rng, colours), ink_gloss=rng.uniform(0.08, 0.35), tint=_tint(rng, rng.uniform(0.86, 0.96)),
        veil=rng.uniform(0.004, 0.02), edge=rng.uniform(0.15, 0.5), shadow=rng.uniform(0.02, 0.12),
        lift=rng.uniform(0.3, 1.2),
    )  # fmt: skip


def _tint(rng: Rng, level: float) -> tuple[float, float, float]:
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
        difficulty=difficulty, size=(width, height) if upright else (height, width), surface="white paper",
        lighting="window daylight", light=one_lamp(rng, 5500), look=standard_look(rng, colours), sensor=sensor,
        palette=name, colours=colours, rule="free" if free else "classic", table=table,
        gap=(rng.uniform(4, 14), rng.uniform(4, 14)), jitter=rng.uniform(0.5, 2.0),
        turn_deg=6.5 if sloppy else rng.uniform(0.5, 2.2), sloppy=sloppy,
        landscape=0.2 if level and rng.random() < 0.25 else 0.0, missing=rng.uniform(0.05, 0.2) if rng.random() < 0.25 else 0.0,
        focal_35mm=rng.uniform(26, 31), k1=rng.uniform(-0.035, 0.035) if rng.random() < 0.3 else 0.0,
        tilt_deg=tilt, azimuth_deg=rng.normal(0, [6, 12, 20][level]), roll_deg=rng.normal(0, [3, 5, 6][level]),
        fill=rng.uniform(0.66, 0.92), shift=tuple(rng.uniform(-0.8, 0.8, 2)),
    )  # fmt: skip


def _with_light(rng: Rng, recipe: Recipe, kind: str) -> Recipe:
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


def _with_surface(rng: Rng, recipe: Recipe, surface: str) -> Recipe:
    return replace(
        recipe, surface=surface, sheen=SHEEN.get(surface, 0.0) * rng.uniform(0.3, 1.2), roughness=rng.uniform(90, 400)
    )


def _with_things(rng: Rng, recipe: Recipe, names: list[str], most: int, share: float = 0.45) -> Recipe:
    if rng.random() > share:
        return recipe
    chosen = [str(pick(rng, names)) for _ in range(int(rng.integers(1, most + 1)))]
    return replace(recipe, things=tuple(chosen))


USUAL = ["hand", "mug", "coin", "pen", "stack of undealt cards"]


def studio(rng: Rng, difficulty: str) -> Recipe:
    """Ordinary tables by day and by lamp, standard cards."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    surface = pick(rng, [
        ["white paper", "white paper", "light wood", "off-white tablecloth", "light grey stone"],
        ["white paper", "light wood", "mid-brown wood", "striped cloth", "checked cloth", "dotted cloth", "light grey stone"],
        ["mid-brown wood", "dark wood", "dark cloth", "striped cloth", "checked cloth", "light wood"],
    ][level])  # fmt: skip
    light = pick(rng, [
        ["window daylight", "overhead warm lamp", "cool fluorescent", "two lamps"],
        ["window daylight", "overhead warm lamp", "cool fluorescent", "two lamps", "glare", "soft sun"],
        ["hard sun", "glare", "overhead warm lamp", "two lamps"],
    ][level])  # fmt: skip
    return _with_things(rng, _with_light(rng, _with_surface(rng, recipe, surface), light), USUAL, 2)


def kitchen(rng: Rng, difficulty: str) -> Recipe:
    """Tiles, marble and printed cloth, several lamps, a full table, editions with other hues and sizes."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    _, colours = palette(rng, 0.35)
    look = replace(
        standard_look(rng, colours), inks=inks(rng, colours, 0.02, 0.12), ball=rng.uniform(11, 14.2), ink_opacity=rng.uniform(0.88, 1),
        hoop_outer=rng.uniform(17, 19.4), tint=_tint(rng, rng.uniform(0.8, 0.97)),
    )  # fmt: skip
    look = replace(look, hoop_inner=min(look.hoop_outer - rng.uniform(2.6, 5.0), 15.2))
    surface = pick(rng, [
        ["tiles", "marble", "off-white tablecloth", "light wood"],
        ["tiles", "marble", "flowered cloth", "checked cloth", "terrazzo", "mid-brown wood"],
        ["flowered cloth", "checked cloth", "terrazzo", "dark stone", "dotted cloth"],
    ][level])  # fmt: skip
    light = pick(rng, ["two lamps", "overhead warm lamp", "cool fluorescent"] + ["glare"] * level)
    recipe = replace(recipe, look=look, colours=colours, palette="other")
    things = ["mug", "button", "sweet", "note", "coin", "phone", "stack of undealt cards"]
    return _with_things(rng, _with_light(rng, _with_surface(rng, recipe, surface), light), things, 3, 0.7)


def evening(rng: Rng, difficulty: str) -> Recipe:
    """Dark rooms: warm light, noise, dark tables, lamps mirrored in the plastic."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    surface = pick(rng, [["mid-brown wood", "light wood", "felt"], ["dark wood", "felt", "coloured tablecloth", "mid-brown wood"],
                         ["dark wood", "dark cloth", "dark stone", "felt"]][level])  # fmt: skip
    recipe = _with_light(
        rng, _with_surface(rng, recipe, surface), pick(rng, ["overhead warm lamp", "two lamps", "glare"])
    )
    light = replace(recipe.light, ambient=recipe.light.ambient * np.float32(0.4))
    sensor = replace(
        recipe.sensor, noise=rng.uniform(0.012, [0.025, 0.035, 0.05][level]), adapt=rng.uniform(0.5, 0.85), denoise=rng.uniform(0.4, 0.9),
        exposure_ev=recipe.sensor.exposure_ev - 0.25,
    )  # fmt: skip
    look = replace(recipe.look, edge=rng.uniform(0.5, 1.1), veil=rng.uniform(0.01, 0.03))
    return _with_things(rng, replace(recipe, light=light, sensor=sensor, look=look), USUAL, 2)


def scatter(rng: Rng, difficulty: str) -> Recipe:
    """Rows that are not straight, cards turned and lying sideways, gaps, tables of 2 to 60 cards."""
    level = LEVEL[difficulty]
    recipe = studio(rng, difficulty)
    table = pick(rng, [(1, 2), (2, 2), (2, 4), (3, 4), (3, 5), (4, 4), (4, 5), (4, 6), (5, 6), (6, 8), (6, 10), (5, 5)])
    sloppy = rng.random() < [0.3, 0.7, 0.9][level]
    big = max(table) >= 8
    return replace(
        recipe, table=table, sloppy=sloppy, turn_deg=rng.uniform(4, 9) if sloppy else 2.0, jitter=rng.uniform(1, [2.5, 5, 6][level]),
        row_shift=rng.uniform(0, [0.08, 0.2, 0.3][level]), landscape=rng.choice([0.0, 0.1, 0.3]) if level or rng.random() < 0.3 else 0.0,
        missing=rng.uniform(0.05, 0.3) if rng.random() < 0.5 and min(table) > 2 else 0.0, gap=tuple(rng.uniform(6, 24, 2)),
        fill=0.93 if big else recipe.fill, size=(2400, 1800) if big else recipe.size,
        tilt_deg=min(recipe.tilt_deg, 12) if big else recipe.tilt_deg,
    )  # fmt: skip


def drawn(rng: Rng, difficulty: str) -> Recipe:
    """Printed sheets and white cards with an outline, as a program draws them, photographed or scanned."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    _, colours = palette(rng, 0.3)
    look = replace(
        standard_look(rng, colours), inks=inks(rng, colours, 0.02, 0.1), backing=rng.choice([0.0, 0.6, 1.0]), line=rng.uniform(0.15, 0.8),
        tint=_tint(rng, 0.99), edge=rng.choice([0.0, 0.2]), shadow=rng.choice([0.0, 0.1]), ink_opacity=1.0,
        ball=rng.uniform(10.5, 14.5), hoop_outer=rng.uniform(16.5, 19.5),
    )  # fmt: skip
    look = replace(look, hoop_inner=look.hoop_outer - rng.uniform(2.2, 5.5))
    surface = pick(rng, [["white paper", "light wood"], ["white paper", "mid-brown wood", "coloured tablecloth"],
                         ["dark cloth", "mid-brown wood", "dotted cloth"]][level])  # fmt: skip
    recipe = replace(_with_surface(rng, recipe, surface), look=look, colours=colours, palette="other")
    light = pick(rng, ["window daylight", "cool fluorescent", "overhead warm lamp", "two lamps"])
    recipe = _with_light(rng, recipe, light)
    if level == 0:
        recipe = replace(recipe, glare=0)
    return _with_things(rng, recipe, ["pen", "hand", "coin", "note"], 1)


def garden(rng: Rng, difficulty: str) -> Recipe:
    """Outdoors: sun through leaves, sky mirrored softly over many cards, planks, stone and floral cloth."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    _, colours = palette(rng, 0.3)
    surface = pick(rng, [["light grey stone", "light wood", "off-white tablecloth"],
                         ["flowered cloth", "mid-brown wood", "terrazzo", "coloured tablecloth", "striped cloth"],
                         ["flowered cloth", "dark wood", "dark stone", "mid-brown wood", "checked cloth"]][level])  # fmt: skip
    kind = pick(
        rng, [["window daylight", "soft sun"], ["soft sun", "soft sun", "hard sun"], ["hard sun", "soft sun"]][level]
    )
    recipe = _with_light(rng, _with_surface(rng, recipe, surface), kind)
    sky = kelvin(rng.uniform(8000, 13000)) * np.float32(rng.uniform(0.25, 0.5))
    light = replace(recipe.light, ambient=sky, shade_soft=recipe.light.shade_soft * rng.uniform(0.2, 1))
    look = replace(
        standard_look(rng, colours), inks=inks(rng, colours, 0.02, 0.14), ball=rng.uniform(10.8, 13.8), hoop_outer=rng.uniform(16.8, 19.2),
        ink_gloss=rng.uniform(0.1, 0.5), width=rng.uniform(58, 68), height=rng.uniform(84, 94), lift=rng.uniform(0.5, 2.0),
    )  # fmt: skip
    look = replace(look, hoop_inner=look.hoop_outer - rng.uniform(2.8, 5.2))
    recipe = replace(
        recipe, light=light, look=look, colours=colours, palette="other", glare=int(rng.integers(0, level + 2)), glare_kind="soft",
        glare_power=rng.uniform(2, 6), row_shift=rng.uniform(0, 0.08 * level), azimuth_deg=rng.normal(0, 25),
    )  # fmt: skip
    return _with_things(rng, recipe, ["sweet", "button", "mug", "hand", "playing card"], 3, 0.6)


def cafe(rng: Rng, difficulty: str) -> Recipe:
    """Wide lenses, phone processing (local tone, strong sharpening), terrazzo and marble, coloured signs, sharp lamps."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    _, colours = palette(rng, 0.4)
    surface = pick(rng, [["marble", "tiles", "light wood", "white paper"], ["terrazzo", "marble", "dotted cloth", "mid-brown wood"],
                         ["dark stone", "dark wood", "terrazzo", "checked cloth"]][level])  # fmt: skip
    recipe = _with_light(
        rng, _with_surface(rng, recipe, surface), pick(rng, ["two lamps", "cool fluorescent"] + ["glare"] * level)
    )
    lamps = list(recipe.light.lamps)
    if rng.random() < [0.2, 0.5, 0.7][level]:
        sign = np.exp(rng.normal(0, 0.5, 3)).astype(np.float32)
        lamps.append(Lamp((*rng.uniform(-1200, 1200, 2), -700.0), sign, rng.uniform(0.15, 0.45)))
    sensor = replace(
        recipe.sensor, local_tone=rng.uniform(0, 0.35), sharpen=rng.uniform(0.5, 1.4), saturation=rng.uniform(1.0, 1.3),
        contrast=rng.uniform(0.1, 0.5), quality=int(rng.integers(60, 92)), chroma_noise=0.3, denoise=rng.uniform(0.5, 0.9),
    )  # fmt: skip
    look = replace(
        standard_look(rng, colours), inks=inks(rng, colours, 0.025, 0.12), tint=_tint(rng, rng.uniform(0.75, 0.97)),
        edge=rng.uniform(0.1, 0.8), hoop_outer=rng.uniform(17, 19.5), ball=rng.uniform(11, 14), ink_opacity=rng.uniform(0.85, 1),
    )  # fmt: skip
    look = replace(look, hoop_inner=look.hoop_outer - rng.uniform(2.4, 5.6))
    recipe = replace(
        recipe, sensor=sensor, look=look, colours=colours, palette="other", light=replace(recipe.light, lamps=lamps),
        focal_35mm=rng.uniform(20, 27), k1=rng.uniform(-0.06, 0.05), table=pick(rng, [(4, 4), (3, 4), (4, 5), (4, 6), (2, 5)]),
    )  # fmt: skip
    return _with_things(rng, recipe, ["mug", "phone", "coin", "sweet", "note", "button", "pen"], 3, 0.7)


def junior(rng: Rng, difficulty: str) -> Recipe:
    """Square cards of 3x3 cells with any two symbols, for readers that are told the deck."""
    recipe = studio(rng, difficulty)
    look = replace(recipe.look, width=70.0, height=70.0, rows=3, cols=3, margin=0.0)
    return replace(
        recipe, look=look, symbols="any two", rule="free", landscape=0.0, table=pick(rng, [(3, 4), (3, 3), (2, 4)])
    )


def empty(rng: Rng, difficulty: str) -> Recipe:
    """No card in view: bare and printed tables, mugs, buttons, sweets, playing cards."""
    recipe = pick(rng, [studio, kitchen, evening])(rng, difficulty)
    names = ["mug", "coin", "button", "sweet", "playing card", "pen", "phone", "note", "hand"]
    kind = pick(rng, ["bare", "mixed", "mixed", "buttons", "playing cards"])
    if kind == "buttons":
        things = [str(pick(rng, ["button", "sweet", "coin"])) for _ in range(int(rng.integers(6, 30)))]
    elif kind == "playing cards":
        things = ["playing card"] * int(rng.integers(2, 10))
    else:
        things = [str(pick(rng, names)) for _ in range(0 if kind == "bare" else int(rng.integers(2, 9)))]
    return replace(recipe, things=tuple(things), glare=0, extra={"without_cards": kind})


FAMILIES: dict[str, Family] = {
    "studio": Family(studio, False, "ordinary tables by day and by lamp, standard cards"),
    "kitchen": Family(kitchen, False, "tiles, marble, printed cloth, several lamps, other hues and ring sizes"),
    "evening": Family(evening, False, "dark rooms and tables, warm light, noise, mirrored lamps"),
    "scatter": Family(scatter, False, "crooked rows, sideways cards, gaps, 2 to 60 cards"),
    "drawn": Family(drawn, False, "printed or drawn cards with outlines, other sizes"),
    "garden": Family(garden, True, "sun through leaves, soft mirror images of the sky, other card sizes"),
    "cafe": Family(cafe, True, "wide lenses, phone processing, coloured lamps"),
    "junior": Family(junior, False, "square 3x3 cards with any two symbols (the reader must be told)"),
    "empty": Family(empty, False, "pictures without cards", cards=False),
}
HELD_OUT = tuple(name for name, family in FAMILIES.items() if family.held_out)


def make_photo(family: str, seed: int, index: int, difficulty: str) -> Photo:
    """Photograph `index` of a family: the same bytes for the same arguments."""
    chosen = FAMILIES[family]
    rng = np.random.default_rng([seed, index, zlib.crc32(family.encode()), LEVEL[difficulty]])
    return photograph(rng, chosen.make(rng, difficulty), chosen.cards)
