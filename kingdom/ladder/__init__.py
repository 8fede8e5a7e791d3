"""Who is how strong: a round robin of players with ratings, and the question whether one is stronger."""
