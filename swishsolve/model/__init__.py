"""What a Swish is made of: grids, transforms, cards, layouts, stacks, decks, and how they are written down."""
