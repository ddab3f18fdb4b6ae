"""Letters to the service itself: commands, and requests that wait for a confirmation."""
