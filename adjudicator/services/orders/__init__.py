"""A letter to a seat: its lines are interpreted, orders are ruled on, and one receipt accounts for all of them."""
