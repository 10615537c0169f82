"""Deal tables until one has no Swish: how often does that happen?"""

from swishsolve.api import read_deck, solve

deck = read_deck("classic-60")
seed = next(seed for seed in range(10_000) if solve(deck.deal((3, 4), seed), "first").status == "none")
print(f"the first deal of 12 cards without a Swish has seed {seed}")
