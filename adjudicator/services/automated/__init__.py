"""Mail that no person wrote: auto-replies, bounces, and letters for the host."""
