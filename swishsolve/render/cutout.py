"""A card cut out of its photograph, straightened, as coloured half blocks for the terminal.

A character cell is about twice as high as wide, so the upper half block shows two pixels, one as its own colour and
one as the colour behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from swishsolve.model.layout import CardPhoto

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def cut_out(
    pixels: NDArray[np.uint8], photo: CardPhoto, width: int, height: int, reduction: float = 1.0
) -> NDArray[np.uint8]:
    """The card as it lies, in portrait, `height` x `width` x (red, green, blue).

    `reduction` is how much smaller the pixels are than those in which the corners count. A sideways card is turned a
    quarter clockwise.
    """
    import numpy as np
    from PIL import Image

    corners = [((x + 0.5) / reduction, (y + 0.5) / reduction) for x, y in photo.corners]
    if photo.sideways:
        corners = corners[3:] + corners[:3]
    top_left, top_right, bottom_right, bottom_left = corners
    quad = (*top_left, *bottom_left, *bottom_right, *top_right)
    # Straightened at four times the size and reduced, so that thin hoops are averaged and not missed.
    large = Image.fromarray(pixels).transform(
        (width * 4, height * 4), Image.Transform.QUAD, quad, Image.Resampling.BILINEAR
    )
    return np.asarray(large.reduce(4))


def half_block_lines(pixels: NDArray[np.uint8]) -> list[str]:
    """The picture as lines of text in 24-bit colour, two rows of pixels a line.

    >>> import numpy as np
    >>> half_block_lines(np.zeros((2, 1, 3), np.uint8))
    ['\\x1b[38;2;0;0;0m\\x1b[48;2;0;0;0m▀\\x1b[0m']
    """
    lines = []
    for upper, lower in zip(pixels[0::2], pixels[1::2], strict=True):
        blocks = []
        for (r, g, b), (r2, g2, b2) in zip(upper.tolist(), lower.tolist(), strict=True):
            blocks.append(f"\033[38;2;{r};{g};{b}m\033[48;2;{r2};{g2};{b2}m▀")
        lines.append("".join(blocks) + "\033[0m")
    return lines
