"""Letters: their kinds, the facts that each needs, and how they are rendered."""
