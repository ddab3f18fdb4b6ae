"""What a sweep does about time that has run out, and about outages."""
