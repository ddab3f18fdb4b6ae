"""Letters: the kinds of them, what each must be told, and how they are rendered."""
