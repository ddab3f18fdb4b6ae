"""Who sent a letter: the From header, Authentication-Results, DKIM, and what a host asks for."""
