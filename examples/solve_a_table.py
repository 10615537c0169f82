"""Read a layout, find its Swishes, and check a claim about it."""

from pathlib import Path

from swishsolve.api import check_claim, format_stack, parse_claim, parse_layout, solve

layout = parse_layout((Path(__file__).parent / "table.txt").read_text())

largest = solve(layout)
print(f"largest Swish: {largest.maximum} cards, {format_stack(layout, largest.swishes[0])}")

pairs = solve(layout, "all", max_size=2)
print("pairs:", ", ".join(format_stack(layout, stack) for stack in pairs.swishes))

verdict = check_claim(layout, parse_claim("A1+B2?", layout))
print("A1 and B2 are a Swish:", verdict.holds, "-", verdict.reasons[0])
