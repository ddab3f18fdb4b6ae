"""What an installation does with all of its matches at once: replay them, export them, and check what was kept."""
