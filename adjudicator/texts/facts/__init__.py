"""Facts of letters: values that services look up, and that templates word."""
