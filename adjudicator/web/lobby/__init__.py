"""The front page, and the forms to begin a match and to take a seat."""
