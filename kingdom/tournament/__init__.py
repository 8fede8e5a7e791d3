"""Tournaments between AI players and bots: games, results and ratings."""
