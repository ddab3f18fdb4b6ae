"""The rules of the games: pure values and functions, standard library only."""
