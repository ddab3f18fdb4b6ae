"""Rulings on orders: the state of a match in play, how people word orders, and why an order is refused."""
