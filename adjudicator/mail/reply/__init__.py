"""What a person wrote into a reply, told from quotes, introductions, signatures and our own text."""
