"""Settings from environment variables, read once when a program starts; and logging."""
