"""Players: their rows and preferences, absences, suppressed addresses, sessions, limits on invitations."""
