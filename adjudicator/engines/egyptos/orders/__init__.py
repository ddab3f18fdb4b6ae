"""Orders of Egyptos: people's texts as steps, plans and habits; and the effect of a step, in words."""
