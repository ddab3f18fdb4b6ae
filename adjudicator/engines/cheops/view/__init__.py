"""View of Cheops: everything that a seat may see, and the layout of boards and pictures."""
