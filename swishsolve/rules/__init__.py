"""The rules of Swish, Swipe and Swintus Junior: transcripts, a referee, and simulated games."""
