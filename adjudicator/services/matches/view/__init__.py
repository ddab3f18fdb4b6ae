"""What a person is shown of a match: seats, what they may play or take back, times, the calendar, feeds."""
