"""What letters are told: values that services look up, and that templates word."""
