"""Egyptos: what people write as the steps that it means: orders, plans, habits; and what a step would do, in words."""
