"""Families of photographs. Each draws its own kind of tables, lamps, cards and cameras.

A family marked held out is never looked at while the reader is tuned: it serves for the final score alone.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .lighting import Lamp, kelvin
from .recipes import (
    LEVEL,
    USUAL,
    Rng,
    basic,
    inks,
    palette,
    pick,
    standard_look,
    tint,
    with_light,
    with_surface,
    with_things,
)
from .scene import Photo, Recipe, photograph

Make = Callable[[Rng, str], Recipe]


@dataclass(frozen=True)
class Family:
    make: Make
    held_out: bool
    about: str
    cards: bool = True


def studio(rng: Rng, difficulty: str) -> Recipe:
    """Ordinary tables by day and by lamp, standard cards."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    surface = pick(
        rng,
        [
            ["white paper", "white paper", "light wood", "off-white tablecloth", "light grey stone"],
            [
                "white paper",
                "light wood",
                "mid-brown wood",
                "striped cloth",
                "checked cloth",
                "dotted cloth",
                "light grey stone",
            ],
            ["mid-brown wood", "dark wood", "dark cloth", "striped cloth", "checked cloth", "light wood"],
        ][level],
    )
    light = pick(
        rng,
        [
            ["window daylight", "overhead warm lamp", "cool fluorescent", "two lamps"],
            ["window daylight", "overhead warm lamp", "cool fluorescent", "two lamps", "glare", "soft sun"],
            ["hard sun", "glare", "overhead warm lamp", "two lamps"],
        ][level],
    )
    return with_things(rng, with_light(rng, with_surface(rng, recipe, surface), light), USUAL, 2)


def kitchen(rng: Rng, difficulty: str) -> Recipe:
    """Tiles, marble and printed cloth, several lamps, a full table, editions with other hues and sizes."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    _, colours = palette(rng, 0.35)
    look = replace(
        standard_look(rng, colours),
        inks=inks(rng, colours, 0.02, 0.12),
        ball=rng.uniform(11, 14.2),
        ink_opacity=rng.uniform(0.88, 1),
        hoop_outer=rng.uniform(17, 19.4),
        tint=tint(rng, rng.uniform(0.8, 0.97)),
    )
    look = replace(look, hoop_inner=min(look.hoop_outer - rng.uniform(2.6, 5.0), 15.2))
    surface = pick(
        rng,
        [
            ["tiles", "marble", "off-white tablecloth", "light wood"],
            ["tiles", "marble", "flowered cloth", "checked cloth", "terrazzo", "mid-brown wood"],
            ["flowered cloth", "checked cloth", "terrazzo", "dark stone", "dotted cloth"],
        ][level],
    )
    light = pick(rng, ["two lamps", "overhead warm lamp", "cool fluorescent"] + ["glare"] * level)
    recipe = replace(recipe, look=look, colours=colours, palette="other")
    things = ["mug", "button", "sweet", "note", "coin", "phone", "stack of undealt cards"]
    return with_things(rng, with_light(rng, with_surface(rng, recipe, surface), light), things, 3, 0.7)


def evening(rng: Rng, difficulty: str) -> Recipe:
    """Dark rooms: warm light, noise, dark tables, lamps mirrored in the plastic."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    surface = pick(
        rng,
        [
            ["mid-brown wood", "light wood", "off-white tablecloth"],
            ["dark wood", "felt", "coloured tablecloth", "mid-brown wood"],
            ["dark wood", "dark cloth", "dark stone", "felt"],
        ][level],
    )
    recipe = with_light(
        rng, with_surface(rng, recipe, surface), pick(rng, ["overhead warm lamp", "two lamps", "glare"])
    )
    light = replace(recipe.light, ambient=recipe.light.ambient * np.float32(0.4))
    sensor = replace(
        recipe.sensor,
        noise=rng.uniform(0.012, [0.025, 0.035, 0.05][level]),
        adapt=rng.uniform(0.5, 0.85),
        denoise=rng.uniform(0.4, 0.9),
        exposure_ev=recipe.sensor.exposure_ev - 0.25,
    )
    look = replace(recipe.look, edge=rng.uniform(0.5, 1.1), veil=rng.uniform(0.01, 0.03))
    return with_things(rng, replace(recipe, light=light, sensor=sensor, look=look), USUAL, 2)


