"""Players: rows and preferences, absences, stopped clocks, suppressed addresses, web sessions, invitation limits."""
