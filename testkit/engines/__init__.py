"""Positions drawn as boards, one module a game, and a small game of the tests."""