def scatter(rng: Rng, difficulty: str) -> Recipe:
    """Rows that are not straight, cards turned and lying sideways, gaps, tables of 2 to 60 cards."""
    level = LEVEL[difficulty]
    recipe = studio(rng, difficulty)
    table = pick(rng, [(1, 2), (2, 2), (2, 4), (3, 4), (3, 5), (4, 4), (4, 5), (4, 6), (5, 6), (6, 8), (6, 10), (5, 5)])
    sloppy = rng.random() < [0.3, 0.7, 0.9][level]
    big = max(table) >= 8
    return replace(
        recipe,
        table=table,
        sloppy=sloppy,
        turn_deg=rng.uniform(4, 9) if sloppy else 2.0,
        jitter=rng.uniform(1, [2.5, 5, 6][level]),
        row_shift=rng.uniform(0, [0.08, 0.2, 0.3][level]),
        landscape=rng.choice([0.0, 0.1, 0.3]) if level or rng.random() < 0.3 else 0.0,
        missing=rng.uniform(0.05, 0.3) if rng.random() < 0.5 and min(table) > 2 else 0.0,
        gap=tuple(rng.uniform(6, 24, 2)),
        fill=0.93 if big else recipe.fill,
        size=(2400, 1800) if big else recipe.size,
        tilt_deg=min(recipe.tilt_deg, 12) if big else recipe.tilt_deg,
    )


def drawn(rng: Rng, difficulty: str) -> Recipe:
    """Printed sheets and white cards with an outline, as a program draws them, photographed or scanned."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    _, colours = palette(rng, 0.3)
    look = replace(
        standard_look(rng, colours),
        inks=inks(rng, colours, 0.02, 0.1),
        backing=rng.choice([0.0, 0.6, 1.0]),
        line=rng.uniform(0.15, 0.8),
        tint=tint(rng, 0.99),
        edge=rng.choice([0.0, 0.2]),
        shadow=rng.choice([0.0, 0.1]),
        ink_opacity=1.0,
        ball=rng.uniform(10.5, 14.5),
        hoop_outer=rng.uniform(16.5, 19.5),
    )
    look = replace(look, hoop_inner=look.hoop_outer - rng.uniform(2.2, 5.5))
    surface = pick(
        rng,
        [
            ["white paper", "light wood"],
            ["white paper", "mid-brown wood", "coloured tablecloth"],
            ["dark cloth", "mid-brown wood", "dotted cloth"],
        ][level],
    )
    recipe = replace(with_surface(rng, recipe, surface), look=look, colours=colours, palette="other")
    light = pick(rng, ["window daylight", "cool fluorescent", "overhead warm lamp", "two lamps"])
    recipe = with_light(rng, recipe, light)
    if level == 0:
        recipe = replace(recipe, glare=0)
    return with_things(rng, recipe, ["pen", "hand", "coin", "note"], 1)


def garden(rng: Rng, difficulty: str) -> Recipe:
    """Outdoors: sun through leaves, sky mirrored softly over many cards, planks, stone and floral cloth."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    _, colours = palette(rng, 0.3)
    surface = pick(
        rng,
        [
            ["light grey stone", "light wood", "off-white tablecloth"],
            ["flowered cloth", "mid-brown wood", "terrazzo", "coloured tablecloth", "striped cloth"],
            ["flowered cloth", "dark wood", "dark stone", "mid-brown wood", "checked cloth"],
        ][level],
    )
    kind = pick(
        rng, [["window daylight", "soft sun"], ["soft sun", "soft sun", "hard sun"], ["hard sun", "soft sun"]][level]
    )
    recipe = with_light(rng, with_surface(rng, recipe, surface), kind)
    sky = kelvin(rng.uniform(8000, 13000)) * np.float32(rng.uniform(0.25, 0.5))
    light = replace(recipe.light, ambient=sky, shade_soft=recipe.light.shade_soft * rng.uniform(0.2, 1))
    look = replace(
        standard_look(rng, colours),
        inks=inks(rng, colours, 0.02, 0.14),
        ball=rng.uniform(10.8, 13.8),
        hoop_outer=rng.uniform(16.8, 19.2),
        ink_gloss=rng.uniform(0.1, 0.5),
        width=rng.uniform(58, 68),
        height=rng.uniform(84, 94),
        lift=rng.uniform(0.5, 2.0),
    )
    look = replace(look, hoop_inner=look.hoop_outer - rng.uniform(2.8, 5.2))
    recipe = replace(
        recipe,
        light=light,
        look=look,
        colours=colours,
        palette="other",
        glare=int(rng.integers(0, level + 2)),
        glare_kind="soft",
        glare_power=rng.uniform(2, 6),
        row_shift=rng.uniform(0, 0.08 * level),
        azimuth_deg=rng.normal(0, 25),
    )
    return with_things(rng, recipe, ["sweet", "button", "mug", "hand", "playing card"], 3, 0.6)


