"""Work on all matches of an installation at once: replay them, export them, and check the stored ones."""
