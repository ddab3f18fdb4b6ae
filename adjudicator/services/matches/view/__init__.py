"""A match as a person sees it: seats, steps to play or to take back, times, the calendar, feeds."""
