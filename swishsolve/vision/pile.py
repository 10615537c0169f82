"""A photograph of a finished pile in, a verdict out: is it a Swish?

The idea: a pile of clear cards shows all symbols in one grid, and a Swish shows nothing but balls in hoops of their
colour.  A ball in a hoop is most easily seen as one disc with the hoop's outer edge, so discs and hoops of that size
and lone balls are looked for, wherever they are; then the band where a hoop's print would be and the middle where a
ball's would be are compared with the ground around and with each other.  The cells are told last, from the places that
were found: the verdict does not depend on them, only what hides or lies outside them does.

Reading the pile as a table of one card was tried: that reader sees one symbol a place, and a ball in its hoop is two.

What no photograph of clear cards shows is a symbol exactly on its like.  A pile with k pairs is a Swish of k cards; if
it holds more cards, some symbols lie on each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from swishsolve.model.colours import COLOUR_NAMES
from swishsolve.model.grid import Cell
from swishsolve.vision.decode import DecodedPhoto
from swishsolve.vision.outline import general_strength, side_differences
from swishsolve.vision.palette import Palette, find_palette
from swishsolve.vision.plane import HOOP_OUTER_MM, Plane, fit_plane
from swishsolve.vision.read import ReadingHints
from swishsolve.vision.sightings import Floats32, Sighting, find_sightings, pyramid, sample_polar, to_lab
from swishsolve.vision.symbols import Sizes, SymbolSeen, find_symbols, measure_sizes
from swishsolve.vision.tableview import TableView, draw_view

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

_LOOK = 1600  # longer side of the picture that is looked at, px
_R = HOOP_OUTER_MM / 2
_INNER = 0.78  # inner radius as a share of the outer, where it was not seen
_DOUBT_BELOW = 0.94
_ROUND = 4.2  # mm by which a symbol may lie off the middle of its cell


@dataclass(frozen=True)
class PileCell:
    """An occupied cell of the pile and what it shows."""

    row: int  # counted from 0 at the top left as seen
    col: int
    x: float  # px of the upright picture
    y: float
    ball: str | None  # colour letter, None without a ball
    hoop: str | None
    same_colour: bool  # as far as there are both; told from the print, not from the letters
    confidence: float
    doubtful: bool

    @property
    def state(self) -> str:
        """One of "pair", "ball", "hoop", "mismatch"."""
        if self.ball and self.hoop:
            return "pair" if self.same_colour else "mismatch"
        return "ball" if self.ball else "hoop"

    def __str__(self) -> str:
        place = f"row {self.row + 1}, column {self.col + 1}"
        ball, hoop = (COLOUR_NAMES[letter] if letter else "" for letter in (self.ball, self.hoop))
        words = {
            "pair": f"the {ball} ball lies in its hoop",
            "ball": f"the {ball} ball has no hoop",
            "hoop": f"the {hoop} hoop has no ball",
            "mismatch": f"the {ball} ball lies in the {hoop} hoop",
        }[self.state]
        return f"{place}: {words}"


@dataclass(frozen=True)
class PileReading:
    """What a photograph of a pile shows; `holds` tells whether it is a Swish, None where that is in doubt."""

    size: tuple[int, int]  # of the upright picture, px
    cells: tuple[PileCell, ...]  # the occupied ones, by row and column as seen
    holds: bool | None
    reasons: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class _Site:
    """A round thing of the right size, and how the bands around its middle look."""

    at: Floats  # mm
    quality: float
    hoop: float  # log odds that there is a hoop
    ball: float
    same: float  # log odds that both have one colour
    hoop_print: Floats  # Lab
    ball_print: Floats
    ground: Floats
    colour: float  # how far the print is from the ground, a-b plane
    gap: float  # how far the print sinks towards the ground between ball and hoop, 0..1


def read_pile(photo: DecodedPhoto | Image, hints: ReadingHints | None = None) -> PileReading:
    """Judge the one pile of cards on a photograph.

    ``photo`` is a decoded picture or an upright RGB array (height, width, 3) of uint8.  Never raises for a picture
    without a pile: the reading is then undecided and says so.
    """
    hints = hints or ReadingHints()
    if isinstance(photo, DecodedPhoto):
        pixels, size, reduction = photo.pixels, photo.size, float(photo.reduction)
    else:
        pixels, size, reduction = photo, (photo.shape[1], photo.shape[0]), 1.0
    longer = max(pixels.shape[:2])
    if longer > _LOOK:
        reduction *= longer / _LOOK
        smaller = (round(pixels.shape[1] * _LOOK / longer), round(pixels.shape[0] * _LOOK / longer))
        pixels = np.asarray(cv2.resize(pixels, smaller, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    nothing = PileReading(size, (), None, ("no pile of cards found: photograph the pile alone, from nearer",))
    whole_lab = to_lab(pixels)
    sightings = _of_one_size([_outer_edge(s, whole_lab) for s in find_sightings(whole_lab)])
    plane = fit_plane(sightings, (pixels.shape[1], pixels.shape[0]))
    if plane is None:
        return nothing
    around = plane.table(np.array([(s.x, s.y) for s in sightings]))
    near = _near_most(around)
    elsewhere = sum(s.kind == "hoop" and s.quality >= 0.9 for s, ok in zip(sightings, near, strict=True) if not ok)
    view = draw_view(pixels, plane, around[near], 75.0)
    sites = _find_sites(view, sightings, plane)
    card = _card_mm(hints)
    grid = _fit_grid(sites, card, hints.grid.rows, hints.grid.cols)
    if grid is None:
        return nothing
    index, inside, hidden, whole = _place(grid, sites, view, card)
    on_card = [site for site, ok in zip(sites, inside, strict=True) if ok]
    reasons = [] if whole else ["the pile is not wholly in the picture"]
    if elsewhere > 1 or _others(index[_strong(sites) & ~inside], grid):
        reasons.append("more lies there than one pile: photograph the pile alone, its cards in line")
    palette = find_palette([_as_symbol(site) for site in on_card], hints.colours)
    cells = [_cell(s, place, palette, plane, reduction) for s, place in zip(on_card, index[inside], strict=True)]
    return _judged(size, tuple(sorted(cells, key=lambda c: (c.row, c.col))), reasons, hidden)


def _judged(size: tuple[int, int], cells: tuple[PileCell, ...], reasons: list[str], hidden: list[str]) -> PileReading:
    """The verdict: one sure fault settles it, a Swish needs everything to be sure."""
    wrong = [cell for cell in cells if cell.state != "pair" and not cell.doubtful]
    places = [(cell.row, cell.col) for cell in cells]
    if len(set(places)) < len(places):
        reasons.append("two symbols seem to share a cell: straighten the pile")
    if reasons:
        return PileReading(size, cells, None, tuple(reasons))
    if wrong:
        return PileReading(size, cells, False, tuple(map(str, wrong)))
    if hidden:
        return PileReading(size, cells, None, tuple(hidden))
    if doubtful := [cell for cell in cells if cell.doubtful]:
        how = "photograph the pile from nearer, without mirrored lamps"
        return PileReading(size, cells, None, tuple(f"{cell} ({cell.confidence:.2f})? {how}" for cell in doubtful))
    if len(cells) < 2:
        return PileReading(
            size, cells, None, ("one cell is occupied: a Swish of two or more cards shows at least two",)
        )
    words = f"{len(cells)} balls lie in hoops of their colour: a Swish of {len(cells)} cards"
    hint = f"count the cards: if there are more than {len(cells)}, symbols lie on one another and it is none"
    return PileReading(size, cells, True, (words, hint))


def _outer_edge(sighting: Sighting, lab: Floats32) -> Sighting:
    """A hoop whose hole was seen as a ball of the table's colour, by its outer edge; others as they are."""
    reach = int(6 * sighting.radius)
    x, y = int(sighting.x), int(sighting.y)
    step = max(1, reach // 30)
    about = lab[max(0, y - reach) : y + reach : step, max(0, x - reach) : x + reach : step, 1:]
    table = np.median(about.reshape(-1, 2), axis=0)
    inside, outside = (np.hypot(*(np.array(c[1:]) - table)) for c in (sighting.colour, sighting.ground))
    if sighting.kind == "hoop" or inside > 0.5 * outside:
        return sighting
    grow = 1 / 0.77
    xx, xy, yy = (grow**2 * v for v in sighting.shape)
    return replace(
        sighting, kind="hoop", radius=grow * sighting.radius, inner=0.77, shape=(xx, xy, yy),
        colour=sighting.ground, ground=sighting.colour,
    )  # fmt: skip


def _of_one_size(sightings: list[Sighting]) -> list[Sighting]:
    """The sightings that could be symbols, called hoops where they have the size of one: with a ball in it or not."""
    seen = [s for s in sightings if s.quality >= 0.7 and _off_ground(s.colour, s.ground) > 10]
    if not seen:
        return []

    def agreeing(of: Sighting) -> int:
        """How many there are of this size within a card's reach; what surely is a hoop counts twice."""
        reach = 12 * of.radius
        return sum(
            2 if s.kind == "hoop" and 0.65 < s.inner < 0.9 else 1
            for s in seen
            if s.quality >= 0.85
            and abs(np.log(s.radius / of.radius)) < 0.17
            and np.hypot(s.x - of.x, s.y - of.y) < reach
        )

    # balls are smaller than hoops, and in a Swish no ball is seen without one: the largest size that is common
    largest_first = sorted(seen, key=lambda s: -s.radius)
    largest = next((s.radius for s in largest_first if agreeing(s) >= 2), largest_first[0].radius)
    usual = float(np.median([s.radius for s in seen if -0.25 < np.log(s.radius / largest) < 0.05]))
    out = []
    for s in seen:
        size = float(np.log(s.radius / usual))
        if abs(size) < 0.2:
            out.append(replace(s, kind="hoop", inner=s.inner if s.kind == "hoop" else _INNER))
        elif -0.6 < size < 0:
            out.append(replace(s, kind="ball", inner=0.0))
    return out


def _off_ground(colour: tuple[float, float, float], ground: tuple[float, float, float]) -> float:
    return float(np.hypot(colour[1] - ground[1], colour[2] - ground[2]))


def _near_most(points: Floats) -> NDArray[np.bool_]:
    """Those within a card's reach of the point that has most others within it."""
    near = np.linalg.norm(points[:, None] - points[None], axis=2) < 105
    return np.asarray(near[int(near.sum(axis=1).argmax())])


def _card_mm(hints: ReadingHints) -> tuple[float, float]:
    """Width and height of a card."""
    width, height = hints.card_mm or (63.5, 88.9)
    return (min(width, height),) * 2 if hints.grid.rows == hints.grid.cols else (width, height)


def _find_sites(view: TableView, sightings: list[Sighting], plane: Plane) -> list[_Site]:
    """Discs and hoops of a hoop's size, and balls that lie in none of them."""
    measured = [(s.kind, s.radius, s.inner) for s in sightings if s.kind == "hoop" and s.inner != _INNER]
    sizes = measure_sizes(measured, plane.ball_ratio)
    single = find_symbols(view, sizes)
    large = [*find_symbols(view, Sizes(_R, _R, sizes.inner)), *(s for s in single if s.kind == "hoop")]
    balls = [s for s in single if s.kind == "ball"]
    chosen: list[SymbolSeen] = []
    for symbol in [*sorted(large, key=lambda s: -s.quality), *sorted(balls, key=lambda s: -s.quality)]:
        least = 0.6 if symbol in large else 0.45
        if symbol.quality >= least and all(np.hypot(symbol.x - s.x, symbol.y - s.y) > 0.8 * _R for s in chosen):
            chosen.append(symbol)
    if not chosen:
        return []
    return _measure(view, chosen, sizes)


def _measure(view: TableView, chosen: list[SymbolSeen], sizes: Sizes) -> list[_Site]:
    """The bands around each symbol: ground, print of a hoop, middle of a ball; places without colour are dropped."""
    reach = np.arange(0.01, 1.3, 0.01)
    at = np.array([(s.x, s.y) for s in chosen])
    shapes = np.repeat((_R * view.scale * np.eye(2))[None], len(chosen), axis=0)
    rays = sample_polar(pyramid(view.lab, 2), view.to_view(at), shapes, reach).astype(np.float64)
    width = 1 - sizes.inner
    sites = []
    for symbol, place, patch in zip(chosen, at, rays, strict=True):
        around = patch[:, (reach > 1.1) & (reach < 1.28)].mean(axis=1)
        band = patch[:, (reach > 1 - 0.75 * width) & (reach < 1 - 0.25 * width)].mean(axis=1)
        middle = patch[:, (reach > 0.1) & (reach < 0.42)].reshape(-1, 3)
        ground = np.median(around, axis=0)
        noise = float(np.median(_apart(around, ground)))
        hoop, hoop_print = _printed(band, ground, noise)
        ball, ball_print = _printed(middle, ground, noise)
        colour = max(float(np.hypot(*(p - ground)[1:])) for p in (hoop_print, ball_print))
        if colour < max(7.0, 2.0 * noise):
            continue
        same = _same_colour(hoop_print, ball_print, ground)
        gap = _gap(patch, reach, ground, hoop_print, ball_print)
        sites.append(_Site(place, symbol.quality, hoop, ball, same, hoop_print, ball_print, ground, colour, gap))
    return sites


def _gap(patch: Floats, reach: Floats, ground: Floats, hoop_print: Floats, ball_print: Floats) -> float:
    """How clearly a ring of ground is seen between ball and hoop, on the rays where it is widest."""
    step = 0.5 * (hoop_print + ball_print) - ground
    level = (patch - ground) @ step / max(float(step @ step), 1e-6)
    band = level[:, (reach > 0.84) & (reach < 0.97)].max(axis=1)
    sunk = np.minimum(band, np.median(level[:, reach < 0.42])) - level[:, (reach > 0.55) & (reach < 0.88)].min(axis=1)
    return float(np.percentile(sunk, 80))


def _apart(colours: Floats, other: Floats) -> Floats:
    """Distances in Lab with brightness, which shadows change, at half."""
    return np.asarray(np.linalg.norm((colours - other) * np.array([0.5, 1.0, 1.0]), axis=-1))


def _printed(samples: Floats, ground: Floats, noise: float) -> tuple[float, Floats]:
    """Log odds that there is print where the samples were taken, and its colour."""
    off = _apart(samples, ground)
    share = float((off > max(6.0, 3.0 * noise)).mean())
    colour = np.median(samples, axis=0)
    contrast = float(np.hypot(*(colour - ground)[1:]))
    odds = 14.0 * (share - 0.5)
    if share > 0.5:
        odds = min(odds, 0.6 * (contrast - 4.0))
    white = (samples[:, 0] > 94) & (np.hypot(samples[:, 1], samples[:, 2]) < 12)
    mirrored = float(white.mean())  # a mirrored lamp may hide print, or be taken for it
    return float(np.clip(odds * (1 - min(1.0, 1.5 * mirrored)), -6.0, 6.0)), colour


def _same_colour(hoop: Floats, ball: Floats, ground: Floats) -> float:
    """Log odds that two prints have one hue; a mirrored lamp adds its light to both, so steps from the ground count."""
    off = []
    for first, second in ((hoop[1:], ball[1:]), ((hoop - ground)[1:], (ball - ground)[1:])):
        cross = first[0] * second[1] - first[1] * second[0]
        turn = abs(float(np.degrees(np.arctan2(cross, first @ second))))
        weaker = max(float(np.linalg.norm(first)), 1.0), max(float(np.linalg.norm(second)), 1.0)
        off.append(turn / (1 + 20 / min(weaker)))
    # a fault needs both ways to differ, a pair both to agree
    return float(np.clip(0.9 * (10.0 - max(off) if max(off) < 10 else min(10.0 - min(off), 0.0)), -6.0, 6.0))


@dataclass(frozen=True, eq=False)
class _Grid:
    """A lattice of cells as seen: point = origin + turn @ (col, row) * pitch."""

    turn: Floats  # 2x2
    pitch: Floats  # mm
    origin: Floats  # mm
    rows: int  # as seen
    cols: int

    def index(self, points: Floats) -> NDArray[np.intp]:
        """Row and column of the nearest cell (n, 2)."""
        across = (points - self.origin) @ self.turn / self.pitch
        return np.asarray(np.rint(across[:, ::-1]), dtype=np.intp)

    def centre(self, index: NDArray[np.intp]) -> Floats:
        """Middles of cells given by row and column."""
        return np.asarray(self.origin + (index[..., ::-1] * self.pitch) @ self.turn.T)


def _fit_grid(sites: list[_Site], card: tuple[float, float], rows: int, cols: int) -> _Grid | None:
    """The lattice in whose cells most symbols lie; None without a symbol."""
    strong = [site for site, sure in zip(sites, _strong(sites), strict=True) if sure]
    if not strong:
        return None
    points = np.array([site.at for site in strong])
    points = points[_near_most(points)]
    angles = np.arange(-46.0, 47.0)
    cos, sin = np.cos(np.radians(angles)), np.sin(np.radians(angles))
    turns = np.stack([cos, -sin, sin, cos], axis=1).reshape(-1, 2, 2)
    along = points @ turns  # angles, n, 2
    best: tuple[float, _Grid] | None = None
    for sideways in (False, True) if rows != cols else (False,):
        for factor in np.arange(0.84, 1.19, 0.02):
            for margin in (0.0, 2.0, 4.0):
                cells = np.array([(card[0] - 2 * margin) / cols, (card[1] - 2 * margin) / rows]) * factor
                pitch, counts = (cells[::-1], (cols, rows)) if sideways else (cells, (rows, cols))
                phase = np.exp(2j * np.pi * along / pitch).mean(axis=1, keepdims=True)
                steps = along / pitch - np.angle(phase) / (2 * np.pi)
                off = np.linalg.norm((steps - np.rint(steps)) * pitch, axis=2)
                extent = np.rint(steps).max(axis=1) - np.rint(steps).min(axis=1)  # angles, (across, down)
                beyond = np.maximum(extent - np.array([counts[1] - 1, counts[0] - 1]), 0).sum(axis=1)
                score = np.exp(-0.5 * (off / 1.6) ** 2).sum(axis=1) - 2 * beyond
                score -= 0.1 * ((factor - 1) / 0.08) ** 2 + 0.003 * np.abs(angles)
                k = int(score.argmax())
                if best is None or score[k] > best[0] + 1e-9:
                    shift = np.angle(phase[k, 0]) / (2 * np.pi) * pitch
                    best = float(score[k]), _Grid(turns[k], pitch, turns[k] @ shift, *counts)
    assert best is not None
    return best[1]


def _place(
    grid: _Grid, sites: list[_Site], view: TableView, card: tuple[float, float]
) -> tuple[NDArray[np.intp], NDArray[np.bool_], list[str], bool]:
    """Row and column of each site, which lie on the card, what may hide more, and whether the whole card is seen."""
    points = np.array([site.at for site in sites])
    index = grid.index(points)
    off = np.linalg.norm(points - grid.centre(index), axis=1)
    strong = _strong(sites)
    windows = [
        (row, col)
        for row in range(int(index[:, 0].min()) - grid.rows + 1, int(index[:, 0].max()) + 1)
        for col in range(int(index[:, 1].min()) - grid.cols + 1, int(index[:, 1].max()) + 1)
    ]

    def within(window: tuple[int, int]) -> NDArray[np.bool_]:
        place = index - np.array(window)
        return np.asarray(((place >= 0) & (place < (grid.rows, grid.cols))).all(axis=1) & (off < _ROUND))

    held = [int((within(w) & strong).sum()) for w in windows]
    windows = [w for w, h in zip(windows, held, strict=True) if h == max(held)]
    half = np.array([grid.cols, grid.rows]) * grid.pitch / 2
    half += np.clip(0.5 * (np.sort(np.array(card)) - np.sort(2 * half)), 0.0, 4.0)  # margins
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    corners += 0.5 * grid.pitch * (grid.cols - 1, grid.rows - 1)  # from the middle of the first cell
    rectangles = np.array([grid.centre(np.array([w])) + corners @ grid.turn.T for w in windows])
    edges = general_strength(side_differences(view, rectangles)).sum(axis=1)
    window = windows[int(edges.argmax())]
    inside = within(window)
    hidden = _mirrored(grid, windows, index[inside], view, window)
    cells = np.array([(window[0] + r, window[1] + c) for r in range(grid.rows) for c in range(grid.cols)])
    at = np.rint(view.to_view(grid.centre(cells))).astype(int)
    whole = bool((at >= 0).all() and (at < view.seen.shape[::-1]).all() and view.seen[at[:, 1], at[:, 0]].all())
    return index - np.array(window), inside, hidden, whole


def _others(index: NDArray[np.intp], grid: _Grid) -> bool:
    """Whether symbols outside the card are more than one thing that lies apart, such as a coin."""
    beyond = np.maximum(np.maximum(-index, index - (grid.rows - 1, grid.cols - 1)), 0).max(axis=1)
    return len(index) > 1 or bool((beyond < 2).any())


def _mirrored(
    grid: _Grid, windows: list[tuple[int, int]], taken: NDArray[np.intp], view: TableView, chosen: tuple[int, int]
) -> list[str]:
    """Mirrored lamps on cells that seem empty, wherever the card could lie: they may hide symbols."""
    used = {(int(r), int(c)) for r, c in taken}
    cells = {(w[0] + r, w[1] + c) for w in windows for r in range(grid.rows) for c in range(grid.cols)} - used
    angles = 2 * np.pi * np.arange(12) / 12
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    spots = np.concatenate([ring * r for r in (0.0, 2.0, 4.0, 6.0)])
    height, width = view.pixels.shape[:2]
    out = []
    is_dark = np.median(view.pixels.min(axis=2)) < 215  # on white paper white is nothing to doubt
    for cell in sorted(cells) if is_dark else ():
        at = np.rint(view.to_view(grid.centre(np.array([cell])) + spots)).astype(int)
        x, y = at[(at >= 0).all(axis=1) & (at[:, 0] < width) & (at[:, 1] < height)].T
        if len(x) and (view.pixels[y, x].min(axis=1) > 235).mean() > 0.4:
            place = f"row {cell[0] - chosen[0] + 1}, column {cell[1] - chosen[1] + 1}"
            out.append(f"mirror of a lamp over {place}: move the lamp or turn the pile")
    return out


def _strong(sites: list[_Site]) -> NDArray[np.bool_]:
    """Which sites are symbols without doubt: as colourful as the others, and round."""
    usual = float(np.percentile([site.colour for site in sites], 75)) if sites else 0.0
    return np.array([s.quality >= 0.75 and s.colour > max(8.0, 0.3 * usual) for s in sites], dtype=np.bool_)


def _as_symbol(site: _Site) -> SymbolSeen:
    """A site as the palette wants it: as a hoop, for the palette takes many balls for dots of a cloth."""
    colour = site.hoop_print if site.hoop > 0 else site.ball_print
    (x, y), (l1, a1, b1), (l2, a2, b2) = site.at.tolist(), colour.tolist(), site.ground.tolist()
    return SymbolSeen("hoop", x, y, _R, 0.0, max(site.quality, 0.81), 0.5, (l1, a1, b1), (l2, a2, b2))


def _cell(site: _Site, place: NDArray[np.intp], palette: Palette, plane: Plane, reduction: float) -> PileCell:
    """What a site shows, in the words of the model, and how sure that is."""
    has_hoop, has_ball, same = site.hoop > 0, site.ball > 0, site.same > 0
    shares = palette.probabilities(np.array([site.hoop_print, site.ball_print]), np.array([site.ground] * 2))
    if has_hoop and has_ball and shares.size:  # the names follow from the comparison, which is surer
        if same:
            shares[:] = shares.prod(axis=0)
        else:
            shares[1, shares[0].argmax()] = 0.0
    hoop, ball = (palette.letters[int(row.argmax())] if row.size else "k" for row in shares)
    odds = [abs(site.hoop), abs(site.ball), 14.0 * (site.quality - 0.55)]
    if has_hoop and has_ball:  # without a gap it may be one large disc
        odds += [site.same, 25.0 * (site.gap - 0.1)] if same else [-site.same]
    elif not has_hoop and not has_ball:
        odds.append(-6.0)
    confidence = float(np.prod([1 / (1 + np.exp(-min(o, 6.0))) for o in odds]))
    x, y = (plane.picture(site.at)[0] + 0.5) * reduction - 0.5
    return PileCell(
        row=int(place[0]),
        col=int(place[1]),
        x=round(float(x), 2),
        y=round(float(y), 2),
        ball=ball if has_ball or not has_hoop else None,
        hoop=hoop if has_hoop else None,
        same_colour=same,
        confidence=int(min(confidence, 0.99) * 100 + 1e-9) / 100,
        doubtful=confidence < _DOUBT_BELOW,
    )


Content = frozenset[tuple[str, str]]


def is_same_pile(reading: PileReading, contents: Mapping[Cell, Content]) -> bool | None:
    """Whether a photographed pile shows these symbols, (kind, colour letter) in their cells, however it lies.

    The pile may be turned, or flipped as a whole, and where its outer rows are empty it may be shifted.  None where the
    reading is in doubt.
    """
    if not reading.cells or any(cell.doubtful for cell in reading.cells) or reading.holds is None:
        return None
    seen: dict[tuple[int, int], Content] = {}
    for cell in reading.cells:
        ball, hoop = cell.ball, cell.hoop
        seen[cell.row, cell.col] = frozenset([*([("ball", ball)] if ball else []), *([("hoop", hoop)] if hoop else [])])
    wanted = {(cell.row, cell.col): content for cell, content in contents.items()}
    shapes = [wanted, {(c, r): content for (r, c), content in wanted.items()}]
    shapes += [{(-r, c): content for (r, c), content in shape.items()} for shape in shapes]
    shapes += [{(r, -c): content for (r, c), content in shape.items()} for shape in shapes]
    return any(_shifted(seen) == _shifted(shape) for shape in shapes)


def _shifted(contents: dict[tuple[int, int], Content]) -> dict[tuple[int, int], Content]:
    """The same cells, counted from the first occupied row and column."""
    top, left = min(row for row, _ in contents), min(col for _, col in contents)
    return {(row - top, col - left): content for (row, col), content in contents.items()}
