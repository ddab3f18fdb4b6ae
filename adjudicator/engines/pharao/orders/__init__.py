"""Das Gold des Pharao: what people write as the steps it means, plans and habits; and steps described in words."""
