"""Egyptos: what a seat may see, and how boards and pictures are laid out."""
