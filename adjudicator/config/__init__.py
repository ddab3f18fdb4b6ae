"""Settings: environment variables, read once at the doors, and how programs log."""
