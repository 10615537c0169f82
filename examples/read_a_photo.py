"""Read a photographed table; solve it only when the reading is sure."""

from pathlib import Path

from swishsolve.api import format_stack, read_photo, solve

reading = read_photo(Path(__file__).parent / "table.jpg")
print(f"{len(reading.cards)} cards, least confidence {min(card.confidence for card in reading.cards):.2f}")
if reading.doubtful:
    print("doubtful:", ", ".join(str(card.label) for card in reading.cards if card.doubtful))
else:
    layout = reading.layout()
    print("largest Swish:", format_stack(layout, solve(layout).swishes[0]))
