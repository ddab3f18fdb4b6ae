"""The rows of a match: read, locked and written; its record, its seats and their holders, proposals, its end."""
