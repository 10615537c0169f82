"""Synthetic phone photographs of Swish tables with exact truth."""

from .families import FAMILIES, HELD_OUT, Family, make_photo
from .scene import Photo, Recipe

__all__ = ["FAMILIES", "HELD_OUT", "Family", "Photo", "Recipe", "make_photo"]