def cafe(rng: Rng, difficulty: str) -> Recipe:
    """Wide lenses, phone processing (local tone, strong sharpening), terrazzo and marble, coloured signs."""
    level = LEVEL[difficulty]
    recipe = basic(rng, difficulty)
    _, colours = palette(rng, 0.4)
    surface = pick(
        rng,
        [
            ["marble", "tiles", "light wood", "white paper"],
            ["terrazzo", "marble", "dotted cloth", "mid-brown wood"],
            ["dark stone", "dark wood", "terrazzo", "checked cloth"],
        ][level],
    )
    recipe = with_light(
        rng, with_surface(rng, recipe, surface), pick(rng, ["two lamps", "cool fluorescent"] + ["glare"] * level)
    )
    lamps = list(recipe.light.lamps)
    if rng.random() < [0.2, 0.5, 0.7][level]:
        sign = np.exp(rng.normal(0, 0.5, 3)).astype(np.float32)
        lamps.append(Lamp((*rng.uniform(-1200, 1200, 2), -700.0), sign, rng.uniform(0.15, 0.45)))
    sensor = replace(
        recipe.sensor,
        local_tone=rng.uniform(0, 0.35),
        sharpen=rng.uniform(0.5, 1.4),
        saturation=rng.uniform(1.0, 1.3),
        contrast=rng.uniform(0.1, 0.5),
        quality=int(rng.integers(60, 92)),
        chroma_noise=0.3,
        denoise=rng.uniform(0.5, 0.9),
    )
    look = replace(
        standard_look(rng, colours),
        inks=inks(rng, colours, 0.025, 0.12),
        tint=tint(rng, rng.uniform(0.75, 0.97)),
        edge=rng.uniform(0.1, 0.8),
        hoop_outer=rng.uniform(17, 19.5),
        ball=rng.uniform(11, 14),
        ink_opacity=rng.uniform(0.85, 1),
    )
    look = replace(look, hoop_inner=look.hoop_outer - rng.uniform(2.4, 5.6))
    recipe = replace(
        recipe,
        sensor=sensor,
        look=look,
        colours=colours,
        palette="other",
        light=replace(recipe.light, lamps=lamps),
        focal_35mm=rng.uniform(20, 27),
        k1=rng.uniform(-0.06, 0.05),
        table=pick(rng, [(4, 4), (3, 4), (4, 5), (4, 6), (2, 5)]),
    )
    return with_things(rng, recipe, ["mug", "phone", "coin", "sweet", "note", "button", "pen"], 3, 0.7)


def junior(rng: Rng, difficulty: str) -> Recipe:
    """Square cards of 3x3 cells with any two symbols, for readers that are told the deck."""
    recipe = studio(rng, difficulty)
    look = replace(recipe.look, width=70.0, height=70.0, rows=3, cols=3, margin=0.0)
    return replace(
        recipe, look=look, symbols="any two", rule="free", landscape=0.0, table=pick(rng, [(3, 4), (3, 3), (2, 4)])
    )


def empty(rng: Rng, difficulty: str) -> Recipe:
    """No card in view: bare and printed tables, mugs, buttons, sweets, playing cards, noise."""
    recipe = pick(rng, [studio, kitchen, evening])(rng, difficulty)
    names = ["mug", "coin", "button", "sweet", "playing card", "pen", "phone", "note", "hand"]
    kind = pick(rng, ["bare", "mixed", "mixed", "buttons", "playing cards", "printed", "noise"])
    if kind == "buttons":
        things = [str(pick(rng, ["button", "sweet", "coin"])) for _ in range(int(rng.integers(6, 30)))]
    elif kind == "playing cards":
        things = ["playing card"] * int(rng.integers(2, 10))
    elif kind == "mixed":
        things = [str(pick(rng, names)) for _ in range(int(rng.integers(2, 9)))]
    else:
        things = []
    if kind in ("printed", "noise"):
        recipe = replace(recipe, surface="confetti cloth" if kind == "printed" else "noise")
    return replace(recipe, things=tuple(things), glare=0, sheen=0.0, extra={"without_cards": kind})


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
