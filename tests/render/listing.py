"""Drawing lists as the text of golden files."""

from __future__ import annotations

from swishsolve.render.drawing import Drawing


def listed(drawing: Drawing) -> str:
    """The drawing as text: one item a line, lengths to the thousandth of a millimetre."""

    def rounded(value: object) -> object:
        if isinstance(value, float):
            return round(value, 3) + 0.0
        return tuple(map(rounded, value)) if isinstance(value, tuple) else value

    lines = [f"{drawing.width_mm:.3f} x {drawing.height_mm:.3f} mm on {drawing.background} at {drawing.dpi:.3f} dpi"]
    for item in drawing.items:
        fields = {name: rounded(value) for name, value in vars(item).items() if value is not None}
        lines.append(type(item).__name__ + "".join(f" {name}={value}" for name, value in fields.items()))
    return "\n".join(lines)
