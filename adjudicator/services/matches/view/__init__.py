"""What a person is shown of a match: seats, names, what they may play or take back, times, the calendar."""
