"""The commands of a letter to a seat: the tables of them in `seat_commands`, and each subject in a module."""
